// Runs inside a worker. It first receives the compressed core and answers {} when ready. Then it receives questions,
// [name, ...values], one at a time, and answers {value, memory}; or {error}, a message or the name of one, after which
// the worker must be replaced. The npm package uses this module, too.

import { start } from "./core.js";
import { unpacked } from "./unpacking.js";

/**
 * Returns a function that handles a message to the worker and posts the answer.
 * @type {(post: (reply: Reply) => void) => (data: any) => Promise<void>}
 */
export function answering(post) {
  /** @type {any} */
  let core = null;
  return async (data) => {
    try {
      if (!core) {
        core = await start(await WebAssembly.compile(await unpacked(data)));
        post({});
        return;
      }
      const [name, ...values] = data;
      const value = core[name](...values);
      post({ value, memory: core.memory });
    } catch (error) {
      const trapped = error.name === "RuntimeError"; // of WebAssembly, which not every browser has
      post({ error: trapped ? "noMemory" : error.message });
    }
  };
}
