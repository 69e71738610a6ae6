/** The text of freecell-worker.js. */
export const source: string;
