import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/** Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output. */
public class Deal {
    private static final List<String> DECK = new ArrayList<>();

    static {
        for (char rank : "A23456789TJQK".toCharArray())
            for (char suit : "CDHS".toCharArray()) DECK.add("" + rank + suit);
    }

    /** The random number that a state of the generator stands for. */
    private static int draw(int state, long number) {
        if (number < 1L << 31) return state >>> 16 & 0x7FFF;
        if (number < 1L << 32) return state >>> 16 | 0x8000;
        return (state >>> 16) + 1;
    }

    /** The board of a deal: 7 rows of 8 cards, the last of 4. */
    static List<List<String>> deal(long number) {
        List<String> deck = new ArrayList<>(DECK);
        List<List<String>> rows = new ArrayList<>();
        int state = (int) number;
        for (int dealt = 0; dealt < 52; dealt++) {
            if (dealt % 8 == 0) rows.add(new ArrayList<>());
            state = 214013 * state + 2531011; // an int keeps the lower 32 bits, and >>> reads them without a sign
            int last = deck.size() - 1;
            int place = draw(state, number) % deck.size();
            rows.get(dealt / 8).add(deck.get(place));
            deck.set(place, deck.get(last)); // the last card takes the place of the one dealt
            deck.remove(last);
        }
        return rows;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder output = new StringBuilder();
        for (String line; (line = input.readLine()) != null; )
            for (List<String> row : deal(Long.parseLong(line))) output.append(String.join(" ", row)).append('\n');
        System.out.print(output);
    }
}
