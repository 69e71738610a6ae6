// A position of FreeCell, small and fast to copy, and the effect of moves on it.
//
// A column is a chain of cards, each of which links to the one beneath it, so moving a sequence changes one link. The
// hash has one term per link, so it ignores the order of columns and of cells.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>

#include "cards.hpp"
#include "splitmix64.hpp"

namespace freecell {

constexpr int kColumns = 8;
constexpr int kMostCells = 7;

// Where a move starts and ends: a column, 0 to 7, a cell, 8 to 14, or home.
constexpr int kFirstCell = kColumns;
constexpr int kHome = kFirstCell + kMostCells;

// Padded to four bytes: compilers copy 3-byte structs through memory.
struct Move {
    std::uint8_t source, target, count, unused = 0;
};

// A card's seat describes how it lies in its column, for an evaluation. The low four bits are the number of ranks by
// which it is above the lowest rank beneath it (0 if it isn't): so many ranks must wait for it. kContinues means that
// it continues a sequence on the card beneath it. kLowest is the seat of a column's lowest card.
constexpr int kContinues = 16;
constexpr int kLowest = 32;
constexpr int kRanksAbove = 15;  // the low four bits
constexpr int kSeats = 48;

using SeatCosts = std::array<std::int16_t, kSeats>;  // what each seat costs in an evaluation
inline constexpr SeatCosts kNoCosts{};               // for callers that only play

// A random number for each card on each other card (or in a cell, or home). Computed at program start: a table of 26 kB
// would be half of what a page loads.
inline std::array<std::array<std::uint64_t, 64>, kCards> link_hashes() {
    std::array<std::array<std::uint64_t, 64>, kCards> hashes;
    SplitMix64 dice(617);
    for (auto& card : hashes)
        for (auto& hash : card) hash = dice.next();
    for (auto& card : hashes) card[kAtHome] = 0;
    return hashes;
}
inline const auto kLinkHashes = link_hashes();

struct Position {
    std::uint64_t hash;
    CardSet tops, leads, cells;        // the cards in `top`, `lead` and `cell`; the bit of kNoCard means nothing
    CardSet continue_runs;             // the cards in columns that continue a run
    std::int32_t seat_cost;            // the sum over all columns, updated by each move instead of by each evaluation
    std::array<Card, kCards> beneath;  // what each card lies on: a card, kNoCard, kInCell or kAtHome
    std::array<std::uint16_t, kCards> spot;  // for a card in a column: column, height and seat (3, 6 and 6 bits)
    std::array<Card, kColumns> top;
    std::array<Card, kColumns> lead;  // the lowest card of the sequence at the end of each column
    std::array<std::uint8_t, kColumns> height;
    std::array<Card, kMostCells> cell;
    std::array<std::uint8_t, kSuits> home;  // how many cards of each suit
    std::uint8_t cards_home, free_cells, empty_columns, cell_count;

    bool won() const { return cards_home == kCards; }
    int column_of(Card card) const { return spot[card] >> 12; }
    int height_of(Card card) const { return spot[card] >> 6 & 63; }
    int seat_of(Card card) const { return spot[card] & 63; }
    bool in_column(Card card) const { return beneath[card] <= kNoCard; }
    bool continues(Card card) const { return (continue_runs & just(card)) != 0; }
    bool is_top(Card card) const { return in_column(card) && top[column_of(card)] == card; }

    // The card of a suit that goes home next; kCards or more if the suit is complete.
    Card next_home(int suit) const { return static_cast<Card>(kSuits * home[suit] + suit); }

    // How many cards move with a card of a column, including the card itself.
    int cards_from(Card card) const { return height[column_of(card)] - height_of(card); }

    // The most cards that one move can take.
    int room() const { return (free_cells + 1) << empty_columns; }
    int room_to_empty() const {
        assert(empty_columns > 0);
        return (free_cells + 1) << (empty_columns - 1);
    }

    // An empty table with this many cells; the put_* functions add cards.
    void clear(int number_of_cells) {
        hash = 0;
        tops = leads = cells = continue_runs = 0;
        seat_cost = 0;
        beneath.fill(kAtHome);
        spot.fill(0);  // evaluation also reads the entries of cards that are in no column, but doesn't use them
        top.fill(kNoCard);
        lead.fill(kNoCard);
        height.fill(0);
        cell.fill(kNoCard);
        home.fill(0);
        cards_home = 0;
        cell_count = free_cells = static_cast<std::uint8_t>(number_of_cells);
        empty_columns = kColumns;
    }

    void put_on_column(int column, Card card, const SeatCosts& costs) {
        assert(column >= 0 && column < kColumns && card < kCards && height[column] < kCards);
        const Card under = top[column];
        if (under == kNoCard) --empty_columns;
        link(card, under);
        const bool continued = (kFitsOnAny[card] & just(under)) != 0;
        const int seat = seat_on(card, under, continued ? kContinues : 0);
        spot[card] = spot_of(column, height[column]++, seat);
        seat_cost += costs[seat];
        set_top(column, card);
        continue_runs |= CardSet{continued} << card;
        if (!continued) set_lead(column, card);
    }

    Card take_from_column(int column, const SeatCosts& costs) {
        const Card card = top[column];
        assert(card != kNoCard);
        seat_cost -= costs[seat_of(card)];
        set_top(column, beneath[card]);
        continue_runs &= ~just(card);
        --height[column];
        empty_columns += top[column] == kNoCard;
        if (lead[column] == card) find_lead(column);
        return card;
    }

    void put_in_cell(int number, Card card) {
        assert(number >= 0 && number < cell_count && cell[number] == kNoCard && card < kCards);
        link(card, kInCell);
        cell[number] = card;
        cells |= just(card);
        --free_cells;
    }

    Card take_from_cell(int number) {
        const Card card = cell[number];
        assert(card != kNoCard);
        cell[number] = kNoCard;
        cells &= ~just(card);
        ++free_cells;
        return card;
    }

    void put_home(Card card) {
        assert(rank_of(card) == home[suit_of(card)]);
        link(card, kAtHome);
        ++home[suit_of(card)];
        ++cards_home;
    }

    // Sums the seat costs for another evaluation.
    void use_costs(const SeatCosts& costs) {
        seat_cost = 0;
        for (Card card = 0; card < kCards; ++card)
            if (in_column(card)) seat_cost += costs[seat_of(card)];
    }

    // Plays a legal move.
    void play(Move move, const SeatCosts& costs) {
        if (move.count > 1) {
            move_run(move.source, move.target, move.count, costs);
            return;
        }
        const Card card =
            move.source < kFirstCell ? take_from_column(move.source, costs) : take_from_cell(move.source - kFirstCell);
        if (move.target < kFirstCell)
            put_on_column(move.target, card, costs);
        else if (move.target == kHome)
            put_home(card);
        else
            put_in_cell(move.target - kFirstCell, card);
    }

    // Whether it is always safe to send a card home: any card that could lie on it is home, or could go home as soon as
    // it is uncovered. This is the rule of Windows.
    bool safe_home(Card card) const {
        const int rank = rank_of(card);
        const auto [one, other] = other_color(card);
        return rank <= 1 || (home[one] >= rank && home[other] >= rank);
    }

    // Sends cards home until none fits (only safe cards if `safe` is true). Calls `played` for each move and card.
    template <class Played>
    void play_home(bool safe, const SeatCosts& costs, Played played) {
        for (bool again = true; again && can_go_home();) {
            again = false;
            for (int suit = 0; suit < kSuits; ++suit) {
                const Card card = next_home(suit);
                if (!can_move(card) || (safe && !safe_home(card))) continue;
                const Move move{static_cast<std::uint8_t>(source_of(card)), kHome, 1};
                play(move, costs);
                played(move, card);
                again = true;
            }
        }
    }
    void play_home(bool safe, const SeatCosts& costs) {
        play_home(safe, costs, [](Move, Card) {});
    }

    // The card on which a move puts a card, or kNoCard, kInCell or kAtHome.
    Card beneath_after(Move move) const {
        return move.target < kFirstCell ? top[move.target] : move.target == kHome ? kAtHome : kInCell;
    }

    // The hash after a move, if no card goes home automatically.
    std::uint64_t hash_after(Move move, Card moved) const {
        return hash ^ kLinkHashes[moved][beneath[moved]] ^ kLinkHashes[moved][beneath_after(move)];
    }

    // The lowest card that a move takes.
    Card lead_of(Move move) const {
        if (move.source >= kFirstCell) return cell[move.source - kFirstCell];
        assert(move.count <= height[move.source]);
        Card card = top[move.source];
        for (int i = 1; i < move.count; ++i) card = beneath[card];
        return card;
    }

    // For a position in which no more cards go home: whether one may after a move. This can only be the card that the
    // move uncovers or, after a move home, any card. `safe`: whether only safe cards go home.
    bool opens_home(Move move, Card moved, bool safe) const {
        if (move.target == kHome) return true;
        const Card bared = beneath[moved];
        return bared < kNoCard && rank_of(bared) == home[suit_of(bared)] && (!safe || safe_home(bared));
    }

    // Whether a card is on top of a column or in a cell. False for every number from kCards up.
    bool can_move(Card card) const { return ((tops | cells) & kAllCards & just(card)) != 0; }

    // Whether any card can go home.
    bool can_go_home() const {
        CardSet next = 0;
        for (int suit = 0; suit < kSuits; ++suit) next |= just(next_home(suit));
        return ((tops | cells) & kAllCards & next) != 0;
    }

    // The place from which a card can be moved; -1 if it can't.
    int source_of(Card card) const {
        if (!can_move(card)) return -1;
        return beneath[card] == kInCell ? kFirstCell + cell_of(card) : column_of(card);
    }

    // The seat of a card of a sequence that is moved onto another card, or to an empty column (kNoCard). Ranks in a
    // sequence fall towards its end, so the lowest rank beneath each card is the lowest of the target.
    int seat_after(Card card, Card under, bool is_lead) const {
        return under != kNoCard ? seat_on(card, under, kContinues) : is_lead ? kLowest : kContinues;
    }

    // The first empty column. There must be one.
    int empty_column() const {
        assert(empty_columns > 0);
        int column = 0;
        while (top[column] != kNoCard) ++column;
        return column;
    }

    // The cell that holds a card. For kNoCard, the first empty cell; there must be one.
    int cell_of(Card card) const {
        assert(card == kNoCard ? free_cells > 0 : beneath[card] == kInCell);
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
        while (card < kNoCard && continues(card)) card = beneath[card];
        set_lead(column, card);
    }

    void set_top(int column, Card card) {
        tops = (tops & ~just(top[column])) | just(card);
        top[column] = card;
    }
    void set_lead(int column, Card card) {
        leads = (leads & ~just(lead[column])) | just(card);
        lead[column] = card;
    }

    static std::uint16_t spot_of(int column, int height, int seat) {
        return static_cast<std::uint16_t>(column << 12 | height << 6 | seat);
    }

    // The seat of a card on another one, whose own seat gives the lowest rank beneath it.
    int seat_on(Card card, Card under, int continues) const {
        if (under == kNoCard) return kLowest;
        const int lowest = rank_of(under) - (spot[under] & kRanksAbove);
        return continues | std::max(0, rank_of(card) - lowest);
    }

    void move_run(int source, int target, int cards, const SeatCosts& costs) {
        assert(source < kFirstCell && target < kFirstCell && source != target && cards <= height[source]);
        const Card under = top[target];
        const Card first = top[source];
        Card card = first;
        for (int above = cards - 1;; --above, card = beneath[card]) {
            seat_cost -= costs[seat_of(card)];
            const int seat = seat_after(card, under, above == 0);
            seat_cost += costs[seat];
            spot[card] = spot_of(target, height[target] + above, seat);
            if (above == 0) break;
        }
        continue_runs = (continue_runs & ~just(card)) | CardSet{under != kNoCard} << card;
        set_top(source, beneath[card]);
        link(card, under);
        set_top(target, first);
        if (lead[source] == card) find_lead(source);
        if (under == kNoCard) set_lead(target, card);
        height[source] = static_cast<std::uint8_t>(height[source] - cards);
        height[target] = static_cast<std::uint8_t>(height[target] + cards);
        empty_columns = static_cast<std::uint8_t>(empty_columns + (top[source] == kNoCard) - (under == kNoCard));
    }
};

}  // namespace freecell
