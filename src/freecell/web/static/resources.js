// Loads the page's other files when they are needed. For the page in a single file, web/single.py replaces this module.

/** @type {(name: string) => URL} */
const address = (name) => new URL(name, import.meta.url);

/** The compressed core. */
export const loadCore = () => load("freecell.wasm.gz");

/** The compressed table of facts. */
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
