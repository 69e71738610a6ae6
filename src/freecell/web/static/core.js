// JavaScript interface to freecell.wasm, which is compiled from core/wasm.cpp: deals, finds and solves. Calls block
// until they are done, so they belong in workers.

import { MOST_POSITIONS, WIDEST_BEAM } from "./budgets.js";

/** @type {("goal" | "room" | "autoplay" | "metric")[]} */
const CHOICES = ["goal", "room", "autoplay", "metric"];
const MOST_CELLS = 7;
// Places, as in rules.js, which workers don't load.
const COLUMNS = "12345678";
const CELLS = "abcdefg";
const PLACES = `${COLUMNS + CELLS}h`;
const NOT_KNOWN = 2 ** 32 - 1; // no lower bound
const NONE = 52; // an empty cell
const UNKNOWN = 255; // an unknown card
const BOARD_BYTES = 4 + MOST_CELLS + COLUMNS.length + 52;

/**
 * Wraps a compiled module as an object with functions.
 * @type {(module: WebAssembly.Module) => Promise<Core>}
 */
export async function start(module) {
  /** @type {any} */
  let core = null;
  /**
   * The only import of the module: a clock.
   * @type {(clock: number, precision: bigint, at: number) => number}
   */
  const clock = (_clock, _precision, at) => {
    new DataView(core.memory.buffer).setBigInt64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  const imports = { wasi_snapshot_preview1: { clock_time_get: clock } };
  core = (await WebAssembly.instantiate(module, imports)).exports;
  core._initialize();
  /** @type {(at: number, length: number) => Uint8Array} */
  const bytes = (at, length) => new Uint8Array(core.memory.buffer, at, length); // don't keep: growing memory detaches it
  const names = namesOf(new Uint8Array(core.memory.buffer, core.names()));
  /** @type {(count: number) => number[]} */
  const numbers = (count) => [...new Float64Array(core.memory.buffer, core.numbers(), count)];

  return /** @type {Core} */ ({
    /** The size of the memory in bytes, which never shrinks. */
    get memory() {
      return core.memory.buffer.byteLength;
    },

    /** The board of a deal. */
    deal(number) {
      if (!core.deal(number)) throw new RangeError(`deal ${number} doesn't exist: choose 1 to 8589934591`);
      return unpack(bytes(core.board(), BOARD_BYTES), CELLS.slice(0, 4));
    },

    /**
     * Solves a board, with as many cells as it has:
     * {verdict, limit, positions, cardsMoved, singles, steps, turns, lowerBound, moves}.
     */
    solve(board, search) {
      const {
        maxPositions = MOST_POSITIONS,
        beamWidth = WIDEST_BEAM,
        memory = 2 ** 28,
        seconds = Number.POSITIVE_INFINITY,
      } = search;
      const choices = CHOICES.map((name) => names[name].indexOf(search[name] ?? names[name][0]));
      bytes(core.board(), BOARD_BYTES).set(pack(board));
      if (!core.solve(choices[0], board.cells.length, ...choices.slice(1), maxPositions, beamWidth, memory, seconds))
        throw new RangeError(`this can't be solved: ${JSON.stringify({ board, search })}`);
      const words = new Uint32Array(core.memory.buffer, core.answer(), 10);
      const [verdict, why, positions, cardsMoved, singles, steps, turns, bound, count, at] = words;
      const lengths = { cardsMoved, singles, steps, turns };
      const moves = movesOf(bytes(at, 4 * count));
      const lowerBound = bound === NOT_KNOWN ? null : bound;
      return {
        verdict: names.verdict[verdict],
        limit: names.limit[why] || null,
        positions,
        ...lengths,
        lowerBound,
        moves,
      };
    },

    /** Only the verdict, which takes less time to send to the page. */
    judge(board, search) {
      return this.solve(board, search).verdict;
    },

    /** The difficulty of a board, with as many cells as it has: 0 to 100. */
    difficulty(board) {
      bytes(core.board(), BOARD_BYTES).set(pack(board));
      const score = core.difficulty(board.cells.length);
      if (score < 0) throw new RangeError(`this isn't a board: ${JSON.stringify(board)}`);
      return score;
    },

    /** The numbers that deal these cards, with null for unknown ones. The first two must be known. */
    find(cards) {
      bytes(core.known(), 52).set(cards.map((card) => card ?? UNKNOWN));
      return numbers(core.invert());
    },

    /** The numbers that deal these cards among `count` numbers from `first` on. Any cards may be unknown. */
    scan(cards, first, count) {
      bytes(core.known(), 52).set(cards.map((card) => card ?? UNKNOWN));
      return numbers(core.scan(first, count));
    },
  });
}

/**
 * The names for the core's numbers, by kind. The core lists them in lines: "kind name name ...".
 * @type {(bytes: Uint8Array) => Record<string, any[]>}
 */
function namesOf(bytes) {
  const lines = new TextDecoder()
    .decode(bytes.subarray(0, bytes.indexOf(0)))
    .trimEnd()
    .split("\n");
  return Object.fromEntries(lines.map((line) => line.split(" ")).map(([kind, ...names]) => [kind, names]));
}

/**
 * A board in the byte format of core/board.hpp.
 * @type {(board: Board) => number[]}
 */
function pack({ columns, cells, foundations }) {
  const slots = Array.from({ length: MOST_CELLS }, (_, cell) => cells[cell] ?? NONE);
  return [...foundations, ...slots, ...columns.map((column) => column.length), ...columns.flat()];
}

/** @type {(bytes: Uint8Array, names: string) => Board} */
function unpack(bytes, names) {
  const heights = [...bytes.subarray(4 + MOST_CELLS, 4 + MOST_CELLS + COLUMNS.length)];
  let end = 4 + MOST_CELLS + COLUMNS.length;
  const columns = heights.map((height) => {
    end += height;
    return [...bytes.subarray(end - height, end)];
  });
  const cells = [...names].map((_, cell) => (bytes[4 + cell] === NONE ? null : bytes[4 + cell]));
  return { columns, cells, foundations: [...bytes.subarray(0, 4)] };
}

/** @type {(bytes: Uint8Array) => Move[]} */
function movesOf(bytes) {
  const moves = [];
  for (let at = 0; at < bytes.length; at += 4)
    moves.push({ source: PLACES[bytes[at]], target: PLACES[bytes[at + 1]], count: bytes[at + 2] });
  return moves;
}
