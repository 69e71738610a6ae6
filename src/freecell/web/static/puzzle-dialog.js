// The puzzle dialog: the puzzle of the day, the next one of a grade, one by number, or positions from lost games.

import { boardText } from "./address.js";
import { dayAt, dayNumber } from "./daily.js";
import { openFound } from "./deal-dialog.js";
import { get, make } from "./dom.js";
import { Game } from "./game.js";
import { PUZZLE_RULES, puzzleOf } from "./puzzles.js";
import { puzzles, study } from "./solver.js";
import { allGames, saveSolved, solvedPuzzles } from "./store.js";
import { capitalized } from "./text.js";
import { t } from "./words.js";

const MOST_LOST = 12; // the number of lost games to search, latest first

/** @type {Table} */
let table;
/** @type {Say} */
let say;
/** @type {AbortController | null} */
let search = null; // the search through lost games
/** @type {Map<string, Puzzle | null>} */
const fromGames = new Map(); // puzzles of lost games, by the games' ids and times

/** The number of a day, counted from 1970-01-01. */
const daily = () => dayNumber(dayAt());

/**
 * Connects the dialog: `light` reports the state of an attempt, and `messages` shows when it is solved.
 * @type {(theTable: Table, light: Light, messages: Messages) => void}
 */
export function preparePuzzles(theTable, light, messages) {
  table = theTable;
  say = (text, kind) => messages.show(text, kind);
  const dialog = get("puzzle-dialog");
  dialog.addEventListener("close", () => search?.abort());
  get("puzzle-grade").append(...["", "1", "2", "3"].map((value) => make("option", { value })));
  get("puzzle-daily").addEventListener("click", () => open(daily()));
  get("puzzle-next").addEventListener("click", () => openNext(Number(get("puzzle-grade").value)));
  get("puzzle-go").addEventListener("click", () => openTyped(get("puzzle-number").value));
  get("puzzle-number").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    openTyped(get("puzzle-number").value);
  });
  light.addEventListener("puzzle", (event) => {
    const { game } = table;
    const { puzzle } = game;
    const { state } = /** @type {CustomEvent<Standing>} */ (event).detail;
    if (!puzzle) return;
    if (state !== "solved") {
      game.mistaken ||= state !== "open";
      return;
    }
    if (game.ended) return; // already announced
    game.ended = Date.now();
    const clean = !game.mistaken && !game.helped;
    const name = puzzle.number ? String(puzzle.number) : boardText(puzzle.board);
    saveSolved({ [name]: { solved: game.ended, clean } });
    messages.show(t.puzzleSolved(t.puzzleName(puzzle.number), clean), "plain", {
      label: t.nextPuzzle,
      act: () => (puzzle.number ? openNext(Number(get("puzzle-grade").value)) : showPuzzles()),
    });
  });
}

/** @type {(number: number) => void} */
function open(number) {
  get("puzzle-dialog").close();
  openFound(
    (signal) => puzzles.find(number, signal),
    say,
    (puzzle) => table.openPuzzle(puzzle),
    t.lookingForPuzzle,
  );
}

/**
 * Opens the puzzle with a number that was typed or is in the address.
 * @type {(text: string) => void}
 */
export function openTyped(text) {
  get("puzzle-problem").textContent = "";
  try {
    open(text === "today" ? daily() : puzzleOf(text));
  } catch (error) {
    if (get("puzzle-dialog").open) get("puzzle-problem").textContent = capitalized(error.message);
    else say(error.message, "wrong");
  }
}

/**
 * Opens the first unsolved puzzle of a grade, or of any grade if it is 0.
 * @type {(grade: number) => void}
 */
function openNext(grade) {
  get("puzzle-dialog").close();
  const solved = solvedPuzzles();
  /** @type {(signal: AbortSignal) => Promise<Puzzle>} */
  const find = async (signal) => {
    for (let number = 1; ; number += 1) {
      if (solved[number]) continue;
      const puzzle = await puzzles.find(number, signal);
      if (!grade || puzzle.grade === grade) return puzzle;
    }
  };
  openFound(find, say, (puzzle) => table.openPuzzle(puzzle), t.lookingForPuzzle);
}

export function showPuzzles() {
  const solved = Object.values(solvedPuzzles());
  get("puzzle-record").textContent = t.puzzlesSolved(solved.length, solved.filter(({ clean }) => clean).length);
  get("puzzle-daily").textContent = t.dailyPuzzle + (solvedPuzzles()[daily()] ? ` ✓` : "");
  const names = [capitalized(t.grades.any), t.easy, t.medium, t.hard];
  for (const [index, option] of [...get("puzzle-grade").options].entries()) option.textContent = names[index];
  get("puzzle-problem").textContent = "";
  get("puzzle-own").replaceChildren();
  get("puzzle-dialog").showModal();
  listLost();
}

/** Searches lost games for the positions in which they were lost. */
async function listLost() {
  search = new AbortController();
  const { signal } = search;
  const lost = allGames()
    .filter(({ won, cells, history }) => !won && Number(cells ?? 4) === 4 && history.length)
    .sort((one, other) => other.changed - one.changed)
    .slice(0, MOST_LOST);
  get("puzzle-state").textContent = lost.length ? t.lookingThroughGames : t.noLostGames;
  try {
    for (const saved of lost) {
      const game = Game.fromSaved(saved);
      const place = await study.firstUnsolvable(game.boards, PUZZLE_RULES, signal);
      if (!place || place === game.boards.length) continue;
      const name = `${saved.id} ${saved.changed}`;
      const puzzle = fromGames.get(name) ?? (await puzzles.of(game.boards[place - 1], signal));
      fromGames.set(name, puzzle);
      if (puzzle) get("puzzle-own").append(rowOf(puzzle, t.fromGame(t.nameOf(game.deal), game.turns(place))));
    }
    get("puzzle-state").textContent = get("puzzle-own").children.length ? "" : t.noLostGames;
  } catch (error) {
    if (!signal.aborted) get("puzzle-state").textContent = capitalized(error.message);
  }
}

/** @type {(puzzle: Puzzle, name: string) => HTMLElement} */
function rowOf(puzzle, name) {
  const isSolved = solvedPuzzles()[boardText(puzzle.board)];
  const text = `${name}${isSolved ? " ✓" : ""}`;
  const button = make("button", { type: "button" }, text);
  button.addEventListener("click", () => {
    get("puzzle-dialog").close();
    table.openPuzzle(puzzle);
  });
  return make("li", {}, button);
}
