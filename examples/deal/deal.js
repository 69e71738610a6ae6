// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
import { createInterface } from "node:readline";

const DECK = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));

/** The random numbers of a deal. No product passes 2 ** 50, so numbers stay exact. */
function* draws(number) {
  let state = number % 2 ** 32;
  while (true) {
    state = (214013 * state + 2531011) % 2 ** 32;
    const upper = Math.floor(state / 2 ** 16);
    if (number < 2 ** 31) yield upper % 2 ** 15;
    else if (number < 2 ** 32) yield (upper % 2 ** 15) + 2 ** 15;
    else yield upper + 1;
  }
}

/** The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4. */
export function deal(number) {
  const deck = [...DECK];
  const rows = [];
  for (const draw of draws(number)) {
    const dealt = 52 - deck.length;
    if (dealt % 8 === 0) rows.push([]);
    const place = draw % deck.length;
    rows.at(-1).push(deck[place]);
    deck[place] = deck.at(-1); // the last card takes the place of the one dealt
    deck.pop();
    if (deck.length === 0) return rows;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  for (const row of deal(Number(line))) console.log(row.join(" "));
}
