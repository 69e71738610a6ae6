import assert from "node:assert/strict";
import { test } from "node:test";
import { deal } from "../../src/freecell/web/static/deals.js";
import {
  autoPlay,
  cardOf,
  countTurns,
  fromObject,
  HOME,
  isWon,
  legalMoves,
  movable,
  play,
  readWord,
  room,
  runLength,
  splitIntoTurns,
  tell,
  textOf,
  toObject,
  turnOf,
  whyNot,
  writeWord,
} from "../../src/freecell/web/static/rules.js";
import { boardWith } from "./boards.mjs";
import { core } from "./core.mjs";

const move = (source, target, count = 1) => ({ source, target, count });

test("cards have names", () => {
  assert.deepEqual(["AC", "AD", "AH", "AS", "2C", "KS"].map(cardOf), [0, 1, 2, 3, 4, 51]);
  for (let card = 0; card < 52; card += 1) assert.equal(cardOf(textOf(card)), card);
  for (const text of ["", "T", "1C", "TX", "10C"]) assert.equal(cardOf(text), null);
});

test("the core's solutions are legal, win, and can be written and read", () => {
  for (const roomRule of ["theory", "windows"])
    for (let number = 1; number <= 40; number += 1) {
      const { verdict, moves, turns } = core.solve(deal(number), { room: roomRule });
      assert.equal(verdict, "solved");
      assert.equal(countTurns(moves), turns);
      assert.deepEqual(splitIntoTurns(moves).flat(), moves);
      let board = deal(number);
      for (const each of moves) {
        assert.equal(whyNot(board, each, roomRule), null);
        for (const legal of legalMoves(board, roomRule))
          assert.deepEqual(readWord(writeWord(legal, board, roomRule), board, roomRule), legal);
        board = play(board, each);
        assert.deepEqual(fromObject(toObject(board)), board); // no card is lost or duplicated
      }
      assert.ok(isWon(board));
    }
});

test("runs move as far as there is room", () => {
  const board = boardWith(["TC 9D 8S 7H 6C", "JH", "KC", "KD", "KH", "KS"], ["2S", "2H", "2D"]);
  assert.equal(runLength(board.columns[0]), 5);
  assert.equal(room(board), 4); // one free cell, one empty column
  assert.equal(room(board, true), 2);
  assert.equal(room(board, true, "windows"), 2);
  assert.equal(whyNot(board, move("1", "2", 5)), "there is only room to move 4 cards, not 5");
  assert.equal(whyNot(board, move("1", "7", 2)), null);
  assert.equal(whyNot(board, move("1", "7", 3)), "there is only room to move 2 cards, not 3");
  assert.equal(whyNot(board, move("1", "7", 1), "windows"), null);
  const free = boardWith(["TC 9D 8S 7H 6C", "JH", "KC", "KD"]);
  assert.equal(room(free), 40); // five, doubled for each of three empty columns
  assert.equal(room(free, false, "windows"), 20);
  assert.equal(whyNot(free, move("1", "5", 3), "windows"), "Windows moves 1 card or all 5 to an empty column, not 3");
});

test("an illegal move has a reason", () => {
  const board = boardWith(["5C 9H", "TD", "TS"], ["7D"]);
  const reasons = {
    h1: "cards at home can't be moved",
    b1: "cell b is empty",
    "4a": "column 4 is empty",
    "1a": "cell a already holds 7D",
    12: "9H can't go onto TD: both are red",
    21: "TD can't go onto 9H: a black 8 is needed",
    "1h": "9H can't go home: no hearts are home yet",
    11: "the cards are already in column 1",
  };
  for (const [[source, target], why] of Object.entries(reasons)) assert.equal(whyNot(board, move(source, target)), why);
  assert.equal(whyNot(board, move("1", "2", 2)), "5C and 9H don't form a sequence");
  assert.equal(whyNot(board, move("1", "2", 3)), "column 1 has only 2 cards, not 3");
  assert.equal(whyNot(board, move("1", "b", 2)), "5C and 9H don't form a sequence");
  assert.equal(whyNot(board, move("1", "3")), null);
  assert.throws(() => play(board, move("1", "2")), /both are red/);
});

test("safe cards go home automatically, or all that fit, or none", () => {
  const all = boardWith(["3C 2D", "2C AC", "AD", "AH", "AS"]);
  const homes = (mode) => autoPlay(all, mode).map(({ source, target }) => `${source}${target}`);
  assert.deepEqual(homes("none"), []);
  assert.deepEqual(homes("safe"), ["2h", "2h", "3h", "1h", "4h", "5h"]); // 3C waits for the red twos
  assert.deepEqual(homes("max"), ["2h", "2h", "3h", "1h", "1h", "4h", "5h"]);
  const turn = turnOf(all, move("1", "a"), "safe");
  assert.deepEqual(turn[0], move("1", "a"));
  assert.ok(turn.slice(1).every(({ target }) => target === HOME));
  const { text, homes: gone } = tell(turnOf(all, move("2", HOME), "none"), all);
  assert.equal(text, "move AC from column 2 home");
  assert.deepEqual(gone, []);
});

test("the cards that can move are the first of the runs that legal moves take", () => {
  // No cell and no column is free, so 9H stays under 8S. The last column ends with KS.
  const board = boardWith(["9H 8S", "9D", "TC", "QH", "QD", "QS", "QC"], ["JH", "JD", "KH", "KD"]);
  assert.deepEqual([...movable(board)].map(textOf).sort(), ["8S", "9D", "JD", "JH", "QD", "QH"]);
});

test("an object that is not a board is explained", () => {
  const object = toObject(deal(1));
  const changed = (change) => {
    const copy = structuredClone(object);
    change(copy);
    return () => fromObject(copy);
  };
  assert.throws(
    changed(({ columns }) => columns.pop()),
    /8 columns/,
  );
  assert.throws(
    changed(({ columns }) => columns[0].pop()),
    /6S is missing/,
  );
  assert.throws(
    changed(({ cells }) => {
      cells[0] = "6S";
    }),
    /6S appears twice/,
  );
  assert.throws(
    changed(({ cells }) => {
      cells[0] = "6X";
    }),
    /6X is not a card/,
  );
  assert.throws(
    changed(({ cells }) => cells.push("6S")),
    /four free cells/,
  );
  assert.throws(
    changed(({ foundations }) => {
      foundations.C = 14;
    }),
    /0 to 13/,
  );
});
