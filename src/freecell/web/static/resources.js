// What the page loads when it needs it: files beside this one. Where it is all one file, web/single.py has another.

const address = (name) => new URL(name, import.meta.url);

/** The address of the drawing of a card, such as 7D, in two or in four colours. */
export const drawingOf = (card, deck) => `${address(`cards-${deck}.svg`)}#${card}`;

/** {symbols, prefix}: the drawings of all cards as SVG, and what stands before a card in their ids. */
export async function loadCards(deck) {
  const response = await fetch(address(`cards-${deck}.svg`));
  const text = await response.text();
  return { symbols: text.slice(text.indexOf(">") + 1, text.lastIndexOf("</svg>")), prefix: "" };
}

/** The core, as bytes. */
export async function loadCore() {
  const response = await fetch(address("freecell.wasm"));
  return response.arrayBuffer();
}

export const startWorker = () => new Worker(address("worker.js"), { type: "module" });
