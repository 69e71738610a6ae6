// The types that the page's modules share. Their comments name them; tsc checks them.

type GameRecord = import("./game.js").GameRecord;
/** A card: its place in the unshuffled deck, 0 (AC) to 51 (KS). */
type Card = number;
/** A column 1 to 8, a cell a to d, or home, h. */
type Place = string;
type Room = "theory" | "windows";
type Autoplay = "none" | "safe" | "max";
type Grade = "easy" | "moderate" | "tricky" | "hard" | "fiendish";
type Verdict = "solved" | "unsolvable" | "undecided";

interface Board {
  columns: Card[][];
  /** null where empty */
  cells: (Card | null)[];
  /** the ranks at home of clubs, diamonds, hearts and spades */
  foundations: number[];
}

interface Move {
  source: Place;
  target: Place;
  /** how many cards it takes */
  count: number;
}

/** A move by hand, and the home moves after it. */
type Turn = Move[];
/** A turn that may be played, the board after it, and what names that. */
type Sensible = { turn: Turn; after: Board; key: string };
/** A position with a task. */
interface Puzzle {
  /** 0 if it is from a game of one's own */
  number: number;
  /** the deal that leads to it, if that is known */
  deal: number | null;
  /** to find the only move that wins, again and again along a line; to win in so many turns; to find any move that wins */
  kind: "only" | "turns" | "any";
  board: Board;
  /** the moves to find, one after the other; or any of them */
  line: Sensible[];
  /** how many: of the line, until it is won, or those from which one is to be found */
  turns: number;
  /** 1 easy, 2 medium, 3 hard */
  grade: number;
}
/** How an attempt at a puzzle stands: moves or turns that were found, and where to go back to if there is no way on. */
type Standing = { state: "open" | "solved" | "wrong" | "idle" | "late"; found: number; back: number | null };
/** What is kept of a puzzle that was solved: when, and whether at the first try and without help. */
type Solved = { solved: number; clean: boolean };
/** How many of the sensible moves of a turn kept the win, lost it, or are undecided; and what became of the one played. */
type Choice = { kept: number; lost: number; undecided: number; verdict: Verdict };

interface PlayRules {
  room: Room;
  autoplay: Autoplay;
}

/** A board as JSON's own types, with cards such as "7D". */
interface BoardObject {
  columns: string[][];
  cells: (string | null)[];
  foundations: Record<string, number>;
}

/** A board as somebody else may have written it. */
interface GivenBoard {
  columns: (string | null)[][];
  cells?: (string | null)[];
  foundations?: Record<string, unknown>;
}

/** What a game begins with. */
interface Start {
  deal?: number;
  board?: GivenBoard;
  cells?: number | string;
}

/** A game as it is kept. */
interface SavedGame extends Start, GameRecord {
  id: string;
  key: string;
  history: string[];
  played: number;
  turns: number;
}

/** What the core is asked. */
interface Search extends Partial<PlayRules> {
  goal?: "fast" | "short" | "prove" | "shortest";
  metric?: "turns" | "singles";
  maxPositions?: number;
  beamWidth?: number;
  memory?: number;
  seconds?: number;
}

interface Answer {
  verdict: Verdict;
  limit: "positions" | "seconds" | "stopped" | "memory" | null;
  positions: number;
  cardsMoved: number;
  singles: number;
  steps: number;
  turns: number;
  lowerBound: number | null;
  moves: Move[];
}

/** What only some browsers have. */
interface Navigator {
  readonly deviceMemory?: number;
  readonly connection?: { readonly saveData: boolean };
  getBattery?(): Promise<{ readonly charging: boolean; readonly level: number }>;
}

/** The texts that are functions. The others are strings, or lists and tables of them. */
interface TextFunctions {
  card(rank: number, suit: number): string;
  cards(number: number): string;
  continueGame(name: string, turns: number): string;
  turns(number: number): string;
  move(what: string, from: string, to: string): string;
  notHome(card: string, suit: number, rank: string | undefined): string;
  atOnce(number: number, to: string): string;
  toItself(from: string): string;
  noPlace(name: string): string;
  isTaken(name: string, card: string): string;
  roomFor(number: number, most: number): string;
  oneOrAll(number: number, most: number): string;
  isEmpty(name: string): string;
  hasOnly(name: string, there: number, number: number): string;
  noRun(one: string, other: string): string;
  sameColor(card: string, onto: string, isRed: boolean): string;
  onAce(card: string, onto: string): string;
  isNeeded(card: string, onto: string, rank: number, isRed: boolean | null): string;
  noPlaceFor(what: string): string;
  theseCards(number: number): string;
  isBuried(card: string): string;
  selected(card: string, number: number): string;
  thenPress(last: string): string;
  wrongMove(number: number, word: string, why: string): string;
  columnHas(name: string, number: number, last: string): string;
  cellHas(name: string, card: string): string;
  homeHas(names: string[]): string;
  noneOf(suit: number): string;
  lostAt(isSure: boolean, turn: number, what: string, to: string): string;
  noVerdict(why: string): string;
  lookingUpTo(millions: number, seconds: number): string;
  lostAndBack(turn: number): string;
  noHelp(why: string): string;
  lookingForShorter(seconds: number): string;
  isShortest(turns: number): string;
  mayBeShorter(turns: number, least: number): string;
  of(some: number, all: number): string;
  turnsOf(some: number, all: number): string;
  length(turns: number, moves: number): string;
  noFilm(why: string): string;
  nameOf(deal: number | null): string;
  noDeal(text: string, last: number): string;
  wrongCells(text: string, most: number): string;
  aboutDeal(grade: string): string;
  dealOfDay(day: string, deal: number, grade: string): string;
  score(score: number, grade: string): string;
  playedAndWon(played: number, won: number): string;
  shortestOfAll(turns: number, isProven: boolean): string;
  fromTo(least: number, most: number): string;
  dayRows(now: number, longest: number): string;
  wereRead(games: number, unread: number): string;
  unknownSettings(number: number): string;
  timeAndTurns(time: string, turns: number): string;
  wonIn(name: string, length: string, how: "alone" | "helped" | "solved"): string;
  record(what: string): string;
  reviewOf(name: string): string;
  puzzleName(number: number): string;
  puzzlePrompt(kind: "only" | "turns" | "any", found: number, all: number, turns: number): string;
  puzzleStates(state: "wrong" | "idle" | "late", turns: number): string;
  puzzleSolved(name: string, isClean: boolean): string;
  puzzlesSolved(number: number, clean: number): string;
  noSuchPuzzle(text: string, last: number): string;
  fromGame(name: string, turn: number): string;
  turnsBeyond(turns: number, more: number): string;
  narrowestTurn(turn: number, kept: number, all: number): string;
  lostAtTurn(turn: number): string;
  keptOf(kept: number, all: number, undecided: number): string;
  tryTurnAgain(turn: number): string;
  shortestHas(turns: number, fewer: number): string;
  shared(name: string, length: string): string;
  and(parts: string[]): string;
  whichDeals(some: string, number: number): string;
  thisIs(which: string): string;
  thisIsWith(which: string, names: string): string;
  withThisIs(which: string, names: string): string;
  tooFew(number: number, fewest: number): string;
  exchanged(one: number, other: number): string;
  standsFor(one: number, other: number): string;
  noCard(text: string): string;
  noJson(text: string): string;
  noColumns(text: string): string;
  noBoard(text: string): string;
  noCards(text: string): string;
  wrongHome(text: string): string;
  wrongRow(row: number, text: string, number: number): string;
  otherSuit(card: string): string;
  noName(word: string, line: string): string;
  justDealt(why: string): string;
  otherHeight(column: number, right: number, number: number): string;
  columnEnds(row: string): string;
  tooMany(number: number): string;
  tooManyColumns(number: number): string;
  isTwice(card: string): string;
  isMissing(card: string): string;
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where a card lies: its place, how many are under it there, and its pixels. */
interface Spot {
  place: Place;
  index: number;
  x: number;
  y: number;
  /** how high its index is drawn: as much as others leave of it */
  strip: number;
  /** whether only its index is seen */
  covered?: boolean;
}

interface Layout {
  w: number;
  h: number;
  gap: number;
  /** how far a cell lies from the one above it, on a low felt */
  drop: number;
  /** how high the index of a card is that nothing covers */
  index: number;
  isLow: boolean;
  box(place: Place): Box;
  spots(board: Board): Spot[];
}

/** What a worker is asked, and who waits for its answer. */
interface Question {
  message: unknown[];
  isShort: boolean;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** Takes it from those that its signal gives up. */
  forget?(): void;
}

/** A worker, and the question that it is at. */
interface Seat {
  worker: Worker;
  question?: Question;
}

/** What a worker answers. */
interface Reply {
  value?: unknown;
  memory?: number;
  error?: string;
}

/** The compiled core, as an object of functions. */
interface Core {
  readonly memory: number;
  deal(number: number): Board;
  solve(board: Board, search: Search): Answer;
  judge(board: Board, search: Search): Verdict;
  difficulty(board: Board): number;
  find(cards: (Card | null)[]): number[];
  scan(cards: (Card | null)[], first: number, count: number): number[];
}

type Game = import("./game.js").Game;
type Table = import("./table.js").Table;
type BoardView = import("./board.js").BoardView;
type Messages = import("./messages.js").Messages;
type Light = import("./light.js").Light;
type Hands = import("./input.js").Hands;

/** Shows a line of a kind: "plain", "wrong" or "hint". */
type Say = (text: string, kind?: string) => void;
/** What statistics say of some games. */
type Figures = Record<"played" | "won" | "helped" | "pure" | "streak" | "longest", number> &
  Record<"fastest" | "fewest", number | null>;
/** What is chosen in the settings; store.js has all values. */
interface Settings extends PlayRules {
  hands: "tap" | "classic";
  light: "on" | "lost" | "off";
  coach: "on" | "off";
  marked: "on" | "off";
  grade: Grade | "any";
  cells: string;
  deck: string;
  index: "usual" | "large";
  faces: string;
  theme: string;
  felt: string;
  side: "right" | "left";
  clock: string;
  labels: string;
  sound: "on" | "off";
  language: string;
}
type DealFacts = { minCells: number; minCellsLowerBound: number; turns: number; isProven: boolean };

/** Pixels as a canvas gives them: red, green, blue and opacity, one byte each. */
type Pixels = Uint8ClampedArray;
/** A board of a film, when it begins, and the line below it. */
type Scene = { board: Board; begin: number; slide: number; caption: string };
/** Cards that are picked up: as many as fit, or `exact`. */
type Hand = { source: Place; count: number; board: Board; exact: boolean; isPointed: boolean };
/** A pointer that is down. */
type Press = {
  id: number;
  x: number;
  y: number;
  far: number;
  place: Place;
  cards: Card[];
  loose: boolean;
  dragging: boolean;
  timer?: ReturnType<typeof setTimeout>;
  rests?: boolean;
};
