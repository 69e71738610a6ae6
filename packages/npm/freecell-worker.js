// A worker of the package, in a browser, Deno or Node. answering.js explains its messages; the first one it sends is {}.

import { answering } from "../../src/freecell/web/static/answering.js";

const { process } = /** @type {any} */ (globalThis);
const port = process?.getBuiltinModule?.("node:worker_threads").parentPort ?? globalThis;
const answer = answering((reply) => port.postMessage(reply));
port.addEventListener("message", (/** @type {MessageEvent} */ { data }) => answer(data));
port.start?.();
port.postMessage({});
