// A witness for tests/core/shortest.cpp and tests/core/prove.cpp: FreeCell by its plain rules and nothing else. Every
// legal move, no bound, no immediate moves home. It shares no code with the core.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
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
    // The length of the run at the end of the column.
    int run() const {
        int count = height > 0 ? 1 : 0;
        while (count > 0 && count < height && fits(cards[height - count], cards[height - count - 1])) ++count;
        return count;
    }
};

// Source and target: columns 0 to 7, cells 8 to 14, home 15.
struct Move {
    int source, target, count;
    bool counts() const { return target != kHome; }
};

struct Board {
    std::array<Column, kColumns> columns;
    std::array<std::uint8_t, kCells> cells;
    std::array<std::uint8_t, 4> home;
    int cell_count;
    bool windows;  // room "windows" instead of "theory"

    // The core's format: cards home by suit, seven cells, heights, and the cards column by column.
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

    // A string for each board. It is the same for boards that differ only in the order of columns or cells, unless
    // `ordered`.
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

    bool has_all_cards() const {
        int count = home[0] + home[1] + home[2] + home[3];
        for (const auto& column : columns) count += column.height;
        for (const auto card : cells) count += card != kEmpty;
        return count == 52;
    }
    bool won() const { return home[0] + home[1] + home[2] + home[3] == 52; }
    int free_cells() const { return static_cast<int>(std::count(cells.begin(), cells.begin() + cell_count, kEmpty)); }
    // The maximum number of cards that may move at once: in theory, or as Windows counts.
    int room(bool to_empty) const {
        int empty = 0;
        for (const auto& column : columns) empty += column.height == 0;
        if (windows) return (free_cells() + 1) * (to_empty ? 1 : empty + 1);
        return (free_cells() + 1) * (1 << (to_empty ? empty - 1 : empty));
    }

    bool is_legal(Move move) const {
        return move.source >= 0 && move.source < kHome && may_leave(move.source, move.count) && may_go(move);
    }
    // Whether this many cards can be taken from a place.
    bool may_leave(int source, int cards) const {
        if (source >= kColumns) return cards == 1 && cells[source - kColumns] != kEmpty;
        return cards >= 1 && cards <= columns[source].run();
    }
    // Whether the cards, which can be taken, fit at the target.
    bool may_go(Move move) const {
        if (move.source == move.target) return false;
        const bool from_cell = move.source >= kColumns;
        const int lead = from_cell ? cells[move.source - kColumns]
                                   : columns[move.source].cards[columns[move.source].height - move.count];
        if (move.target == kHome) return move.count == 1 && home[suit(lead)] == rank(lead);
        if (move.target >= kColumns)
            return !from_cell && move.count == 1 && move.target - kColumns < cell_count &&
                   cells[move.target - kColumns] == kEmpty;
        const Column& target = columns[move.target];
        return (target.height == 0 || fits(lead, target.top())) &&
               (move.count == 1 || move.count <= room(target.height == 0));
    }

    std::vector<Move> legal_moves(bool runs) const {
        std::vector<Move> moves;
        for (int source = 0; source < kColumns + cell_count; ++source)
            for (int cards = 1; (cards == 1 || runs) && may_leave(source, cards); ++cards)
                for (int target = 0; target <= kHome; ++target)
                    if (may_go({source, target, cards})) moves.push_back({source, target, cards});
        return moves;
    }

    Board after(Move move) const {
        Board board = *this;
        std::array<std::uint8_t, 52> taken{};
        if (move.source >= kColumns) {
            taken[0] = cells[move.source - kColumns];
            board.cells[move.source - kColumns] = kEmpty;
        } else {
            Column& column = board.columns[move.source];
            column.height = static_cast<std::uint8_t>(column.height - move.count);
            std::copy_n(column.cards.begin() + column.height, move.count, taken.begin());
        }
        if (move.target == kHome)
            ++board.home[suit(taken[0])];
        else if (move.target >= kColumns)
            board.cells[move.target - kColumns] = taken[0];
        else
            for (int i = 0; i < move.count; ++i) board.columns[move.target].put(taken[i]);
        return board;
    }
};

// The number of moves that a board is from being won, not counting moves home: -1 if it can't be won, -2 if the answer
// takes more than `most` boards. Breadth-first.
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

// This many boards that can be reached from a board, or all if there are fewer.
inline std::vector<Board> reach(const Board& start, bool runs, std::size_t count) {
    std::unordered_set<std::string> seen{start.key(false)};
    std::vector<Board> all{start};
    for (std::size_t at = 0; at < all.size() && all.size() < count; ++at)
        for (const Move move : all[at].legal_moves(runs))
            if (const Board after = all[at].after(move); seen.insert(after.key(false)).second) all.push_back(after);
    return all;
}

// Boards that can be reached from a board, their distances from it, and their distances from being won. Moves home
// don't count.
struct Reach {
    std::vector<Board> boards;
    std::vector<int> lengths, left;  // left: -1 if unknown or unsolvable
    int farthest = -1;               // all boards up to this distance are included, with exact distances

    // Up to `count` boards.
    Reach(const Board& start, bool runs, std::size_t count) : boards{start}, lengths{0} {
        std::unordered_map<std::string, std::size_t> numbers{{start.key(false), 0}};
        std::vector<std::vector<std::pair<std::size_t, int>>> before(1);  // predecessors and lengths
        std::deque<std::pair<std::size_t, int>> queue{{0, 0}};
        for (; !queue.empty() && boards.size() < count; farthest = queue.empty() ? kAll : queue.front().second - 1) {
            const auto [at, length] = queue.front();
            queue.pop_front();
            if (lengths[at] < length) continue;
            for (const Move move : boards[at].legal_moves(runs)) {
                const Board after = boards[at].after(move);
                const int then = length + (move.counts() ? 1 : 0);
                const auto [known, is_new] = numbers.try_emplace(after.key(false), boards.size());
                const std::size_t to = known->second;
                if (is_new) {
                    boards.push_back(after);
                    lengths.push_back(then + 1);
                    before.emplace_back();
                }
                before[to].push_back({at, then - length});
                if (lengths[to] <= then) continue;
                lengths[to] = then;
                if (then > length)
                    queue.push_back({to, then});
                else
                    queue.push_front({to, then});
            }
        }
        find_left(before);
    }

    bool is_whole() const { return farthest == kAll; }

private:
    static constexpr int kAll = 1000;

    void find_left(const std::vector<std::vector<std::pair<std::size_t, int>>>& before) {
        left.assign(boards.size(), -1);
        std::deque<std::pair<std::size_t, int>> queue;
        for (std::size_t at = 0; at < boards.size(); ++at)
            if (boards[at].won()) queue.push_back({at, 0});
        while (!queue.empty()) {
            const auto [at, length] = queue.front();
            queue.pop_front();
            if (left[at] >= 0) continue;
            left[at] = length;
            for (const auto& [from, more] : before[at])
                if (more > 0)
                    queue.push_back({from, length + 1});
                else
                    queue.push_front({from, length});
        }
        // More distant boards may have a shorter path through boards that are not included.
        for (std::size_t at = 0; at < boards.size(); ++at)
            if (lengths[at] + left[at] > farthest) left[at] = -1;
    }
};

// Whether a board can be won: 1 or 0, or -1 if the answer takes more than `most` boards. Boards with the most cards
// home come first.
inline int can_be_won(const Board& start, std::size_t most) {
    const auto cards_home = [](const Board& board) {
        return static_cast<std::size_t>(board.home[0] + board.home[1] + board.home[2] + board.home[3]);
    };
    std::unordered_set<std::string> seen{start.key(false)};
    std::array<std::vector<Board>, 53> open;
    open[cards_home(start)].push_back(start);
    for (std::size_t at = open.size(); at-- > 0;) {
        if (open[at].empty()) continue;
        const Board board = open[at].back();
        open[at].pop_back();
        if (board.won()) return 1;
        for (const Move move : board.legal_moves(false))
            if (const Board after = board.after(move); seen.insert(after.key(false)).second)
                open[cards_home(after)].push_back(after);
        if (seen.size() > most) return -1;
        at = open.size();
    }
    return 0;
}

// Whether one board leads to another without moves home: 1 or 0, or -1 if the answer takes more than `most` boards.
inline int leads_to(const Board& start, const Board& end, std::size_t most) {
    const std::string wanted = end.key(false);
    std::unordered_set<std::string> seen{start.key(false)};
    std::vector<Board> all{start};
    for (std::size_t at = 0; at < all.size() && seen.count(wanted) == 0; ++at) {
        for (const Move move : all[at].legal_moves(false))
            if (move.counts())
                if (const Board after = all[at].after(move); seen.insert(after.key(false)).second) all.push_back(after);
        if (all.size() > most) return -1;
    }
    return seen.count(wanted) != 0;
}

}  // namespace witness
