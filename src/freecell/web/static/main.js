// The table: puts the parts together. One game is on it; everything that changes it goes through here.

import { BoardView } from "./board.js";
import { neighbour, randomWinnable } from "./deals.js";
import * as dialogs from "./dialogs.js";
import { Game, addressOf, fromAddress } from "./game.js";
import { Hands, listenToKeys } from "./input.js";
import { Light } from "./light.js";
import { Player } from "./player.js";
import { HOME, play as boardAfter, cardsIn, sentence } from "./rules.js";
import { Unreachable, hint, solve } from "./solver.js";
import * as store from "./store.js";
import { Voice } from "./voice.js";

const FIRST_DEAL = 617; // where there is no other wish
const SAVE_AFTER = 250; // milliseconds
const PATIENCE = 300; // milliseconds before a search that goes on is mentioned

const get = (id) => document.getElementById(id);

const view = new BoardView(get("board"));
const voice = new Voice(get("message"), get("spoken"));
const light = new Light(get("light"));
let settings = store.settings();
let game = null;
let visiting = false; // a game of a link, at which nobody has played here yet
let hinted = null; // the move that is shown as a hint
let asking = null; // a hint or a solution that is under way: an AbortController

const table = {
  get board() {
    return game.board;
  },
  get isBusy() {
    return player.isOpen;
  },
  play,
  replace(move) {
    game.undo();
    play(move);
  },
  refuse(why, cards) {
    redraw();
    view.refuse(cards);
    voice.say(why, "wrong");
  },
  redraw,
  say: (text) => voice.say(text),
};
const hands = new Hands(get("board"), view, table);
const player = new Player(
  {
    panel: get("player"),
    play: get("play"),
    back: get("play-back"),
    step: get("play-step"),
    seek: get("seek"),
    speed: get("speed"),
    text: get("step"),
  },
  (board, move, before) => {
    view.show(board);
    if (move) voice.tell(sentence(move, before));
  },
);

// Playing

function play(move) {
  const begun = performance.now();
  const told = sentence(move, game.board);
  const before = game.board;
  const turn = game.play(move, settings.autoplay);
  own();
  const homes = homeCards(before, turn);
  voice.hush();
  voice.tell([told, ...homes.map((card) => card.told)].join(", then "));
  changed({ homes: homes.map(({ card }) => card) }, begun);
  if (game.isWon) celebrate();
}

/** The cards of a turn that went home by themselves, with what to say of each. */
function homeCards(board, turn) {
  return turn.flatMap((move, index) => {
    const card = cardsIn(board, move.from).at(-1);
    const told = sentence(move, board);
    board = boardAfter(board, move);
    return index && move.to === HOME ? [{ card, told }] : [];
  });
}

function goTo(turns, told) {
  if (turns < 0 || turns > game.turns.length || turns === game.played) return;
  game.goTo(turns);
  voice.hush();
  voice.tell(`${told}: ${moveCount()}`);
  changed();
}

const undo = () => goTo(game.played - 1, "undone");
const redo = () => goTo(game.played + 1, "played again");

function restart() {
  if (game.counted.won) start(new Game(game.toSaved()));
  else goTo(0, "back to the start");
}

function rescue() {
  if (light.lastWinnable !== null) goTo(light.lastWinnable, "back to where it can be won");
}

/** Shows the game after a change, which began at this time, and sees to all that depends on it. */
function changed(how, begun = performance.now()) {
  hands.drop();
  forgetHint();
  light.update(game, settings.autoplay, begun); // first: the server thinks while the cards are drawn
  redraw(how);
  showCounts();
  get("undo").disabled = get("restart").disabled = !game.canUndo;
  get("redo").disabled = !game.canRedo;
  get("hint").disabled = get("solve").disabled = game.isWon;
  saveSoon();
}

let saving = 0;

/** Saves the game, but not while a card has just begun to slide. */
function saveSoon() {
  clearTimeout(saving);
  saving = setTimeout(save, SAVE_AFTER);
}

function save() {
  clearTimeout(saving);
  if (!visiting) store.saveGame(game); // a visit does not replace a game of one's own
}

/** Something was played: from now on the game counts, and is the one of this deal that is kept. */
function own() {
  store.countPlayed(game);
  if (visiting) history.replaceState(null, "", addressOf(game));
  visiting = false;
}

function redraw(how) {
  view.show(game.board, how);
}

const moveCount = () => `${game.played} move${game.played === 1 ? "" : "s"}`;

function showCounts() {
  get("moves").textContent = moveCount();
  get("clock").textContent = dialogs.clockText(game.milliseconds);
}

async function celebrate() {
  store.countWon(game);
  save();
  await view.settled();
  const then = await dialogs.showWon(game);
  if (then === "random") open({ deal: randomWinnable() });
  if (then === "next") open({ deal: neighbour(game.deal ?? 0, 1) });
}

// Games

/** Puts a game on the table: a saved one of this start, or a new one. Says whether there is such a game. */
function open(wanted, { words = [], note = "", address = "push", evenWon = false } = {}) {
  if (game) save();
  let next;
  let wrong = null;
  try {
    next = new Game(wanted);
    const saved = words.length ? null : store.savedGame(next.key);
    if (saved && (evenWon || !saved.counted.won)) next = Game.fromSaved(saved);
    wrong = next.follow(words);
  } catch (error) {
    voice.say(error.message, "wrong");
    return false;
  }
  visiting = words.length > 0;
  start(next);
  if (address === "push") history.pushState(null, "", addressOf(game));
  if (address === "replace" && !visiting) history.replaceState(null, "", addressOf(game));
  if (wrong ?? note) voice.say(wrong ?? note, wrong ? "wrong" : "plain");
  return true;
}

function start(next) {
  closePlayer();
  game = next;
  const name = game.deal === null ? "Pasted board" : `Deal ${game.deal}`;
  document.title = `${name} – FreeCell`;
  get("number").value = game.deal ?? "";
  get("number").placeholder = game.deal === null ? "pasted" : "";
  get("previous").disabled = get("next").disabled = game.deal === null;
  voice.tell(name);
  changed();
}

function openFirst() {
  let asked = null;
  try {
    asked = fromAddress(location.search);
  } catch (error) {
    queueMicrotask(() => voice.say(error.message, "wrong"));
  }
  if (asked && open(asked.start, { words: asked.words, address: "replace", evenWon: true })) return;
  const last = store.lastGame();
  if (!last || !open(last, { address: "", evenWon: true })) open({ deal: FIRST_DEAL }, { address: "" });
}

// Hints and solutions

/** The answer of a search on the game as it is now, or null if there is none, or the game has moved on. */
async function asked(search, looking) {
  asking?.abort();
  const { signal } = (asking = new AbortController());
  const { board } = game;
  const mention = setTimeout(() => voice.say(looking), PATIENCE);
  try {
    const answer = await search(board, signal);
    return game.board === board && !signal.aborted ? answer : null;
  } catch (error) {
    if (!signal.aborted)
      voice.say(
        error instanceof Unreachable
          ? "the server can't be reached: you can play on, but it can't help"
          : error.message,
        "wrong",
      );
    return null;
  } finally {
    clearTimeout(mention);
  }
}

const NO_WAY = { lost: "it can't be won any more", unsolvable: "it can't be won any more" };

/** Shows the next move on the cards; if it is shown already, plays it. */
async function showHint() {
  if (game.isWon || player.isOpen) return;
  if (hinted) {
    play(hinted);
    return;
  }
  const answer = await asked(hint, "looking for a move");
  if (!answer) return;
  if (!answer.move) {
    voice.say(NO_WAY[answer.verdict] ?? "it is not known whether it can be won", "wrong");
    return;
  }
  game.helped = true;
  const { from, to, cards, word } = answer.move;
  hinted = { from, to, cards };
  view.mark("hint", cardsIn(game.board, from).slice(-cards), [to]);
  voice.say(`${word}: ${sentence(hinted, game.board)}`, "hint");
}

function forgetHint() {
  hinted = null;
  view.mark("hint");
}

async function showSolution() {
  if (game.isWon || player.isOpen) return;
  hands.drop();
  const answer = await asked(solve, "looking for a short solution");
  if (!answer) return;
  if (answer.verdict !== "solved") {
    voice.say(NO_WAY[answer.verdict] ?? "no solution was found in this time", "wrong");
    return;
  }
  forgetHint();
  voice.hush();
  document.body.classList.add("playing");
  player.open(game.board, answer.moves);
  get("play").focus();
}

function closePlayer() {
  if (!player.isOpen) return;
  player.close();
  document.body.classList.remove("playing");
  get("solve").focus();
}

function leaveSolution() {
  closePlayer();
  redraw();
}

/** Goes on with the game from the position that the player shows. */
function keepSolution() {
  const { moves } = player;
  closePlayer();
  for (const move of moves) game.play(move, "none");
  if (moves.length) {
    game.helped = true;
    own();
  }
  changed();
  if (game.isWon) celebrate();
}

// The clock: it runs while the page is seen and a game has begun.

let ticked = performance.now();

function tick() {
  const now = performance.now();
  if (game.turns.length && !game.isWon && !player.isOpen && document.visibilityState === "visible") {
    game.milliseconds += Math.min(now - ticked, 2000); // a machine that slept was not playing
    showCounts();
  }
  ticked = now;
}

// Looks

function apply(chosen) {
  settings = chosen;
  view.setDeck(chosen.deck);
  document.documentElement.dataset.theme = chosen.theme;
}

// What buttons and keys do

const otherDeal = (step) => game.deal !== null && open({ deal: neighbour(game.deal, step) });
const share = () => dialogs.showShare(location.origin + addressOf(game, true));

const actions = {
  undo,
  redo,
  restart,
  rescue,
  hint: showHint,
  solve: showSolution,
  previous: () => otherDeal(-1),
  next: () => otherDeal(1),
  random: () => open({ deal: randomWinnable() }),
  share,
  paste: () => dialogs.showPaste(),
  statistics: dialogs.showStatistics,
  settings: dialogs.showSettings,
  help: dialogs.showHelp,
  keep: keepSolution,
  leave: leaveSolution,
};
for (const [id, action] of Object.entries(actions)) {
  get(id).addEventListener("click", () => {
    get("menu").hidePopover();
    action();
  });
}

const whilePlaying = (then, otherwise) => () => (player.isOpen ? then : otherwise)?.();
const inGame = (action) => whilePlaying(null, action);
const undoKey = whilePlaying(() => player.step(-1), undo);
const redoKey = whilePlaying(() => player.step(1), redo);
listenToKeys(
  hands,
  {
    u: inGame(undo),
    z: inGame(undo),
    "Ctrl+z": inGame(undo),
    ArrowLeft: undoKey,
    y: inGame(redo),
    "Ctrl+y": inGame(redo),
    "Ctrl+Shift+z": inGame(redo),
    ArrowRight: redoKey,
    r: inGame(restart),
    k: inGame(rescue),
    t: showHint,
    s: showSolution,
    p: actions.previous,
    n: actions.next,
    w: actions.random,
    g: () => get("number").focus(),
    l: share,
    v: actions.paste,
    x: actions.statistics,
    o: actions.settings,
    "?": actions.help,
    ArrowUp: inGame(() => hands.take(1)),
    ArrowDown: inGame(() => hands.take(-1)),
    Escape: whilePlaying(leaveSolution, () => {
      hands.drop();
      forgetHint();
      voice.hush();
    }),
    " ": whilePlaying(() => player.toggle()),
    Enter: whilePlaying(keepSolution),
  },
  () => player.isOpen,
);

get("deal").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = get("number").value.trim();
  if (open({ deal: /^-?\d+$/.test(text) ? Number(text) : NaN })) get("number").blur();
  else get("number").select();
});
get("number").addEventListener("focus", () => get("number").select());
document.addEventListener("paste", (event) => {
  if (event.target.closest?.("input, textarea") || document.querySelector("dialog[open]")) return;
  dialogs.showPaste(event.clipboardData.getData("text"));
});
addEventListener("popstate", () => {
  const wanted = fromAddress(location.search);
  if (wanted) open(wanted.start, { words: wanted.words, address: "" });
});
addEventListener("pagehide", save);
document.addEventListener("visibilitychange", save); // a phone may never say that the page is left

dialogs.prepareDialogs();
dialogs.prepareSettings(apply);
dialogs.prepareStatistics();
dialogs.prepareShare();
dialogs.preparePaste((wanted, note) => {
  if (!open(wanted, { note })) throw new Error(get("message").textContent);
});
apply(settings);
openFirst();
performance.mark("board");
setInterval(tick, 1000);
// So that it opens without the server, too.
addEventListener("load", () => navigator.serviceWorker?.register("/sw.js").catch(() => {}));
