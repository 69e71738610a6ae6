import assert from "node:assert/strict";
import { test } from "node:test";
import { deal } from "../../src/freecell/web/static/deals.js";
import { Game } from "../../src/freecell/web/static/game.js";
import { legalMoves, play, turnOf } from "../../src/freecell/web/static/rules.js";
import { Verdicts } from "../../src/freecell/web/static/verdicts.js";
import { core } from "./core.mjs";

const RULES = { room: "theory", autoplay: "safe" };

/** The core's verdicts, and the limits of their searches. */
function counted(most = 200_000) {
  const limits = [];
  const judge = async (board, search) => {
    limits.push(search.maxPositions);
    return core.judge(board, search);
  };
  return { verdicts: new Verdicts(judge, most), limits };
}

test("a verdict is searched for once", async () => {
  const { verdicts, limits } = counted(2_000_000);
  assert.equal(await verdicts.of(deal(11982), RULES), "unsolvable");
  assert.equal(await verdicts.of(deal(617), RULES), "solved");
  const searches = limits.length;
  assert.equal(await verdicts.of(deal(11982), RULES), "unsolvable"); // without a search
  assert.equal(limits.length, searches);
});

test("columns and cells in another order are the same board", () => {
  const { verdicts } = counted();
  const board = deal(617);
  verdicts.keep(board, RULES, "solved");
  const other = { ...board, columns: [...board.columns].reverse() };
  assert.equal(verdicts.known(other, RULES), "solved");
  assert.equal(verdicts.known(deal(618), RULES), undefined);
  // The rules of a turn matter only with auto-play "max".
  assert.equal(verdicts.known(board, { room: "windows", autoplay: "none" }), "solved");
  assert.equal(verdicts.known(board, { room: "windows", autoplay: "max" }), undefined);
});

test("a longer search follows a short one, and decided verdicts are kept", async () => {
  const { verdicts, limits } = counted(31_000);
  const { board } = new Game({ deal: 140, cells: 2 }); // it takes a million positions
  assert.equal(await verdicts.of(board, RULES), "undecided");
  assert.deepEqual(limits, [30_000, 31_000]);
  assert.equal(await verdicts.ofLonger(board, RULES, 2_000_000), "solved");
  verdicts.keep(board, RULES, "undecided");
  assert.equal(await verdicts.of(board, RULES), "solved");
  assert.equal(limits.length, 3);
});

test("the cache is limited: the oldest verdict is dropped", () => {
  const { verdicts } = counted();
  for (let number = 1; number <= 5001; number += 1) verdicts.keep(deal(number), RULES, "solved");
  assert.equal(verdicts.known(deal(1), RULES), undefined);
  assert.equal(verdicts.known(deal(2), RULES), "solved");
});

test("it finds the turn at which a game was lost", async () => {
  const game = new Game({ deal: 617 });
  assert.equal(game.follow("4a 46 3b".split(" ")), null); // it can be won after the second, and not after the third
  const { verdicts } = counted();
  assert.equal(await verdicts.firstUnsolvable(game.boards, RULES), 3);
  assert.equal(await verdicts.firstUnsolvable(game.boards.slice(0, 3), RULES), 3); // it can still be won
});

test("it searches all next moves while requested", async () => {
  const { verdicts, limits } = counted();
  const board = deal(617);
  const after = legalMoves(board).map((move) => turnOf(board, move, "safe").reduce(play, board));
  let wanted = 3;
  await verdicts.lookAhead(board, RULES, () => wanted-- > 0);
  assert.equal(limits.length, 3);
  await verdicts.lookAhead(board, RULES, () => true);
  const keys = new Set(after.map(({ columns, cells }) => JSON.stringify([[...columns].sort(), [...cells].sort()])));
  assert.equal(limits.length, keys.size); // none is searched twice
  for (const each of after)
    assert.equal(verdicts.known(each, RULES), core.judge(each, { ...RULES, maxPositions: 30_000 }));
});
