// The resources for workers.js: the core, which is a string in a module, so nothing is fetched; and workers. Replaces
// the page's resources.js.

import { source } from "./freecell-worker-source.js";
import { core } from "./wasm.js";

const { process, document } = /** @type {any} */ (globalThis);
// Deno has both kinds of workers. Node's let a program end while no answer is pending.
/** @type {any} */
const threads = document ? undefined : process?.getBuiltinModule?.("node:worker_threads");

/** The maximum number of parallel searches. */
export function countWorkers() {
  const cores = threads
    ? process.getBuiltinModule("node:os").availableParallelism()
    : globalThis.navigator?.hardwareConcurrency;
  return Math.min(4, cores || 1);
}

/** The compressed core. */
export const loadCore = async () => Uint8Array.from(atob(core), (sign) => sign.charCodeAt(0)).buffer;

let isBesideThis = true; // the worker's file, if it can be located

/**
 * A worker: from the file next to this one, which every policy allows that allows the page's own files; or from its text,
 * if a bundler didn't copy that file, or this module comes from another site.
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
 * A Node thread with a worker's interface. It keeps the program running only while an answer is pending.
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
