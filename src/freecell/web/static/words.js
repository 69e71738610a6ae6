// All text of the page in the chosen language: strings, and functions for texts with values in them. Each language has
// its own file. English is always loaded, and the others only if they are chosen.

import { en } from "./en.js";
import { loadTexts } from "./resources.js";
import { fillTexts } from "./speaking.js";

/** @typedef {typeof en} Texts */

/** The languages of the page. */
export const LANGUAGES = ["en", "de", "es", "fr", "it", "uk"];

/** @type {Record<string, Texts>} */
const loaded = { en };
let wanted = "";

/**
 * The texts of the current language, by name.
 * @type {Texts & { [name: string]: any }}
 */
export const t = { ...en };

/** The language that the browser asks for, if the page speaks it. */
export const usualLanguage = () =>
  navigator.languages.map((name) => name.slice(0, 2)).find((name) => LANGUAGES.includes(name)) ?? "en";

/**
 * Switches to a language. Returns false if another one was chosen in the meantime.
 * @type {(language: string) => Promise<boolean>}
 */
export async function speak(language) {
  wanted = language;
  loaded[language] ??= await loadTexts(language);
  if (wanted !== language) return false;
  Object.assign(t, loaded[language]);
  fillTexts(t);
  return true;
}
