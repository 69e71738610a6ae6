// What the search for shortest solutions leaves out or does at once, each of which can be left undone: so that tests
// can compare. docs/search.md has the argument for each.
#pragma once

#include <array>
#include <cstdint>

#include "../cards.hpp"

namespace freecell {

struct Reductions {
    bool safe_homes = true;  // cards go home at once where that is safe
    bool wide_homes = true;  // by the wider rule, too
    bool steps = true;       // digs wait until they are used
    bool bound = true;       // the bound of the relaxation
    bool stuck = true;       // positions that must waste a move
};

// How many cards of each suit are home.
using Homes = std::array<std::uint8_t, kSuits>;

// Whether the next card of a suit can go home at once without making any solution longer: nothing that is not home can
// be put on it, or all that can may go home instead, and so may all that could be put on that.
constexpr bool is_safe_home(const Homes& home, int suit, bool wide) {
    const int rank = home[static_cast<std::size_t>(suit)];
    const auto [one, other] = other_color(static_cast<Card>(suit));
    const int least = home[static_cast<std::size_t>(one)] < home[static_cast<std::size_t>(other)]
                          ? home[static_cast<std::size_t>(one)]
                          : home[static_cast<std::size_t>(other)];
    const int same = home[static_cast<std::size_t>(kSuits - 1 - suit)];  // the other suit of its colour
    return least >= rank || (wide && least >= rank - 1 && same >= rank - 2);
}

// Sends cards home as long as that is safe. `can_go`: whether nothing lies on a card. `send` sends it home, which
// `home` tells then.
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
