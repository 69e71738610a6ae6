// What the page loads when it needs it: files beside this one. Where it is all one file, web/single.py has another.

/** @type {(name: string) => URL} */
const address = (name) => new URL(name, import.meta.url);

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

/**
 * The texts of a language other than English.
 * @type {(language: string) => Promise<import("./words.js").Texts>}
 */
export const loadTexts = async (language) => (await import(address(`${language}.js`).href))[language];

export const startWorker = () => new Worker(address("worker.js"), { type: "module" });
