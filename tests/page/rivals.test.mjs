import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/freecell/web/static/game.js";
import { countHome, homeAfter, packGame, unpackGame } from "../../src/freecell/web/static/rivals.js";
import { splitIntoTurns } from "../../src/freecell/web/static/rules.js";
import { core } from "./core.mjs";

/** A game that the solver has won, as it would be played with this auto-play. */
function wonGame(deal, autoplay = "safe", cells = 4) {
  const game = new Game({ deal, cells });
  const { moves } = core.solve(game.board, { autoplay });
  for (const turn of splitIntoTurns(moves)) game.playTurn(turn);
  assert.ok(game.isWon);
  game.milliseconds = 252_900;
  return game;
}

const read = (text, game) => unpackGame(text, game.key, game.boards[0]);
const refused = { message: "the result in this link is damaged or doesn't win this deal" };

/** The bytes of a link, changed and with a checksum that fits again. */
function forged(text, key, change) {
  const bytes = [...Buffer.from(text, "base64url")].slice(0, -2);
  const changed = change(bytes) ?? bytes;
  let sum = 0x811c9dc5;
  for (const byte of [...Buffer.from(key), ...changed]) sum = Math.imul(sum ^ byte, 0x01000193) >>> 0;
  return Buffer.from([...changed, sum & 255, (sum >>> 8) & 255]).toString("base64url");
}

test("a finished game comes out of its link as it was, in few characters", () => {
  for (const [deal, autoplay, cells] of [
    [617, "safe"],
    [1, "max"],
    [2, "none"],
    [11, "safe", 3],
    [8589934591, "safe"],
  ]) {
    const game = wonGame(deal, autoplay, cells);
    game.helped = deal === 1;
    const text = packGame(game, "Anna");
    assert.ok(text.length < 200, `${text.length} characters`);
    assert.match(text, /^[\w-]+$/);
    const { name, milliseconds, helped, boards } = read(text, game);
    assert.deepEqual([name, milliseconds, helped], ["Anna", 252_000, deal === 1]);
    assert.equal(boards.length - 1, game.turns());
    assert.deepEqual(boards.at(-1), game.board);
  }
});

test("a game played under several settings, with a move to any cell, comes out as well", () => {
  const game = new Game({ deal: 617 });
  for (const [source, target] of ["8d", "dc"]) game.play({ source, target, count: 1 }, "none");
  for (const turn of splitIntoTurns(core.solve(game.board, { autoplay: "max" }).moves)) game.playTurn(turn);
  assert.deepEqual(read(packGame(game), game).boards.at(-1), game.board);
});

test("a link of version 1 stays readable", () => {
  const game = new Game({ deal: 164 });
  const text = "AQD-AQRBbm5hTAIq1VAUmzU8gKoEmxR-U2q-YVRF1ZLnpbuHFz8jtPZl1UTU91jwoi6HPHZFMJc";
  const { name, boards } = read(text, game);
  assert.equal(name, "Anna");
  assert.equal(countHome(boards.at(-1)), 52);
});

test("the rival's cards at home are those at the same turn, and all of them after the win", () => {
  const game = wonGame(617);
  const rival = read(packGame(game), game);
  assert.equal(homeAfter(rival, 0), 0);
  assert.equal(homeAfter(rival, game.turns()), 52);
  assert.equal(homeAfter(rival, 9999), 52);
  const homes = rival.boards.map(countHome);
  assert.deepEqual(
    homes,
    [...homes].sort((one, other) => one - other),
  );
});

test("what was undone after the win is still in the link; a history that lost the win gives none", () => {
  const game = wonGame(617);
  const text = packGame(game);
  game.undo();
  assert.equal(packGame(game), text);
  game.goTo(0);
  game.play({ source: "1", target: "a", count: 1 }, "safe");
  assert.equal(packGame(game), null);
});

test("links that are damaged, forged, huge or of another deal are refused", () => {
  const game = wonGame(617);
  const text = packGame(game, "Anna");
  for (const wrong of [
    "",
    "A",
    "AQ",
    "%00",
    "<script>",
    `${text}A`,
    text.slice(0, -4),
    text.slice(4),
    "A".repeat(100_000),
  ])
    assert.throws(() => read(wrong, game), refused, wrong.slice(0, 20));
  for (let at = 0; at < text.length; at += 7) {
    const wrong = text.slice(0, at) + (text[at] === "x" ? "y" : "x") + text.slice(at + 1);
    assert.throws(() => read(wrong, game), /link/);
  }
  assert.throws(() => unpackGame(text, "618", new Game({ deal: 618 }).board), refused);
  const lies = [
    (bytes) => [...bytes.slice(0, -1), bytes.at(-1) ^ 1], // other moves
    (bytes) => bytes.slice(0, -1), // fewer
    (bytes) => [...bytes, 1], // more than are counted
    (bytes) => bytes.with(1, 3), // an auto-play that doesn't exist
    (bytes) => bytes.with(1, 2), // another one than was used
    (bytes) => [...bytes.slice(0, 2), 255, 255, 255, 255, 255, 255, 255], // a number without end
    (bytes) => bytes.slice(0, 4), // no moves
  ];
  for (const [index, lie] of lies.entries())
    assert.throws(() => read(forged(text, game.key, lie), game), refused, `lie ${index}`);
  assert.throws(
    () =>
      read(
        forged(text, game.key, (bytes) => bytes.with(0, 2)),
        game,
      ),
    /newer version/,
  );
  assert.doesNotThrow(() =>
    read(
      forged(text, game.key, () => {}),
      game,
    ),
  );
});

test("a name is one short line of visible characters", () => {
  const game = wonGame(617);
  const nameOf = (name) => read(packGame(game, name), game).name;
  assert.equal(nameOf("  Анна \n Müller\u202e "), "Анна Müller");
  assert.equal(nameOf("<img src=x onerror=alert(1)>"), "<img src=x onerror=a");
  assert.equal(nameOf("🂡".repeat(99)), "🂡".repeat(20));
  assert.equal(nameOf("\u0000\u200b"), "");
});
