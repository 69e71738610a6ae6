// The page of rules, each with a picture made of the cards.

import { get, make } from "./dom.js";
import { t } from "./words.js";

// The pictures: piles of cards, an empty place (-), and an arrow (>) to where a card moves.
const PICTURES = ["2S > AS 3C AD 2H", "9H > JD,TS", "7C > - - - -", "KS > -", "9H,8S,7D > TC"];

/** @type {(card: string) => string} */
const drawn = (card) => `<svg viewBox="0 0 100 140"><use href="#${card}"/></svg>`;

/** @type {(picture: string) => string} */
const pictured = (picture) =>
  picture
    .split(" ")
    .map((word) => {
      if (word === ">") return "<b>→</b>";
      return `<span class="pile">${word === "-" ? "<i></i>" : word.split(",").map(drawn).join("")}</span>`;
    })
    .join("");

/** Fills the page of rules in the current language. */
export function fillRules() {
  const parts = t.rules.flatMap(([name, text], index) => [
    make("dt", { innerHTML: pictured(PICTURES[index]), ariaHidden: "true" }),
    make("dd", {}, make("b", {}, name), ` ${text}`),
  ]);
  get("rules").replaceChildren(...parts);
}
