// What the page loads when it needs it: files beside this one. Where it is all one file, web/single.py has another.

/** @type {(name: string) => URL} */
const address = (name) => new URL(name, import.meta.url);

/**
 * The address of the drawing of a card, such as 7D.
 * @type {(card: string) => string}
 */
export const drawingOf = (card) => `${address("cards.svg")}#${card}`;

/** The drawings of all cards, as SVG. */
export async function loadCards() {
  const response = await fetch(address("cards.svg"));
  const text = await response.text();
  return text.slice(text.indexOf(">") + 1, text.lastIndexOf("</svg>"));
}

/** The core, packed. */
export const loadCore = () => load("freecell.wasm.gz");

/** The table of facts, packed. */
export const loadFacts = () => load("known.gz");

/** @type {(name: string) => Promise<ArrayBuffer>} */
async function load(name) {
  const response = await fetch(address(name));
  if (!response.ok) throw new Error(response.statusText);
  return response.arrayBuffer();
}

export const startWorker = () => new Worker(address("worker.js"), { type: "module" });
