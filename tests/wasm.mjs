// Answers questions by the core for pages, a line each: what tests/test_wasm.py asks.
//
// node wasm.mjs core.js freecell.wasm < questions > answers

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [script, module] = process.argv.slice(2);
const { start } = await import(pathToFileURL(script));
const core = await start(new WebAssembly.Module(readFileSync(module)));
const lines = readFileSync(0, "utf8").trimEnd().split("\n");
for (const line of lines) {
  const [name, ...values] = JSON.parse(line);
  try {
    console.log(JSON.stringify(core[name](...values)));
  } catch (error) {
    console.log(JSON.stringify({ error: `${error.name}: ${error.message}` }));
  }
}
