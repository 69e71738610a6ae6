// What the page loads when it needs it: files beside this one. Where it is all one file, web/single.py has another.

const address = (name) => new URL(name, import.meta.url);

/** The address of the drawing of a card, such as 7D. */
export const drawingOf = (card) => `${address("cards.svg")}#${card}`;

/** The drawings of all cards, as SVG. */
export async function loadCards() {
  const response = await fetch(address("cards.svg"));
  const text = await response.text();
  return text.slice(text.indexOf(">") + 1, text.lastIndexOf("</svg>"));
}

/** The core, as bytes. */
export async function loadCore() {
  const response = await fetch(address("freecell.wasm.gz"));
  return unpacked(await response.blob());
}

/** The table of facts, as bytes. */
export async function loadFacts() {
  const response = await fetch(address("known.gz"));
  if (!response.ok) throw new Error(response.statusText);
  return unpacked(await response.blob());
}

/** What a file has that was packed by gzip, unless the host has unpacked it on the way. */
async function unpacked(file) {
  const [first] = new Uint8Array(await file.slice(0, 1).arrayBuffer());
  const bytes = first === 0x1f ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file;
  return new Response(bytes).arrayBuffer();
}

export const startWorker = () => new Worker(address("worker.js"), { type: "module" });
