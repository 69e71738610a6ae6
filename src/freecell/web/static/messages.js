// Messages: a line that is visible for a while, with a button if there is something to do, and the same text for screen
// readers with the cards in words.

import { capitalized, withNames, withSigns } from "./text.js";

const SECONDS = 4;

export class Messages {
  #line;
  #text;
  #button;
  #spoken;
  #timer = 0;

  /**
   * @param {{ line: HTMLElement, text: HTMLElement, button: HTMLElement, spoken: HTMLElement }} parts
   */
  constructor({ line, text, button, spoken }) {
    this.#line = line;
    this.#text = text;
    this.#button = button;
    this.#spoken = spoken;
  }

  /**
   * Shows and announces a line of a kind: "plain", "wrong" or "hint". With a button, it stays until the player acts.
   * @type {(text: string, kind?: string, button?: { label: string, act: () => void }) => void}
   */
  show(text, kind = "plain", button = undefined) {
    this.speak(text);
    this.#text.textContent = capitalized(withSigns(text));
    this.#line.dataset.kind = kind;
    this.#line.hidden = false;
    this.#button.hidden = !button;
    this.#button.textContent = button?.label ?? "";
    this.#button.onclick = () => button?.act();
    clearTimeout(this.#timer);
    if (!button) this.#timer = setTimeout(() => this.hide(), SECONDS * 1000);
  }

  /**
   * Only announces a text that is visible on the board anyway.
   * @type {(text: string) => void}
   */
  speak(text) {
    this.#spoken.textContent = capitalized(withNames(text));
  }

  /** The current line, or the last one. */
  get text() {
    return this.#text.textContent;
  }

  hide() {
    this.#line.hidden = true;
  }
}
