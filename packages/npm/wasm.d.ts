/** freecell.wasm.gz in base64. */
export const core: string;
