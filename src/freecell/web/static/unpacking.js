// Files that are packed by gzip: they are small on every host.

/**
 * What such a file has, as bytes; also if the host has unpacked it on the way.
 * @type {(file: ArrayBuffer) => Promise<ArrayBuffer>}
 */
export async function unpacked(file) {
  if (new Uint8Array(file)[0] !== 0x1f) return file;
  const { body } = /** @type {{ body: ReadableStream }} */ (new Response(file));
  return new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
