// Answers the questions of tests/npm/test_npm.py with the package, one per line, all at once.

import { readFileSync } from "node:fs";
import * as freecell from "freecell";

const functions = new Map(Object.entries(freecell));

const questions = readFileSync(0, "utf8").trimEnd().split("\n");
const answers = questions.map(async (line) => {
  const [name, ...values] = JSON.parse(line);
  try {
    return await functions.get(name)(...values);
  } catch (error) {
    return { error: error.message, name: error.name };
  }
});
for (const answer of answers) console.log(JSON.stringify(await answer));
