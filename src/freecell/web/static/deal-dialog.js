// The dialog about the deal: its facts, the games of it that were played here, and which deal to play next (the deal of
// a day, or a random one of a grade).

import { dailyDeal, dayAt, gradeOfDay, randomOf, streaks } from "./daily.js";
import { randomSolvable } from "./deals.js";
import { get, make } from "./dom.js";
import { factsOf } from "./facts.js";
import { GRADES, gradeOf } from "./grades.js";
import { difficulty } from "./solver.js";
import { figuresOf } from "./statistics.js";
import { allGames, saveSettings, settings } from "./store.js";
import { capitalized, clockText, dayText } from "./text.js";
import { t } from "./words.js";

const PATIENCE = 400; // milliseconds that a deal is shown before its grade is computed

/** @type {Table} */
let table;
let month = 0; // the month shown, relative to the current one
/** @type {AbortController | null} */
let search = null; // an AbortController

/**
 * Connects the dialog; `say(text, kind)` shows a message.
 * @type {(theTable: Table, say: Say) => void}
 */
export function prepareDeals(theTable, say) {
  table = theTable;
  table.addEventListener("opened", showGrade);
  const choice = get("grade-choice");
  choice.append(...["any", ...GRADES].map((value) => make("option", { value })));
  choice.addEventListener("change", () => saveSettings({ ...settings(), grade: choice.value }));
  get("grade-deal").addEventListener("click", () => {
    get("deal-dialog").close();
    openRandom(say);
  });
  for (const [id, step] of Object.entries({ "month-before": -1, "month-after": 1 }))
    get(id).addEventListener("click", () => {
      month += step;
      fillCalendar(say);
    });
  for (const id of ["daily", "new-today"]) get(id).addEventListener("click", () => openToday(say));
  prepareNew(say);
}

/**
 * The menu of new games: by difficulty, the deal of the day, and the last unfinished game.
 * @type {(say: Say) => void}
 */
function prepareNew(say) {
  const menu = get("new-menu");
  menu.addEventListener("click", () => menu.hidePopover());
  /** @type {Record<string, Grade>} */
  const grades = { "new-easy": "easy", "new-medium": "moderate", "new-hard": "hard" };
  for (const [id, grade] of Object.entries(grades))
    get(id).addEventListener("click", () => {
      saveSettings({ ...settings(), grade }); // the next random deal has the same grade
      openRandom(say);
    });
  get("new-number").addEventListener("click", () => get("number").focus());
  menu.addEventListener("beforetoggle", () => {
    const left = leftGame();
    get("new-continue").hidden = !left;
    get("new-continue").textContent = left && t.continueGame(t.nameOf(left.deal ?? null), left.turns);
  });
  get("new-continue").addEventListener("click", () => {
    const left = leftGame();
    if (left) table.openSaved(left);
  });
}

/**
 * The last played unfinished game, other than the current one.
 * @type {() => SavedGame | undefined}
 */
const leftGame = () =>
  allGames()
    .filter(({ won, again, key }) => !won && !again && key !== table.game.key)
    .sort((one, other) => other.changed - one.changed)[0];

/** @type {(puzzle: Puzzle) => string} */
const puzzleGrade = ({ grade }) => [t.easy, t.medium, t.hard][grade - 1];

/** Computes the difficulty of the deal, and shows it. */
async function showGrade() {
  const { game } = table;
  const show = () => {
    if (game.puzzle) {
      const grade = puzzleGrade(game.puzzle);
      get("about").textContent = grade;
      get("about").ariaLabel = t.puzzles + t.colon + grade;
      return;
    }
    get("about").textContent = game.score < 0 ? "…" : capitalized(t.grades[gradeOf(game.score)]);
    get("about").ariaLabel = t.aboutDeal(game.score < 0 ? "…" : t.grades[gradeOf(game.score)]);
  };
  show();
  if (game.score >= 0 || game.puzzle) return;
  await new Promise((resolve) => setTimeout(resolve, PATIENCE));
  if (table.game !== game) return;
  game.score = await difficulty(game.boards[0]).catch(() => -1); // this browser can't search
  if (table.game !== game) return;
  show();
  if (get("deal-dialog").open) fillFacts();
}

/** Cancels the search for a deal, because the player continues or has chosen another. */
export const stopLooking = () => search?.abort();

/**
 * Searches for something and opens it. A second search cancels the first.
 * @type {<T>(find: (signal: AbortSignal) => Promise<T>, say: Say, open: (found: T) => void, looking?: string) => Promise<void>}
 */
export async function openFound(find, say, open, looking = t.lookingForDeal) {
  stopLooking();
  search = new AbortController();
  const { signal } = search;
  say(looking);
  try {
    open(await find(signal));
  } catch (error) {
    if (!signal.aborted) say(error.message, "wrong");
  }
}

/**
 * Opens a random winnable deal of the chosen grade.
 * @type {(say: Say) => void}
 */
export function openRandom(say) {
  const { grade } = settings();
  if (grade === "any") table.open({ deal: randomSolvable() });
  else
    openFound(
      (signal) => randomOf(grade, signal),
      say,
      (deal) => table.open({ deal }),
    );
}

/** @type {(say: Say) => void} */
export const openToday = (say) => openDay(dayAt(), say);

/** @type {(day: string, say: Say) => void} */
function openDay(day, say) {
  get("deal-dialog").close();
  openFound(
    (signal) => dailyDeal(day, signal),
    say,
    (deal) => {
      const note = t.dealOfDay(dayText(day), deal, t.grades[gradeOfDay(day)]);
      table.open({ deal, cells: 4 }, { day, evenWon: true, note });
    },
  );
}

/** @type {(say: Say) => void} */
export function showDeal(say) {
  month = 0;
  fillFacts();
  fillCalendar(say);
  /** @type {{ value: Grade | "any", textContent: string }[]} */
  const options = [...get("grade-choice").options];
  for (const option of options) option.textContent = capitalized(t.grades[option.value]);
  get("grade-choice").value = settings().grade;
  get("deal-dialog").showModal();
}

/**
 * The facts about a deal as [name, value]; `known` are its stored facts, if any.
 * @type {(game: Game, games: SavedGame[], known: DealFacts | null) => [string, string][]}
 */
function aboutDeal(game, games, known) {
  const { won, fastest, fewest } = figuresOf(games);
  /** @type {[string, string][]} */
  const rows = [
    [t.difficulty, game.score < 0 ? "–" : t.score(game.score, t.grades[gradeOf(game.score)])],
    [t.yourGames, t.playedAndWon(games.length, won)],
    [t.fastest, fastest === null ? "–" : clockText(fastest)],
    [t.fewest, String(fewest ?? "–")],
    [t.shortest, shortestOf(game, games, known)],
  ];
  if (known) rows.push([t.leastCells, t.fromTo(known.minCellsLowerBound, known.minCells)]);
  return rows;
}

/**
 * Describes the shortest known solution.
 * @type {(game: Game, games: SavedGame[], known: DealFacts | null) => string}
 */
function shortestOf(game, games, known) {
  if (known?.turns && game.board.cells.length === 4) return t.shortestOfAll(known.turns, known.isProven);
  const lengths = games.map(({ short }) => short).filter(Boolean);
  return lengths.length ? t.turns(Math.min(...lengths)) : "–";
}

async function fillFacts() {
  const { game } = table;
  const games = allGames().filter(({ key }) => key === game.key);
  get("deal-title").textContent = t.nameOf(game.deal);
  /** @type {(known: DealFacts | null) => void} */
  const fill = (known) => {
    const rows = aboutDeal(game, games, known);
    get("facts").replaceChildren(...rows.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
  };
  fill(null);
  fillPast(games);
  const known = await factsOf(game.deal);
  if (known && table.game === game) fill(known);
}

/**
 * Shows the played games of this deal.
 * @type {(games: SavedGame[]) => void}
 */
function fillPast(games) {
  const lines = games.reverse().map((saved) => {
    const when = new Date(saved.begun).toLocaleDateString(t.locale, { dateStyle: "medium" });
    const how = `${saved.won ? t.wonIt : t.notWon}, ${t.turns(saved.turns)}, ${clockText(saved.milliseconds)}`;
    const button = make("button", { type: "button" }, when + t.colon + how);
    button.addEventListener("click", () => {
      get("deal-dialog").close();
      table.openSaved(saved);
    });
    return make("li", {}, button);
  });
  get("past").replaceChildren(...lines);
}

/**
 * Shows the month, with the days whose deal was won.
 * @type {(say: Say) => void}
 */
function fillCalendar(say) {
  const today = dayAt();
  const [year, number] = today.split("-").map(Number);
  const first = new Date(Date.UTC(year, number - 1 + month, 1));
  const length = new Date(Date.UTC(year, number + month, 0)).getUTCDate();
  get("month").textContent = first.toLocaleDateString(t.locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const dailies = allGames().filter(({ day }) => day);
  const days = Array.from({ length }, (_, index) => {
    const day = new Date(first.getTime() + index * 86_400_000).toISOString().slice(0, 10);
    const games = dailies.filter((game) => game.day === day);
    const state = games.some(isWonByHand) ? "won" : games.length ? "played" : "";
    const button = make("button", { type: "button", disabled: day > today }, String(index + 1));
    button.dataset.state = state;
    button.ariaLabel = [dayText(day, "full"), t.grades[gradeOfDay(day)], state && t.states[state]]
      .filter(Boolean)
      .join(", ");
    button.title = t.grades[gradeOfDay(day)];
    if (day === today) button.ariaCurrent = "date";
    button.addEventListener("click", () => openDay(day, say));
    return button;
  });
  days[0].style.gridColumnStart = 1 + ((first.getUTCDay() + 6) % 7); // weeks start on Monday
  const heads = Array.from({ length: 7 }, (_, index) => {
    const date = new Date((4 + index) * 86_400_000); // starting on a Monday
    const name = date.toLocaleDateString(t.locale, { weekday: "short", timeZone: "UTC" });
    return make("span", { ariaHidden: "true" }, name);
  });
  get("calendar").replaceChildren(...heads, ...days);
  const inTime = dailies.filter((game) => isWonByHand(game) && dayOf(game.ended) === game.day);
  const { now, longest } = streaks(inTime.map(({ day }) => day));
  get("streaks").textContent = t.dayRows(now, longest);
}

/**
 * Whether a game counts for its day.
 * @type {(game: SavedGame) => boolean}
 */
const isWonByHand = ({ won, solved, given }) => won && !solved && !given;

/** @type {(time: number) => string} */
function dayOf(time) {
  const date = new Date(time);
  return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
