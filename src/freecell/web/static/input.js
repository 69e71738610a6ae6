// Hands on the board: drag, tap and keys. What they mean is decided here; what happens then is for the table.
//
// A tap sends cards to the best place, and they stay in hand: a tap on another place puts them there instead.
// A key picks the cards of a place up, a second key puts them down; the same key twice means the best place.

import { bestMove } from "./best-move.js";
import { cardsIn, HOME, isColumn, PLACES, placeName, readWord, room, runLength, textOf, whyNot } from "./rules.js";

const FAR = 6; // pixels that a pointer moves before it drags

/**
 * The table has a `board` and says whether it `isBusy`; it can play(move), replace(move) (in place of the last one),
 * refuse(why, cards), redraw() and say(text). `view` is the BoardView.
 */
export class Hands {
  #view;
  #table;
  #root;
  #hand = null; // {from, cards, board} of what is picked up; with `moved` if a tap has just sent it somewhere
  #press = null; // a pointer that is down: {id, x, y, place, index, cards, dragging}
  #byPointer = false; // so that the click that follows a tap is not taken for a key

  constructor(root, view, table) {
    this.#root = root;
    this.#view = view;
    this.#table = table;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.#cancel());
    root.addEventListener("click", (event) => this.#click(event));
  }

  /** Puts down what is picked up. */
  drop() {
    this.#hand = null;
    this.#view.mark("hand");
  }

  get isHolding() {
    return this.#hand !== null && !this.#hand.moved;
  }

  #down(event) {
    if (event.button !== 0 || this.#press || this.#table.isBusy) return;
    const spot = this.#view.at(event.target);
    if (!spot) return;
    this.#byPointer = true;
    const lying = spot.place === HOME ? [] : cardsIn(this.#table.board, spot.place);
    const cards = spot.index < 0 ? [] : lying.slice(spot.index);
    const loose = cards.length > 0 && cards.length <= runLength(lying);
    this.#press = { id: event.pointerId, x: event.clientX, y: event.clientY, ...spot, cards, loose, dragging: false };
    this.#root.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId || !press.loose) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragging && Math.hypot(dx, dy) < FAR) return;
    if (!press.dragging) this.drop();
    press.dragging = true;
    this.#view.drag(press.cards, dx, dy);
  }

  #up(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    this.#press = null;
    if (!press.dragging) {
      const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > 4 * FAR;
      if (!far) this.#tap(press);
      else if (press.cards.length) this.#table.refuse(this.#whyHeld(press), press.cards);
      return;
    }
    const to = this.#view.placeUnder(press.cards[0]);
    this.#view.release(press.cards);
    if (to === null || to === press.place) {
      this.#table.redraw();
      return;
    }
    this.#try({ from: press.place, to, cards: press.cards.length }, press.cards);
  }

  #cancel() {
    if (this.#press?.dragging) {
      this.#view.release(this.#press.cards);
      this.#table.redraw();
    }
    this.#press = null;
  }

  /** A click that no pointer made: the keyboard's, or a screen reader's, on a place. */
  #click(event) {
    const pointer = this.#byPointer;
    this.#byPointer = false;
    const place = event.target.closest?.(".place")?.dataset.place;
    if (place && (!pointer || event.detail === 0)) this.pick(place);
  }

  /** Why these cards can't be taken. */
  #whyHeld({ place, cards }) {
    if (place === HOME) return "a card never leaves home";
    return whyNot(this.#table.board, { from: place, to: HOME, cards: cards.length });
  }

  #tap(press) {
    const { place, cards } = press;
    const hand = this.#hand;
    if (hand && !hand.moved) {
      this.#put(place);
      return;
    }
    if (hand && place !== hand.to) {
      const move = { from: hand.from, to: place, cards: hand.cards };
      if (!whyNot(hand.board, move, this.#table.rules.room)) {
        this.drop();
        this.#table.replace(move);
        return;
      }
    }
    this.drop();
    if (!cards.length || place === HOME) return;
    if (!press.loose) {
      this.#table.refuse(this.#whyHeld(press), cards);
      return;
    }
    this.#sendToBest(place, cards.length, cards);
  }

  #sendToBest(from, count, cards) {
    const board = this.#table.board;
    const move = bestMove(board, from, count, this.#table.rules.room);
    if (!move) {
      this.#table.refuse(
        `there is no place for ${cards.length === 1 ? textOf(cards[0]) : `these ${cards.length} cards`}`,
        cards,
      );
      return;
    }
    this.#table.play(move);
    this.#hand = { ...move, board, moved: true };
  }

  #try(move, cards) {
    const why = whyNot(this.#table.board, move, this.#table.rules.room);
    if (why) this.#table.refuse(why, cards);
    else this.#table.play(move);
  }

  /** A place named by a key or a button: the first picks up, the second puts down. */
  pick(place) {
    if (this.isHolding) {
      this.#put(place);
      return;
    }
    this.drop();
    const there = place === HOME ? [] : cardsIn(this.#table.board, place);
    if (!there.length) {
      this.#table.refuse(place === HOME ? "a card never leaves home" : `${placeName(place)} is empty`, []);
      return;
    }
    const run = isColumn(place) ? runLength(there) : 1;
    const { board, rules } = this.#table;
    this.#hand = { from: place, cards: Math.min(run, room(board, false, rules.room)), board, exact: false };
    this.#showHand();
  }

  /** Picks up a card more, or less. */
  take(more) {
    if (!this.isHolding || !isColumn(this.#hand.from)) return;
    const run = runLength(cardsIn(this.#table.board, this.#hand.from));
    this.#hand.cards = Math.max(1, Math.min(run, this.#hand.cards + more));
    this.#hand.exact = true;
    this.#showHand();
  }

  #showHand() {
    const { from, cards, board } = this.#hand;
    const taken = cardsIn(board, from).slice(-cards);
    const fits = (to) => !whyNot(board, this.#moveTo(to), this.#table.rules.room);
    this.#view.mark(
      "hand",
      taken,
      [...PLACES].filter((to) => to !== from && fits(to)),
    );
    const what = cards === 1 ? textOf(taken[0]) : `${cards} cards from ${textOf(taken[0])} on`;
    this.#table.say(`${what} in hand: now a place, 1 to 8, a to d or h`);
  }

  /** What is in hand to a place: just these cards, or as many as notation would mean. */
  #moveTo(to) {
    const { from, cards, board, exact } = this.#hand;
    return exact ? { from, to, cards } : readWord(from + to, board, this.#table.rules.room);
  }

  #put(place) {
    const { from, cards, board, exact } = this.#hand;
    const move = place === from ? null : this.#moveTo(place);
    this.drop();
    const taken = cardsIn(board, from).slice(-cards);
    if (move === null) {
      const best = bestMove(board, from, exact ? cards : null, this.#table.rules.room);
      if (best) this.#table.play(best);
      else this.#table.refuse(`there is no place for ${textOf(taken.at(-1))}`, taken);
      return;
    }
    this.#try(move, taken.slice(-move.cards));
  }
}

/** Listens to keys: `keys` is what each does, by its name; places go to the hands. */
export function listenToKeys(hands, keys, isBusy) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]") || event.altKey || event.isComposing) return;
    // A field has its own keys; one in a dialog that was just closed may have the focus for a moment more.
    if (event.target.closest?.("input, select, textarea, [popover]")?.checkVisibility()) return;
    if ((event.key === " " || event.key === "Enter") && event.target.closest?.("button")) return; // which it presses
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const command = event.ctrlKey || event.metaKey;
    const name = command ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${key}` : key;
    if (keys[name]) {
      event.preventDefault();
      keys[name]();
    } else if (!command && key.length === 1 && PLACES.includes(key) && !isBusy()) {
      event.preventDefault();
      hands.pick(key);
    }
  });
}
