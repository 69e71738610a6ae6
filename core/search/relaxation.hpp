// The lower bound of the search for shortest solutions, in moves that don't go home.
//
// Suppose that any number of cards could lie beside the columns. Columns are then stacks. Taking the top card of a
// stack is free if it is the lowest of its suit that is still in a column, because it goes home then; otherwise it
// costs one move. If runs move at once, the whole run comes along. The bound is the lowest cost of emptying all
// columns. docs/search.md proves that it is a lower bound and that this code computes it.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

#include "../memory.hpp"
#include "columns.hpp"
#include "conflicts.hpp"

namespace freecell {

class Relaxation {
public:
    // Forgets everything; returns whether there is enough memory for the cache.
    bool start() {
        if (memo_.size() == 0) memo_ = Block<Key>(kMemo);
        memo_.clear();
        return memo_.size() != 0;
    }

    // Sets the columns for the following calls, which ask for the bound after some of their cards are gone or moved.
    void look_at(const Columns& columns) { conflicts_.look_at(columns); }

    // The bound if only the cards of `in` are left in the columns, and the cards of `tops` are on top. `moved`: cards
    // that lie elsewhere than in the columns looked at. The result is exact if it is at most `limit`, else something
    // above `limit`. `least` is a known lower bound on the result.
    int operator()(const Columns& columns, CardSet in, CardSet tops, CardSet moved, int limit, int least = 0) {
        State state{in, tops, 0, std::popcount(columns.payers & in), conflicts_.adapt(columns, in, moved)};
        needed_ = state.pairs.cards;
        lower_bound_ = state.certain + state.pairs.count;
        int bound = lower_bound_;
        if (bound <= limit) {
            for (int suit = 0; suit < kSuits; ++suit) state.low |= lowest(in, suit);
            bound = solve(columns, state, limit, least);
        }
        conflicts_.restore();
        return bound;
    }

    // For the columns of the last call, whose result was `bound`: the cards that can move without waste.
    CardSet may_move(const Columns& columns, int bound) const {
        return bound == lower_bound_ ? columns.runs_of(needed_ | columns.payers) : kAllCards;
    }

    static constexpr std::size_t bytes() { return kMemo * sizeof(Key); }

private:
    static constexpr std::size_t kMemo = std::size_t{1} << 15;  // fits into a core's cache; a larger table is slower
    static constexpr int kMost = 255;

    struct State {
        CardSet in, tops, low;  // low: the lowest card of each suit
        int certain;            // runs that must be paid for
        Conflicts::Left pairs;
    };
    // A possible next step: taking a column's cards from its top down to the lowest card of a suit.
    struct Dig {
        CardSet taken;
        Card lowest;  // of the cards taken
        int pays, payers, bound;
        PairSet pairs;
    };
    using Digs = std::array<Dig, kSuits>;

    static CardSet lowest(CardSet in, int suit) {
        const CardSet cards = in & of_suit(suit);
        return cards & (~cards + 1);
    }
    template <class Set>
    static int count_few(Set set) {
        int count = 0;
        for (; set != 0; set &= set - 1) ++count;
        return count;
    }

    void take(const Columns& columns, State& state, Card card) const {
        state.in &= ~just(card);
        state.tops = (state.tops & ~just(card)) | just(columns.beneath[card]);  // the bit of kNoCard does no harm
        if ((state.low & just(card)) != 0) state.low = (state.low & ~just(card)) | lowest(state.in, suit_of(card));
        if ((state.pairs.pairs & conflicts_.pair_of(card)) != 0) {
            state.pairs.pairs &= ~conflicts_.pair_of(card);
            --state.pairs.count;
        }
    }

    // Takes all cards that are free or must be paid for anyway; returns the cost.
    int take_certain(const Columns& columns, State& state) const {
        for (int cost = 0;;) {
            if (const CardSet free = state.tops & state.low; free != 0) {
                take(columns, state, first_of(free));
            } else if (const CardSet paid = state.tops & columns.paid; paid != 0) {
                ++cost;
                --state.certain;
                Card card = first_of(paid);
                for (; (columns.continues & just(card)) != 0; card = columns.beneath[card]) take(columns, state, card);
                take(columns, state, card);
            } else {
                return cost;
            }
        }
    }

    int solve(const Columns& columns, State& state, int limit, int least) {
        const int cost = take_certain(columns, state);
        if (state.in == 0) return cost;
        limit -= cost;
        const int quick = state.certain + state.pairs.count;
        if (quick > limit) return cost + quick;
        const Key key{
            {columns.key.words[0] & state.in, columns.key.words[1] & state.in, columns.key.words[2] & state.in}};
        const std::uint64_t hash = key.hash();
        const Memo known = look(key, hash);
        if (known.exact || known.value > limit) return cost + known.value;
        least = std::max({least - cost, known.value, quick});
        Digs digs;
        const std::size_t count = find_digs(columns, state, digs);
        int best = kMost;
        for (std::size_t i = 0; i < count && best > least; ++i) {
            const Dig& dig = digs[i];
            if (dig.bound >= best || dig.bound > limit) {
                best = std::min(best, dig.bound);
                break;
            }
            State after = taken(columns, state, dig);
            const int most = std::min(limit, best - 1) - dig.pays;
            best = std::min(best, dig.pays + solve(columns, after, most, least - dig.pays));
        }
        best = std::max(best, least);
        remember(key, hash, {best, best <= limit});
        return cost + best;
    }

    // Finds the digs to try next, the best first: down to the lowest card of each suit, and only to the topmost of
    // several in one column.
    std::size_t find_digs(const Columns& columns, const State& state, Digs& digs) const {
        std::size_t count = 0;
        for (CardSet left = state.low; left != 0; left &= left - 1) {
            const Card card = first_of(left);
            const CardSet taken = columns.cards_of[columns.column[card]] & state.in & ~columns.under[card];
            const CardSet on = taken & ~just(card);
            if ((on & state.low) != 0) continue;
            Dig dig{taken, card, count_few(on & ~columns.continues), 0, 0, 0};
            if ((columns.continues & on & just(columns.above[card])) != 0) {
                ++dig.pays;  // a run on the card that includes it, and what the run continues
                dig.lowest = columns.lead_of[card];
                dig.taken |= columns.run[dig.lowest] & state.in;
            }
            dig.payers = count_few(dig.taken & columns.payers);
            for (CardSet cards = dig.taken; cards != 0; cards &= cards - 1)
                dig.pairs |= conflicts_.pair_of(first_of(cards)) & state.pairs.pairs;
            dig.bound = dig.pays + state.certain - dig.payers + state.pairs.count - count_few(dig.pairs);
            std::size_t at = count++;
            for (; at > 0 && digs[at - 1].bound > dig.bound; --at) digs[at] = digs[at - 1];
            digs[at] = dig;
        }
        return count;
    }

    static State taken(const Columns& columns, const State& state, const Dig& dig) {
        State after = state;
        after.in &= ~dig.taken;
        after.tops = (state.tops & ~dig.taken) | just(columns.beneath[dig.lowest]);
        after.low &= ~dig.taken;
        for (CardSet gone = state.low & dig.taken; gone != 0; gone &= gone - 1)
            after.low |= lowest(after.in, suit_of(first_of(gone)));
        after.certain -= dig.payers;
        after.pairs.pairs &= ~dig.pairs;
        after.pairs.count -= count_few(dig.pairs);
        return after;
    }

    // Results, by the complete keys of the cards left. The upper bits of a key hold the value.
    struct Memo {
        int value;
        bool exact;
    };
    Memo look(const Key& key, std::uint64_t hash) const {
        const Key& entry = memo_[hash & (kMemo - 1)];
        if ((((entry.words[0] & kAllCards) ^ key.words[0]) | (entry.words[1] ^ key.words[1]) |
             (entry.words[2] ^ key.words[2])) != 0)
            return {0, false};
        const auto value = static_cast<int>(entry.words[0] >> kCards);
        return {value >> 1, (value & 1) != 0};
    }
    void remember(const Key& key, std::uint64_t hash, Memo memo) {
        Key& entry = memo_[hash & (kMemo - 1)];
        entry = key;
        entry.words[0] |= static_cast<std::uint64_t>(2 * memo.value + memo.exact) << kCards;
    }

    Block<Key> memo_;
    Conflicts conflicts_;
    CardSet needed_ = 0;
    int lower_bound_ = 0;
};

}  // namespace freecell
