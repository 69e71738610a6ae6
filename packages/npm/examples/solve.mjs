// Solves deals on the command line: node solve.mjs 617 11982

import { solve } from "freecell";

for (const deal of process.argv.slice(2)) {
  const { verdict, notation } = await solve(deal, { rules: { autoplay: "safe" } });
  console.log(`deal ${deal}: ${notation ?? verdict}`);
}
