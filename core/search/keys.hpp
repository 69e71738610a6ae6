// Whole positions in 24 bytes: three bits per card for what is beneath it, which determines the position.
//
// The order of columns and of cells is not stored. Every board has a key, not only boards that come from deals.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "../position.hpp"

namespace freecell {

// A whole position in three words, which hold the first, second and third bit of every card.
struct Key {
    std::array<std::uint64_t, 3> words{};

    bool operator==(const Key&) const = default;

    unsigned get(Card card) const {
        return static_cast<unsigned>((words[0] >> card & 1) | (words[1] >> card & 1) << 1 |
                                     (words[2] >> card & 1) << 2);
    }
    void set(Card card, unsigned how) {
        for (unsigned bit = 0; bit < 3; ++bit)
            words[bit] = (words[bit] & ~(std::uint64_t{1} << card)) | std::uint64_t{how >> bit & 1} << card;
    }
    std::uint64_t hash() const {
        std::uint64_t x =
            words[0] * 0x9E3779B97F4A7C15u ^ words[1] * 0xC2B2AE3D27D4EB4Fu ^ words[2] * 0x165667B19E3779F9u;
        x ^= x >> 32;
        x *= 0xD6E8FEB86659FD93u;
        return x ^ x >> 32;
    }
};

// Converts positions of one game to keys and back. The columns of the first position define "where it was".
class Keys {
public:
    explicit Keys(const Position& start) : start_(start.beneath), cells_(start.cell_count) {
        for (Card card = 0; card < kCards; ++card)
            beneath_[card] = {kAtHome, kInCell, kNoCard, start_[card], kFitsOn[card][0], kFitsOn[card][1]};
    }

    // How to store a card that lies on another card, or on kNoCard, kInCell or kAtHome.
    enum : unsigned { kGoneHome, kCell, kLowest, kWhereItWas, kOnFirst, kOnSecond };

    unsigned how(Card card, Card beneath) const {
        if (beneath >= kNoCard) return beneath == kInCell ? kCell : beneath == kNoCard ? kLowest : kGoneHome;
        if (beneath == start_[card]) return kWhereItWas;
        return beneath == kFitsOn[card][0] ? kOnFirst : kOnSecond;
    }
    Card beneath(Card card, unsigned how) const { return beneath_[card][how]; }
    int cells() const { return cells_; }

    // Calls `linked(card, beneath)` for each card that lies on another one.
    template <class Linked>
    void each_link(const Key& key, Linked linked) const {
        const auto& words = key.words;
        each_card(words[0] & words[1], [&](Card card) { linked(card, start_[card]); });
        each_card(words[2] & ~words[0], [&](Card card) { linked(card, kFitsOn[card][0]); });
        each_card(words[2] & words[0], [&](Card card) { linked(card, kFitsOn[card][1]); });
    }

    Key key(const Position& position) const {
        Key key;
        for (Card card = 0; card < kCards; ++card) key.set(card, how(card, position.beneath[card]));
        return key;
    }

    // Plays a move and the moves home after it, all or only the safe ones, on a position and on its key.
    void play(Position& position, Key& key, Move move, bool safe, const SeatCosts& costs) const {
        const Card lead = position.lead_of(move);
        key.set(lead, how(lead, position.beneath_after(move)));
        position.play(move, costs);
        position.play_home(safe, costs, [&](Move, Card card) { key.set(card, how(card, kAtHome)); });
    }

    // The position, with its columns and cells in some order. Avoids branches that would be hard to predict.
    Position position(const Key& key, const SeatCosts& costs) const {
        std::array<Card, 64> above;
        std::array<Card, kCards> lowest, in_cell;
        int columns = 0, cells = 0;
        above.fill(kNoCard);
        Position position;
        position.clear(cells_);
        for (Card card = 0; card < kCards; ++card) {
            const Card beneath = beneath_[card][key.get(card)];
            above[beneath] = card;
            lowest[columns] = in_cell[cells] = card;
            columns += beneath == kNoCard;
            cells += beneath == kInCell;
            position.home[suit_of(card)] =
                static_cast<std::uint8_t>(position.home[suit_of(card)] + (beneath == kAtHome));
        }
        for (int column = 0; column < columns; ++column)
            for (Card card = lowest[column]; card != kNoCard; card = above[card])
                position.put_on_column(column, card, costs);
        for (int number = 0; number < cells; ++number) position.put_in_cell(number, in_cell[number]);
        for (const std::uint8_t cards : position.home) position.cards_home += cards;
        return position;
    }

private:
    template <class Visit>
    static void each_card(std::uint64_t cards, Visit visit) {
        for (; cards != 0; cards &= cards - 1) visit(static_cast<Card>(std::countr_zero(cards)));
    }

    std::array<Card, kCards> start_;
    std::array<std::array<Card, 8>, kCards> beneath_{};  // the inverse: what is beneath a card, by how it lies
    int cells_;
};

}  // namespace freecell
