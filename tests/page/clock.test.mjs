import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock } from "../../src/freecell/web/static/clock.js";
import { Game } from "../../src/freecell/web/static/game.js";

const begun = () => {
  const game = new Game({ deal: 617 });
  game.follow(["4a"]);
  return game;
};

test("it runs while a started game is being played", () => {
  const clock = new Clock(5000);
  const game = begun();
  assert.equal(clock.tick(game, 6000, true), true);
  assert.equal(clock.tick(game, 7500, false), false);
  assert.equal(clock.tick(game, 8000, true), true);
  assert.equal(game.milliseconds, 1500);
});

test("it stands still before the first move, after a win and while paused", () => {
  const clock = new Clock(0);
  const fresh = new Game({ deal: 617 });
  assert.equal(clock.tick(fresh, 1000, true), false);
  const won = Object.assign(begun(), { won: true });
  assert.equal(clock.tick(won, 2000, true), false);
  const game = begun();
  clock.isPaused = true;
  assert.equal(clock.tick(game, 3000, true), false);
  clock.isPaused = false;
  assert.equal(clock.tick(game, 3500, true), true);
  assert.deepEqual([fresh.milliseconds, won.milliseconds, game.milliseconds], [0, 0, 500]);
});

test("time that the machine slept does not count", () => {
  const clock = new Clock(0);
  const game = begun();
  clock.tick(game, 3_600_000, true);
  assert.equal(game.milliseconds, 2000);
});
