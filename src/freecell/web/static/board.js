// The board on the screen: 52 cards that slide into position, and the places beneath them. Places are buttons with
// lists of their cards, so that everything can be reached by keyboard and screen reader.

import { make } from "./dom.js";
import { drawing } from "./drawing.js";
import { layoutFor } from "./layout.js";
import { CELLS, COLUMNS, cardsIn, HOME, isColumn, last, nameOf, PLACES, rankOf, suitOf, textOf } from "./rules.js";
import { t } from "./words.js";

const PEEK = 3000; // milliseconds after which a peek ends: not every browser reports that the button was released
const LIFTED = 100; // the z-index of moving cards, above all others
const STAGGER = 70; // milliseconds between automatic home moves

export class BoardView {
  #root;
  #panels;
  /** @type {HTMLElement[]} */
  #cards = []; // elements, by card
  /** @type {Record<Place, { button: HTMLElement, list: HTMLElement }>} */
  #places = {}; // {button, list}, by place
  /** @type {Board} */
  #board;
  /** @type {Layout} */
  #layout;
  /** @type {Spot[]} */
  #spots = [];
  /** @type {any} */
  #settling = 0;

  /**
   * Makes a board in this element. The cards leave room for panels that cover the bottom of it.
   * @param {HTMLElement} root
   * @param {HTMLElement[]} panels
   */
  constructor(root, ...panels) {
    this.#root = root;
    this.#panels = panels;
    const names = { cells: CELLS, home: HOME, columns: COLUMNS };
    for (const [name, places] of Object.entries(names)) {
      const group = make("div", { className: name, role: "group" });
      group.dataset.label = name;
      group.append(...[...places].map((place) => this.#makePlace(place)));
      root.append(group);
    }
    const layer = make("div", { className: "cards", ariaHidden: "true" });
    for (let card = 0; card < 52; card += 1) layer.append(this.#makeCard(card));
    root.append(layer);
    const watching = new ResizeObserver(() => this.#measure());
    for (const element of [root, ...panels]) watching.observe(element);
  }

  /** @type {(place: Place) => HTMLElement} */
  #makePlace(place) {
    const button = make("button", { type: "button", className: `place ${isColumn(place) ? "column" : "slot"}` });
    button.dataset.place = place;
    if (place === HOME)
      for (let suit = 0; suit < 4; suit += 1) button.append(make("span", { className: "suit" }, "♣♦♥♠"[suit]));
    const list = make("ol", { className: "unseen" });
    this.#places[place] = { button, list };
    const box = make("div", { className: "box" }, button);
    if (isColumn(place)) box.append(list);
    return box;
  }

  /** @type {(card: Card) => HTMLElement} */
  #makeCard(card) {
    const element = make("div", { className: "card" });
    const text = textOf(card);
    element.dataset.card = text;
    element.append(drawing(text, "face"), drawing(text, "index"));
    this.#cards.push(element);
    return element;
  }

  /** @type {{ side?: string, isLarge?: boolean }} */
  #how = {};

  /**
   * Sets the side of the foundations, and whether indices are large.
   * @type {(how: { side?: string, isLarge?: boolean }) => void}
   */
  use(how) {
    this.#how = how;
    this.#measure();
  }

  #measure() {
    const { clientWidth, clientHeight } = this.#root;
    if (!clientWidth || !clientHeight) return;
    const felt = this.#root.getBoundingClientRect();
    const boxes = this.#panels.map((panel) => panel.getBoundingClientRect()).filter(({ height }) => height);
    /** @type {(panels: DOMRect[]) => number} */
    const covered = (panels) => Math.max(0, ...panels.map(({ top }) => felt.bottom - top));
    const [inset, sideInset] = [covered(boxes), covered(boxes.filter(({ width }) => width >= felt.width))];
    const layout = layoutFor(clientWidth, clientHeight, { ...this.#how, inset, sideInset });
    this.#layout = layout;
    this.#root.classList.toggle("low", layout.isLow);
    for (const name of /** @type {const} */ (["w", "h", "gap", "drop", "index"]))
      this.#root.style.setProperty(`--${name}`, `${layout[name]}px`);
    this.#root.style.setProperty("--side", `${layout.box("1").x}px`); // what is beside the columns
    for (const place of PLACES) {
      const { x, y, w, h } = layout.box(place);
      const { style } = this.#places[place].button;
      Object.assign(style, { left: `${x}px`, top: `${y}px`, width: `${w}px`, height: `${h}px` });
    }
    if (this.#board) this.show(this.#board, { still: true });
  }

  /**
   * Shows a board. The cards slide; those in `homes`, which automatic home moves took, slide one after the other. With
   * `still`, all appear in place at once.
   * @type {(board: Board, how?: { still?: boolean, homes?: Card[] }) => void}
   */
  show(board, { still = false, homes = [] } = {}) {
    const before = this.#board;
    this.#board = board;
    if (!this.#layout) {
      this.#measure(); // shows it, once the element has a size
      return;
    }
    const spots = this.#layout.spots(board);
    const moved = [];
    for (let card = 0; card < 52; card += 1) {
      const spot = spots[card];
      // Covered cards show only their index. They have no shadow, since thirteen of them would form a black rim.
      spot.covered = isColumn(spot.place)
        ? cardsIn(board, spot.place).at(-1) !== card
        : spot.place === HOME && rankOf(card) < board.foundations[suitOf(card)];
      const old = this.#spots[card];
      const element = this.#cards[card];
      const lifted = Number(element.style.zIndex) >= LIFTED;
      if (!still && !lifted && old && same(spot, old)) continue; // most cards: skipping them saves time
      element.classList.toggle("still", still);
      element.classList.toggle("covered", spot.covered);
      element.dataset.place = spot.place;
      element.dataset.index = String(spot.index);
      element.style.transform = `translate(${spot.x}px, ${spot.y}px)`;
      element.style.transitionDelay = "0ms";
      if (still || spot.strip !== old?.strip) element.style.setProperty("--strip", `${spot.strip}px`);
      if (!still && old && (old.place !== spot.place || lifted)) moved.push(card);
      else element.style.zIndex = String(spot.index + 1);
    }
    this.#spots = spots;
    this.#lift(moved, homes, before);
    this.#describe();
  }

  /**
   * Slides cards above the others, then restores their z-index.
   * @type {(moved: Card[], homes: Card[], before: Board | null) => void}
   */
  #lift(moved, homes, before) {
    clearTimeout(this.#settling);
    if (moved.length > 13 && !homes.length) {
      this.#settle(moved); // this is another deal, and moving cards would cover those that stay
      return;
    }
    const order = new Map(before ? homes.map((card, index) => [card, index + 1]) : []);
    /** @type {(one: Card, other: Card) => number} */
    const byHeight = (one, other) =>
      (order.get(one) ?? 0) - (order.get(other) ?? 0) || this.#spots[one].index - this.#spots[other].index;
    moved.sort(byHeight).forEach((card, index) => {
      const { style } = this.#cards[card];
      style.zIndex = String(LIFTED + index);
      style.transitionDelay = `${(order.get(card) ?? 0) * STAGGER}ms`;
    });
    const wait = moved.length ? 260 + homes.length * STAGGER : 0;
    this.#settling = setTimeout(() => this.#settle(moved), wait);
  }

  /** @type {(cards: Card[]) => void} */
  #settle(cards) {
    for (const card of cards) this.#cards[card].style.zIndex = String(this.#spots[card].index + 1);
  }

  /** @type {Map<Card, Verdict | undefined>} */
  #advice = new Map(); // the verdict shown on each card

  /**
   * Marks cards by whether their moves keep the game winnable.
   * @type {(advice: Map<Card, Verdict | undefined>) => void}
   */
  advise(advice) {
    if (!advice.size && !this.#advice.size) return;
    this.#advice = advice;
    for (const [card, { dataset }] of this.#cards.entries()) {
      const verdict = advice.get(card);
      if (verdict) dataset.advice = verdict;
      else delete dataset.advice;
    }
    this.#describe();
  }

  /**
   * A card's name, with its verdict if marked.
   * @type {(card: Card) => string}
   */
  #nameOf(card) {
    const verdict = this.#advice.get(card);
    return verdict ? `${nameOf(card)}, ${t.advice[verdict]}` : nameOf(card);
  }

  /** Updates the labels and lists for screen readers. */
  #describe() {
    for (const [index, place] of [...CELLS].entries())
      this.#places[place].button.hidden = index >= this.#board.cells.length;
    for (const place of COLUMNS) {
      const cards = cardsIn(this.#board, place);
      const { button, list } = this.#places[place];
      label(button, t.columnHas(place, cards.length, cards.length ? this.#nameOf(last(cards)) : ""));
      const names = cards.map((card) => this.#nameOf(card));
      if (list.dataset.cards !== names.join()) {
        list.dataset.cards = names.join();
        list.replaceChildren(...names.map((name) => make("li", {}, name)));
      }
    }
    for (const place of CELLS) {
      const [card] = cardsIn(this.#board, place);
      label(this.#places[place].button, t.cellHas(place, card === undefined ? "" : this.#nameOf(card)));
    }
    const homes = this.#board.foundations.map((rank, suit) => (rank ? nameOf(4 * (rank - 1) + suit) : t.noneOf(suit)));
    label(this.#places[HOME].button, t.homeHas(homes));
  }

  /**
   * The place and card of an event's target: {place, index}, with index -1 if it isn't a card.
   * @type {(target: any) => { place: Place, index: number } | null}
   */
  at(target) {
    const card = target.closest?.(".card");
    if (card) return { place: card.dataset.place, index: Number(card.dataset.index) };
    const place = target.closest?.(".place");
    return place ? { place: place.dataset.place, index: -1 } : null;
  }

  /**
   * The place that a dragged card overlaps most, or null.
   * @type {(card: Card) => Place | null}
   */
  placeUnder(card) {
    const box = this.#cards[card].getBoundingClientRect();
    const felt = this.#root.getBoundingClientRect();
    const [left, top] = [box.left - felt.left, box.top - felt.top];
    const overlaps = [...PLACES].map((place) => {
      const { x, y, w, h } = this.#layout.box(place);
      const wide = Math.min(x + w, left + box.width) - Math.max(x, left);
      const high = Math.min(y + h, top + box.height) - Math.max(y, top);
      return { place, area: wide > 0 && high > 0 ? wide * high : 0 };
    });
    const best = overlaps.reduce((one, other) => (other.area > one.area ? other : one));
    return best.area ? best.place : null;
  }

  /**
   * Moves dragged cards with the pointer.
   * @type {(cards: Card[], dx: number, dy: number) => void}
   */
  drag(cards, dx, dy) {
    this.#cover(cards[0], false);
    cards.forEach((card, index) => {
      const { x, y } = this.#spots[card];
      const { style, classList } = this.#cards[card];
      classList.add("held");
      style.zIndex = String(LIFTED + 100 + index);
      style.transitionDelay = "0ms";
      style.transform = `translate(${x + dx}px, ${y + dy}px)`;
    });
  }

  /**
   * Ends a drag. The next call of `show` slides the cards to their places.
   * @type {(cards: Card[]) => void}
   */
  release(cards) {
    for (const card of cards) this.#cards[card].classList.remove("held");
    this.#cover(cards[0], true);
  }

  /**
   * Covers or uncovers the card beneath this one; uncovered, it shows its whole face.
   * @type {(card: Card, isCovered: boolean) => void}
   */
  #cover(card, isCovered) {
    const { place, index } = this.#spots[card];
    const beneath = isColumn(place) ? cardsIn(this.#board, place)[index - 1] : -1;
    this.#cards[beneath]?.classList.toggle("covered", isCovered);
  }

  /**
   * Marks cards and places with a class such as "hand", "target" or "hint", and removes earlier marks of this kind. At
   * home, it marks the pile that takes `card`.
   * @type {(kind: string, cards?: Card[], places?: Place[], card?: Card) => void}
   */
  mark(kind, cards = [], places = [], card = last(cards)) {
    for (const element of this.#root.querySelectorAll(`.${kind}`)) element.classList.remove(kind);
    for (const marked of cards) this.#cards[marked].classList.add(kind);
    for (const place of places) {
      const { button } = this.#places[place];
      const top = place === HOME ? card - 4 : last(cardsIn(this.#board, place));
      const bare = place === HOME ? button.children[suitOf(card)] : button;
      (this.#cards[top] ?? bare).classList.add(kind);
    }
  }

  /**
   * Sets which cards look movable.
   * @type {(cards: Set<Card>) => void}
   */
  free(cards) {
    for (const [card, element] of this.#cards.entries()) element.classList.toggle("free", cards.has(card));
  }

  /**
   * Shows the whole of a covered card, or ends that.
   * @type {(card?: Card) => void}
   */
  peek(card = -1) {
    this.#cards[this.#peeked]?.classList.remove("peek");
    this.#cards[card]?.classList.add("peek");
    this.#peeked = card;
    clearTimeout(this.#peeking);
    if (card >= 0) this.#peeking = setTimeout(() => this.peek(), PEEK);
  }

  /** @type {Card} */
  #peeked = -1; // the card that is shown
  /** @type {any} */
  #peeking = 0;

  /** Waits until all cards have stopped sliding. */
  settled() {
    return Promise.allSettled(this.#root.getAnimations({ subtree: true }).map(({ finished }) => finished));
  }

  /**
   * Celebrates a win: each card flies to a random place and back, unless the system asks for reduced motion.
   * @type {() => Promise<unknown>}
   */
  async fly() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.#root.classList.add("flying"); // shows the faces of the cards
    const { clientWidth: width, clientHeight: height } = this.#root;
    const flights = this.#cards.map((element, card) => {
      const { x, y } = this.#spots[card];
      /** @type {(dx: number, dy: number, turn: number) => Keyframe} */
      const at = (dx, dy, turn) => ({ transform: `translate(${dx}px, ${dy}px) rotate(${turn}deg)` });
      const [awayX, awayY] = [Math.random() * (width - 60), Math.random() * (height - 90)];
      const frames = [at(x, y, 0), at(awayX, awayY, 360 * Math.random() - 180), at(x, y, 0)];
      return element.animate(frames, { duration: 2400, delay: (51 - card) * 30, easing: "ease-in-out" }).finished;
    });
    await Promise.allSettled(flights);
  }

  /** Ends the celebration. */
  land() {
    this.#root.classList.remove("flying");
    for (const element of this.#cards) for (const animation of element.getAnimations()) animation.cancel();
  }

  /**
   * Shakes cards that can't move there.
   * @type {(cards: Card[]) => void}
   */
  refuse(cards) {
    for (const card of cards) {
      for (const { classList } of this.#cards[card].children) {
        classList.remove("refused");
        void this.#cards[card].offsetWidth; // restarts the animation
        classList.add("refused");
      }
    }
  }
}

/** @type {(one: Spot, other: Spot) => boolean} */
const same = (one, other) =>
  /** @type {(keyof Spot)[]} */ (["place", "index", "x", "y", "strip", "covered"]).every(
    (name) => one[name] === other[name],
  );

/** @type {(button: HTMLElement, text: string) => void} */
function label(button, text) {
  if (button.ariaLabel !== text) button.ariaLabel = text;
}
