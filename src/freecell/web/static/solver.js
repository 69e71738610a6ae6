// Searches, in workers: nothing here waits in the page's way. Every answer is a promise, and a search that nobody
// wants any more is given up by its signal: its worker is ended, and a spare one that is ready takes its place.

import { loadCore, startWorker } from "./resources.js";
import { t } from "./words.js";

const GRACE = 4; // milliseconds in which a search that is given up may end by itself
const LONGER_GRACE = 25; // of a short one, which nearly always does: another worker takes longer to be made
const SHORT = 30_000; // positions
const MUCH = 96 * 2 ** 20; // bytes after which a worker is ended: it gives none of them back before

const gigabytes = navigator.deviceMemory ?? 4; // which not every browser tells
/** The most positions of a long search: each takes 64 bytes. */
export const MOST_POSITIONS = Math.min(2_000_000, gigabytes * 500_000);

/** This browser can't search: it has no WebAssembly or no workers, or the core can't be had. */
export class Unable extends Error {
  constructor() {
    super(t.cantSearch);
  }
}

let core = null; // packed, or soon to be
let spare = null; // a worker, or soon to be

/** A worker that is ready. It unpacks and compiles the core by itself: the page draws meanwhile. */
async function makeWorker() {
  let worker = null;
  try {
    core ??= loadCore();
    worker = startWorker();
    const ready = new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => (data.error ? reject() : resolve());
      worker.onerror = worker.onmessageerror = reject;
    });
    await Promise.all([ready, core.then((file) => worker.postMessage(file))]);
    return worker;
  } catch {
    worker?.terminate();
    core = null; // the next one tries again
    throw new Unable();
  }
}

/** The spare worker or a new one; soon there is another spare one. */
async function takeWorker() {
  const taken = spare ?? makeWorker();
  spare = null;
  const worker = await taken;
  setTimeout(() => keepSpare(makeWorker), 0);
  return worker;
}

/** Has a spare worker, if there is none. */
function keepSpare(make) {
  spare ??= make();
  spare.catch(() => {
    spare = null;
  });
}

/** A worker at a time, and the questions that wait for it. */
class Queue {
  #worker = null;
  #isStarting = false;
  #waiting = [];
  #current = null; // the question that is under way

  /** What a function of the core gives for these values. */
  ask(name, values, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const question = { message: [name, ...values], resolve, reject };
      signal?.addEventListener("abort", () => this.#giveUp(question, signal.reason), { once: true });
      this.#waiting.push(question);
      this.#next();
    });
  }

  #next() {
    if (this.#current || this.#isStarting || !this.#waiting.length) return;
    if (this.#worker) {
      this.#current = this.#waiting.shift();
      this.#worker.postMessage(this.#current.message);
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

  #use(worker) {
    this.#worker?.terminate();
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = worker.onmessageerror = () => this.#hear({ error: t.brokeOff });
  }

  #hear({ value, memory, error }) {
    const question = this.#current;
    if (error || memory > MUCH) {
      this.#worker.terminate();
      this.#worker = null;
    }
    this.#current = null;
    if (error) question?.reject(new Error(t[error] ?? error));
    else question?.resolve(value);
    this.#next();
  }

  #giveUp(question, reason) {
    question.reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== question);
    const isShort = question.message[2]?.limit <= SHORT;
    if (this.#current === question) setTimeout(() => this.#replaceWorkerOf(question), isShort ? LONGER_GRACE : GRACE);
  }

  /** Ends a search that goes on though nobody wants it any more. */
  async #replaceWorkerOf(question) {
    if (this.#current !== question) return;
    const worker = await takeWorker().catch(() => null);
    if (this.#current !== question) {
      if (worker) keepSpare(async () => worker); // it has ended by itself
    } else if (worker) {
      this.#use(worker);
      this.#current = null;
      this.#next();
    }
  }
}

const quick = new Queue();
const long = new Queue();

/** The verdict of a board, for the light, which waits for no hint, no solution and no deal to be found. */
export const judge = (board, search, signal) => quick.ask("judge", [board, search], signal);

/** {verdict, moves, ...}: any solution, or as the search says. */
export const solve = (board, search, signal) =>
  long.ask("solve", [board, { limit: MOST_POSITIONS, ...search }], signal);

/** The numbers that deal these cards, null where one is not known; the first two must be known. */
export const find = (cards) => long.ask("find", [cards]);

/** How hard a board is for a person, from 0 to 100. */
export const difficulty = (board, signal) => long.ask("difficulty", [board], signal);
