// Asks the core in workers, so that the page never waits. Every answer is a promise. An AbortSignal cancels a search:
// its worker is terminated, and a spare worker, which is already running, takes its place.
// The npm package uses this module, too, with other resources.

import { FEW_POSITIONS } from "./budgets.js";
import { FreecellError } from "./errors.js";
import { loadCore, startWorker } from "./resources.js";
import { t } from "./words.js";

const GRACE = 4; // milliseconds in which a cancelled search may still finish
const LONGER_GRACE = 25; // for a short search, which nearly always finishes: starting another worker takes longer
const MUCH = 96 * 2 ** 20; // bytes of memory after which a worker is terminated: WebAssembly memory never shrinks

/** This browser can't search: it lacks WebAssembly or workers, or the core can't be loaded. */
export class CoreUnavailable extends FreecellError {
  constructor() {
    super(t.cantSearch);
  }
}

/** @type {Promise<ArrayBuffer> | null} */
let core = null; // the compressed file
/** @type {Promise<Worker> | null} */
let spare = null; // a worker that waits for its first question

/**
 * Starts a worker and waits until it is ready. The worker unpacks and compiles the core, while the page can draw.
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
 * Returns the spare worker or a new one, and starts another spare one soon after.
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
 * Makes a spare worker unless one exists.
 * @type {(make: () => Promise<Worker>) => void}
 */
function keepSpare(make) {
  spare ??= make();
  spare.catch(() => {
    spare = null;
  });
}

/** Questions that wait for a worker, and up to `most` workers. */
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
   * Calls a function of the core and returns its answer.
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
   * Cancels a question when its signal aborts. A signal shared by many questions gets only one listener.
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
   * Terminates a cancelled search that is still running.
   * @type {(seat: Seat, question: Question) => Promise<void>}
   */
  async #replaceWorkerOf(seat, question) {
    if (seat.question !== question) return;
    const worker = this.#keepsSpare ? await takeWorker().catch(() => null) : null;
    if (seat.question !== question) {
      if (worker) keepSpare(async () => worker); // the search finished meanwhile
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
