// The types that the page's modules share. Their comments name them; tsc checks them.

type GameRecord = import("./game.js").GameRecord;
/** A card: its index in the unshuffled deck, 0 (AC) to 51 (KS). */
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
  /** how many cards move */
  count: number;
}

/** A move by hand, and the home moves after it. */
type Turn = Move[];
/** A turn that may be played, the board after it, and the key of that board. */
type Sensible = { turn: Turn; after: Board; key: string };
/** A position with a task. */
interface Puzzle {
  /** 0 if it is from the player's own game */
  number: number;
  /** the deal that leads to it, if known */
  deal: number | null;
  /** find the only winning move, again and again along a line; win in a number of turns; find any winning move */
  kind: "only" | "turns" | "any";
  board: Board;
  /** the moves to find, one after the other; for "any", the moves that win */
  line: Sensible[];
  /** the length of the line, the turns in which to win, or the number of moves to choose from */
  turns: number;
  /** 1 easy, 2 medium, 3 hard */
  grade: number;
}
/** The state of an attempt at a puzzle: the moves or turns found, and the board to go back to after a wrong move. */
type Standing = { state: "open" | "solved" | "wrong" | "idle" | "late"; found: number; back: number | null };
/** A solved puzzle: when, and whether on the first try and without help. */
type Solved = { solved: number; clean: boolean };
/** How many sensible moves of a turn kept the game winnable, lost it, or are undecided; and the verdict after the played one. */
type Choice = { kept: number; lost: number; undecided: number; verdict: Verdict };

interface PlayRules {
  room: Room;
  autoplay: Autoplay;
}

/** A board as plain JSON values, with cards such as "7D". */
interface BoardObject {
  columns: string[][];
  cells: (string | null)[];
  foundations: Record<string, number>;
}

/** A board as another program may have written it. */
interface GivenBoard {
  columns: (string | null)[][];
  cells?: (string | null)[];
  foundations?: Record<string, unknown>;
}

/** The start of a game. */
interface Start {
  deal?: number;
  board?: GivenBoard;
  cells?: number | string;
}

/** A saved game. */
interface SavedGame extends Start, GameRecord {
  id: string;
  key: string;
  history: string[];
  played: number;
  turns: number;
}

/** The parameters of a search. */
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

/** Features that only some browsers have. */
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
  entered(card: string, place: string): string;
  cardsMissing(some: string, more: number, all: number): string;
  takenOut(card: string): string;
  allThere(home: number): string;
  playDeal(deal: number): string;
  severalDeals(which: string): string;
  rivalHome(name: string, home: number): string;
  rivalHomeAt(name: string, home: number, turn: number): string;
  rivalWon(name: string, length: string): string;
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

/** The position of a card: its place, how many cards are under it there, and its pixels. */
interface Spot {
  place: Place;
  index: number;
  x: number;
  y: number;
  /** the visible height of its index */
  strip: number;
  /** whether only its index is visible */
  covered?: boolean;
}

interface Layout {
  w: number;
  h: number;
  gap: number;
  /** the distance between cells that are above each other, on a low felt */
  drop: number;
  /** the height of the index of an uncovered card */
  index: number;
  isLow: boolean;
  box(place: Place): Box;
  spots(board: Board): Spot[];
}

/** A question to a worker, and the promise of its answer. */
interface Question {
  message: unknown[];
  isShort: boolean;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
  /** Removes it from the questions that its signal cancels. */
  forget?(): void;
}

/** A worker, and its current question. */
interface Seat {
  worker: Worker;
  question?: Question;
}

/** The answer of a worker. */
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
/** Statistics about some games. */
type Figures = Record<"played" | "won" | "helped" | "pure" | "streak" | "longest", number> &
  Record<"fastest" | "fewest", number | null>;
/** The chosen settings; store.js has all values. */
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
/** A board of a film, its start time, and its caption. */
type Scene = { board: Board; begin: number; slide: number; caption: string };
/** Cards that are picked up: as many as fit, or `exact`. */
type Hand = { source: Place; count: number; board: Board; exact: boolean; isPointed: boolean };
/** A pressed pointer. */
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
/** A finished game from a link: its start, and the board after each turn. */
type Rival = { name: string; milliseconds: number; helped: boolean; boards: Board[] };
/**
 * A board that is being entered: a new deal across the columns, or else one place after another. The next card goes to
 * `index` of `place`: a column, "cells", or home.
 */
type Entry = {
  isDeal: boolean;
  columns: Card[][];
  cells: Card[];
  homes: number[];
  place: string;
  index: number;
};
