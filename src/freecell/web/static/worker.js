// A worker that searches: it is sent the core, packed, and says when it is ready. Then it is sent questions,
// [name, ...values], one at a time, and sends back {value, memory}; or {error}, a text or the name of one, and is of
// no more use.

import { start } from "./core.js";
import { unpacked } from "./unpacking.js";

/** @type {any} */
let core = null;

addEventListener("message", async ({ data }) => {
  try {
    if (!core) {
      core = await start(await WebAssembly.compile(await unpacked(data)));
      postMessage({});
      return;
    }
    const [name, ...values] = data;
    const value = core[name](...values);
    postMessage({ value, memory: core.memory });
  } catch (error) {
    const trapped = error.name === "RuntimeError"; // of WebAssembly, which not every browser has
    postMessage({ error: trapped ? "noMemory" : error.message });
  }
});
