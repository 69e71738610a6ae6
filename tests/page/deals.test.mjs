import assert from "node:assert/strict";
import { test } from "node:test";
import { deal, dealOf, neighbour, randomSolvable } from "../../src/freecell/web/static/deals.js";
import { findDeals } from "../../src/freecell/web/static/finding.js";
import { textOf } from "../../src/freecell/web/static/rules.js";
import { isDeal, LAST } from "../../src/freecell/web/static/shuffle.js";
import { core } from "./core.mjs";

const rowsOf = ({ columns }) =>
  Array.from({ length: 7 }, (_, row) =>
    columns
      .flatMap((column) => column.slice(row, row + 1))
      .map(textOf)
      .join(" "),
  );
const dealtOrder = ({ columns }) => Array.from({ length: 52 }, (_, place) => columns[place % 8][Math.floor(place / 8)]);
const find = async (cards) => core.find(cards);

test("deal 1 is the same as in Microsoft FreeCell", () => {
  // From https://rosettacode.org/wiki/Deal_cards_for_FreeCell.
  assert.deepEqual(rowsOf(deal(1)), [
    "JD 2D 9H JC 5D 7H 7C 5H",
    "KD KC 9S 5S AD QC KH 3H",
    "2S KS 9D QD JS AS AH 3C",
    "4C 5C TS QH 4H AC 4D 7S",
    "3S TD 4S TH 8H 2C JH 7D",
    "6D 8S 8D QS 6C 3D 8C TC",
    "6S 9C 2H 6H",
  ]);
});

test("the core deals the same, on both sides of each width of the generator", () => {
  for (const number of [2, 617, 32_000, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, LAST])
    assert.deepEqual(deal(number), core.deal(number), String(number));
});

test("numbers have limits, and neighbours wrap around", () => {
  for (const number of [0, -3, LAST + 1, 1.5, Number.NaN]) {
    assert.equal(isDeal(number), false);
    assert.throws(() => deal(number), /exist: choose/);
  }
  assert.deepEqual([neighbour(1, -1), neighbour(-1, 1), neighbour(LAST, 1), neighbour(-2, -1)], [-1, 1, -2, LAST]);
  for (let count = 0; count < 100; count += 1) assert.ok(isDeal(randomSolvable()));
});

test("numbers are read in common forms", () => {
  for (const text of ["1000", " 1000 ", "#1000", "1,000", "1.000", "1 000", "1’000", "#1,000"])
    assert.equal(dealOf(text), 1000, text);
  assert.deepEqual(["-1", "8,589,934,591", "007"].map(dealOf), [-1, LAST, 7]);
  for (const text of ["", "abc", "1e3", "0x10", "1,00", "1.5", "0", "99999999999999999999", "--1"])
    assert.throws(() => dealOf(text), {
      message: new RegExp(`^deal '${text}' doesn't exist: choose 1 to ${LAST}`),
    });
});

test("cards lead back to their number, also with suits exchanged", async () => {
  const known = dealtOrder(deal(617));
  assert.deepEqual(await findDeals(known, find), { deals: [617], names: null });
  const exchanged = known.map((card) => [3, 1, 2, 0][card & 3] | (card & ~3));
  assert.deepEqual(await findDeals(exchanged, find), { deals: [617], names: "clubs and spades exchanged" });
  const joke = dealtOrder(deal(-1));
  assert.deepEqual((await findDeals(joke, find)).deals, [-1]);
  const few = known.map((card, place) => (place < 5 ? card : null));
  await assert.rejects(findDeals(few, find), /5 known cards fit too many deals/);
});
