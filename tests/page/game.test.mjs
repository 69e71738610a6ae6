import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, fromAddress } from "../../src/freecell/web/static/address.js";
import { deal } from "../../src/freecell/web/static/deals.js";
import { Game } from "../../src/freecell/web/static/game.js";
import { countTurns, toObject } from "../../src/freecell/web/static/rules.js";
import { core } from "./core.mjs";

test("a turn is undone and redone as one", () => {
  const game = new Game({ deal: 617 });
  assert.equal(game.follow("4a 46".split(" ")), null);
  const board = game.board;
  assert.deepEqual([game.turns(), game.canUndo, game.canRedo], [2, true, false]);
  game.undo();
  game.undo();
  game.undo(); // nothing more to undo
  assert.deepEqual(game.board, deal(617));
  assert.deepEqual([game.canUndo, game.canRedo], [false, true]);
  game.goTo(99);
  assert.equal(game.board, board);
  game.goTo(1);
  assert.equal(game.follow(["3b"]), null); // undone turns are discarded
  assert.deepEqual(game.words().flat(), ["4a", "3b"]);
  assert.equal(game.canRedo, false);
});

test("the core's moves win a game, and the win is kept", () => {
  const game = new Game({ deal: 617 });
  const { moves } = core.solve(game.board, {});
  for (const move of moves) game.play(move, "none");
  assert.ok(game.isWon);
  assert.equal(game.turns(), countTurns(moves));
  game.win();
  const { wonIn, ended } = game;
  assert.equal(wonIn, game.turns());
  game.undo();
  assert.equal(game.isWon, false);
  assert.deepEqual([game.won, game.wonIn, game.ended], [true, wonIn, ended]);
});

test("words may leave out automatic home moves of either auto-play", () => {
  for (const mode of ["safe", "max"])
    for (let number = 1; number <= 20; number += 1) {
      const game = new Game({ deal: number });
      const { moves } = core.solve(game.board, { autoplay: mode });
      const gone = []; // automatically, but the solution includes them
      for (const move of moves) {
        const place = gone.indexOf(move.source + move.target);
        if (place >= 0) gone.splice(place, 1);
        else
          gone.push(
            ...game
              .play(move, mode)
              .slice(1)
              .map(({ source, target }) => source + target),
          );
      }
      assert.ok(game.isWon);
      const written = new Game({ deal: number });
      assert.equal(written.follow(game.words().flat()), null);
      assert.deepEqual(written.history.flat(), game.history.flat());
      const short = new Game({ deal: number });
      assert.equal(short.follow(game.words().map(([first]) => first)), null);
      assert.ok(short.isWon);
    }
});

test("a word that can't be played has its number and its reason", () => {
  const game = new Game({ deal: 617 });
  assert.equal(game.follow("4a 4a 46".split(" ")), "move 2, 4a: cell a already holds 4H");
  assert.equal(game.played, 1);
  assert.match(game.follow(["xy"]), /^move 1, xy: this is not a move/);
});

test("a saved game round-trips", () => {
  const game = new Game({ deal: 617, cells: 3 });
  game.follow("4a 46".split(" "));
  Object.assign(game, { milliseconds: 4000, helped: true, day: "2026-11-16" });
  game.undo();
  const saved = JSON.parse(JSON.stringify(game.toSaved()));
  const again = Game.fromSaved(saved);
  assert.deepEqual(again.toSaved(), game.toSaved());
  assert.deepEqual(again.board, game.board);
  assert.equal(again.key, "617/3");
  assert.equal(again.canRedo, true);
  // Facts of another type are left out, and a history that can't be played is an error.
  assert.equal(Game.fromSaved({ ...saved, milliseconds: "many" }).milliseconds, 0);
  assert.throws(() => Game.fromSaved({ ...saved, history: ["4a", "4a"] }), /move 1, 4a/);
});

test("addresses lead to games and back", () => {
  const game = new Game({ deal: 617 });
  game.follow("4a 46".split(" "));
  assert.equal(addressOf(game), "?deal=617");
  assert.equal(addressOf(game, true), "?deal=617&moves=4a+46");
  const board = new Game({ board: toObject(game.board) });
  const { start, words } = fromAddress(addressOf(board));
  assert.deepEqual(new Game(start).board, game.board);
  assert.deepEqual(words, []);
  assert.equal(fromAddress("?x=1"), null);
  assert.throws(() => fromAddress("?board=nothing"), /can't be read/);
});
