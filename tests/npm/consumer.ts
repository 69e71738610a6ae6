// A program of somebody else, with the strictest settings that TypeScript has: tests/npm/test_consumers.py checks it.

import {
  type Board,
  type Core,
  check,
  deal,
  difficulty,
  FreecellError,
  find,
  type Grade,
  type Hint,
  hint,
  isWon,
  legalMoves,
  load,
  type Move,
  parse,
  play,
  randomDeal,
  type Report,
  type Rules,
  type SearchOptions,
  type Solution,
  solve,
  type Verdict,
  verdict,
} from "freecell";
import "freecell/board";

const rules: Partial<Rules> = { cells: 3, autoplay: "safe" };
const given = new AbortController();
const options: SearchOptions = { rules, goal: "short", metric: "singles", signal: given.signal, seconds: 2 };

export async function everything(number: number): Promise<string[]> {
  const board: Board = deal(number);
  const known: Verdict = await verdict(board, options);
  const solution: Solution = await solve(board, options);
  if (solution.verdict === "solved") {
    const turns: number = solution.turns;
    const words: string[] = solution.notation.split(" ");
    return [...words, known, String(turns)];
  }
  const none: null = solution.notation;
  const next: Hint = await hint(board, { rules: { room: "windows" } });
  const after: Board = next.move ? play(board, next.move) : board;
  const moves: Move[] = legalMoves(after, { rules });
  const report: Report = check(617n, "7a 7b", { rules });
  const replayed: Board = play(617, solution);
  const element = document.querySelector("freecell-board");
  element?.play(check(617, moves).wins ? moves : [{ source: "7", target: "a" }, "7b"]);
  element?.undo();
  const grade: Grade = (await difficulty("617")).grade;
  const numbers: number[] = await find([board.columns[0]?.[0] ?? null, "AD", "??", null, "5S", "8C", "2D"]);
  const chosen: number = await randomDeal({ difficulty: "easy", seed: 7, signal: given.signal });
  const core: Core = await load();
  const now: Verdict = core.verdict(board, { rules });
  return [String(none), String(replayed.deal), String(chosen), report.wrong?.reason ?? "", grade, now, ...numbers.map(String), String(moves.length)];
}

export function mistakes(): void {
  // @ts-expect-error a goal that there is not
  solve(617, { goal: "best" });
  // @ts-expect-error a grade that only deals that can't be won have
  randomDeal({ difficulty: "impossible" });
  // @ts-expect-error cells are rules
  verdict(617, { cells: 3 });
  // @ts-expect-error nothing can be stopped on this thread
  load().then((core) => core.solve(617, { signal: given.signal }));
  // @ts-expect-error a promise is not yet a solution
  check(617, solve(617));
  // @ts-expect-error a board has columns
  isWon({ rows: [] });
  // @ts-expect-error a promise is not yet a verdict
  const known: Verdict = verdict(617);
  // @ts-expect-error there may be no solution
  solve(617).then(({ notation }) => notation.split(" "));
  const isOurs: boolean = new FreecellError(known) instanceof Error && !isWon(parse("..."));
  console.log(isOurs);
}
