// The page about the shuffle: how a number becomes cards, step by step, and how cards lead back to the number.

import { get, make } from "./dom.js";
import { drawing } from "./drawing.js";
import { spotsAfter, stageFor } from "./learn-stage.js";
import { LANGUAGES, speak, t } from "./learn-words.js";
import { narrowed, stagesOf } from "./narrowing.js";
import { drawRule, FEWEST, jokeOf, LAST, numberOf, readCards, stepsOf, stepsWith, textOf } from "./shuffle.js";

const USUAL = 617;
const PACE = 2400; // milliseconds from step to step
const OFTEN = 400; // milliseconds between two changes of the address: browsers allow about a hundred per minute
const MINE = "freecell.learn"; // where the chosen language is stored
const SIGNS = ["♣", "♦", "♥", "♠"];
const POWERS = { 16: "2¹⁶", 31: "2³¹", 32: "2³²", 33: "2³³" };

/**
 * The current state. If the visitor has typed cards of their `own`, `deal` is the deal with these cards.
 * @type {{ deal: number, way: "cards" | "number", known: number, own: Card[] | null, at: number }}
 */
const shown = { deal: USUAL, way: "cards", known: 8, own: null, at: 0 };
/** @type {import("./shuffle.js").DealStep[]} */
let steps = [];
/** @type {{ search: ReturnType<typeof narrowed>, stages: import("./narrowing.js").Stage[] } | null} */
let backwards = null; // computed when needed
/** @type {any} */
let playing = 0;
/** @type {any} */
let writing = 0;
/** @type {HTMLElement[]} */
const cards = [];
/** @type {HTMLElement[]} */
const slots = [];

// Texts

/** @type {(number: number) => string} */
const counted = (number) => number.toLocaleString(t.locale);
/** @type {(card: Card) => string} */
const signOf = (card) => textOf(card).slice(0, 1).replace("T", "10") + SIGNS[card & 3];
/** @type {(card: Card) => string} */
const nameOf = (card) => t.card(card >> 2, card & 3);
/** @type {(text: string) => string} */
const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** @type {(text: string) => string} */
function quoted(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return t.quotes.join(line.length > 50 ? `${line.slice(0, 50)}...` : line);
}

/** The game's settings: its look and its language. */
function settings() {
  try {
    return JSON.parse(localStorage.getItem("freecell.kept") ?? "null")?.settings ?? {};
  } catch {
    return {};
  }
}

/** The language chosen here, or the browser's, or the game's. */
function languageOf() {
  let mine = null;
  try {
    mine = localStorage.getItem(MINE);
  } catch {
    // not allowed
  }
  const wanted = [mine, ...navigator.languages.map((name) => name.slice(0, 2)), settings().language];
  return wanted.find((name) => name && Object.hasOwn(LANGUAGES, name)) ?? "en";
}

// The current state

const isJoke = () => shown.deal < 0;
/** The cards that are read backwards. */
const read = () => shown.own ?? steps.slice(0, shown.known).map(({ card }) => card);
/** The deals with these cards. */
const foundDeals = () => looks().search.ranges.flatMap(({ found }) => found);
/** Whether the deal is known at this step: a visitor who typed cards finds it at the end. */
const isKnown = () => !shown.own || (shown.at === lastStep() && foundDeals().length > 0);
/** The range of the deal: 0 below 2 ** 31, 1 below 2 ** 32, 2 below 2 ** 33. */
const range = () => (shown.deal >= 2 ** 32 ? 2 : shown.deal >= 2 ** 31 ? 1 : 0);

function looks() {
  backwards ??= (() => {
    const search = narrowed(read());
    return { search, stages: stagesOf(search) };
  })();
  return backwards;
}

function lastStep() {
  if (isJoke()) return 0;
  return shown.way === "cards" ? steps.length : looks().stages.length - 1;
}

/** @type {(change: Partial<typeof shown>) => void} */
function choose(change) {
  const { deal, known, own } = shown;
  Object.assign(shown, change);
  if (shown.way === "cards") shown.own = null;
  if (shown.deal !== deal || shown.known !== known || shown.own !== own) backwards = null;
  steps = shown.own ? stepsWith(shown.own) : stepsOf(shown.deal);
  if (shown.own) shown.deal = foundDeals()[0] ?? USUAL;
}

/** The address of the current state. */
function address() {
  const query = new URLSearchParams(
    shown.own ? { cards: shown.own.map(textOf).join("") } : { deal: String(shown.deal) },
  );
  if (shown.way === "number") {
    query.set("back", String(shown.at));
    if (shown.known !== 8 && !shown.own) query.set("cards", String(shown.known));
  } else if (shown.at) query.set("step", String(shown.at));
  return `?${query}`;
}

function readAddress() {
  stop();
  const query = new URLSearchParams(location.search);
  const text = query.get("deal");
  const deal = text === null ? USUAL : numberOf(text);
  const typed = query.get("cards") ?? "";
  const own = text === null && typed ? readCards(typed) : null;
  /** @type {"cards" | "number"} */
  const way = query.has("back") || own ? "number" : "cards";
  const cards = own && !own.problem ? own.cards : null;
  choose({ deal: deal ?? USUAL, way, known: typed === "52" ? 52 : 8, own: cards, at: 0 });
  const at = query.get(way === "number" ? "back" : "step")?.trim();
  let problem = deal === null ? t.noDeal(quoted(String(text)), LAST) : own ? problemOf(own) : "";
  if (!problem && !isJoke() && at !== undefined) {
    if (/^\d{1,3}$/.test(at) && Number(at) <= lastStep()) shown.at = Number(at);
    else problem = t.noStep(quoted(at), lastStep());
  }
  show({ isStill: true, problem });
}

function writeAddress() {
  clearTimeout(writing);
  writing = setTimeout(() => history.replaceState(null, "", address()), OFTEN);
}

/**
 * Goes to a step.
 * @type {(at: number) => void}
 */
function goTo(at) {
  const before = shown.at;
  shown.at = Math.max(0, Math.min(lastStep(), at));
  show({ isStill: Math.abs(shown.at - before) > 1 });
  writeAddress();
}

/**
 * Shows another deal, or the other direction, from its first step.
 * @type {(change: Partial<typeof shown>) => void}
 */
function open(change) {
  stop();
  clearTimeout(writing);
  history.replaceState(null, "", address()); // the step to which the browser's Back leads
  choose({ ...change, at: 0 });
  history.pushState(null, "", address());
  show({ isStill: true });
}

/**
 * Shows the current state, and what is `wrong` with typed cards, which stay as they are.
 * @type {(how: { isStill: boolean, problem?: string, wrong?: string }) => void}
 */
function show({ isStill, problem = "", wrong = "" }) {
  get("problem").textContent = problem || wrong;
  get("problem").hidden = !(problem || wrong);
  const { dataset } = document.body;
  Object.assign(dataset, { way: shown.way, joke: String(isJoke()), at: String(shown.at) });
  document.title = isKnown() ? t.pageTitle(shown.deal) : `${t.title} – FreeCell`;
  get("number").value = isKnown() ? String(shown.deal) : "";
  get("known").value = String(shown.own ? "own" : shown.known);
  if (!wrong) get("typed").value = read().map(textOf).join(" ");
  get("typed").ariaInvalid = String(wrong !== "");
  get("known-row").hidden = shown.way === "cards" || isJoke();
  get("to-cards").ariaPressed = String(shown.way === "cards");
  get("to-number").ariaPressed = String(shown.way === "number");
  get("to-game").href = isKnown() ? `index.html?deal=${shown.deal}` : "index.html";
  get("seek").max = String(lastStep());
  get("seek").value = String(shown.at);
  get("at").textContent = t.at(shown.at, lastStep());
  get("seek").ariaValueText = get("at").textContent;
  get("back").ariaDisabled = String(shown.at === 0);
  get("forward").ariaDisabled = String(shown.at === lastStep());
  const [sums, felt, controls] = ["sums", "felt", "controls"].map(get);
  sums.hidden = controls.hidden = isJoke();
  if (isJoke()) showJoke();
  else if (shown.way === "cards") showStep();
  else showLook();
  felt.classList.toggle("still", isStill);
  layCards(isStill);
  dataset.ready = "yes";
}

/**
 * Shows a sentence with cards as symbols, and announces it with cards as words.
 * @type {(sentence: (name: (card: Card) => string) => string) => void}
 */
function say(sentence) {
  get("said").textContent = capitalized(sentence(signOf));
  const spoken = capitalized(sentence(nameOf));
  if (get("spoken").textContent !== spoken) get("spoken").textContent = spoken;
}

function showJoke() {
  const { ranks, suits } = jokeOf(shown.deal);
  const sentence = t.joke(shown.deal, [...ranks].join(" ").replace("T", "10"), [...suits].map(signOfSuit).join(" "));
  get("lead").textContent = sentence;
  say(() => sentence);
}

/** @type {(suit: string) => string} */
const signOfSuit = (suit) => SIGNS["CDHS".indexOf(suit)];

/**
 * Fills the boxes of the arithmetic with a large value and a line below it.
 * @type {(boxes: Record<string, [value: string | Node, sum: string]>) => void}
 */
function fill(boxes) {
  for (const [id, [value, sum]] of Object.entries(boxes)) {
    get(id).replaceChildren(value);
    get(`${id}-sum`).textContent = sum;
  }
}

/** @type {(card: Card) => Node} */
function pictured(card) {
  const sign = make("span", { className: "sign" }, signOf(card));
  sign.dataset.suit = textOf(card)[1];
  return sign;
}

/** Shows a step of the shuffle. */
function showStep() {
  const { bits, more } = drawRule(shown.deal);
  const step = shown.at ? steps[shown.at - 1] : null;
  const seed = shown.deal % 2 ** 32;
  const before = shown.at > 1 ? Number(steps[shown.at - 2].state) : seed;
  const state = Number(step?.state ?? seed);
  const modulo = POWERS[/** @type {31 | 32} */ (bits)];
  const added = more ? ` + ${more}` : "";
  get("lead").textContent = t.lead;
  get("state-title").textContent = t.state;
  showBits(step?.product ?? seed, bits);
  if (!step || step.draw === null || step.index === null) {
    const begins = seed === shown.deal ? String(seed) : `${shown.deal} − 2³² = ${seed}`;
    get("product").textContent = `214013 × ${t.state} + 2531011`;
    get("reduced").textContent = `mod ${modulo}`;
    fill({
      draw: ["–", `⌊${t.state} / 2¹⁶⌋${added}`],
      index: ["–", "mod 52"],
      card: ["–", ""],
    });
    say(() => t.begins(shown.deal, begins));
    return;
  }
  const { number, product, draw, left, index, card, moved, column } = step;
  get("product").textContent = `214013 × ${before} + 2531011 = ${product}`;
  get("reduced").textContent = `mod ${modulo} = ${state}`;
  fill({
    draw: [String(draw), `⌊${state} / 2¹⁶⌋${added}`],
    index: [String(index), `${draw} mod ${left}`],
    card: [pictured(card), `${t.toColumn(column)}, ${moved === null ? t.lastCard : t.filledBy(signOf(moved))}`],
  });
  say((name) =>
    t.stepSaid({ number, draw, left, index, column, card: name(card), moved: moved === null ? null : name(moved) }),
  );
}

/**
 * Shows a state in bits: the dropped bits above it, those that form the draw, and those below.
 * @type {(product: number, bits: number) => void}
 */
function showBits(product, bits) {
  const text = product.toString(2).padStart(bits, "0");
  const at = text.length - bits;
  const [drop, draw, low] = [text.slice(0, at), text.slice(at, -16), text.slice(-16)];
  showGroups([
    ["drop", drop, t.dropped],
    ["draw", draw, t.drawBits(bits - 16)],
    ["low", low, t.lowBits],
  ]);
  get("bits").ariaLabel = t.inBits(`${draw} ${low}`);
}

/** @type {(groups: [kind: string, bits: string, label: string][]) => void} */
function showGroups(groups) {
  const made = groups
    .filter(([, bits]) => bits)
    .map(([kind, bits, label]) => {
      const boxes = [...bits].map((bit) => make("i", { className: bit === "·" ? "open" : "" }, bit));
      return make("span", { className: `bits ${kind}` }, make("span", {}, ...boxes), make("small", {}, label));
    });
  get("bits").replaceChildren(...made);
}

/** Shows the remaining candidates. */
function showLook() {
  const { search, stages } = looks();
  const { kind, place, counts, low, agreed } = stages[shown.at];
  const mine = range();
  const { bits, first } = search.ranges[mine];
  const all = 16 + bits;
  const modulo = POWERS[/** @type {31 | 32} */ (all)];
  const card = search.cards[place];
  const isCard = card && kind !== "found";
  get("lead").textContent = t.leadBack;
  get("state-title").textContent = t.firstState;
  const { mask, value } = agreed[mine];
  const text = Array.from({ length: all }, (_, index) => {
    const bit = 2 ** (all - 1 - index);
    return Math.floor(mask / bit) % 2 ? String(Math.floor(value / bit) % 2) : "·";
  }).join("");
  showGroups([
    ["draw", text.slice(0, bits), t.drawBits(bits)],
    ["low", text.slice(bits), t.lowBits],
  ]);
  get("bits").ariaLabel = t.inBits(text.replaceAll("·", "?"));
  const power = kind === "low" ? card.power : card?.left;
  const deals = foundDeals();
  const isFound = kind === "found" && deals.length > 0 && search.ranges[mine].states[place] === 1;
  get("product").textContent = isFound ? `(${value} − 2531011) × 3115528533` : "";
  get("reduced").textContent = isFound ? `mod ${modulo} = ${shown.deal - first}` : "";
  fill({
    card: isCard ? [pictured(card.card), ""] : ["–", ""],
    index: isCard ? [String(card.index), t.of(card.left)] : ["–", ""],
    draw: isCard ? [String(card.index % power), `mod ${power}`] : ["–", ""],
    left: [
      counted(counts[mine]),
      low ? t.lowTimes(counted(low[mine]), counted(2 ** (bits - 5))) : kind === "second" ? t.toTry : t.fitting,
    ],
  });
  showRanges(counts);
  const below = t.below(POWERS[/** @type {31 | 32 | 33} */ (31 + mine)]);
  const count = low ? low[mine] : counts[mine];
  /** @type {(name: (card: Card) => string) => any} */
  const look = (name) => ({
    ...card,
    card: name(card.card),
    rest: card.index % card.power,
    count: counted(count),
    isOne: count === 1,
  });
  if (kind === "start") say(() => t.searchBegins(counted(count), below));
  else if (kind === "low") say((name) => t.lowSaid(look(name)));
  else if (kind === "second") say((name) => t.secondSaid(look(name)));
  else if (kind === "states") say((name) => t.statesSaid(look(name)));
  else say(() => (deals.length ? t.foundSaid(deals.join(", ")) : t.noneSaid));
}

/**
 * Shows the candidates in each range as bars on a logarithmic scale.
 * @type {(counts: number[]) => void}
 */
function showRanges(counts) {
  const rows = counts.map((count, index) => {
    const name = make("span", {}, t.below(POWERS[/** @type {31 | 32 | 33} */ (31 + index)]));
    const bar = make("b");
    bar.style.width = `${count ? (100 * (1 + Math.log2(count))) / 33 : 0}%`;
    const row = make(
      "div",
      { className: index === range() ? "mine" : "" },
      name,
      make("i", {}, bar),
      make("span", {}, counted(count)),
    );
    return row;
  });
  get("ranges").replaceChildren(...rows);
}

// The felt

function prepareFelt() {
  for (let index = 0; index < 52; index += 1)
    slots.push(make("div", { className: "hole" }, make("span", {}, String(index))));
  for (let column = 1; column <= 8; column += 1)
    slots.push(make("div", { className: "hole" }, make("span", {}, String(column))));
  for (let card = 0; card < 52; card += 1) {
    const text = textOf(card);
    const element = make("div", { className: "card" }, drawing(text, "face"), drawing(text, "index"));
    element.dataset.card = text;
    cards.push(element);
  }
  get("felt").append(...slots, ...cards);
  new ResizeObserver(() => {
    const window = `${innerWidth} ${innerHeight}`;
    layCards(window !== laidIn); // otherwise only the arithmetic grew, and cards may be moving
    laidIn = window;
  }).observe(get("felt").parentElement);
}

/** The number of cards dealt in the current state. */
function dealtNow() {
  if (isJoke()) return 52;
  if (shown.way === "cards") return shown.at;
  return looks().stages[shown.at].place + 1;
}

/** @type {(element: HTMLElement, spot: import("./learn-stage.js").Spot) => void} */
function lay({ style }, { x, y, w, h, strip, z }) {
  style.transform = `translate(${x}px, ${y}px)`;
  style.zIndex = String(z);
  for (const [name, value] of Object.entries({ w, h, strip, index: strip - 1 }))
    style.setProperty(`--${name}`, `${value}px`);
}

let laidIn = "";
let laid = 0; // the number of cards dealt when they were last placed
let isOn = false; // whether that was one step forward: the card is dealt first, then its place is filled

/** @type {(isStill: boolean) => void} */
function layCards(isStill) {
  const felt = get("felt");
  const { clientWidth: width } = felt;
  if (!width) return;
  const isWide = innerWidth > 1.25 * innerHeight || innerWidth >= 1000; // independent of scroll bars
  const { top } = felt.getBoundingClientRect();
  const free = innerHeight - top - scrollY - get("controls").offsetHeight;
  const stage = stageFor(width, Math.max(free, 220), isWide, !isJoke());
  felt.style.height = `${Math.max(stage.height, free)}px`;
  felt.classList.toggle("still", isStill);
  const count = dealtNow();
  const step = isJoke() || count === 0 ? null : steps[count - 1];
  if (count !== laid) isOn = count === laid + 1;
  const spots = spotsAfter(stage, steps, count);
  const marked = shown.way === "number" && looks().stages[shown.at].kind === "found" ? null : step;
  for (const [card, spot] of spots.entries()) {
    const element = cards[card];
    lay(element, spot);
    const isDealt = marked?.card === card;
    const isMoved = marked?.moved === card;
    element.classList.toggle("small", spot.isSmall);
    element.classList.toggle("dealt", isDealt);
    element.classList.toggle("moved", isMoved);
    element.style.transitionDelay =
      isOn && isDealt ? "var(--lift)" : isOn && isMoved ? "calc(var(--lift) + var(--slide))" : "0ms";
    if (isDealt) element.style.zIndex = String(spot.z + (isOn && !isStill ? 60 : 0));
  }
  for (const [index, slot] of slots.entries()) {
    if (index < 52) lay(slot, { ...stage.deck(index), z: 0 });
    else lay(slot, { ...stage.board(index - 52), z: 0 });
    slot.classList.toggle("from", marked?.index === index);
    slot.classList.toggle("last", marked?.moved !== null && marked?.left === index + 1);
    slot.classList.toggle("to", index >= 52 && marked?.column === index - 51);
    slot.hidden = isJoke() && index < 52;
  }
  laid = count;
}

// Playing

function stop() {
  clearTimeout(playing);
  playing = 0;
  showPlay();
}

function showPlay() {
  const name = playing ? "pause" : "play";
  get("play").ariaLabel = t[name];
  get("play").title = `${t[name]} (${t.space})`;
  get("play").querySelector("use").setAttribute("href", `#i-${name}`);
}

function playOn() {
  goTo(shown.at + 1);
  playing = shown.at < lastStep() ? setTimeout(playOn, pace()) : 0;
  showPlay();
}

const pace = () => PACE / Number(get("speed").value);

function togglePlay() {
  if (playing) {
    stop();
    return;
  }
  if (shown.at === lastStep()) goTo(0);
  playing = setTimeout(playOn, 300);
  showPlay();
}

async function copyLink() {
  history.replaceState(null, "", address());
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  get("said").textContent = get("spoken").textContent = t.copied;
}

/** @type {(change: Partial<typeof shown>) => () => void} */
const opening = (change) => () => open(change);
/** @type {(at: () => number) => () => void} */
const going = (at) => () => {
  stop();
  goTo(at());
};
const actions = {
  back: going(() => shown.at - 1),
  forward: going(() => shown.at + 1),
  play: togglePlay,
  copy: copyLink,
  "to-cards": opening({ way: "cards" }),
  "to-number": opening({ way: "number" }),
};
/** @type {Record<string, () => void>} */
const keys = {
  ArrowLeft: actions.back,
  ArrowRight: actions.forward,
  Home: going(() => 0),
  End: going(lastStep),
  " ": actions.play,
  l: actions.copy,
  g: () => get("number").focus(),
  c: () => get("typed").focus(),
};

function openTyped() {
  const text = get("number").value;
  const deal = numberOf(text);
  if (isKnown() ? deal === shown.deal && !shown.own : !text.trim()) return;
  if (deal !== null) open({ deal, own: null });
  else show({ isStill: true, problem: t.noDeal(quoted(text), LAST) });
}

/**
 * The problem with typed cards.
 * @type {(typed: ReturnType<typeof readCards>) => string}
 */
function problemOf({ cards, problem, word }) {
  if (problem === "tooFew") return t.tooFew(cards.length, FEWEST);
  return problem && t[problem](quoted(word));
}

function openCards() {
  const text = get("typed").value;
  const typed = text.trim() ? readCards(text) : { cards: read(), problem: /** @type {const} */ (""), word: "" };
  const wrong = problemOf(typed);
  stop();
  if (wrong) show({ isStill: true, wrong });
  else if (typed.cards.join() === read().join()) show({ isStill: true });
  else open({ own: typed.cards });
}

/** @type {(choice: string) => void} */
function openKnown(choice) {
  if (choice !== "own") {
    open({ known: Number(choice), own: null });
    return;
  }
  get("typed").value = "";
  get("typed").focus();
}

/** @type {(language: string) => void} */
function speakNow(language) {
  speak(language);
  get("language").value = language;
  showPlay();
}

function prepare() {
  const { deck = "two", faces = "system", theme = "system", felt = "green" } = settings();
  Object.assign(document.documentElement.dataset, { deck, faces, theme, felt });
  for (const [id, action] of Object.entries(actions)) get(id).addEventListener("click", action);
  get("seek").addEventListener("input", () => going(() => Number(get("seek").value))());
  get("known").addEventListener("change", () => openKnown(get("known").value));
  get("speed").addEventListener("change", () => document.body.style.setProperty("--speed", get("speed").value));
  get("number").addEventListener("focus", () => get("number").select());
  get("number").addEventListener("change", openTyped); // number pads of phones have no Enter
  get("typed").addEventListener("focus", () => get("typed").select());
  get("typed").addEventListener("change", openCards);
  get("typed").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    openCards();
  });
  get("ask").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    if (document.activeElement === get("number")) openTyped();
  });
  for (const [name, { name: text }] of Object.entries(LANGUAGES))
    get("language").append(make("option", { value: name }, text));
  get("language").addEventListener("change", () => {
    speakNow(get("language").value);
    show({ isStill: true });
    try {
      localStorage.setItem(MINE, get("language").value);
    } catch {
      // not allowed
    }
  });
  document.addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey, target } = event;
    const element = /** @type {Element} */ (target);
    if (altKey || ctrlKey || metaKey || isJoke() || element.closest?.("input, select, textarea")) return;
    if (key === " " && element.closest?.("button, a")) return; // the element handles it
    const action = keys[key.length === 1 ? key.toLowerCase() : key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  addEventListener("popstate", readAddress);
}

/** Caches the page, so that it works offline. */
async function keepPage() {
  await navigator.serviceWorker?.register("sw.js");
  const { active } = (await navigator.serviceWorker?.ready) ?? {};
  active?.postMessage("keep the page about the shuffle");
}

prepareFelt();
prepare();
speakNow(languageOf());
readAddress();
keepPage().catch(() => {});
