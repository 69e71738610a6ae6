// A position of FreeCell, small and quick to copy, and what a move does to it.
//
// Cards are numbers as in Python: 4 * (rank - 1) + suit, suits in the order C D H S, so 0 is AC and 51 is KS.
// A column is a chain of cards, each of which knows the one beneath it: moving a run changes one link. The hash has a
// term for each link, so the order of columns and of cells does not matter to it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace freecell {

constexpr int kColumns = 8;
constexpr int kMostCells = 7;

using Card = std::uint8_t;

constexpr Card kNone = 52;    // beneath the lowest card of a column, on top of an empty one, in an empty cell
constexpr Card kInCell = 53;  // "beneath" a card in a cell
constexpr Card kAtHome = 54;  // "beneath" a card at home

constexpr int rank_of(Card card) { return card >> 2; }  // 0 is an ace, 12 a king
constexpr int suit_of(Card card) { return card & 3; }
constexpr bool is_red(Card card) { return ((card ^ card >> 1) & 1) != 0; }

// Where a move leads from and to: a column, 0 to 7, a cell, 8 to 14, or home.
constexpr int kFirstCell = 8;
constexpr int kHome = 15;

struct Move {
    std::uint8_t source, target, cards;
};

// What a card's way to lie in a column is worth to an evaluation: see Position::lie.
using LieValues = std::array<std::int16_t, 48>;

constexpr auto kParents = [] {  // the two cards that a card may lie on; kNone for a king
    std::array<std::array<Card, 2>, 52> parents{};
    for (int card = 0; card < 52; ++card) {
        const bool red = is_red(static_cast<Card>(card));
        const int above = 4 * (card / 4 + 1);
        parents[card] = {static_cast<Card>(above + (red ? 0 : 1)), static_cast<Card>(above + (red ? 3 : 2))};
        if (above == 52) parents[card] = {kNone, kNone};
    }
    return parents;
}();

constexpr auto kLinkHashes = [] {  // random numbers by splitmix64
    std::array<std::array<std::uint64_t, 64>, 52> hashes{};
    std::uint64_t seed = 617;
    for (auto& card : hashes)
        for (auto& hash : card) {
            std::uint64_t x = seed += 0x9E3779B97F4A7C15u;
            x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
            x = (x ^ x >> 27) * 0x94D049BB133111EBu;
            hash = x ^ x >> 31;
        }
    for (auto& card : hashes) card[kAtHome] = 0;
    return hashes;
}();

struct Position {
    std::uint64_t hash;
    std::int32_t shape;  // the sum of what all lies are worth
    std::array<Card, 52> beneath;
    std::array<std::uint16_t, 52> spot;  // of a card in a column: which one, how high, and how it lies (3, 6 and 6 bits)
    std::array<Card, kColumns> top;
    std::array<Card, kColumns> lead;  // the lowest card of the run at the end of each column
    std::array<std::uint8_t, kColumns> height;
    std::array<Card, kMostCells> cell;
    std::array<std::uint8_t, 4> home;  // how many cards of each suit
    std::uint8_t cards_home, free_cells, empty_columns, cell_count;

    // How a card lies: the low four bits say how many ranks it is above the lowest card beneath it (0 if it is not).
    // With kContinues it continues a run on the card beneath, with kLowest there is no card beneath.
    static constexpr int kContinues = 16, kLowest = 32;

    bool won() const { return cards_home == 52; }
    int column_of(Card card) const { return spot[card] >> 12; }
    int height_of(Card card) const { return spot[card] >> 6 & 63; }
    int lie_of(Card card) const { return spot[card] & 63; }
    bool in_column(Card card) const { return beneath[card] <= kNone; }
    bool continues(Card card) const { return (spot[card] & kContinues) != 0; }
    bool is_top(Card card) const { return in_column(card) && top[column_of(card)] == card; }
    Card next_home(int suit) const { return static_cast<Card>(4 * home[suit] + suit); }  // 52 or more: suit complete

    // The most cards that can be moved at once.
    int room() const { return (free_cells + 1) << empty_columns; }
    int room_to_empty() const { return (free_cells + 1) << (empty_columns - 1); }

    // An empty table with so many cells; cards are put on it with put_*.
    void clear(int cells) {
        hash = 0;
        shape = 0;
        beneath.fill(kAtHome);
        spot.fill(0);  // of a card that is in no column: evaluation reads it before it looks whether to use it
        top.fill(kNone);
        lead.fill(kNone);
        height.fill(0);
        cell.fill(kNone);
        home.fill(0);
        cards_home = 0;
        cell_count = free_cells = static_cast<std::uint8_t>(cells);
        empty_columns = kColumns;
    }

    void put_on_column(int column, Card card, const LieValues& values) {
        const Card under = top[column];
        empty_columns -= under == kNone;
        link(card, under);
        const bool continued = under < kNone && (kParents[card][0] == under || kParents[card][1] == under);
        const int lie = lie_on(card, under, under == kNone ? kLowest : continued ? kContinues : 0);
        spot[card] = spot_of(column, height[column]++, lie);
        shape += values[lie];
        top[column] = card;
        if (!continued) lead[column] = card;
    }

    Card take_from_column(int column, const LieValues& values) {
        const Card card = top[column];
        shape -= values[lie_of(card)];
        top[column] = beneath[card];
        --height[column];
        empty_columns += top[column] == kNone;
        if (lead[column] == card) find_lead(column);
        return card;
    }

    void put_in_cell(int number, Card card) {
        link(card, kInCell);
        cell[number] = card;
        --free_cells;
    }

    Card take_from_cell(int number) {
        const Card card = cell[number];
        cell[number] = kNone;
        ++free_cells;
        return card;
    }

    void put_home(Card card) {
        link(card, kAtHome);
        ++home[suit_of(card)];
        ++cards_home;
    }

    // Makes the sum of the lies anew, for another evaluation.
    void reshape(const LieValues& values) {
        shape = 0;
        for (Card card = 0; card < 52; ++card)
            if (in_column(card)) shape += values[lie_of(card)];
    }

    // Plays a move that is known to be legal.
    void play(Move move, const LieValues& values) {
        if (move.cards > 1) {
            move_run(move.source, move.target, move.cards, values);
            return;
        }
        const Card card = move.source < kFirstCell ? take_from_column(move.source, values)
                                                   : take_from_cell(move.source - kFirstCell);
        if (move.target < kFirstCell)
            put_on_column(move.target, card, values);
        else if (move.target == kHome)
            put_home(card);
        else
            put_in_cell(move.target - kFirstCell, card);
    }

    // Whether sending a card home can never be wrong: nothing that is not at home needs it as a place to lie on,
    // or could go home itself as soon as it is uncovered. This is the rule of Windows.
    bool safe_home(Card card) const {
        const int rank = rank_of(card);
        const int one = is_red(card) ? 0 : 1, other = is_red(card) ? 3 : 2;
        return rank <= 1 || (home[one] >= rank && home[other] >= rank);
    }

    // Sends home what fits (only what is safe, if `safe`) until nothing does, and tells `played` of each move and card.
    template <class Played>
    void play_home(bool safe, const LieValues& values, Played played) {
        for (bool again = true; again;) {
            again = false;
            for (int suit = 0; suit < 4; ++suit) {
                const Card card = next_home(suit);
                if (home[suit] == 13 || (safe && !safe_home(card))) continue;
                const int source = source_of(card);
                if (source < 0) continue;
                const Move move{static_cast<std::uint8_t>(source), kHome, 1};
                play(move, values);
                played(move, card);
                again = true;
            }
        }
    }
    void play_home(bool safe, const LieValues& values) {
        play_home(safe, values, [](Move, Card) {});
    }

    // What a card is put on by a move: kNone, kInCell and kAtHome as well.
    Card beneath_after(Move move) const {
        return move.target < kFirstCell ? top[move.target] : move.target == kHome ? kAtHome : kInCell;
    }

    // The hash after a move, if nothing goes home.
    std::uint64_t hash_after(Move move, Card moved) const {
        return hash ^ kLinkHashes[moved][beneath[moved]] ^ kLinkHashes[moved][beneath_after(move)];
    }

    // The lowest card that a move takes along.
    Card lead_of(Move move) const {
        if (move.source >= kFirstCell) return cell[move.source - kFirstCell];
        Card card = top[move.source];
        for (int i = 1; i < move.cards; ++i) card = beneath[card];
        return card;
    }

    // Whether, if nothing more could be sent home before a move, something could after it: a card that the move bares
    // or, when it sends one home itself, any.
    bool opens_home(Move move, Card lead) const {
        if (move.target == kHome) return true;
        const Card bared = beneath[lead];
        return bared < kNone && rank_of(bared) == home[suit_of(bared)];
    }

    // The place of a card from which it can be moved, or -1.
    int source_of(Card card) const {
        if (beneath[card] == kInCell) return kFirstCell + cell_of(card);
        return is_top(card) ? column_of(card) : -1;
    }

    int cell_of(Card card) const {
        int number = 0;
        while (cell[number] != card) ++number;
        return number;
    }

private:
    void link(Card card, Card under) {
        hash ^= kLinkHashes[card][beneath[card]] ^ kLinkHashes[card][under];
        beneath[card] = under;
    }

    void find_lead(int column) {
        Card card = top[column];
        while (card < kNone && continues(card)) card = beneath[card];
        lead[column] = card;
    }

    static std::uint16_t spot_of(int column, int height, int lie) {
        return static_cast<std::uint16_t>(column << 12 | height << 6 | lie);
    }

    // The lowest rank in a column up to a card is known from how this card lies.
    int lie_on(Card card, Card under, int how) const {
        if (under == kNone) return kLowest;
        const int lowest = rank_of(under) - (spot[under] & 15);
        return how | std::max(0, rank_of(card) - lowest);
    }

    void move_run(int source, int target, int cards, const LieValues& values) {
        const Card under = top[target];
        const Card first = top[source];
        Card card = first;
        for (int above = cards - 1;; --above, card = beneath[card]) {
            shape -= values[lie_of(card)];
            // Cards of a run get lower upwards, so the lowest beneath each is still the lowest of the target.
            const int lie = under != kNone ? lie_on(card, under, kContinues) : above == 0 ? kLowest : kContinues;
            shape += values[lie];
            spot[card] = spot_of(target, height[target] + above, lie);
            if (above == 0) break;
        }
        top[source] = beneath[card];
        link(card, under);
        top[target] = first;
        if (under == kNone) lead[target] = card;
        if (lead[source] == card) find_lead(source);
        height[source] = static_cast<std::uint8_t>(height[source] - cards);
        height[target] = static_cast<std::uint8_t>(height[target] + cards);
        empty_columns = static_cast<std::uint8_t>(empty_columns + (top[source] == kNone) - (under == kNone));
    }
};

}  // namespace freecell
