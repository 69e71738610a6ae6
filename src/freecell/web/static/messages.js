// What the page says: a line that is seen for a while, and the same for screen readers, with the cards in words.

import { capitalized, withNames, withSigns } from "./text.js";

const SECONDS = 4;

export class Messages {
  #line;
  #spoken;
  #timer = 0;

  /**
   * @param {HTMLElement} line
   * @param {HTMLElement} spoken
   */
  constructor(line, spoken) {
    this.#line = line;
    this.#spoken = spoken;
  }

  /**
   * Shows and speaks a line of a kind: "plain", "wrong" or "hint".
   * @type {(text: string, kind?: string) => void}
   */
  show(text, kind = "plain") {
    this.speak(text);
    this.#line.textContent = capitalized(withSigns(text));
    this.#line.dataset.kind = kind;
    this.#line.hidden = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.hide(), SECONDS * 1000);
  }

  /**
   * Only speaks it: what is seen on the board anyway.
   * @type {(text: string) => void}
   */
  speak(text) {
    this.#spoken.textContent = capitalized(withNames(text));
  }

  /** The line that is shown, or was shown last. */
  get text() {
    return this.#line.textContent;
  }

  hide() {
    this.#line.hidden = true;
  }
}
