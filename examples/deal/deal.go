// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// draws returns a function that gives the random numbers of a deal, one after the other.
func draws(number uint64) func() int {
	state := uint32(number)
	return func() int {
		state = 214013*state + 2531011 // a uint32 keeps the lower 32 bits
		switch upper := int(state >> 16); {
		case number < 1<<31:
			return upper & 0x7FFF
		case number < 1<<32:
			return upper | 0x8000
		default:
			return upper + 1
		}
	}
}

// deal returns a board as a two-dimensional slice: 7 rows of 8 cards, the last of 4.
func deal(number uint64) [][]string {
	var deck []string
	for _, rank := range "A23456789TJQK" {
		for _, suit := range "CDHS" {
			deck = append(deck, string([]rune{rank, suit}))
		}
	}
	rows := make([][]string, 7)
	draw := draws(number)
	for dealt := 0; dealt < 52; dealt++ {
		place, last := draw()%len(deck), len(deck)-1
		rows[dealt/8] = append(rows[dealt/8], deck[place])
		deck[place] = deck[last] // the last card takes the place of the one dealt
		deck = deck[:last]
	}
	return rows
}

func main() {
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	input := bufio.NewReader(os.Stdin)
	for number := uint64(0); ; {
		if _, err := fmt.Fscan(input, &number); err != nil {
			return
		}
		for _, row := range deal(number) {
			fmt.Fprintln(output, strings.Join(row, " "))
		}
	}
}
