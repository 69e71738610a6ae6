// The pruning rules of the search for shortest solutions. Each can be switched off, so that tests can compare the
// results. docs/search.md proves that each is correct.
#pragma once

#include <array>
#include <cstdint>

#include "../cards.hpp"

namespace freecell {

struct Reductions {
    bool safe_homes = true;  // send cards home at once where that is safe
    bool wide_homes = true;  // use the wider rule for that, too
    bool steps = true;       // delay digs until they are needed
    bool bound = true;       // use the lower bound of the relaxation
    bool stuck = true;       // detect positions that must waste a move
};

// The number of cards home, by suit.
using Homes = std::array<std::uint8_t, kSuits>;

// Whether the next card of a suit can go home at once without making any solution longer: any card that could be put
// on it is home, or could go home instead, and so could every card put on that one.
constexpr bool is_safe_home(const Homes& home, int suit, bool wide) {
    const int rank = home[static_cast<std::size_t>(suit)];
    const auto [one, other] = other_color(static_cast<Card>(suit));
    const int least = home[static_cast<std::size_t>(one)] < home[static_cast<std::size_t>(other)]
                          ? home[static_cast<std::size_t>(one)]
                          : home[static_cast<std::size_t>(other)];
    const int same = home[static_cast<std::size_t>(kSuits - 1 - suit)];  // the other suit of its colour
    return least >= rank || (wide && least >= rank - 1 && same >= rank - 2);
}

// Sends cards home as long as that is safe. `can_go(card)` returns whether nothing lies on the card. `send(card)` sends
// it home and updates `home`.
template <class CanGo, class Send>
void send_safe_homes(const Homes& home, bool wide, CanGo can_go, Send send) {
    for (int suit = 0, passed = 0; passed < kSuits; suit = (suit + 1) % kSuits) {
        const auto card = static_cast<Card>(kSuits * home[static_cast<std::size_t>(suit)] + suit);
        if (card >= kCards || !can_go(card) || !is_safe_home(home, suit, wide)) {
            ++passed;
            continue;
        }
        passed = 0;
        send(card);
    }
}

}  // namespace freecell
