import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMove } from "../../src/freecell/web/static/best-move.js";
import { deal } from "../../src/freecell/web/static/deals.js";
import { legalMoves, whyNot } from "../../src/freecell/web/static/rules.js";
import { boardWith } from "./boards.mjs";

test("a card goes home, else on a card, else to an empty column or a cell", () => {
  assert.equal(bestMove(boardWith(["2C AC", "2D"]), "1").to, "h");
  assert.equal(bestMove(boardWith(["2C 9H", "TS"]), "1").to, "2");
  assert.deepEqual(bestMove(boardWith(["2C 9H 8S", "TS"]), "1"), { from: "1", to: "2", cards: 2 });
  assert.equal(bestMove(boardWith(["2C 9H", "TD"]), "1").to, "a"); // one card is better in a cell
  assert.equal(bestMove(boardWith(["2C KH", "TD"]), "1").to, "3"); // but a king in a column
  assert.equal(bestMove(boardWith(["TD"], ["9C"]), "a").to, "1");
  assert.equal(bestMove(boardWith(["2C"]), "3"), null); // nothing is there
});

test("a column does not move to an empty one, nor a card from cell to cell", () => {
  const full = boardWith(["KH", "KD", "KC", "KS", "QH", "QD", "QC"], ["JD", "JH", "TD", "TH"]);
  assert.equal(bestMove(full, "1"), null);
  assert.equal(bestMove(full, "a").to, "7");
});

test("it is legal wherever there is a legal move, but for those that change nothing", () => {
  for (const kind of ["theory", "windows"])
    for (let number = 1; number <= 200; number += 1) {
      const board = deal(number);
      for (const from of "12345678") {
        const best = bestMove(board, from, null, kind);
        const some = legalMoves(board, kind).some((move) => move.from === from);
        assert.equal(best !== null, some);
        if (best) assert.equal(whyNot(board, best, kind), null);
      }
    }
});
