#!/usr/bin/env bash
# Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.

# deal NUMBER: prints a board, 7 rows of 8 cards, the last of 4.
deal() {
    local number=$1 state=$1 draw place row=()
    local deck=({A,{2..9},T,J,Q,K}{C,D,H,S})
    while ((${#deck[@]})); do
        ((state = (214013 * state + 2531011) & 0xFFFFFFFF, draw = state >> 16))
        if ((number < 1 << 31)); then
            ((draw &= 0x7FFF))
        elif ((number < 1 << 32)); then
            ((draw |= 0x8000))
        else
            ((draw += 1))
        fi
        ((place = draw % ${#deck[@]}))
        row+=("${deck[place]}")
        deck[place]=${deck[-1]} # the last card takes the place of the one dealt
        unset 'deck[-1]'
        if ((${#row[@]} == 8 || ${#deck[@]} == 0)); then
            echo "${row[*]}"
            row=()
        fi
    done
}

while read -r number; do
    deal "$number"
done
