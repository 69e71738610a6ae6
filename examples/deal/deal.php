<?php
// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
declare(strict_types=1);

/** The random numbers of a deal. Integers have 64 bits, so nothing overflows. */
function draws(int $number): Generator
{
    $state = $number;
    while (true) {
        $state = (214013 * $state + 2531011) & 0xFFFFFFFF;
        yield match (true) {
            $number < 2 ** 31 => $state >> 16 & 0x7FFF,
            $number < 2 ** 32 => $state >> 16 | 0x8000,
            default => ($state >> 16) + 1,
        };
    }
}

/** The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4. */
function deal(int $number): array
{
    $deck = [];
    foreach (str_split('A23456789TJQK') as $rank) {
        foreach (str_split('CDHS') as $suit) {
            $deck[] = $rank . $suit;
        }
    }
    $cards = [];
    foreach (draws($number) as $draw) {
        $place = $draw % count($deck);
        $cards[] = $deck[$place];
        $deck[$place] = end($deck); // the last card takes the place of the one dealt
        array_pop($deck);
        if (!$deck) {
            return array_chunk($cards, 8);
        }
    }
}

while (($line = fgets(STDIN)) !== false) {
    foreach (deal((int) $line) as $row) {
        echo implode(' ', $row), "\n";
    }
}
