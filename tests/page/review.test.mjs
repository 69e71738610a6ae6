import assert from "node:assert/strict";
import { test } from "node:test";
import { Game } from "../../src/freecell/web/static/game.js";
import { Review } from "../../src/freecell/web/static/review.js";
import { legalMoves, play, splitIntoTurns, turnOf } from "../../src/freecell/web/static/rules.js";
import { adviceOf, keyOf, sensibleTurns, Verdicts } from "../../src/freecell/web/static/verdicts.js";
import { core } from "./core.mjs";

const RULES = { room: "theory", autoplay: "safe" };
const judge = async (board, search) => core.judge(board, search);

/** A game of a deal with these words of notation. */
function played(deal, words, cells = 4) {
  const game = new Game({ deal, cells });
  assert.equal(game.follow(words.split(" ").filter(Boolean)), null);
  return game;
}

/** The results of reviewing a game, with searches of at most this many positions. */
async function reviewed(game, most = 2_000_000) {
  const review = new Review(game, RULES, new Verdicts(judge, most));
  await review.run(() => {});
  return review;
}

test("sensible moves lead to different positions, and each legal one leads to one of these", () => {
  const { board } = played(617, "4a 46");
  const turns = sensibleTurns(board, RULES);
  const keys = turns.map(({ key }) => key);
  assert.equal(new Set(keys).size, keys.length);
  assert.ok(!keys.includes(keyOf(board, RULES)));
  for (const { turn, after, key } of turns) {
    assert.deepEqual(turn.reduce(play, board), after);
    assert.equal(keyOf(after, RULES), key);
  }
  const legal = legalMoves(board).map((move) => keyOf(turnOf(board, move, "safe").reduce(play, board), RULES));
  assert.deepEqual(new Set(legal), new Set(keys));
});

test("a lost game: each turn's moves are counted until the one that lost it", async () => {
  const game = played(617, "4a 46 3b 1c");
  const review = await reviewed(game);
  assert.deepEqual([review.lost, review.losingTurn, review.isDone], [3, 3, true]);
  assert.deepEqual(review.progress, { done: 3, all: 3 });
  assert.equal(review.choices[3], null);
  assert.deepEqual(
    review.choices.slice(0, 3).map((choice) => choice.verdict),
    ["solved", "solved", "unsolvable"],
  );
  for (const [place, choice] of review.choices.slice(0, 3).entries()) {
    const verdicts = sensibleTurns(game.boards[place], RULES).map(({ after }) => core.judge(after, RULES));
    assert.equal(choice.kept, verdicts.filter((verdict) => verdict === "solved").length);
    assert.equal(choice.lost, verdicts.filter((verdict) => verdict === "unsolvable").length);
    assert.equal(choice.undecided, 0);
  }
  const share = ({ kept, lost }) => kept / (kept + lost);
  const shares = review.choices.slice(0, 3).map(share);
  assert.equal(review.narrowest, shares.indexOf(Math.min(...shares)));
});

test("a won game could be won at every turn, however short the searches are", async () => {
  const game = new Game({ deal: 1 });
  for (const turn of splitIntoTurns(core.solve(game.board, RULES).moves)) game.playTurn(turn);
  const review = await reviewed(game, 1);
  assert.deepEqual([review.lost, review.losingTurn, review.isDone], [game.boards.length, null, true]);
  assert.ok(review.choices.every(({ verdict, kept }) => verdict === "solved" && kept > 0));
});

test("a deal that can't be won has no turn that lost it", async () => {
  const review = await reviewed(played(11982, "1a"));
  assert.deepEqual([review.lost, review.losingTurn, review.narrowest], [0, 0, null]);
  assert.deepEqual(review.choices, [null]);
});

test("positions without a decision are undecided, and don't count as lost", async () => {
  const game = played(140, "1a", 2); // it takes a million positions
  const review = await reviewed(game, 31_000);
  assert.equal(review.lost, 2);
  const [{ verdict, undecided, lost }] = review.choices;
  assert.equal(verdict, "undecided");
  assert.ok(undecided > 0);
  const verdicts = sensibleTurns(game.boards[0], RULES).map(({ after }) =>
    core.judge(after, { ...RULES, maxPositions: 31_000 }),
  );
  assert.equal(lost, verdicts.filter((found) => found === "unsolvable").length);
  assert.equal(review.losingTurn, null);
});

test("it can be stopped and resumed", async () => {
  const game = played(617, "4a 46 3b");
  const review = new Review(game, RULES, new Verdicts(judge, 2_000_000));
  const stop = new AbortController();
  const changed = () => review.progress.done === 1 && stop.abort();
  const asked = async (board, search, signal) => {
    signal?.throwIfAborted();
    return core.judge(board, search);
  };
  const stopped = new Review(game, RULES, new Verdicts(asked, 2_000_000));
  await assert.rejects(
    stopped.run(() => stopped.progress.done === 1 && stop.abort(), stop.signal),
    { name: "AbortError" },
  );
  assert.deepEqual([stopped.progress.done, stopped.isDone], [1, false]);
  const [first] = stopped.choices;
  await stopped.run(() => {});
  assert.equal(stopped.choices[0], first);
  await review.run(changed);
  assert.deepEqual(stopped.choices, review.choices);
  assert.ok(stopped.isOf(game, RULES));
  assert.ok(!stopped.isOf(game, { ...RULES, autoplay: "max" }));
  game.undo();
  game.play(legalMoves(game.board)[0], "safe");
  assert.ok(!stopped.isOf(game, RULES));
});

test("a card is marked when all its moves are known, or one of them keeps the win", () => {
  assert.equal(adviceOf(["unsolvable", undefined, "solved"]), "solved");
  assert.equal(adviceOf(["unsolvable", undefined]), undefined);
  assert.equal(adviceOf(["unsolvable", "undecided"]), "undecided");
  assert.equal(adviceOf(["unsolvable", "unsolvable"]), "unsolvable");
});
