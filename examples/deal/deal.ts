// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
import { createInterface } from "node:readline";

type Card = string;

const DECK: readonly Card[] = [..."A23456789TJQK"].flatMap((rank) => [..."CDHS"].map((suit) => rank + suit));

/** The random numbers of a deal. */
function* draws(number: bigint): Generator<number> {
  let state = number;
  while (true) {
    state = BigInt.asUintN(32, 214013n * state + 2531011n);
    const upper = Number(state >> 16n);
    if (number < 2n ** 31n) yield upper & 0x7fff;
    else if (number < 2n ** 32n) yield upper | 0x8000;
    else yield upper + 1;
  }
}

/** The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4. */
export function deal(number: bigint): Card[][] {
  const deck = [...DECK];
  const random = draws(number);
  const cards = DECK.map(() => {
    const place = random.next().value % deck.length;
    const card = deck[place];
    deck[place] = deck[deck.length - 1]; // the last card takes the place of the one dealt
    deck.pop();
    return card;
  });
  return Array.from({ length: 7 }, (_, row) => cards.slice(8 * row, 8 * row + 8));
}

for await (const line of createInterface({ input: process.stdin })) {
  for (const row of deal(BigInt(line))) console.log(row.join(" "));
}
