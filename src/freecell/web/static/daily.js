// Deals by difficulty: a random one of a grade, and the deal of each day, as in the Python module choosing.

import { deal, randomSolvable } from "./deals.js";
import { gradeOf, UNDECIDED } from "./grades.js";
import { difficulty } from "./solver.js";

/** @type {Grade[]} */
const WEEK = ["easy", "easy", "moderate", "moderate", "tricky", "hard", "fiendish"]; // Monday to Sunday
const [DAYS, NUMBERS_A_DAY, FACTOR] = [5000, 200, 618_033];
const LAST = DAYS * NUMBERS_A_DAY;

// First deals for newcomers. Even a player that only prefers moves home and to columns over cells sometimes wins each
// of them.
const FIRST = [
  346, 1187, 2723, 3082, 3879, 5152, 6110, 7597, 7786, 7847, 8216, 9571, 9998, 10585, 10958, 12546, 13404, 13464, 14368,
  14624, 17389, 17712, 18501, 19176, 19400, 21497, 21773, 22095, 27681, 29332, 30972,
];

/** A random one of the easiest deals. */
export const firstDeal = () => FIRST[Math.floor(Math.random() * FIRST.length)];

/** @type {(number: number, grade: string, signal?: AbortSignal) => Promise<boolean>} */
async function isWanted(number, grade, signal) {
  const score = await difficulty(deal(number), signal);
  return gradeOf(score) === grade && score < UNDECIDED;
}

/**
 * A random winnable deal of a grade.
 * @type {(grade: string, signal?: AbortSignal) => Promise<number>}
 */
export async function randomOf(grade, signal) {
  for (;;) {
    const number = randomSolvable();
    if (await isWanted(number, grade, signal)) return number;
  }
}

/** @type {(day: string) => number} */
export const dayNumber = (day) => Date.parse(day) / 86_400_000; // 1970-01-01, a Thursday, has 0
/** @type {(number: number) => string} */
const two = (number) => String(number).padStart(2, "0");

/**
 * A date such as 2026-11-16: today in local time, or this many days later.
 * @type {(later?: number) => string}
 */
export function dayAt(later = 0) {
  const now = new Date();
  const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The grade of a day, from Monday to Sunday.
 * @type {(day: string) => Grade}
 */
export const gradeOfDay = (day) => WEEK[(((dayNumber(day) + 3) % 7) + 7) % 7];

/**
 * The deal of a day, such as 2026-11-16: the first of its 200 numbers that has its grade and can be won.
 * @type {(day: string, signal?: AbortSignal) => Promise<number>}
 */
export async function dailyDeal(day, signal) {
  const first = (((dayNumber(day) % DAYS) + DAYS) % DAYS) * NUMBERS_A_DAY;
  for (let place = first; ; place += 1) {
    const number = 1 + ((FACTOR * place) % LAST);
    if (await isWanted(number, gradeOfDay(day), signal)) return number;
  }
}

/**
 * The streaks {now, longest} in a list of days on which the deal of the day was won.
 * @type {(days: string[]) => { now: number, longest: number }}
 */
export function streaks(days) {
  const numbers = [...new Set(days)].map(dayNumber).sort((one, other) => one - other);
  let [row, longest, last] = [0, 0, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    row = number - 1 === last ? row + 1 : 1;
    longest = Math.max(longest, row);
    last = number;
  }
  return { now: dayNumber(dayAt()) - last <= 1 ? row : 0, longest }; // today may still be won
}
