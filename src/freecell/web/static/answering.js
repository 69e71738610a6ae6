// The inside of a worker that searches: it is sent the core, packed, and answers {} when it is ready. Then it is sent
// questions, [name, ...values], one at a time, and answers {value, memory}; or {error}, a text or the name of one, and is
// of no more use. The npm package uses this module too.

import { start } from "./core.js";
import { unpacked } from "./unpacking.js";

/**
 * A function that takes what the worker is sent, and posts what it answers.
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
