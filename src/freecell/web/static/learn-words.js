// The texts of the page about the shuffle. Each language has its own file.

import { de } from "./learn-de.js";
import { en } from "./learn-en.js";
import { es } from "./learn-es.js";
import { fr } from "./learn-fr.js";
import { it } from "./learn-it.js";
import { uk } from "./learn-uk.js";
import { fillTexts } from "./speaking.js";

/** @typedef {typeof en} LearnTexts */

/** @type {Record<string, LearnTexts>} */
export const LANGUAGES = { en, de, es, fr, it, uk };

/**
 * The texts, by name.
 * @type {LearnTexts & { [name: string]: any }}
 */
export const t = { ...en };

/** @type {(language: string) => void} */
export function speak(language) {
  Object.assign(t, LANGUAGES[language] ?? en);
  fillTexts(t);
}
