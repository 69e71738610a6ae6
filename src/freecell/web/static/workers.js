// Questions to the core, in workers: nothing here waits in the page's way. Every answer is a promise, and a search that
// nobody wants any more is given up by its signal: its worker is ended, and a spare one that is ready takes its place.
// The npm package uses this module too, with other resources.

import { FEW_POSITIONS } from "./budgets.js";
import { FreecellError } from "./errors.js";
import { loadCore, startWorker } from "./resources.js";
import { t } from "./words.js";

const GRACE = 4; // milliseconds in which a search that is given up may end by itself
const LONGER_GRACE = 25; // of a short one, which nearly always does: another worker takes longer to be made
const MUCH = 96 * 2 ** 20; // bytes after which a worker is ended: it gives none of them back before

/** This browser can't search: it has no WebAssembly or no workers, or the core can't be had. */
export class CoreUnavailable extends FreecellError {
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

/** Workers, and the questions that wait for one: a worker at a time, or so many. */
export class Queue {
  #most;
  #keepsSpare;
  /** @type {Set<Seat>} */
  #seats = new Set();
  #starting = 0; // workers
  /** @type {Question[]} */
  #waiting = [];
  /** @type {WeakMap<AbortSignal, Set<Question>>} */
  #bySignal = new WeakMap();

  /**
   * @param {{ most?: number, keepsSpare?: boolean }} options
   */
  constructor({ most = 1, keepsSpare = true } = {}) {
    this.#most = most;
    this.#keepsSpare = keepsSpare;
  }

  /**
   * What a function of the core gives for these values.
   * @type {(name: string, values: unknown[], signal?: AbortSignal) => Promise<any>}
   */
  ask(name, values, signal) {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const most = /** @type {Search | undefined} */ (values[1])?.maxPositions ?? Number.POSITIVE_INFINITY;
      /** @type {Question} */
      const question = { message: [name, ...values], isShort: most <= FEW_POSITIONS, resolve, reject };
      if (signal) this.#listen(signal, question);
      this.#waiting.push(question);
      this.#next();
    });
  }

  /**
   * Gives a question up when its signal says so. A signal of many questions has one listener.
   * @type {(signal: AbortSignal, question: Question) => void}
   */
  #listen(signal, question) {
    const questions = this.#bySignal.get(signal) ?? new Set();
    if (!this.#bySignal.has(signal)) {
      this.#bySignal.set(signal, questions);
      const giveUpAll = () => {
        for (const one of questions) this.#giveUp(one, signal.reason);
      };
      signal.addEventListener("abort", giveUpAll, { once: true });
    }
    questions.add(question);
    question.forget = () => questions.delete(question);
  }

  #next() {
    for (const seat of this.#seats) {
      if (seat.question || !this.#waiting.length) continue;
      seat.question = this.#waiting.shift();
      seat.worker.postMessage(seat.question?.message);
    }
    while (this.#starting < this.#waiting.length && this.#seats.size + this.#starting < this.#most) this.#start();
  }

  async #start() {
    this.#starting += 1;
    try {
      this.#seat(await this.#takeWorker());
    } catch (error) {
      for (const question of this.#waiting.splice(0)) settle(question).reject(error);
    }
    this.#starting -= 1;
    this.#next();
  }

  #takeWorker() {
    return this.#keepsSpare ? takeWorker() : makeWorker();
  }

  /** @type {(worker: Worker) => void} */
  #seat(worker) {
    /** @type {Seat} */
    const seat = { worker };
    this.#seats.add(seat);
    worker.onmessage = ({ data }) => this.#hear(seat, data);
    worker.onerror = worker.onmessageerror = () => this.#hear(seat, { error: "brokeOff" });
  }

  /** @type {(seat: Seat) => void} */
  #end(seat) {
    seat.worker.terminate();
    this.#seats.delete(seat);
  }

  /** @type {(seat: Seat, reply: Reply) => void} */
  #hear(seat, { value, memory = 0, error }) {
    const { question } = seat;
    seat.question = undefined;
    if (error || memory > MUCH) this.#end(seat);
    if (question && error) settle(question).reject(new FreecellError(t[error] ?? error));
    else if (question) settle(question).resolve(value);
    this.#next();
  }

  /** @type {(question: Question, reason: unknown) => void} */
  #giveUp(question, reason) {
    settle(question).reject(reason);
    this.#waiting = this.#waiting.filter((other) => other !== question);
    const grace = question.isShort ? LONGER_GRACE : GRACE;
    for (const seat of this.#seats)
      if (seat.question === question) setTimeout(() => this.#replaceWorkerOf(seat, question), grace);
  }

  /**
   * Ends a search that goes on though nobody wants it any more.
   * @type {(seat: Seat, question: Question) => Promise<void>}
   */
  async #replaceWorkerOf(seat, question) {
    if (seat.question !== question) return;
    const worker = this.#keepsSpare ? await takeWorker().catch(() => null) : null;
    if (seat.question !== question) {
      if (worker) keepSpare(async () => worker); // it has ended by itself
      return;
    }
    if (this.#keepsSpare && !worker) return;
    this.#end(seat);
    if (worker) this.#seat(worker);
    this.#next();
  }
}

/** @type {(question: Question) => Question} */
function settle(question) {
  question.forget?.();
  return question;
}
