// The review of the current game: figures, a graph over its turns, and its moves with a verdict for each. Verdicts are
// found in the background while the dialog is open, and kept for when it is opened again.

import { get, make } from "./dom.js";
import { factsOf } from "./facts.js";
import { Review } from "./review.js";
import { sentence, writeWord } from "./rules.js";
import { study } from "./solver.js";
import { capitalized, withSigns } from "./text.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, TOP] = [10, 100, 16]; // a bar of the graph, and the space above it for the mark of the losing turn

/** @type {Table} */
let table;
/** @type {Review} */
let review;
/** @type {AbortController | null} */
let search = null;

/** @type {(theTable: Table) => void} */
export function prepareReview(theTable) {
  table = theTable;
  get("review-dialog").addEventListener("close", () => search?.abort());
  get("review-stop").addEventListener("click", () => (search ? stop() : run()));
  get("review-graph").addEventListener("click", (/** @type {any} */ { target }) =>
    get("review-moves").children[target.dataset.place]?.querySelector("button").focus(),
  );
}

/** Opens the review of the current game. */
export async function showReview() {
  const { game, rules } = table;
  if (!game.history.length) return;
  if (!review?.isOf(game, rules)) review = new Review(game, rules, study);
  get("review-title").textContent = t.reviewOf(t.nameOf(game.deal));
  get("review-moves").replaceChildren(...game.history.map((_, place) => rowOf(place)));
  get("review-dialog").showModal();
  get("review-dialog").firstElementChild.scrollTop = 0;
  run();
}

async function run() {
  const mine = new AbortController();
  search = mine;
  const { game } = table;
  const short = game.short || (game.cells === 4 && (await factsOf(game.deal))?.turns) || 0;
  const show = () => fill(game, short);
  try {
    show();
    if (!review.isDone) await review.run(show, mine.signal);
    stop();
    show();
  } catch (error) {
    if (mine.signal.aborted) return;
    stop();
    get("review-state").textContent = capitalized(error.message);
  }
}

/** Stops the search, which the button starts again. */
function stop() {
  search?.abort();
  search = null;
  get("review-stop").textContent = t.goOn;
  get("review-state").textContent = t.reviewStopped;
}

/** @type {(game: Game, short: number) => void} */
function fill(game, short) {
  const { done, all } = review.progress;
  get("review-run").hidden = review.isDone;
  get("review-stop").textContent = t.stop;
  Object.assign(get("review-progress"), { max: Math.max(1, all), value: done });
  get("review-state").textContent = t.reviewing;
  const rows = figuresOf(game, short).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]);
  get("review-figures").replaceChildren(...rows);
  drawGraph();
  review.history.forEach((_, place) => {
    const row = get("review-moves").children[place];
    const [state, text] = verdictOn(place);
    row.dataset.state = state;
    row.querySelector(".verdict").textContent = text;
  });
}

/** @type {(game: Game, short: number) => [string, string][]} */
function figuresOf(game, short) {
  const { narrowest } = review;
  const choice = narrowest === null ? null : review.choices[narrowest];
  return [
    [t.result, resultOf(game)],
    [t.length2, game.won && short ? t.turnsBeyond(game.wonIn, game.wonIn - short) : t.turns(game.turns(Infinity))],
    [
      t.narrowest,
      choice ? t.narrowestTurn(review.turnAt(narrowest ?? 0), choice.kept, choice.kept + choice.lost) : "–",
    ],
    [t.hintsUsed, game.helped && !game.hints ? t.someHints : String(game.hints)],
    [t.undosUsed, String(game.undone)],
  ];
}

/** @type {(game: Game) => string} */
function resultOf(game) {
  const { lost, losingTurn } = review;
  if (game.won) return game.solved ? t.solvedTitle : capitalized(t.wonIt);
  if (lost === null) return "…";
  if (lost === 0) return t.neverCould;
  return losingTurn === null ? t.notLost : t.lostAtTurn(losingTurn);
}

/**
 * What a turn did to the game: ["kept", "lost", "after", "undecided" or "", in words].
 * @type {(place: number) => [string, string]}
 */
function verdictOn(place) {
  const choice = review.choices[place];
  if (review.lost !== null && place >= review.lost) return ["after", t.lostBefore];
  if (!choice) return ["", ""];
  const counts = t.keptOf(choice.kept, choice.kept + choice.lost + choice.undecided, choice.undecided);
  if (choice.verdict === "unsolvable") return ["lost", `${t.lostHere}. ${counts}`];
  return choice.verdict === "solved" ? ["kept", counts] : ["undecided", `${t.verdicts.undecided}. ${counts}`];
}

/** @type {(place: number) => HTMLElement} */
function rowOf(place) {
  const [move] = review.history[place];
  const before = review.boards[place];
  const turn = review.turnAt(place);
  const again = make("button", { type: "button", ariaLabel: t.tryTurnAgain(turn) }, t.tryAgain);
  again.addEventListener("click", () => {
    get("review-dialog").close();
    table.tryAgain(place);
  });
  const word = make("b", {}, `${turn}. ${writeWord(move, before)}`);
  const text = make("span", { className: "small" }, capitalized(withSigns(sentence(move, before))));
  return make("li", {}, make("div", {}, word, " ", text, make("br"), make("span", { className: "verdict" })), again);
}

/** Draws a bar for each turn: the share of moves that kept the game winnable is filled, and undecided ones are hatched. */
function drawGraph() {
  /** @type {(place: number, from: number, to: number, kind: string) => Element} */
  const part = (place, from, to, kind) =>
    shape("rect", {
      x: place * WIDE + 1,
      y: TOP + HIGH * (1 - to),
      width: WIDE - 2,
      height: HIGH * (to - from),
      class: kind,
      "data-place": place,
    });
  const bars = review.history.flatMap((_, place) => {
    const choice = review.choices[place];
    const [state] = verdictOn(place);
    if (!choice) return [part(place, 0, state ? 0.04 : 1, state || "unknown")];
    const all = choice.kept + choice.lost + choice.undecided;
    const [kept, known] = [choice.kept / all, (choice.kept + choice.undecided) / all];
    const parts = [part(place, 0, kept, "kept"), part(place, kept, known, "hatched"), part(place, known, 1, "lost")];
    const at = place * WIDE + WIDE / 2;
    if (state === "lost") parts.push(shape("path", { d: `M${at - 6} 1h12l-6 11z`, class: "loses" }));
    return parts;
  });
  const graph = get("review-graph");
  graph.setAttribute("viewBox", `0 0 ${Math.max(20, review.history.length) * WIDE} ${HIGH + TOP}`);
  graph.replaceChildren(graph.firstElementChild, ...bars);
  graph.ariaLabel = t.graph;
}

/** @type {(name: string, attributes: Record<string, unknown>) => Element} */
function shape(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
