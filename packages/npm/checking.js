// Checks whether a solution wins. Text doesn't record which moves home were automatic, or how many cards move to an
// empty column. So each interpretation is tried, as in the Python module of the same name.

import {
  autoPlay,
  countTurns,
  isColumn,
  isWon,
  play,
  readWord,
  whyNot,
  writeWord,
} from "../../src/freecell/web/static/rules.js";
import { t } from "../../src/freecell/web/static/words.js";

/** @typedef {import("./index.d.ts").Rules} Rules */
/** @typedef {{ word: string, number: number, reason: string }} Wrong */
/** @typedef {{ board: Board, plays: { word: string, board: Board, moves: Move[] }[], wrong: Wrong | null }} Played */

/**
 * The words in a text of moves. Lines that begin with # are comments.
 * @type {(text: string) => string[]}
 */
export const wordsOf = (text) =>
  text
    .replace(/^\s*#.*$/gm, "")
    .split(/[\s,;]+/)
    .filter(Boolean);

/**
 * Plays moves up to the first that can't be played. With auto-play, moves of cards that are already home may follow.
 * @type {(board: Board, moves: (string | Move)[], rules: Rules, dialect?: "standard" | "extended") => Played}
 */
export function follow(board, moves, rules, dialect = "standard") {
  /** @type {Played["plays"]} */
  const plays = [];
  /** @type {string[]} */
  const unwritten = [];
  for (const [index, given] of moves.entries()) {
    const word = typeof given === "string" ? given : `${given.source}${given.target}`;
    const move = typeof given === "string" ? readIn(dialect, given.toLowerCase(), board, rules.room) : given;
    const reason = move ? whyNot(board, move, rules.room) : t.noMove;
    if (move && !reason) {
      const after = play(board, move);
      const homes = autoPlay(after, rules.autoplay);
      plays.push({ word: writeWord(move, board, rules.room), board, moves: [move, ...homes] });
      unwritten.push(...homes.map(({ source, target }) => source + target));
      board = homes.reduce(play, after);
    } else if (unwritten.includes(word)) unwritten.splice(unwritten.indexOf(word), 1);
    else return { board, plays, wrong: { number: index + 1, word, reason: String(reason) } };
  }
  return { board, plays, wrong: null };
}

/** @type {(dialect: string, word: string, board: Board, room: Room) => Move | null} */
function readIn(dialect, word, board, room) {
  const move = readWord(word, board, room);
  if (!move || dialect === "standard" || word.length > 2) return move;
  const { source, target } = move;
  const isToEmpty = isColumn(target) && !board.columns[Number(target) - 1].length;
  return isToEmpty ? { source, target, count: 1 } : move;
}

/**
 * The report on a solution: under the first interpretation in which it wins, or else the one in which it gets farthest.
 * @type {(board: Board, given: (string | Move)[], known: Partial<Rules>) => object}
 */
export function checked(board, given, known) {
  let best = null;
  for (const { rules, dialect } of readings({ cells: board.cells.length, ...known })) {
    const played = follow(board, given, rules, dialect);
    const wins = !played.wrong && isWon(played.board);
    const reach = played.wrong?.number ?? Number.POSITIVE_INFINITY;
    if (!best || wins || reach > best.reach) best = { ...played, rules, dialect, wins, reach };
    if (wins) break;
  }
  const { plays, wrong, rules, dialect, wins, board: end } = /** @type {NonNullable<typeof best>} */ (best);
  return {
    rules,
    dialect,
    wins,
    reason: wins ? null : whyNotWon(end, plays.length, wrong),
    wrong,
    notation: plays.map(({ word }) => word).join(" "),
    ...lengthsOf(
      board,
      plays.flatMap(({ moves }) => moves),
    ),
  };
}

/** @type {(known: Partial<Rules> & { cells: number }) => { rules: Rules, dialect: "standard" | "extended" }[]} */
function readings({ cells, room, autoplay }) {
  /** @type {Autoplay[]} */
  const modes = autoplay ? [autoplay] : ["none", "safe", "max"];
  return modes.flatMap((mode) => {
    /** @type {(room: Room, dialect: "standard" | "extended") => any} */
    const reading = (kind, dialect) => ({ rules: { cells, room: kind, autoplay: mode }, dialect });
    const others = room ? [] : [reading("windows", "standard")];
    return [reading(room ?? "theory", "standard"), ...others, reading(room ?? "theory", "extended")];
  });
}

/** @type {(end: Board, moves: number, wrong: Wrong | null) => string} */
function whyNotWon({ foundations }, moves, wrong) {
  if (wrong) return t.wrongMove(wrong.number, wrong.word, wrong.reason);
  if (!moves) return "it has no moves: write moves as 26, 7a or 3h";
  const home = foundations.reduce((sum, rank) => sum + rank, 0);
  return `all its moves are legal, but only ${home} of 52 cards are home`;
}

/**
 * The lengths of moves that are played on a board.
 * @type {(board: Board, moves: Move[]) => { cardsMoved: number, singles: number, steps: number, turns: number }}
 */
function lengthsOf(board, moves) {
  let [cardsMoved, singles] = [0, 0];
  for (const move of moves) {
    cardsMoved += move.count;
    singles += singlesOf(board, move);
    board = play(board, move);
  }
  return { cardsMoved, singles, steps: moves.length, turns: countTurns(moves) };
}

/** @type {(board: Board, move: Move) => number} */
function singlesOf({ columns, cells }, { target, count }) {
  const isToEmpty = isColumn(target) && !columns[Number(target) - 1].length;
  const empty = columns.filter((column) => !column.length).length - Number(isToEmpty);
  return singleMoves(count, cells.filter((card) => card === null).length, empty);
}

/**
 * The number of single-card moves for a sequence, given the free cells and the empty columns (excluding the target), like
 * single_moves in Python.
 * @type {(cards: number, free: number, empty: number) => number}
 */
function singleMoves(cards, free, empty) {
  if (cards <= free + 1) return 2 * cards - 1;
  const most = (free + 1) << (empty - 1);
  let least = Number.POSITIVE_INFINITY;
  for (let upper = Math.max(1, cards - most); upper <= Math.min(most, cards - 1); upper += 1)
    least = Math.min(least, 2 * singleMoves(upper, free, empty - 1) + singleMoves(cards - upper, free, empty - 1));
  return least;
}
