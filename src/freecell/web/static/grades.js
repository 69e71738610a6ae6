// The grades of difficulty. The npm package uses this module too.

/** @type {Grade[]} */
export const GRADES = ["easy", "moderate", "tricky", "hard", "fiendish"]; // 20 points of the score each
/** The score of deals without a known solution. Unsolvable deals have 100. */
export const UNDECIDED = 99;

/**
 * The grade of a score from 0 to 100.
 * @type {(score: number) => Grade | "impossible"}
 */
export const gradeOf = (score) => (score > UNDECIDED ? "impossible" : GRADES[Math.floor(score / 20)]);
