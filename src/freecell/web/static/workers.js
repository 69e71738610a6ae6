// Questions to the core, in workers: nothing here waits in the page's way. Every answer is a promise, and a search that
// nobody wants any more is given up by its signal: its worker is ended, and a spare one that is ready takes its place.
// The npm package uses this module too, with other resources.

import { loadCore, startWorker } from "./resources.js";
import { t } from "./words.js";

const GRACE = 4; // milliseconds in which a search that is given up may end by itself
const LONGER_GRACE = 25; // of a short one, which nearly always does: another worker takes longer to be made
const SHORT = 30_000; // positions
const MUCH = 96 * 2 ** 20; // bytes after which a worker is ended: it gives none of them back before

/** This browser can't search: it has no WebAssembly or no workers, or the core can't be had. */
export class CoreUnavailable extends Error {
  constructor() {
    super(t.cantSearch);
  }
}

/** @type {Promise<ArrayBuffer> | null} */
let core = null; // packed, or soon to be
/** @type {Promise<Worker> | null} */
let spare = null; // a worker, or soon to be

/**
 * A worker that is ready. It unpacks and compiles the core by itself: the page draws meanwhile.
 * @type {() => Promise<Worker>}
 */
async function makeWorker() {
  /** @type {Worker | undefined} */
  let worker;
  try {
    core ??= loadCore();
    const made = await startWorker();
    worker = made;
    const ready = new Promise((resolve, reject) => {
      made.onmessage = ({ data }) => (data.error ? reject() : resolve(null));
      made.onerror = made.onmessageerror = reject;
    });
    await Promise.all([ready, core.then((file) => made.postMessage(file))]);
    return made;
  } catch {
    worker?.terminate();
    core = null; // the next one tries again
    throw new CoreUnavailable();
  }
}

/**
 * The spare worker or a new one; soon there is another spare one.
 * @type {() => Promise<Worker>}
 */
async function takeWorker() {
  const taken = spare ?? makeWorker();
  spare = null;
  const worker = await taken;
  setTimeout(() => keepSpare(makeWorker), 0);
  return worker;
}

/**
 * Has a spare worker, if there is none.
 * @type {(make: () => Promise<Worker>) => void}
 */
function keepSpare(make) {
  spare ??= make();
  spare.catch(() => {
    spare = null;
  });
}

/** A worker at a time, and the questions that wait for it. */
export class Queue {
  /** @type {Worker | null} */
  #worker = null;
  #isStarting = false;
  /** @type {Question[]} */
  #waiting = [];
  /** @type {Question | undefined} */
  #current; // the question that is under way

  /**
   * What a function of the core gives for these values.
   * @type {(name: string, values: unknown[], signal?: AbortSignal) => Promise<any>}
   */
  ask(name, values, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const most = /** @type {Search | undefined} */ (values[1])?.maxPositions ?? Number.POSITIVE_INFINITY;
      const question = { message: [name, ...values], isShort: most <= SHORT, resolve, reject };
      signal?.addEventListener("abort", () => this.#giveUp(question, signal.reason), { once: true });
      this.#waiting.push(question);
      this.#next();
    });
  }

  #next() {
    if (this.#current || this.#isStarting || !this.#waiting.length) return;
    if (this.#worker) {
      this.#current = this.#waiting.shift();
      this.#worker.postMessage(this.#current?.message);
    } else this.#start();
  }

  async #start() {
    this.#isStarting = true;
    try {
      this.#use(await takeWorker());
    } catch (error) {
      for (const question of this.#waiting.splice(0)) question.reject(error);
    }
    this.#isStarting = false;
    this.#next();
  }

  /** @type {(worker: Worker) => void} */
  #use(worker) {
    this.#worker?.terminate();
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = worker.onmessageerror = () => this.#hear({ error: t.brokeOff });
  }

  /** @type {(reply: Reply) => void} */
  #hear({ value, memory = 0, error }) {
    const question = this.#current;
    if (error || memory > MUCH) {
      this.#worker?.terminate();
      this.#worker = null;
    }
    this.#current = undefined;
    if (error) question?.reject(new Error(t[error] ?? error));
    else question?.resolve(value);
    this.#next();
  }

  /** @type {(question: Question, reason: unknown) => void} */
  #giveUp(question, reason) {
    question.reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== question);
    const grace = question.isShort ? LONGER_GRACE : GRACE;
    if (this.#current === question) setTimeout(() => this.#replaceWorkerOf(question), grace);
  }

  /**
   * Ends a search that goes on though nobody wants it any more.
   * @type {(question: Question) => Promise<void>}
   */
  async #replaceWorkerOf(question) {
    if (this.#current !== question) return;
    const worker = await takeWorker().catch(() => null);
    if (this.#current !== question) {
      if (worker) keepSpare(async () => worker); // it has ended by itself
    } else if (worker) {
      this.#use(worker);
      this.#current = undefined;
      this.#next();
    }
  }
}
