// Pointer and keyboard input on the board. This module decides what a gesture means; the table carries it out.
//
// A pointer (mouse, finger or pen; one at a time) is in one of three states:
//
//   up        The main button on a card or a place leads to "down". The second button shows the whole card until it is
//             released. The wheel does nothing.
//   down      Released nearby: a click. Moved far: "dragging"; if the cards aren't a sequence, a message explains that
//             when the button is released. A finger or pen that rests on a card shows the whole card until it is
//             released or moves far, and doesn't click.
//   dragging  The cards follow, and the places that take them light up. Released: the cards move to the place that they
//             overlap most, or return, with a message that explains why. Esc, a second button or the system cancels.
//
// A setting chooses what a click means:
//
//   tap       The cards move to the best place. A second click on the same point within DOUBLE, or on the target within
//             AFTER, is ignored.
//   classic   The first click picks cards up, the second puts them down. The same place again within DOUBLE sends the
//             card home or to a cell; later, it puts it down.
//
// Keys pick up and put down, too; the same place twice means the best place.

import { bestMove } from "./best-move.js";
import { CELLS, cardsIn, HOME, isColumn, last, PLACES, readWord, room, runLength, textOf, whyNot } from "./rules.js";
import { t } from "./words.js";

/** @type {Record<string, number>} */
const FAR = { mouse: 6, pen: 8, touch: 10 }; // pixels that a pointer moves before it drags
const LOST = 24; // pixels after which a press is no longer a click
const NEAR = 12; // pixels between the two clicks of a double one
const DOUBLE = 600; // milliseconds between them: half a second is usual
const AFTER = 1000; // milliseconds in which a click on the place where cards just went is ignored
const [MAIN, SECOND] = [0, 2]; // buttons
/** @type {Verdict[]} */
const VERDICTS = ["solved", "unsolvable", "undecided"];
const REST = 450; // milliseconds after which a press counts as resting

/**
 * The parts of a table that `Hands` uses.
 * @typedef {Pick<Table, "board" | "draw" | "isBusy" | "play" | "redraw" | "refuse" | "rules" | "say" | "verdictAfter"> & { settings: Pick<Settings, "hands"> }} HandsTable
 */

/**
 * Turns pointers and keys into moves on a table, which is shown by a BoardView.
 */
export class Hands {
  #view;
  #table;
  #root;
  /** @type {Hand | null} */
  #hand = null; // the cards that are picked up: {source, count, board, exact}
  /** @type {Press | null} */
  #press = null; // a pressed pointer: {id, x, y, far, place, cards, loose, dragging}
  /** @type {{ x: number, y: number, at: number, target: Place | null } | null} */
  #last = null; // the last click that did something: {x, y, at, target}
  #byPointer = false; // whether the next click event comes from a pointer, not from the keyboard

  /**
   * @param {HTMLElement} root
   * @param {BoardView} view
   * @param {HandsTable} table
   */
  constructor(root, view, table) {
    this.#root = root;
    this.#view = view;
    this.#table = table;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("contextmenu", (event) => event.preventDefault());
    root.addEventListener("click", (event) => this.#click(event));
  }

  /** Puts down the cards that are picked up. */
  drop() {
    this.#hand = null;
    for (const kind of ["hand", "target", ...VERDICTS]) this.#view.mark(kind);
  }

  // Pointers

  /** @type {(event: PointerEvent) => void} */
  #down(event) {
    this.#table.draw();
    const spot = this.#view.at(event.target);
    if (!spot || this.#press || this.#table.isBusy) return;
    const { pointerId: id, pointerType, clientX: x, clientY: y, button } = event;
    const lying = spot.place === HOME ? [] : cardsIn(this.#table.board, spot.place);
    const cards = spot.index < 0 ? [] : lying.slice(spot.index);
    if (button === SECOND) this.#view.peek(cards[0]);
    if (button !== MAIN) return;
    this.#byPointer = true;
    const loose = cards.length > 0 && cards.length <= runLength(lying);
    /** @type {Press} */
    const press = { id, x, y, far: FAR[pointerType] ?? FAR.mouse, place: spot.place, cards, loose, dragging: false };
    this.#press = press;
    if (pointerType !== "mouse") press.timer = setTimeout(() => this.#rest(press), REST);
    this.#root.setPointerCapture(id);
  }

  /** @type {(event: PointerEvent) => void} */
  #move(event) {
    if (!event.buttons) this.#view.peek();
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    if (event.buttons !== 1) {
      this.cancel(); // a second button, or it was released outside the window
      return;
    }
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.loose || (!press.dragging && Math.hypot(dx, dy) < press.far)) return;
    if (!press.dragging) {
      press.dragging = true;
      this.#wake(press);
      this.drop();
      this.#showTargets(press.place, press.cards, (target) => ({
        source: press.place,
        target,
        count: press.cards.length,
      }));
    }
    this.#view.drag(press.cards, dx, dy);
  }

  /** @type {(event: PointerEvent) => void} */
  #up(event) {
    this.#view.peek();
    const press = this.#press;
    if (press?.id !== event.pointerId) return;
    this.#press = null;
    this.#wake(press);
    if (press.dragging) {
      this.#dropDragged(press);
      return;
    }
    if (press.rests) return;
    if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < LOST) this.#clicked(press, event.timeStamp);
    else if (press.cards.length) this.#table.refuse(this.#whyHeld(press.place, press.cards.length), press.cards);
  }

  /**
   * Shows the whole card under a resting finger.
   * @type {(press: Press) => void}
   */
  #rest(press) {
    if (press !== this.#press || press.dragging || !press.cards.length) return;
    press.rests = true;
    this.#view.peek(press.cards[0]);
  }

  /** @type {(press: Press) => void} */
  #wake(press) {
    clearTimeout(press.timer);
    this.#view.peek();
  }

  /** @type {(press: Press) => void} */
  #dropDragged({ place, cards }) {
    const target = this.#view.placeUnder(cards[0]);
    this.#view.release(cards);
    this.drop();
    if (target === null || target === place) this.#table.redraw();
    else this.#try({ source: place, target, count: cards.length }, cards);
  }

  /** Cancels a drag: the cards return. */
  cancel() {
    const press = this.#press;
    this.#press = null;
    this.#view.peek();
    clearTimeout(press?.timer);
    if (!press?.dragging) return;
    this.#view.release(press.cards);
    this.drop();
    this.#table.redraw();
  }

  /** @type {(press: Press, at: number) => void} */
  #clicked(press, at) {
    const { x, y, place, cards } = press;
    const last = this.#last;
    const isTap = this.#table.settings.hands === "tap";
    const isSame = last && at - last.at < DOUBLE && Math.hypot(x - last.x, y - last.y) < NEAR;
    const isThere = last && isTap && at - last.at < AFTER && place === last.target;
    if (this.#hand) {
      if (isSame && place === this.#hand.source) this.#sendAway();
      else if (!isTap && place === this.#hand.source) this.drop();
      else this.#put(place);
    } else if (isSame || isThere) return;
    else if (isTap) this.#tap(press);
    else if (cards.length && place !== HOME) this.pick(place, press.loose ? cards.length : 1, true);
    this.#last = { x, y, at, target: this.#hand ? null : this.#wentTo };
  }

  /** @type {Place | null} */
  #wentTo = null; // the target of the last move

  /**
   * Handles a click on a place by the keyboard or a screen reader.
   * @type {(event: MouseEvent) => void}
   */
  #click(event) {
    const pointer = this.#byPointer;
    this.#byPointer = false;
    const target = /** @type {Element} */ (event.target);
    const place = /** @type {HTMLElement | null} */ (target.closest?.(".place"))?.dataset.place;
    if (place && (!pointer || event.detail === 0)) this.pick(place);
  }

  /**
   * Why these cards can't be taken.
   * @type {(place: Place, count: number) => string}
   */
  #whyHeld(place, count) {
    if (place === HOME) return t.neverLeaves;
    const { board } = this.#table;
    const there = cardsIn(board, place);
    if (there.length && count > runLength(there)) return t.isBuried(textOf(last(there, count)));
    return whyNot(board, { source: place, target: HOME, count }) ?? "";
  }

  /** @type {(press: Press) => void} */
  #tap({ place, cards, loose }) {
    this.#wentTo = null;
    if (!cards.length || place === HOME) return;
    if (!loose) {
      this.#table.refuse(this.#whyHeld(place, cards.length), cards);
      return;
    }
    const move = bestMove(this.#table.board, place, cards.length, this.#table.rules.room);
    const what = cards.length === 1 ? textOf(cards[0]) : t.theseCards(cards.length);
    if (move) this.#play(move);
    else this.#table.refuse(t.noPlaceFor(what), cards);
  }

  /** Moves the last card of the picked-up place home, or to a cell. */
  #sendAway() {
    const { source, board } = /** @type {Hand} */ (this.#hand);
    this.drop();
    const target = [HOME, ...(isColumn(source) ? CELLS : "")].find(
      (place) => !whyNot(board, { source, target: place, count: 1 }),
    );
    const taken = cardsIn(board, source).slice(-1);
    if (target) this.#play({ source, target, count: 1 });
    else this.#table.refuse(t.noPlaceFor(textOf(taken[0])), taken);
  }

  /** @type {(move: Move, cards: Card[]) => void} */
  #try(move, cards) {
    const why = whyNot(this.#table.board, move, this.#table.rules.room);
    if (why) this.#table.refuse(why, cards);
    else this.#play(move);
  }

  /** @type {(move: Move) => void} */
  #play(move) {
    this.#wentTo = move.target;
    this.#table.play(move);
  }

  // Picking up and putting down

  /**
   * Handles a place that was clicked or named by a key: the first one picks up, the second one puts down.
   * @type {(place: Place, count?: number, isPointed?: boolean) => void}
   */
  pick(place, count = 1, isPointed = false) {
    if (this.#hand) {
      this.#put(place);
      return;
    }
    const there = place === HOME ? [] : cardsIn(this.#table.board, place);
    if (!there.length) {
      this.#table.refuse(this.#whyHeld(place, 1), []);
      return;
    }
    const run = isColumn(place) ? runLength(there) : 1;
    const { board, rules } = this.#table;
    const exact = count > 1; // otherwise as many as fit
    const most = exact ? count : Math.min(run, room(board, false, rules.room));
    this.#hand = { source: place, count: most, board, exact, isPointed };
    this.#showHand();
  }

  /**
   * Picks up more cards, or fewer.
   * @type {(more: number) => void}
   */
  take(more) {
    if (!this.#hand || !isColumn(this.#hand.source)) return;
    const run = runLength(cardsIn(this.#table.board, this.#hand.source));
    this.#hand.count = Math.max(1, Math.min(run, this.#hand.count + more));
    this.#hand.exact = true;
    this.#showHand();
  }

  #showHand() {
    const { source, count, board, isPointed } = /** @type {Hand} */ (this.#hand);
    const taken = cardsIn(board, source).slice(-count);
    this.#view.mark("hand", taken);
    this.#showTargets(source, taken, (target) => this.#moveTo(target));
    const selected = t.selected(textOf(taken[0]), count);
    this.#table.say(selected + (isPointed ? t.thenPoint : t.thenPress(CELLS[board.cells.length - 1])));
  }

  /**
   * Highlights the places that take these cards. `moveTo` gives the move to each.
   * @type {(source: Place, cards: Card[], moveTo: (target: Place) => Move | null) => void}
   */
  #showTargets(source, cards, moveTo) {
    const { board, rules } = this.#table;
    const targets = [...PLACES].filter((target) => {
      const move = target === source ? null : moveTo(target);
      return move && !whyNot(board, move, rules.room);
    });
    this.#view.mark("target", [], targets, last(cards));
    const verdictOf = new Map(
      targets.map((target) => [target, this.#table.verdictAfter(/** @type {Move} */ (moveTo(target)))]),
    );
    for (const verdict of VERDICTS)
      this.#view.mark(
        verdict,
        [],
        targets.filter((target) => verdictOf.get(target) === verdict),
        last(cards),
      );
  }

  /**
   * The move of the picked-up cards to a place: exactly these cards, or as many as the notation implies.
   * @type {(target: Place) => Move | null}
   */
  #moveTo(target) {
    const { source, count, board, exact } = /** @type {Hand} */ (this.#hand);
    return exact ? { source, target, count } : readWord(source + target, board, this.#table.rules.room);
  }

  /** @type {(place: Place) => void} */
  #put(place) {
    const { source, count, board, exact } = /** @type {Hand} */ (this.#hand);
    const move = place === source ? null : this.#moveTo(place);
    this.drop();
    const taken = cardsIn(board, source).slice(-count);
    if (move === null) {
      const best = bestMove(board, source, exact ? count : null, this.#table.rules.room);
      if (best) this.#play(best);
      else this.#table.refuse(t.noPlaceFor(textOf(last(taken))), taken);
      return;
    }
    this.#try(move, taken.slice(-move.count));
  }
}
