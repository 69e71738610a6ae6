// A worker of the package, in a browser, Deno or Node. It is sent what answering.js says, and begins with {}.

import { answering } from "../../src/freecell/web/static/answering.js";

const { process } = /** @type {any} */ (globalThis);
const port = process?.getBuiltinModule?.("node:worker_threads").parentPort ?? globalThis;
const answer = answering((reply) => port.postMessage(reply));
port.addEventListener("message", (/** @type {MessageEvent} */ { data }) => answer(data));
port.start?.();
port.postMessage({});
