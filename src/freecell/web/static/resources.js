// What the page loads when it needs it: files beside this one. Where it is all one file, web/single.py has another.

const address = (name) => new URL(name, import.meta.url);

/** The address of the drawing of a card, such as 7D, in two or in four colours. */
export const drawingOf = (card, deck) => `${address(`cards-${deck}.svg`)}#${card}`;

/** The core, as bytes. */
export async function loadCore() {
  const response = await fetch(address("freecell.wasm"));
  return response.arrayBuffer();
}

export const startWorker = () => new Worker(address("worker.js"), { type: "module" });
