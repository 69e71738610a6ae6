#!/usr/bin/awk -f
# Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
# Any awk will do. Its numbers are exact up to 2^53, and no product here passes 2^50.

BEGIN {
    for (card = 0; card < 52; card++)
        name[card] = substr("A23456789TJQK", int(card / 4) + 1, 1) substr("CDHS", card % 4 + 1, 1)
}

# The next random number of a deal.
function draw(number,    upper) {
    state = (214013 * state + 2531011) % 4294967296
    upper = int(state / 65536)
    if (number < 2147483648) return upper % 32768
    if (number < 4294967296) return upper % 32768 + 32768
    return upper + 1
}

{
    state = $1 % 4294967296
    for (card = 0; card < 52; card++) deck[card] = name[card]
    for (left = 52; left > 0; left--) {
        place = draw($1) % left
        printf "%s%s", deck[place], (left % 8 == 5 || left == 1) ? "\n" : " "
        deck[place] = deck[left - 1] # the last card takes the place of the one dealt
    }
}
