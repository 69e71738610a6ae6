// What workers.js needs: the core, which is a text in a module, so nothing is fetched; and workers. This takes the place
// of the page's resources.js.

import { core } from "./wasm.js";
import { source } from "./worker-source.js";

const { process, document } = /** @type {any} */ (globalThis);
// Deno has both kinds of workers. Those of Node let a program end that waits for none of them.
/** @type {any} */
const threads = document ? undefined : process?.getBuiltinModule?.("node:worker_threads");

/** How many searches may run at once. */
export function countWorkers() {
  const cores = threads
    ? process.getBuiltinModule("node:os").availableParallelism()
    : globalThis.navigator?.hardwareConcurrency;
  return Math.min(4, cores || 1);
}

/** The core, packed. */
export const loadCore = async () => Uint8Array.from(atob(core), (sign) => sign.charCodeAt(0)).buffer;

let isBesideThis = true; // the file of the worker, as far as is known

/**
 * A worker: of the file beside this one, which any policy allows that allows the page's own files; or of its text,
 * where there is no such file, because a bundler has left it behind, or no way to it, because this is from another site.
 * @type {() => Promise<Worker>}
 */
export async function startWorker() {
  if (isBesideThis) {
    try {
      return await started(workerOfFile());
    } catch {
      isBesideThis = false;
    }
  }
  return started(workerOfText());
}

/** @type {() => Worker} */
function workerOfFile() {
  if (!threads) return new Worker(new URL("./freecell-worker.js", import.meta.url), { type: "module" });
  const here = import.meta.url; // bundlers that know the line above need not see another
  return threadWorker(new URL("./freecell-worker.js", here));
}

/** @type {() => Worker} */
function workerOfText() {
  if (threads) return threadWorker(new URL(`data:text/javascript,${encodeURIComponent(source)}`));
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(address);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return worker;
}

/**
 * The worker, as soon as it runs.
 * @type {(worker: Worker) => Promise<Worker>}
 */
function started(worker) {
  return new Promise((resolve, reject) => {
    worker.onmessage = () => resolve(worker);
    worker.onerror = (event) => {
      event.preventDefault?.();
      worker.terminate();
      reject(event);
    };
  });
}

/**
 * A thread of Node that looks like a worker. It keeps the program from its end only while it is asked something.
 * @type {(address: URL) => Worker}
 */
function threadWorker(address) {
  const thread = new threads.Worker(address, { execArgv: [] });
  /** @type {any} */
  const worker = {
    postMessage(/** @type {unknown} */ message) {
      thread.ref();
      thread.postMessage(message);
    },
    terminate: () => thread.terminate(),
  };
  thread.on("message", (/** @type {unknown} */ data) => {
    thread.unref();
    worker.onmessage({ data });
  });
  thread.on("error", (/** @type {unknown} */ error) => worker.onerror(error));
  return worker;
}
