// A witness for tests/shortest.cpp: FreeCell by its plain rules, and nothing else. Every legal move, no bound, nothing
// played at once. It shares no code with the core.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace witness {

constexpr int kColumns = 8, kCells = 7, kHome = kColumns + kCells, kEmpty = 52;

// Cards are 4 * (rank - 1) + suit, suits in the order C D H S.
inline int rank(int card) { return card / 4; }
inline int suit(int card) { return card % 4; }
inline bool red(int card) { return suit(card) == 1 || suit(card) == 2; }
inline bool fits(int card, int on) { return rank(on) == rank(card) + 1 && red(on) != red(card); }

struct Column {
    std::array<std::uint8_t, 52> cards;
    std::uint8_t height = 0;

    int top() const { return cards[height - 1]; }
    void put(int card) { cards[height++] = static_cast<std::uint8_t>(card); }
    bool operator<(const Column& other) const {
        return std::lexicographical_compare(cards.begin(), cards.begin() + height, other.cards.begin(),
                                            other.cards.begin() + other.height);
    }
    // How many cards at its end are a run.
    int run() const {
        int count = height > 0 ? 1 : 0;
        while (count > 0 && count < height && fits(cards[height - count], cards[height - count - 1])) ++count;
        return count;
    }
};

// From and to: columns 0 to 7, cells 8 to 14, home 15.
struct Move {
    int source, target, cards;
    bool counts() const { return target != kHome; }
};

struct Board {
    std::array<Column, kColumns> columns;
    std::array<std::uint8_t, kCells> cells;
    std::array<std::uint8_t, 4> home;
    int cell_count;
    bool windows;  // its room

    // As the core takes it: cards at home of each suit, seven cells, heights, and the cards column by column.
    Board(const std::uint8_t* bytes, int count, bool as_windows) : cell_count(count), windows(as_windows) {
        for (auto& cards : home) cards = *bytes++;
        for (auto& card : cells) card = *bytes++;
        const std::uint8_t* card = bytes + kColumns;
        for (auto& column : columns)
            for (int left = *bytes++; left > 0; --left) column.put(*card++);
    }
    std::array<std::uint8_t, 71> bytes() const {
        std::array<std::uint8_t, 71> all{};
        auto at = std::copy(home.begin(), home.end(), all.begin());
        at = std::copy(cells.begin(), cells.end(), at);
        for (const auto& column : columns) *at++ = column.height;
        for (const auto& column : columns) at = std::copy_n(column.cards.begin(), column.height, at);
        return all;
    }

    // A text for each board; the same for boards that differ only in the order of columns or cells, unless `ordered`.
    std::string key(bool ordered) const {
        std::array<const Column*, kColumns> sorted;
        for (int i = 0; i < kColumns; ++i) sorted[i] = &columns[i];
        auto held = cells;
        if (!ordered) {
            std::sort(sorted.begin(), sorted.end(), [](auto* one, auto* other) { return *one < *other; });
            std::sort(held.begin(), held.end());
        }
        std::string text;
        text.reserve(80);
        for (const auto* column : sorted) {
            text.append(column->cards.begin(), column->cards.begin() + column->height);
            text += static_cast<char>(kEmpty);
        }
        text.append(held.begin(), held.end());
        text.append(home.begin(), home.end());
        return text;
    }

    bool won() const { return home[0] + home[1] + home[2] + home[3] == 52; }
    int free_cells() const { return static_cast<int>(std::count(cells.begin(), cells.begin() + cell_count, kEmpty)); }
    // How many cards may be moved at once: by way of single cards, or as Windows counted.
    int room(bool to_empty) const {
        int empty = 0;
        for (const auto& column : columns) empty += column.height == 0;
        if (windows) return (free_cells() + 1) * (to_empty ? 1 : empty + 1);
        return (free_cells() + 1) * (1 << (to_empty ? empty - 1 : empty));
    }

    bool is_legal(Move move) const {
        if (move.source < 0 || move.source >= kHome || move.source == move.target || move.cards < 1) return false;
        const bool from_cell = move.source >= kColumns;
        if (from_cell && (move.cards != 1 || cells[move.source - kColumns] == kEmpty)) return false;
        if (!from_cell && move.cards > columns[move.source].run()) return false;
        const int lead = from_cell ? cells[move.source - kColumns]
                                   : columns[move.source].cards[columns[move.source].height - move.cards];
        if (move.target == kHome) return move.cards == 1 && home[suit(lead)] == rank(lead);
        if (move.target >= kColumns)
            return !from_cell && move.cards == 1 && move.target - kColumns < cell_count &&
                   cells[move.target - kColumns] == kEmpty;
        const Column& target = columns[move.target];
        return (move.cards == 1 || move.cards <= room(target.height == 0)) &&
               (target.height == 0 || fits(lead, target.top()));
    }

    std::vector<Move> legal_moves(bool runs) const {
        std::vector<Move> moves;
        for (int source = 0; source < kColumns + cell_count; ++source) {
            const int most = source >= kColumns ? 1 : columns[source].run();
            for (int cards = 1; cards <= (runs ? most : std::min(most, 1)); ++cards)
                for (int target = 0; target <= kHome; ++target)
                    if (is_legal({source, target, cards})) moves.push_back({source, target, cards});
        }
        return moves;
    }

    Board after(Move move) const {
        Board board = *this;
        std::array<std::uint8_t, 52> taken;
        if (move.source >= kColumns) {
            taken[0] = cells[move.source - kColumns];
            board.cells[move.source - kColumns] = kEmpty;
        } else {
            Column& column = board.columns[move.source];
            column.height = static_cast<std::uint8_t>(column.height - move.cards);
            std::copy_n(column.cards.begin() + column.height, move.cards, taken.begin());
        }
        if (move.target == kHome)
            ++board.home[suit(taken[0])];
        else if (move.target >= kColumns)
            board.cells[move.target - kColumns] = taken[0];
        else
            for (int i = 0; i < move.cards; ++i) board.columns[move.target].put(taken[i]);
        return board;
    }
};

// How many moves, not counting those home, a board is from being won: -1 if it can't be, -2 if it takes more than
// `most` boards to say. Breadth first.
inline int moves_to_win(const Board& start, bool runs, bool ordered, std::size_t most) {
    struct Entry {
        Board board;
        int length;
    };
    std::unordered_map<std::string, int> lengths{{start.key(ordered), 0}};
    std::deque<Entry> queue{{start, 0}};
    while (!queue.empty()) {
        const Entry now = queue.front();
        queue.pop_front();
        if (now.board.won()) return now.length;
        for (const Move move : now.board.legal_moves(runs)) {
            const int length = now.length + (move.counts() ? 1 : 0);
            const Board after = now.board.after(move);
            const auto [known, is_new] = lengths.try_emplace(after.key(ordered), length);
            if (!is_new && known->second <= length) continue;
            known->second = length;
            if (move.counts())
                queue.push_back({after, length});
            else
                queue.push_front({after, length});
        }
        if (lengths.size() > most) return -2;
    }
    return -1;
}

// So many boards that can be reached from one, or all if there are fewer.
inline std::vector<Board> reach(const Board& start, bool runs, std::size_t count) {
    std::unordered_set<std::string> seen{start.key(false)};
    std::vector<Board> all{start};
    for (std::size_t at = 0; at < all.size() && all.size() < count; ++at)
        for (const Move move : all[at].legal_moves(runs))
            if (const Board after = all[at].after(move); seen.insert(after.key(false)).second) all.push_back(after);
    return all;
}

// The relaxation by its definition: the least that it costs to empty all columns, where any number of cards may lie
// beside them.
class Relaxed {
public:
    Relaxed(const Board& board, bool runs) : board_(board), runs_(runs) {}

    // How many there are to look at, at most.
    std::size_t states() const {
        std::size_t states = 1;
        for (const auto& column : board_.columns) states *= column.height + std::size_t{1};
        return states;
    }

    int cost() {
        Heights heights;
        for (int i = 0; i < kColumns; ++i) heights[i] = board_.columns[i].height;
        return cost(heights);
    }

private:
    using Heights = std::array<int, kColumns>;

    bool is_lowest(const Heights& heights, int card) const {
        for (int i = 0; i < kColumns; ++i)
            for (int height = 0; height < heights[i]; ++height)
                if (const int other = board_.columns[i].cards[height]; suit(other) == suit(card) && other < card)
                    return false;
        return true;
    }
    int cost(const Heights& heights) {
        if (std::count(heights.begin(), heights.end(), 0) == kColumns) return 0;
        const std::string key(heights.begin(), heights.end());
        if (const auto known = known_.find(key); known != known_.end()) return known->second;
        int best = 1000;
        for (int i = 0; i < kColumns; ++i) {
            if (heights[i] == 0) continue;
            const auto& cards = board_.columns[i].cards;
            Heights after = heights;
            --after[i];
            if (is_lowest(heights, cards[after[i]])) best = std::min(best, cost(after));
            best = std::min(best, 1 + cost(after));
            while (runs_ && after[i] > 0 && fits(cards[after[i]], cards[after[i] - 1])) {
                --after[i];
                best = std::min(best, 1 + cost(after));
            }
        }
        return known_[key] = best;
    }

    const Board& board_;
    const bool runs_;
    std::unordered_map<std::string, int> known_;
};

}  // namespace witness
