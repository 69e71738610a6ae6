import assert from "node:assert/strict";
import { test } from "node:test";
import { deckAfter, spotsAfter, stageFor } from "../../src/freecell/web/static/learn-stage.js";
import { LANGUAGES } from "../../src/freecell/web/static/learn-words.js";
import { narrowed, previous, stagesOf } from "../../src/freecell/web/static/narrowing.js";
import {
  cardsOf,
  next,
  numberOf,
  readCards,
  stepsOf,
  stepsWith,
  textOf,
} from "../../src/freecell/web/static/shuffle.js";

const BORDERS = [1, 617, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33 - 1];

test("numbers of each range deal their boards", () => {
  // docs/ranges.md has these, from FreeCell Pro.
  const rows = (number) => {
    const cards = cardsOf(number).map(textOf);
    return [cards.slice(0, 8).join(" "), cards.slice(48).join(" ")];
  };
  assert.deepEqual(rows(2 ** 31), ["QH QC 2H 6S 2S 3D KS 8C", "6D 4S 5S AC"]);
  assert.deepEqual(rows(2 ** 32), ["TS 5S 2S TD 3C AD JC 6D", "4D KH JH QH"]);
  assert.deepEqual(rows(2 ** 33 - 1), ["TC 2S JS 5S 4D 6H 3H 7C", "9C 6S 3D 4S"]);
  assert.deepEqual(rows(-2), ["AS AH AD AC 7S 7H 7D 7C", "8S 8H 8D 8C"]);
});

test("each step takes a card from the deck as the steps before have left it", () => {
  for (const number of BORDERS) {
    const steps = stepsOf(number);
    for (const [count, { card, index, left, moved }] of steps.entries()) {
      const deck = deckAfter(steps, count);
      assert.equal(deck.length, left);
      assert.equal(deck[index], card);
      assert.equal(moved, index === left - 1 ? null : deck.at(-1));
      assert.ok(!deckAfter(steps, count + 1).includes(card));
    }
  }
});

test("typed deal numbers are accepted or rejected", () => {
  assert.deepEqual(["617", " #1,000,000 ", "-2"].map(numberOf), [617, 1_000_000, -2]);
  for (const text of ["", "0", "8589934592", "6e2", "<b>617</b>", "617; drop", "-3", "٦١٧"])
    assert.equal(numberOf(text), null, text);
});

test("the generator can be run backwards", () => {
  for (const state of [0, 1, 617, 2 ** 31, 2 ** 32 - 1]) assert.equal(previous(next(state)), state);
});

test("the cards of every range lead back to their number alone", () => {
  for (const number of BORDERS.concat([2 ** 31 + 617, 2 ** 32 + 617])) {
    const cards = cardsOf(number);
    const search = narrowed(cards);
    assert.deepEqual(
      search.ranges.flatMap(({ found }) => found),
      [number],
    );
    const stages = stagesOf(search);
    assert.deepEqual([stages[0].kind, stages.at(-1).kind], ["start", "found"]);
    const range = number >= 2 ** 32 ? 2 : number >= 2 ** 31 ? 1 : 0;
    for (const [index, { counts, agreed }] of stages.entries()) {
      assert.ok(index === 0 || counts[range] <= stages[index - 1].counts[range], "candidates only become fewer");
      const { mask, value } = agreed[range];
      assert.equal((stepsOf(number)[0].state & mask) >>> 0, value, "a bit that is shown is one of the true state");
    }
    assert.equal(stages.at(-1).counts[range], 1);
  }
});

test("typed cards are read in any usual form, or the first fault is named", () => {
  const read = (text) => readCards(text).cards.map(textOf).join(" ");
  const row = "7D AD 5C 3S 5S 8C 2D AH";
  for (const text of [
    row,
    row.toLowerCase(),
    "7DAD5C3S5S8C2DAH",
    "7♦ A♦ 5♣ 3♠ 5♠ 8♣ 2♦ A♥",
    "['7D', 'AD',\n'5C',3s;5S|8c 2d 1h]",
  ])
    assert.equal(read(text), row, text);
  assert.equal(read("10♥ th"), "TH TH");
  const cards = cardsOf(617);
  const texts = cards.map(textOf);
  const columns = Array.from({ length: 8 }, (_, column) => texts.filter((_, place) => place % 8 === column).join(" "));
  const rows = Array.from({ length: 7 }, (_, row) => texts.slice(8 * row, 8 * row + 8).join(" "));
  for (const text of [
    rows.join("\n"),
    columns.join("\r\n"),
    `#617\n${rows.join("\n")}`,
    columns.map((one) => `: ${one}`).join("\n"),
  ])
    assert.deepEqual(readCards(text).cards, cards);
  const fault = (text) => Object.values(readCards(text)).slice(1);
  assert.deepEqual(fault(`${row} 1`), ["noCard", "1"]);
  assert.deepEqual(fault(`${row} ??`), ["noCard", "??"]);
  assert.deepEqual(fault("7D <b>"), ["noCard", "<b>"]);
  assert.deepEqual(fault(`${row} 10c 2♦`), ["isTwice", "2D"]);
  assert.deepEqual(fault("7D AD 5C 3S 5S"), ["tooFew", ""]);
  assert.deepEqual(fault(""), ["tooFew", ""]);
  assert.deepEqual(fault(row), ["", ""]);
});

test("cards alone reveal the indices of the steps", () => {
  for (const number of BORDERS) {
    const steps = stepsOf(number);
    const same = stepsWith(cardsOf(number)).map((step, place) => {
      const { product, state, draw } = steps[place];
      return { ...step, product, state, draw };
    });
    assert.deepEqual(same, steps);
  }
});

test("cards of no deal leave no state, and the search ends there", () => {
  const { cards } = readCards("7D AD 5C 3S 5S 8C 2D 2H");
  const search = narrowed(cards);
  assert.deepEqual(
    search.ranges.flatMap(({ found }) => found),
    [],
  );
  const stages = stagesOf(search);
  const [before, last, end] = stages.slice(-3);
  assert.ok(before.counts.some(Boolean));
  assert.deepEqual([last.kind, last.counts, last.place, end.kind, end.place], ["states", [0, 0, 0], 7, "found", 7]);
});

test("no card lies on another in the deck, and all lie on the felt", () => {
  const steps = stepsOf(617);
  for (const [width, height, isWide] of [
    [320, 220, false],
    [568, 220, true],
    [768, 300, false],
    [1400, 560, true],
    [1920, 700, true],
  ])
    for (const count of [0, 4, 30, 52]) {
      const stage = stageFor(width, height, isWide);
      const spots = spotsAfter(stage, steps, count);
      assert.equal(spots.filter(Boolean).length, 52);
      for (const { x, y, w, h } of spots) {
        assert.ok(x >= 0 && x + w <= width, `${width}: ${x} + ${w}`);
        assert.ok(y >= 0 && y + h <= stage.height);
      }
      const inDeck = deckAfter(steps, count).map((card) => spots[card]);
      for (const [index, one] of inDeck.entries())
        for (const other of inDeck.slice(index + 1))
          assert.ok(Math.abs(one.x - other.x) >= one.w || Math.abs(one.y - other.y) >= one.h);
    }
});

test("each language has the same texts as English, with the same numbers", () => {
  const shape = (texts) =>
    Object.entries(texts).map(([name, text]) => [
      name,
      typeof text,
      text.length && typeof text === "function" ? text.length : 0,
    ]);
  const step = { number: 4, draw: 5597, left: 49, index: 11, card: "3♠", moved: "K♣", column: 5 };
  const look = { card: "5♣", index: 16, left: 50, power: 2, rest: 0, count: "262144", isOne: false };
  for (const [language, texts] of Object.entries(LANGUAGES)) {
    assert.deepEqual(shape(texts).sort(), shape(LANGUAGES.en).sort(), language);
    assert.equal(texts.locale, language);
    const said = texts.stepSaid(step);
    for (const part of Object.values(step)) assert.ok(said.includes(String(part)), `${language}: ${said}`);
    assert.ok(!texts.stepSaid({ ...step, moved: null }).includes("null"));
    assert.match(texts.lowSaid(look), /16.*50.*2.*0.*262144|262144/s);
    assert.ok(!texts.lowSaid({ ...look, count: "1", isOne: true }).includes("undefined"));
    const names = Array.from({ length: 52 }, (_, card) => texts.card(card >> 2, card & 3));
    assert.equal(new Set(names).size, 52);
    if (language === "fr")
      for (const text of Object.values(texts))
        assert.ok(!/ [:;!?»](?: |$)|« /.test(typeof text === "string" ? text : ""), text);
  }
});
