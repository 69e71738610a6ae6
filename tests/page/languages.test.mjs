import assert from "node:assert/strict";
import { test } from "node:test";
import { de } from "../../src/freecell/web/static/de.js";
import { es } from "../../src/freecell/web/static/es.js";
import { fr } from "../../src/freecell/web/static/fr.js";
import { it } from "../../src/freecell/web/static/it.js";
import { uk } from "../../src/freecell/web/static/uk.js";

test("Ukrainian numbers take one of three forms", () => {
  const turns = (...numbers) => numbers.map((number) => uk.turns(number).replace(/^\d+ /, ""));
  assert.deepEqual(new Set(turns(1, 21, 101)), new Set(["хід"]));
  assert.deepEqual(new Set(turns(2, 3, 4, 22, 104)), new Set(["ходи"]));
  assert.deepEqual(new Set(turns(0, 5, 11, 12, 14, 20, 111, 112)), new Set(["ходів"]));
  assert.equal(uk.puzzlePrompt("any", 0, 2, 31), "Виграють 2 ходи із 31: знайдіть один");
  assert.equal(uk.puzzlePrompt("any", 0, 5, 31), "Виграють 5 ходів із 31: знайдіть один");
});

test("the needed card has the gender of its name", () => {
  const needed = (texts) =>
    [0, 6, 10, 11, 12].map((rank) => texts.isNeeded("2H", "5D", rank, rank < 11).split(": ")[1]);
  assert.deepEqual(needed(es), [
    "hace falta un as rojo",
    "hace falta un 7 rojo",
    "hace falta una jota roja",
    "hace falta una reina negra",
    "hace falta un rey negro",
  ]);
  assert.deepEqual(needed(it), [
    "ci vuole un asso rosso",
    "ci vuole un 7 rosso",
    "ci vuole un fante rosso",
    "ci vuole una donna nera",
    "ci vuole un re nero",
  ]);
  assert.deepEqual(needed(uk), [
    "потрібен червоний туз",
    "потрібна червона сімка",
    "потрібен червоний валет",
    "потрібна чорна дама",
    "потрібен чорний король",
  ]);
});

test("places are declined as the sentence needs them", () => {
  assert.equal(uk.move("7D", "3", "a"), "7D зі стовпця 3 у комірку a");
  assert.equal(it.move("7D", "3", "h"), "7D dalla colonna 3 alle basi");
  assert.equal(es.move("7D", "a", "5"), "7D de la celda a a la columna 5");
  assert.equal(fr.move("7D", "3", "h"), "7D de la colonne 3 à la fondation");
});

test("one of a thing is singular", () => {
  assert.equal(fr.lookingUpTo(1, 5), "Jusqu’à 1 million de positions, 5 s");
  assert.equal(fr.lookingUpTo(2, 5), "Jusqu’à 2 millions de positions, 5 s");
  assert.equal(de.lookingUpTo(1, 5), "Bis zu 1 Million Stellungen, 5 s");
  assert.equal(de.lookingUpTo(2, 5), "Bis zu 2 Millionen Stellungen, 5 s");
  assert.equal(fr.narrowestTurn(12, 1, 5).split("\u202f: ")[1], "1 sur 5 gagnant");
  assert.equal(fr.narrowestTurn(12, 2, 5).split("\u202f: ")[1], "2 sur 5 gagnants");
});

test("apostrophes are typographic", () => {
  const textsOf = (value) => (typeof value === "object" ? Object.values(value).flatMap(textsOf) : [String(value)]);
  for (const texts of [fr, it, uk])
    assert.deepEqual(
      textsOf(texts).filter((text) => /\p{L}'\p{L}/u.test(text)),
      [],
    );
});
