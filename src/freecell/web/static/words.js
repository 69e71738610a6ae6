// All text of the page, in the language that is chosen. Each language has a file of its own: texts, and functions where
// something stands in them; `t` has those of the language that is spoken now.

import { de } from "./de.js";
import { en } from "./en.js";
import { fr } from "./fr.js";
import { fillTexts } from "./speaking.js";

/** @typedef {typeof en} Texts */

/** @type {Record<string, Texts>} */
export const LANGUAGES = { en, de, fr };

/**
 * The texts, by name.
 * @type {Texts & { [name: string]: any }}
 */
export const t = { ...en };

/** The language that the browser asks for, if the page speaks it. */
export const usualLanguage = () =>
  navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES) ?? "en";

/**
 * Speaks a language from now on.
 * @type {(language: string) => void}
 */
export function speak(language) {
  Object.assign(t, LANGUAGES[language] ?? en);
  fillTexts(t);
}
