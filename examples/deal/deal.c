/* Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

enum { CARDS = 52, COLUMNS = 8, ROWS = 7 };

/* The next random number of a deal. */
static uint32_t draw(uint32_t *state, uint64_t number) {
    *state = 214013 * *state + 2531011; /* unsigned arithmetic keeps the lower 32 bits */
    if (number < UINT64_C(1) << 31) return *state >> 16 & 0x7FFF;
    if (number < UINT64_C(1) << 32) return *state >> 16 | 0x8000;
    return (*state >> 16) + 1;
}

/* Fills the board of a deal. Cards are numbers, 0 (ace of clubs) to 51 (king of spades), and -1 is none. */
static void deal(uint64_t number, int board[ROWS][COLUMNS]) {
    uint32_t state = (uint32_t)number;
    int deck[CARDS];
    for (int card = 0; card < CARDS; card++) deck[card] = card;
    for (int place = 0; place < ROWS * COLUMNS; place++) {
        int *dealt = &board[place / COLUMNS][place % COLUMNS];
        int left = CARDS - place;
        if (left <= 0) {
            *dealt = -1;
            continue;
        }
        uint32_t taken = draw(&state, number) % (uint32_t)left;
        *dealt = deck[taken];
        deck[taken] = deck[left - 1]; /* the last card takes the place of the one dealt */
    }
}

int main(void) {
    uint64_t number;
    while (scanf("%" SCNu64, &number) == 1) {
        int board[ROWS][COLUMNS];
        deal(number, board);
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS && board[row][column] >= 0; column++) {
                int card = board[row][column];
                if (column) putchar(' ');
                putchar("A23456789TJQK"[card / 4]);
                putchar("CDHS"[card % 4]);
            }
            putchar('\n');
        }
    }
    return 0;
}
