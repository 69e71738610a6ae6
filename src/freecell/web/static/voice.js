// What the page says: a line that is seen for a while, and the same for screen readers, with the cards in words.

import { cardOf, nameOf } from "./rules.js";

const CARD = /\b([A2-9TJQK])([CDHS])\b/g;
const SECONDS = 4;

/** A text with its cards as they look: 10♥. */
export const seen = (text) =>
  text.replace(CARD, (_, rank, suit) => (rank === "T" ? "10" : rank) + { C: "♣", D: "♦", H: "♥", S: "♠" }[suit]);

/** A text with its cards in words: 10 of hearts. */
const heard = (text) => text.replace(CARD, (card) => nameOf(cardOf(card)));

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export class Voice {
  #line;
  #spoken;
  #timer = 0;

  constructor(line, spoken) {
    this.#line = line;
    this.#spoken = spoken;
  }

  /** Shows and speaks a line. */
  say(text, kind = "plain") {
    this.tell(text);
    this.#line.textContent = sentence(seen(text));
    this.#line.dataset.kind = kind;
    this.#line.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hush(), SECONDS * 1000);
  }

  /** Only speaks it: what is seen on the board anyway. */
  tell(text) {
    this.#spoken.textContent = sentence(heard(text));
  }

  /** Takes the line away. */
  hush() {
    this.#line.hidden = true;
  }
}
