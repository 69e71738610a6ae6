// The review of a game: for each turn, how many sensible moves kept it winnable, and whether the move played did. Moves
// that the search didn't decide stay undecided.

import { countTurns, isWon, last } from "./rules.js";
import { keyOf, sensibleTurns } from "./verdicts.js";

export class Review {
  #rules;
  #verdicts;

  /**
   * Reviews the boards and turns of a game under the given rules.
   * @param {{ boards: Board[], history: Turn[] }} game
   * @param {PlayRules} rules
   * @param {import("./verdicts.js").Verdicts} verdicts
   */
  constructor({ boards, history }, rules, verdicts) {
    this.boards = [...boards];
    this.history = [...history];
    this.#rules = rules;
    this.#verdicts = verdicts;
    /** @type {(Choice | null)[]} */
    this.choices = history.map(() => null); // null where not searched yet, or where the game was already lost
    /** @type {number | null} */
    this.lost = null; // the index of the first lost board; the number of boards if there is none
  }

  /**
   * Whether the review is of these boards and rules.
   * @type {(game: { boards: Board[] }, rules: PlayRules) => boolean}
   */
  isOf({ boards }, { room, autoplay }) {
    const isSame = boards.length === this.boards.length && boards.every((board, place) => board === this.boards[place]);
    return isSame && room === this.#rules.room && autoplay === this.#rules.autoplay;
  }

  /** How many turns must be searched, and how many were already. */
  get progress() {
    const all = Math.min(this.history.length, this.lost ?? this.history.length);
    return { done: this.choices.filter(Boolean).length, all };
  }

  get isDone() {
    return this.lost !== null && this.progress.done === this.progress.all;
  }

  /** The number of the turn that lost the game; 0 if the game could never be won; null if no such turn is known. */
  get losingTurn() {
    return this.lost === null || this.lost === this.boards.length ? null : this.turnAt(this.lost - 1);
  }

  /**
   * The number of the turn at an index of the history. Home moves by hand have the number of the turn before.
   * @type {(place: number) => number}
   */
  turnAt(place) {
    return countTurns(this.history.slice(0, place + 1).flat());
  }

  /** The index of the turn with the smallest share of moves that kept the game winnable; null if all of them did. */
  get narrowest() {
    /** @type {(choice: Choice | null) => number} */
    const share = (choice) => (choice?.kept && choice.lost ? choice.kept / (choice.kept + choice.lost) : 1);
    const least = Math.min(...this.choices.map(share));
    return least < 1 ? this.choices.findIndex((choice) => share(choice) === least) : null;
  }

  /**
   * Finds the missing verdicts, and calls `changed` after each turn.
   * @type {(changed: () => void, signal?: AbortSignal) => Promise<void>}
   */
  async run(changed, signal) {
    if (isWon(last(this.boards))) for (const board of this.boards) this.#verdicts.keep(board, this.#rules, "solved");
    this.lost ??= await this.#verdicts.firstUnsolvable(this.boards, this.#rules, signal);
    changed();
    for (let place = 0; place < this.progress.all; place += 1) {
      if (this.choices[place]) continue;
      const choice = await this.#choiceAt(place, signal);
      this.choices[place] = choice;
      changed();
    }
  }

  /** @type {(place: number, signal?: AbortSignal) => Promise<Choice>} */
  async #choiceAt(place, signal) {
    const verdict = await this.#verdicts.of(this.boards[place + 1], this.#rules, signal);
    const counts = { solved: 0, unsolvable: 0, undecided: 0 };
    const played = keyOf(this.boards[place + 1], this.#rules);
    const others = sensibleTurns(this.boards[place], this.#rules).filter(({ key }) => key !== played);
    counts[verdict] += 1;
    for (const { after } of others) counts[await this.#verdicts.of(after, this.#rules, signal)] += 1;
    return { kept: counts.solved, lost: counts.unsolvable, undecided: counts.undecided, verdict };
  }
}
