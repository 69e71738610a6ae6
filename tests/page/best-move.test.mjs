import assert from "node:assert/strict";
import { test } from "node:test";
import { bestMove } from "../../src/freecell/web/static/best-move.js";
import { deal } from "../../src/freecell/web/static/deals.js";
import { legalMoves, whyNot } from "../../src/freecell/web/static/rules.js";
import { boardWith } from "./boards.mjs";

test("a card goes home, else onto a card, else to an empty column or a cell", () => {
  assert.equal(bestMove(boardWith(["2C AC", "2D"]), "1").target, "h");
  assert.equal(bestMove(boardWith(["2C 9H", "TS"]), "1").target, "2");
  assert.deepEqual(bestMove(boardWith(["2C 9H 8S", "TS"]), "1"), { source: "1", target: "2", count: 2 });
  assert.equal(bestMove(boardWith(["2C 9H", "TD"]), "1").target, "a"); // one card is better in a cell
  assert.equal(bestMove(boardWith(["2C KH", "TD"]), "1").target, "3"); // but a king in a column
  assert.equal(bestMove(boardWith(["TD"], ["9C"]), "a").target, "1");
  assert.equal(bestMove(boardWith(["2C"]), "3"), null); // nothing is there
});

test("a column does not move to an empty one, nor a card from cell to cell", () => {
  const full = boardWith(["KH", "KD", "KC", "KS", "QH", "QD", "QC"], ["JD", "JH", "TD", "TH"]);
  assert.equal(bestMove(full, "1"), null);
  assert.equal(bestMove(full, "a").target, "7");
});

test("it is legal, and exists if any legal move changes something", () => {
  for (const roomRule of ["theory", "windows"])
    for (let number = 1; number <= 200; number += 1) {
      const board = deal(number);
      for (const source of "12345678") {
        const best = bestMove(board, source, null, roomRule);
        const some = legalMoves(board, roomRule).some((move) => move.source === source);
        assert.equal(best !== null, some);
        if (best) assert.equal(whyNot(board, best, roomRule), null);
      }
    }
});
