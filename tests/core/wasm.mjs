// Answers the questions of tests/core/test_wasm.py with the page's modules, one per line.
//
// node wasm.mjs FOLDER < questions > answers

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const folder = pathToFileURL(`${process.argv[2]}/`);
const load = (name) => import(new URL(name, folder));
const [{ start }, { readPasted }, { findDeals }] = await Promise.all(["core.js", "reading.js", "finding.js"].map(load));
const core = await start(new WebAssembly.Module(gunzipSync(readFileSync(new URL("freecell.wasm.gz", folder)))));

async function pasted(text) {
  const { board, known } = readPasted(text);
  return { board, ...(known ? await findDeals(known, core.find) : { deals: [], names: null }) };
}

for (const line of readFileSync(0, "utf8").trimEnd().split("\n")) {
  const [name, ...values] = JSON.parse(line);
  try {
    console.log(JSON.stringify(await { ...core, pasted }[name](...values)));
  } catch (error) {
    console.log(JSON.stringify({ error: `${error.name}: ${error.message}` }));
  }
}
