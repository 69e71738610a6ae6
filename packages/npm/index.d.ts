/**
 * The number of a deal: 1 to 8589934591 (1 to 1000000 are Microsoft's), or one of the joke deals -1 and -2. Strings are
 * read in common forms: "617", "#617", "1,000,000".
 */
export type DealNumber = number | bigint | string;

/** A position: plain data, the same object as in the JSON of the Python package and the HTTP API. */
export interface Board {
  /** the deal number, if the board is freshly dealt */
  deal: number | null;
  /** eight columns of cards such as "7D" or "TH", the lowest card of each first */
  columns: string[][];
  /** the free cells, null where one is empty */
  cells: (string | null)[];
  /** the highest rank home in each suit: 0, or 1 (ace) to 13 (king) */
  foundations: { C: number; D: number; H: number; S: number };
}

/** A board as an argument: if left out, cells and foundations are empty. */
export interface GivenBoard {
  deal?: number | null | undefined;
  columns: readonly (readonly string[])[];
  cells?: readonly (string | null)[] | undefined;
  foundations?: Readonly<Partial<Record<string, number>>> | undefined;
}

/** A move: columns are "1" to "8", cells "a" to "g", home is "h". */
export interface Move {
  source: string;
  target: string;
  /** how many cards move */
  count: number;
}

export type Verdict = "solved" | "unsolvable" | "undecided";
export type Goal = "fast" | "short" | "prove" | "shortest";
export type Metric = "turns" | "singles";
export type Room = "theory" | "windows";
export type AutoPlay = "none" | "safe" | "max";
export type Limit = "positions" | "seconds" | "memory";
export type Grade = "easy" | "moderate" | "tricky" | "hard" | "fiendish" | "impossible";

export interface Rules {
  /** how many free cells there are: 0 to 7 (default: 4) */
  cells: number;
  /** how many cards may move at once: in theory (default), or as Windows allowed up to XP */
  room: Room;
  /** which cards go home automatically after a move: none (default), safe cards, or all that fit */
  autoplay: AutoPlay;
}

export interface PlayOptions {
  rules?: Partial<Rules> | undefined;
}

export interface WaitOptions extends PlayOptions {
  /** cancels the search; the promise is then rejected with the signal's reason */
  signal?: AbortSignal | undefined;
}

export interface SearchOptions extends WaitOptions {
  /**
   * "fast" (default): any solution. "short": one with few turns or singles. "prove": any, by the exact search alone.
   * "shortest": one with the fewest turns or singles, and a proof that none has fewer
   */
  goal?: Goal | undefined;
  /** what a short or shortest solution minimizes (default: turns) */
  metric?: Metric | undefined;
  /** the maximum number of positions in the exact search (default: 6,000,000) */
  maxPositions?: number | undefined;
  /** the maximum beam width for a short solution. Without `seconds`, the result is the same on every machine */
  beamWidth?: number | undefined;
  /** the maximum number of bytes for the exact search (default: 256 MB) */
  memory?: number | undefined;
  /** the maximum time (default: no limit, or one second for a short solution without `beamWidth`) */
  seconds?: number | undefined;
}

/** The lengths of a solution. */
export interface Lengths {
  /** cards moved: a sequence of three counts as three */
  cardsMoved: number;
  /** moves of single cards, with sequences moved card by card */
  singles: number;
  /** moves: a sequence counts as one, and so does each card that goes home */
  steps: number;
  /** moves that don't go home */
  turns: number;
}

interface Found {
  deal: number | null;
  /** the limit that left the board undecided, or a shortest solution unproven */
  limit: Limit | null;
  /** the number of positions searched */
  positions: number;
}

interface Answer extends Found {
  /** for the goal "shortest": no solution has fewer turns (or singles) */
  lowerBound: number | null;
  /** whether it is proven that no solution is shorter */
  isShortest: boolean;
}

export interface Solved extends Answer, Lengths {
  verdict: "solved";
  /** the moves by hand in standard notation, without the automatic ones */
  notation: string;
  /** every move, including automatic ones */
  moves: Move[];
}

export interface Unsolved extends Answer, Record<keyof Lengths, null> {
  verdict: "unsolvable" | "undecided";
  notation: null;
  moves: [];
}

/** The result of a search. After comparing `verdict` with "solved", TypeScript knows that there are moves. */
export type Solution = Solved | Unsolved;

/** The first move by hand of a short solution; null if the game is already won, or no solution was found. */
export type Hint = Found &
  (
    | { verdict: "solved"; move: Move; notation: string; sentence: string }
    | { verdict: Verdict; move: null; notation: null; sentence: null }
  );

export interface Difficulty {
  /** the percentage of random deals that are easier; from 98 on, the simulated player never wins */
  score: number;
  grade: Grade;
  verdict: Verdict;
}

/** The result of checking a solution. Its lengths and `notation` cover the moves that could be played. */
export interface Report extends Lengths {
  deal: number | null;
  /** the rules and the dialect in which the solution was read */
  rules: Rules;
  dialect: "standard" | "extended";
  wins: boolean;
  /** why the solution doesn't win */
  reason: string | null;
  /** the first move that can't be played, with its number, from 1 */
  wrong: { number: number; word: string; reason: string } | null;
  notation: string;
}

/** Cards in the order dealt, or as rows or columns of a new deal; null or "??" for an unknown card. */
export type GivenCards = string | GivenBoard | readonly (string | null)[] | readonly (readonly (string | null)[])[];

/** The class of all errors about invalid input. The message is one line that quotes the input. */
export class FreecellError extends Error {}

/** The board of a deal. */
export function deal(number: DealNumber): Board;

/** Reads a board from text: rows, fc-solve's columns, a table or JSON. */
export function parse(text: string): Board;

/** Solves a deal or a board. */
export function solve(board: DealNumber | GivenBoard, options?: SearchOptions): Promise<Solution>;

/** Whether a deal or a board can be won. Unsolvable means that every reachable position was searched. */
export function verdict(board: DealNumber | GivenBoard, options?: SearchOptions): Promise<Verdict>;

/** Suggests the next move: the first move of a short solution. */
export function hint(board: DealNumber | GivenBoard, options?: SearchOptions): Promise<Hint>;

/** Rates how hard a deal or a board is for a person. Only the number of cells in the rules matters. */
export function difficulty(board: DealNumber | GivenBoard, options?: WaitOptions): Promise<Difficulty>;

/** Finds the numbers of the deals with these cards. At least six must be known, including the first two. */
export function find(cards: GivenCards, options?: Pick<WaitOptions, "signal">): Promise<number[]>;

/** A random deal number: the same as in the Python package for the same seed, difficulty and range. */
export function randomDeal(options?: RandomOptions): Promise<number>;

export interface RandomOptions extends Pick<WaitOptions, "signal"> {
  /** only deals of this grade (default: any) */
  difficulty?: Exclude<Grade, "impossible"> | undefined;
  /** the same seed gives the same deal (default: a random seed) */
  seed?: number | undefined;
  /** the range of deal numbers (default: 1 to 1,000,000, which every FreeCell program has) */
  first?: number | undefined;
  last?: number | undefined;
  /** false includes deals that can't be won (default: true) */
  canBeWon?: boolean | undefined;
}

/** Checks whether a solution wins. For rules that are not given, every value is tried, with four cells by default. */
export function check(board: DealNumber | GivenBoard, solution: GivenMoves, options?: PlayOptions): Report;

/** The board after a move, or after several. */
export function play(board: DealNumber | GivenBoard, moves: GivenMoves, options?: PlayOptions): Board;

/** A move as an argument: of one card, unless `count` is given. A string moves as many cards as fit: "17", or "17v2" for two. */
export type GivenMove = Readonly<Pick<Move, "source" | "target"> & Partial<Move>>;

/** Moves as an argument: in notation ("7a", "7a 7b"), as an object, several of these, or the result of `solve`. */
export type GivenMoves =
  | string
  | GivenMove
  | readonly (string | GivenMove)[]
  | { readonly moves: readonly GivenMove[] };

/** All legal moves. */
export function legalMoves(board: DealNumber | GivenBoard, options?: PlayOptions): Move[];

/** Whether all cards are home. */
export function isWon(board: DealNumber | GivenBoard): boolean;

type Now<F> = F extends (first: infer A, options?: infer O) => Promise<infer R>
  ? (first: A, options?: Omit<NonNullable<O>, "signal">) => R
  : never;

/** The functions of this package on the calling thread: they return results directly, and can't be cancelled. */
export interface Core {
  solve: Now<typeof solve>;
  verdict: Now<typeof verdict>;
  hint: Now<typeof hint>;
  difficulty: Now<typeof difficulty>;
  find: Now<typeof find>;
  deal: typeof deal;
  parse: typeof parse;
  check: typeof check;
  play: typeof play;
  legalMoves: typeof legalMoves;
  isWon: typeof isWon;
}

/** Loads the core into this thread, for your own workers and for scripts. */
export function load(): Promise<Core>;
