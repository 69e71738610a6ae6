// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
using System;
using System.Collections.Generic;
using System.Linq;

static class FreeCell
{
    static readonly string[] Deck =
        (from rank in "A23456789TJQK" from suit in "CDHS" select $"{rank}{suit}").ToArray();

    /// <summary>The random numbers of a deal.</summary>
    static IEnumerable<uint> Draws(ulong number)
    {
        uint state = unchecked((uint)number);
        while (true)
        {
            state = unchecked(214013 * state + 2531011);
            if (number < 1UL << 31) yield return state >> 16 & 0x7FFF;
            else if (number < 1UL << 32) yield return state >> 16 | 0x8000;
            else yield return (state >> 16) + 1;
        }
    }

    /// <summary>The board of a deal: 7 rows of 8 cards, the last of 4.</summary>
    static string[][] Deal(ulong number)
    {
        var deck = Deck.ToList();
        var cards = new List<string>();
        foreach (uint draw in Draws(number).Take(52))
        {
            int place = (int)(draw % deck.Count);
            cards.Add(deck[place]);
            deck[place] = deck[deck.Count - 1]; // the last card takes the place of the one dealt
            deck.RemoveAt(deck.Count - 1);
        }
        return Enumerable.Range(0, 7).Select(row => cards.Skip(8 * row).Take(8).ToArray()).ToArray();
    }

    static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null;)
            foreach (string[] row in Deal(ulong.Parse(line)))
                Console.WriteLine(string.Join(" ", row));
    }
}
