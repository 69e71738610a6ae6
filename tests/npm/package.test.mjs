// The npm package from a program's view: cancelled searches, many at once, errors, and the program's end.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import {
  check,
  deal,
  difficulty,
  FreecellError,
  find,
  hint,
  isWon,
  legalMoves,
  load,
  parse,
  play,
  solve,
  verdict,
} from "freecell";

// The exact search fills its memory before it finds a solution, which takes seconds.
const LONG = { goal: "shortest", memory: 2 ** 28 };

/** Runs a program to its end: its exit code and output. */
async function run(text, ...flags) {
  const command = [...flags, "--input-type=module", "--eval", text];
  const program = spawn(process.execPath, command, { cwd: import.meta.dirname });
  let printed = "";
  program.stdout.on("data", (data) => {
    printed += data;
  });
  const [code] = await once(program, "close");
  return [code, printed];
}

test("a solution wins, and a hint is its first step", async () => {
  const solution = await solve(617, { rules: { autoplay: "safe" } });
  assert.equal(solution.verdict, "solved");
  const rules = { autoplay: "safe" };
  assert.ok(isWon(play(617, solution.notation, { rules })));
  assert.ok(check(617, solution.notation).wins);
  const next = await hint(617);
  assert.deepEqual(play(617, next.notation), play(617, next.move));
  assert.equal(await verdict(play(617, next.move)), "solved");
});

test("a solution can be checked and played in every form", async () => {
  const rules = { autoplay: "safe" };
  const [solution, safe] = [await solve(617), await solve(617, { rules })];
  for (const moves of [solution, solution.moves, solution.notation, solution.notation.split(" ")]) {
    assert.ok(isWon(play(617, moves)));
    const report = check(617, moves);
    assert.deepEqual([report.wins, report.notation, report.turns], [true, solution.notation, solution.turns]);
  }
  for (const moves of [safe, safe.moves, safe.notation]) {
    assert.ok(isWon(play(617, moves, { rules })));
    assert.equal(check(617, moves, { rules }).notation, safe.notation);
  }
  assert.match(check(11982, await solve(11982)).reason, /^it has no moves/);
  assert.equal(check(617, ["7a 7b", { source: "7", target: "h" }]).wrong.number, 3);
});

test("a string moves as many cards as fit, and an object one", () => {
  const board = play(23, "6a 6h 16 3b 43 47 48 78 4c 4d 4h dh"); // column 4 is empty
  /** The number of cards in column 4 after a move. */
  const moved = (move) => play(board, move).columns[3].length;
  assert.deepEqual(["64", "64v1", "64v2"].map(moved), [2, 1, 2]);
  assert.deepEqual(
    [undefined, 1, 2].map((count) => moved({ source: "6", target: "4", count })),
    [1, 1, 2],
  );
});

test("a board is plain data, and never changes", async () => {
  const board = deal(617);
  const text = JSON.stringify(board);
  assert.deepEqual(JSON.parse(text), board);
  assert.equal((await solve(JSON.parse(text))).deal, 617);
  play(board, "7a");
  for (const move of legalMoves(board)) play(board, move);
  assert.equal(JSON.stringify(board), text);
  assert.deepEqual(deal(617n), board);
  assert.deepEqual(deal("617"), board);
  assert.deepEqual(parse(text).columns, board.columns);
  assert.equal(parse(JSON.stringify(deal(617))).deal, 617);
  const lines = board.columns[0].map((_, row) => board.columns.flatMap((column) => column[row] ?? []).join(" "));
  assert.equal(parse(["Deal 617", ...lines].join("\n")).deal, 617);
  assert.equal(parse(["Deal 618", ...lines].join("\n")).deal, null);
  const frozen = { columns: Object.freeze(board.columns.map(Object.freeze)) };
  assert.equal(await verdict(frozen), "solved");
});

test("a cancelled search ends, and the next one takes its place", async () => {
  for (let times = 0; times < 6; times += 1) {
    const given = new AbortController();
    const searches = Array.from({ length: 8 }, (_, index) => solve(index + 1, { ...LONG, signal: given.signal }));
    setTimeout(() => given.abort(), 20);
    const results = await Promise.allSettled(searches);
    for (const { reason } of results) assert.equal(reason?.name, "AbortError");
    assert.equal(await verdict(617), "solved");
  }
});

test("the reason is passed on, and an aborted signal starts no search", async () => {
  const reason = new Error("the player has left");
  await assert.rejects(solve(1, { signal: AbortSignal.abort(reason) }), reason);
  await assert.rejects(solve(1, { ...LONG, signal: AbortSignal.timeout(30) }), { name: "TimeoutError" });
});

test("a signal for many searches has one listener", async () => {
  const given = new AbortController();
  const { signal } = given;
  let listeners = 0;
  const add = signal.addEventListener.bind(signal);
  signal.addEventListener = (...values) => {
    listeners += 1;
    add(...values);
  };
  await Promise.all(Array.from({ length: 50 }, (_, index) => verdict(index + 1, { signal })));
  assert.equal(listeners, 1);
  const last = solve(1, { ...LONG, signal });
  given.abort();
  await assert.rejects(last, { name: "AbortError" });
});

test("many questions share a few workers, and one that took much memory releases it", async () => {
  const [code, printed] = await run(`
    import threads from "node:worker_threads";
    import { once } from "node:events";
    import { syncBuiltinESMExports } from "node:module";
    let most = 0;
    const workers = new Set();
    threads.Worker = class extends threads.Worker {
      constructor(...values) {
        super(...values);
        workers.add(this);
        most = Math.max(most, workers.size);
        this.once("exit", () => workers.delete(this));
      }
    };
    syncBuiltinESMExports();
    const { solve, verdict } = await import("freecell");
    const verdicts = await Promise.all(Array.from({ length: 500 }, (_, index) => verdict(index + 1)));
    const ended = Promise.race([...workers].map((worker) => once(worker, "exit")));
    await solve(2, { goal: "short", beamWidth: 40_000 }); // takes more than 100 MB
    await ended;
    console.log(JSON.stringify({ most, left: workers.size, verdicts: [...new Set(verdicts)] }));
  `);
  assert.equal(code, 0);
  const { most, left, verdicts } = JSON.parse(printed);
  assert.ok(most >= 1 && most <= 4, String(most));
  assert.equal(left, most - 1);
  assert.deepEqual(verdicts, ["solved"]);
});

test("a program ends once nothing is left to do", async () => {
  assert.deepEqual(await run('import { verdict } from "freecell"; console.log(await verdict(617));'), [0, "solved\n"]);
  assert.deepEqual(await run('import { verdict } from "freecell"; verdict(11982).then(console.log);'), [
    0,
    "unsolvable\n",
  ]);
  assert.deepEqual(await run('import { deal } from "freecell"; console.log(deal(1).deal);'), [0, "1\n"]);
  const givenUp = `import { solve } from "freecell";
    await solve(1, { goal: "shortest", signal: AbortSignal.timeout(50) }).catch(({ name }) => console.log(name));`;
  assert.deepEqual(await run(givenUp), [0, "TimeoutError\n"]);
});

test("the functions on this thread return the same", async () => {
  const core = await load();
  for (const number of [1, 617, 11982]) {
    assert.deepEqual(core.solve(number), await solve(number));
    assert.deepEqual(core.hint(number), await hint(number));
    assert.deepEqual(core.difficulty(number), await difficulty(number));
    assert.equal(core.verdict(number), await verdict(number));
  }
  assert.deepEqual(core.find(core.deal(617)), await find(deal(617)));
  assert.throws(() => core.solve(617, { signal: new AbortController().signal }), /signal can't stop/);
});

test("too little memory is an error that can be handled", async () => {
  const text = `import { load, solve, verdict } from "freecell";
    const asked = [2, { goal: "short", beamWidth: 5000 }]; // takes 17 MB
    await solve(...asked).catch(({ name, message }) => console.log(name, message));
    console.log(await verdict(617));
    const core = await load();
    try { core.solve(...asked); } catch ({ name, message }) { console.log(name, message); }`;
  const [code, printed] = await run(text, "--wasm-max-mem-pages=150"); // 10 MB
  assert.equal(code, 0);
  assert.deepEqual(printed.trim().split("\n"), [
    "FreecellError not enough memory",
    "solved",
    "FreecellError not enough memory: this core can't be used any more, so call load() again",
  ]);
});

test("all errors about input have one class", async () => {
  const circular = {};
  circular.columns = [circular];
  const bare = Object.create(null);
  const { columns } = deal(617);
  const junk = [
    undefined,
    null,
    true,
    NaN,
    -0,
    1e300,
    2n ** 70n,
    "",
    "x",
    "7D",
    Symbol("x"),
    () => 1,
    [],
    [[]],
    [null],
    {},
  ];
  junk.push(
    circular,
    bare,
    new Map(),
    new Date(),
    { columns: [] },
    { columns: [[1n]] },
    { columns, cells: [circular] },
  );
  junk.push(
    { columns, cells: [7n] },
    { columns, foundations: { C: 1n } },
    { columns, foundations: { C: Symbol("x") } },
  );
  junk.push(
    { source: bare, target: "a" },
    { rules: { cells: bare } },
    { rules: null },
    { signal: bare },
    { toString: 1 },
  );
  const core = await load();
  const functions = { ...core, solve, verdict, hint, difficulty, find };
  let failed = 0;
  for (const [name, ask] of Object.entries(functions)) {
    const first = junk.map((one) => [one]);
    const later = junk.map((one) => (["check", "play"].includes(name) ? [617, "7a", one] : [617, one]));
    for (const values of [...first, ...later]) {
      try {
        await ask(...values);
      } catch (error) {
        failed += 1;
        assert.ok(error instanceof FreecellError, `${name}: ${error.stack}`);
        assert.ok(!error.message.includes("\n") && error.message.length < 250, error.message);
      }
    }
  }
  assert.ok(failed > 300, String(failed));
});

test("errors quote the input and name what was expected", async () => {
  const cards = deal(617).columns;
  const wrong = [
    [() => deal(0), "deal 0 doesn't exist: choose 1 to 8589934591, -1 or -2"],
    [() => deal(2n ** 70n), "deal 1180591620717411303424 doesn't exist: choose 1 to 8589934591, -1 or -2"],
    [() => deal("six"), "deal 'six' doesn't exist: choose 1 to 8589934591, -1 or -2"],
    [() => deal(1.5), "deal 1.5 doesn't exist: choose 1 to 8589934591, -1 or -2"],
    [() => deal(true), "a deal must be a number, got true"],
    [() => verdict(undefined), "a board must be a deal number or an object with columns, got undefined"],
    [() => verdict([cards]), 'a board must be a deal number or an object with columns, got [[["7D","TD"'],
    [() => verdict({ columns: "7D" }), '{"columns":"7D"} has no "columns"'],
    [() => verdict({ columns: cards.slice(1) }), "a board has 8 columns"],
    [() => verdict({ columns: [["7D"], ...cards] }), "a board has 8 columns"],
    [() => verdict({ columns: [["7D", "7D"], ...cards.slice(1)] }), "4C is missing"],
    [() => verdict({ columns: [["7X"], ...cards.slice(1)] }), "7X is not a card"],
    [() => verdict({ columns: cards, cells: ["7D"] }), "7D appears twice"],
    [
      () => verdict({ columns: cards, cells: [null, null, null, null, "7D"] }),
      "the board has cards in more free cells",
    ],
    [() => verdict({ columns: cards, cells: {} }), '"cells" must be a list of cards'],
    [
      () => verdict({ columns: cards, foundations: [0] }),
      "foundations must be an object such as { C: 0, D: 2 }, got [0]",
    ],
    [() => verdict({ columns: cards, foundations: { C: 14 } }), "each foundation must be 0 to 13"],
    [() => solve(1, { cells: 3 }), "'cells' is not one of the options", "write rules: { cells }"],
    [() => solve(1, { rules: { cells: 8 } }), "cells must be a whole number from 0 to 7, got 8"],
    [() => solve(1, { rules: { room: "any" } }), "room must be one of 'theory', 'windows', got 'any'"],
    [() => solve(1, { rules: 4 }), "rules must be an object, got 4"],
    [() => solve(1, { maxPositions: 0 }), "maxPositions must be a whole number from 1 to 2147483648, got 0"],
    [() => solve(1, { seconds: -1 }), "seconds must be greater than 0, got -1"],
    [() => solve(1, { goal: "best" }), "goal must be one of 'fast', 'short', 'prove', 'shortest', got 'best'"],
    [() => solve(1, { goal: "shortest", rules: { autoplay: "max" } }), "autoplay must be 'none' or 'safe'"],
    [() => solve(1, { signal: 1 }), "signal must be an AbortSignal, got 1"],
    [() => solve(1, null), "options must be an object, got null"],
    [() => difficulty(1, { goal: "fast" }), "'goal' is not one of the options"],
    [() => find("7D AD 5C"), "3 known cards fit too many deals: give at least 6"],
    [() => find(["??", "AD", "5C", "3S", "5S", "8C", "2D"]), "the first two cards are missing"],
    [() => find(play(617, "7a")), "only a new deal has a number: here, some cards are in the cells or at home"],
    [() => find(617), "cards must be a string, a board or a list of cards, got 617"],
    [() => play(617, "7h"), "JH can't go home: no hearts are home yet"],
    [() => play(617, "7a 7h"), "move 2, 7h: 2C can't go home: no clubs are home yet"],
    [
      () => play(617, { source: "7", target: "x" }),
      "target must be a column '1' to '8', a cell 'a' to 'g' or home 'h', got 'x'",
    ],
    [() => play(617, { source: 7, target: "a" }), "source must be a column '1' to '8'", "got 7"],
    [() => play(617, "17v0"), "this is not a move: write two places"],
    [() => play(617, solve(617)), "a move must be a string such as '7a' or an object with source and target, got {}"],
    [() => play(617, [5]), "a move must be a string such as '7a' or an object with source and target, got 5"],
    [() => isWon({ ...deal(617), foundations: { X: 1 } }), "foundations must be an object such as { C: 0, D: 2 }"],
    [() => parse("not a board"), "'not' is not a card"],
    [() => parse(5), "a board to parse must be a string, got 5"],
    [() => check(617, 5), "moves must be a string such as '26 7a 3h', a list of moves or the result of solve, got 5"],
    [async () => verdict(await solve(617)), 'has no "columns"'],
  ];
  for (const [asked, ...messages] of wrong) {
    await assert.rejects(
      async () => asked(),
      (error) => {
        assert.ok(error instanceof FreecellError, String(error));
        assert.equal(error.name, "FreecellError");
        for (const message of messages) assert.ok(error.message.includes(message), error.message);
        assert.ok(!error.message.includes("\n") && error.message.length < 250, error.message);
        return true;
      },
    );
  }
});
