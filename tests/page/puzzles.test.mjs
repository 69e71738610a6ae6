import assert from "node:assert/strict";
import { test } from "node:test";
import { boardText } from "../../src/freecell/web/static/address.js";
import { Game } from "../../src/freecell/web/static/game.js";
import { PUZZLE_RULES, PuzzleFinder, puzzleOf, randomFrom } from "../../src/freecell/web/static/puzzles.js";
import { legalMoves, play, toObject, turnOf, writeWord } from "../../src/freecell/web/static/rules.js";
import { keyOf, Verdicts } from "../../src/freecell/web/static/verdicts.js";
import { core } from "./core.mjs";

const judge = async (board, search) => core.judge(board, search);
const shortest = async (board, search) => core.solve(board, { goal: "shortest", ...search });
const finder = new PuzzleFinder(new Verdicts(judge, 2_000_000), shortest);

// [number, deal, kind, turns, grade, line, board]: these never change.
const PUZZLES = [
  [
    1,
    16710,
    "only",
    2,
    2,
    "2d b2",
    "KH7C8H6H7S2S.QCAC6D2CTCQHKS.4DKD4C7DJH2D.5HQS8D8C3HAH5D4S.ADASKC9C9H.6C9D9STH7H.6STS8SJD2H.JSQD3C3D3S5S4H_TD.JC.5C.-_0000",
  ],
  [
    5,
    45395,
    "only",
    1,
    1,
    "7d",
    "QS7S8H7H5SKS9C8D.JH3H7DKD.TD6C4CQC4D8STS.5D3DKHQDJC.5C2CTH9HJDTC.7C6D2H9SKC2S.QH9D5HAS3S.6H6SJS4S_8C.3C.4H.-_A2A0",
  ],
  [
    12,
    761778,
    "turns",
    8,
    3,
    "",
    "8DQH5HJHKHQCJD.7S6S7C6H8H6D8C.QS7H.QDJS.9S.5S9CTS9D8S.9HJCTH7DTC.5DTD_KD.KC.KS.-_6444",
  ],
  [
    20775,
    536137,
    "turns",
    5,
    2,
    "",
    "JCQD8DTCTD9S.7D.QSJH.KHKCQC5DTHTS.9C8H7S.6C6DKD9D8S..7HKS8C7C6S_QH.9H.JS.JD_5465",
  ],
];

/** The words of a line from a board. */
function words({ board, line }) {
  return line
    .map(({ turn: [move], after }) => {
      const word = writeWord(move, board);
      board = after;
      return word;
    })
    .join(" ");
}

/** An attempt at a puzzle, with these words played. */
function attempt(puzzle, played = "") {
  const game = new Game({ board: toObject(puzzle.board) });
  game.puzzle = puzzle;
  for (const word of played.split(" ").filter(Boolean)) {
    const move = legalMoves(game.board).find((each) => writeWord(each, game.board) === word);
    assert.ok(move, word);
    game.play(move, "safe");
  }
  return game;
}

/** The boards after each legal move, and the words of the moves. */
const afterEach = (board) =>
  legalMoves(board).map((move) => ({
    word: writeWord(move, board),
    after: turnOf(board, move, "safe").reduce(play, board),
  }));

/** An independent proof: every position was searched. */
const isProven = (board, verdict) => core.solve(board, { ...PUZZLE_RULES, goal: "prove" }).verdict === verdict;

const key = (board) => keyOf(board, PUZZLE_RULES);

for (const [number, deal, kind, turns, grade, line, text] of PUZZLES)
  test(`puzzle ${number} is the same for everybody`, async () => {
    const puzzle = await finder.find(number);
    const found = [puzzle.number, puzzle.deal, puzzle.kind, puzzle.turns, puzzle.grade, words(puzzle)];
    assert.deepEqual(found, [number, deal, kind, turns, grade, line]);
    assert.equal(boardText(puzzle.board), text);
  });

test("a core that needs other searches finds the same puzzle", async () => {
  let short = 0;
  const slow = async (board, search) => {
    if (search.maxPositions > 30_000) return core.judge(board, { ...search, goal: "prove" });
    short += 1;
    return core.judge(board, { ...search, maxPositions: 200 });
  };
  const other = new PuzzleFinder(new Verdicts(slow, 2_000_000), shortest);
  const puzzle = await other.find(5);
  assert.ok(short > 0);
  assert.equal(boardText(puzzle.board), PUZZLES[1].at(-1));
});

test("no position is skipped for being undecided", async () => {
  const never = new PuzzleFinder(new Verdicts(async () => "undecided", 2_000_000), shortest);
  await assert.rejects(never.find(5), { name: "FreecellError", message: "this device can't prove the puzzle" });
  const none = new PuzzleFinder(new Verdicts(judge, 2_000_000), async () => ({ turns: 9, lowerBound: 3 }));
  await assert.rejects(none.find(12), { name: "FreecellError" });
});

test("every move but one is proven to lose, or can only be taken back", async () => {
  const puzzle = await finder.find(1);
  let { board } = puzzle;
  const passed = [];
  for (const only of puzzle.line) {
    for (const { after } of afterEach(board)) {
      if ([key(only.after), key(board), ...passed].includes(key(after))) continue;
      if (isProven(after, "unsolvable")) continue;
      const next = afterEach(after).filter((move) => key(move.after) !== key(after));
      assert.ok(next.some((move) => key(move.after) === key(board)));
      for (const move of next) assert.ok(key(move.after) === key(board) || isProven(move.after, "unsolvable"));
    }
    assert.ok(isProven(only.after, "solved"));
    passed.push(key(board));
    board = only.after;
  }
});

test("a line is followed to its end, and other moves lead back to it", async () => {
  const puzzle = await finder.find(1);
  const stands = (played) => finder.standing(puzzle, attempt(puzzle, played));
  assert.deepEqual(await stands(""), { state: "open", found: 0, back: null });
  assert.deepEqual(await stands("2d"), { state: "open", found: 1, back: null });
  assert.deepEqual(await stands("2d b2"), { state: "solved", found: 2, back: null });
  const { state, back } = await stands("1d");
  assert.deepEqual([state, back], ["wrong", 0]);
  const game = attempt(puzzle, "2d b2");
  for (let turn = 0; turn < 3; turn += 1) game.play(legalMoves(game.board)[0], "safe");
  assert.equal((await finder.standing(puzzle, game)).state, "solved"); // whatever is played next
  assert.equal(writeWord(await finder.hint(puzzle, attempt(puzzle)), puzzle.board), "2d");
  assert.equal(await finder.hint(puzzle, attempt(puzzle, "1d")), undefined);
});

test("a win in N turns: the hints lead there, and one turn more fails", async () => {
  const puzzle = await finder.find(12);
  const game = attempt(puzzle);
  assert.equal((await finder.standing(puzzle, game)).state, "open");
  const turnsLeft = (board) => core.solve(board, { ...PUZZLE_RULES, goal: "shortest" }).turns;
  assert.equal(turnsLeft(puzzle.board), puzzle.turns);
  const slow = afterEach(puzzle.board).find(({ after }) => turnsLeft(after) >= puzzle.turns);
  assert.deepEqual(await finder.standing(puzzle, attempt(puzzle, slow.word)), { state: "late", found: 1, back: 0 });
  while (!game.isWon) game.play(await finder.hint(puzzle, game), "safe");
  assert.deepEqual(await finder.standing(puzzle, game), { state: "solved", found: puzzle.turns, back: null });
});

test("a lost game becomes a puzzle: find a winning move", async () => {
  const game = new Game({ deal: 617 });
  game.follow(["4a", "46"]);
  const puzzle = await finder.of(game.board);
  assert.equal(puzzle.kind, "any");
  const losing = afterEach(game.board).filter(({ after }) => isProven(after, "unsolvable"));
  assert.ok(losing.length > 0);
  assert.ok(puzzle.line.length < puzzle.turns);
  for (const { after } of puzzle.line) assert.ok(isProven(after, "solved"));
  assert.equal((await finder.standing(puzzle, attempt(puzzle, losing[0].word))).state, "wrong");
  assert.equal((await finder.standing(puzzle, attempt(puzzle, "8b"))).state, "solved");
  assert.equal((await finder.standing(puzzle, attempt(puzzle))).state, "open");
});

test("numbers of puzzles", () => {
  assert.deepEqual(["1", " #17 ", "999999"].map(puzzleOf), [1, 17, 999_999]);
  for (const text of ["", "0", "-1", "1e3", "1000000", "abc"])
    assert.throws(() => puzzleOf(text), { name: "FreecellError", message: /^there is no puzzle '/ });
});

test("random numbers depend on the seed and are uniform", () => {
  const [random, again] = [randomFrom(617), randomFrom(617)];
  assert.deepEqual([random(2 ** 32), random(52)], [again(2 ** 32), again(52)]);
  const counts = new Array(6).fill(0);
  for (let draw = 0; draw < 60_000; draw += 1) counts[again(6)] += 1;
  assert.ok(counts.every((count) => Math.abs(count - 10_000) < 500));
});
