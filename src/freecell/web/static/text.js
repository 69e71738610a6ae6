// Texts for people: numbers, times, and cards as symbols or as words.

import { cardOf, nameOf } from "./rules.js";
import { t } from "./words.js";

const CARD = /\b([A2-9TJQK])([CDHS])\b/g;
/** @type {Record<string, string>} */
const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };

/**
 * Replaces cards in a text with symbols: 10♥.
 * @type {(text: string) => string}
 */
export const withSigns = (text) => text.replace(CARD, (_, rank, suit) => (rank === "T" ? "10" : rank) + SIGNS[suit]);

/**
 * Replaces cards in a text with words: 10 of hearts.
 * @type {(text: string) => string}
 */
export const withNames = (text) => text.replace(CARD, (card) => nameOf(Number(cardOf(card))));

/** @type {(text: string) => string} */
export const capitalized = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * A duration as minutes and seconds, with hours if needed.
 * @type {(milliseconds: number) => string}
 */
export function clockText(milliseconds) {
  const all = Math.floor(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  /** @type {(number: number) => string} */
  const two = (number) => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/**
 * A date such as 2026-11-16 in the usual style of the language.
 * @type {(day: string, style?: "full" | "long" | "medium" | "short") => string}
 */
export const dayText = (day, style = "medium") =>
  new Date(day).toLocaleDateString(t.locale, { dateStyle: style, timeZone: "UTC" });

/**
 * A text in quotation marks, shortened if it is long.
 * @type {(text: string) => string}
 */
export function quoted(text) {
  const line = text.replace(/\s+/g, " ").trim();
  return t.quotes.join(line.length > 50 ? `${line.slice(0, 50)}...` : line);
}
