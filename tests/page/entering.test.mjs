import assert from "node:assert/strict";
import { test } from "node:test";
import { deal } from "../../src/freecell/web/static/deals.js";
import {
  boardOf,
  choose,
  continues,
  dealtCards,
  EMPTY,
  entryOf,
  likely,
  moveBy,
  moveTo,
  placeOf,
  put,
  takeOut,
} from "../../src/freecell/web/static/entering.js";
import { Game } from "../../src/freecell/web/static/game.js";
import { cardOf, splitIntoTurns, textOf, toObject } from "../../src/freecell/web/static/rules.js";
import { core } from "./core.mjs";

const position = choose(EMPTY, false);
const puts = (entry, cards) => cards.split(" ").reduce((now, card) => put(now, cardOf(card)), entry);
const texts = (cards) => cards.map(textOf).join(" ");

/** A position in mid-game, and how it is entered by taps: columns, then cells. Nothing is tapped for home. */
function entered(board) {
  let [entry, taps] = [position, 0];
  for (const [at, column] of board.columns.entries()) {
    if (at) taps += 1;
    entry = moveTo(entry, String(at + 1));
    for (const card of column) entry = put(entry, card);
    taps += column.length;
  }
  entry = moveTo(entry, "cells");
  for (const card of board.cells.filter((card) => card !== null)) entry = put(entry, card);
  return { entry, taps };
}

test("a new deal is entered across the columns", () => {
  const cards = Array.from({ length: 52 }, (_, at) => deal(617).columns[at % 8][at >> 3]);
  const row = cards.slice(0, 8).reduce(put, EMPTY);
  assert.deepEqual(dealtCards(row), cards.slice(0, 8));
  assert.equal(row.place, "1");
  assert.deepEqual(boardOf(cards.reduce(put, EMPTY)), toObject(deal(617)));
});

test("positions of a whole game are entered without a tap for home", () => {
  const game = new Game({ deal: 617 });
  for (const turn of splitIntoTurns(core.solve(game.board, {}).moves)) game.playTurn(turn);
  for (const board of game.boards.slice(0, -1)) {
    const { entry, taps } = entered(board);
    const found = boardOf(entry);
    assert.deepEqual(found.columns, toObject(board).columns);
    assert.deepEqual(found.foundations, toObject(board).foundations);
    assert.deepEqual(found.cells.filter(Boolean).sort(), toObject(board).cells.filter(Boolean).sort());
    assert.ok(taps <= 59);
  }
});

test("the last card that can't be home is where cards are entered", () => {
  const { board } = new Game({ deal: 617 });
  let { entry } = entered(board);
  entry = moveTo(takeOut(entry, board.columns[7].at(-1)), "8");
  assert.equal(texts(likely(entry)), textOf(board.columns[7].at(-1)));
  assert.deepEqual(boardOf(entry), toObject(board));
});

test("what is missing is named, and no more than four cards of it", () => {
  assert.throws(() => boardOf(puts(position, "AC AD AH AS")), {
    message: "48 cards are missing: 2C, 2D, 2H, 2S and 44 more",
  });
  const { entry } = entered(deal(1));
  const two = takeOut(takeOut(entry, cardOf("KS")), cardOf("QS"));
  assert.throws(() => boardOf(two), { message: "2 cards are missing: QS, KS" });
  assert.throws(() => boardOf(EMPTY), { message: "enter the cards first" });
});

test("a card is entered once, and home takes no card that is elsewhere", () => {
  const entry = puts(position, "4C 9D");
  assert.throws(() => put(entry, cardOf("9D")), { message: "9D is in column 1 already" });
  const home = moveTo(entry, "h");
  assert.throws(() => put(home, cardOf("6C")), { message: "4C is in column 1 already" });
  const suits = puts(home, "3C 5S");
  assert.deepEqual(suits.homes, [3, 0, 0, 5]);
  assert.equal(placeOf(suits, cardOf("2S")), "h");
  assert.deepEqual(takeOut(suits, cardOf("4S")).homes, [3, 0, 0, 3]);
  assert.deepEqual(puts(suits, "2S").homes, [3, 0, 0, 2]);
  assert.deepEqual(puts(suits, "5S").homes, [3, 0, 0, 4]);
});

test("there are four cells", () => {
  const full = puts(moveTo(position, "cells"), "KC KD KH KS");
  assert.throws(() => put(full, cardOf("QC")), { message: "all four cells are full" });
});

test("after a card, those that continue a sequence are offered first", () => {
  assert.equal(texts(likely(puts(position, "9D"))), "8C 8S");
  assert.equal(texts(likely(puts(position, "8C 9D"))), "8S");
  assert.equal(texts(likely(puts(position, "AD"))), "");
  assert.equal(texts(likely(put(EMPTY, cardOf("9D")))), ""); // a new deal has no order
  assert.ok(continues(cardOf("8S"), cardOf("9H")));
  assert.ok(!continues(cardOf("8D"), cardOf("9H")));
});

test("a card that is taken out is replaced where it was", () => {
  const entry = takeOut(puts(position, "4C 9D 2H"), cardOf("9D"));
  assert.equal(texts(puts(entry, "9H TS").columns[0]), "4C 9H TS 2H");
});

test("places follow each other, and a deal becomes a position", () => {
  assert.equal(moveBy(position, 1).place, "2");
  assert.equal(moveBy(position, -1).place, "h");
  assert.equal(moveBy(moveTo(position, "8"), 1).place, "cells");
  const row = puts(EMPTY, "7D AD 5C");
  assert.deepEqual(choose(row, false).columns, row.columns);
  assert.deepEqual(choose(choose(row, false), true), row);
  assert.deepEqual(choose(puts(position, "7D AD"), true), EMPTY);
});

test("a board is corrected card by card", () => {
  const board = deal(5);
  const first = board.columns[0][0];
  assert.deepEqual(boardOf(put(takeOut(entryOf(board), first), first)), toObject(board));
});
