// Reads files that are compressed with gzip, so that they are small on every host.

/**
 * The content of such a file as bytes, even if the host has already decompressed it.
 * @type {(file: ArrayBuffer) => Promise<ArrayBuffer>}
 */
export async function unpacked(file) {
  if (new Uint8Array(file)[0] !== 0x1f) return file;
  const { body } = /** @type {{ body: ReadableStream }} */ (new Response(file));
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
