// Exposes the core's rules and move generators to tests/core/test_perft.py and tests/core/test_rules.py, which compare
// them with the Python rules. Not part of the module: the tests compile it as a part of tests/core/core.cpp.
#include <cstring>
#include <unordered_set>
#include <vector>

#include "boards.hpp"
#include "freecell.hpp"
#include "search/each_move.hpp"
#include "search/keys.hpp"
#include "search/moves.hpp"
#include "search/replay.hpp"
#include "search/values.hpp"

namespace {

using namespace freecell;

struct HashOfKey {
    std::size_t operator()(const Key& key) const { return static_cast<std::size_t>(key.hash()); }
};

constexpr SeatCosts kSomeCosts = [] {  // a different cost for each seat
    SeatCosts costs{};
    for (int seat = 0; seat < kSeats; ++seat) costs[seat] = static_cast<std::int16_t>(seat * seat + 1);
    return costs;
}();

Position read(const std::uint8_t* board, int cells) {
    Position position = read_board(board, cells);
    position.use_costs(kSomeCosts);
    return position;
}

// Whether two positions are equal in every field, including derived ones.
bool same(const Position& one, const Position& other) {
    for (Card card = 0; card < kCards; ++card)
        if (one.in_column(card) && one.spot[card] != other.spot[card]) return false;
    return one.hash == other.hash && one.seat_cost == other.seat_cost && one.beneath == other.beneath &&
           one.top == other.top && one.lead == other.lead && one.height == other.height && one.cell == other.cell &&
           one.home == other.home && one.cards_home == other.cards_home && one.free_cells == other.free_cells &&
           one.empty_columns == other.empty_columns && one.cell_count == other.cell_count;
}

// Where moves are written: three bytes for each, and the board after it.
struct Listed {
    const Position& position;
    std::uint8_t *moves, *boards;
    int count = 0;
    bool right = true;  // whether every position after a move equals one read from scratch, and its hash was predicted

    void add(Move move) {
        const Card lead = position.lead_of(move);
        Position after = position;
        after.play(move, kSomeCosts);
        const Board board = written(after);
        right = right && same(after, read(board.data(), position.cell_count)) &&
                after.hash == position.hash_after(move, lead);
        std::memcpy(moves + 4 * count, &move, 4);
        std::memcpy(boards + kBoardBytes * count, board.data(), kBoardBytes);
        ++count;
    }
};

// The value of a position by the definition of the weights, with its seats summed from scratch.
int value_of(Position position, const Evaluation& evaluate) {
    position.use_costs(evaluate.costs());
    int forced = 0;
    for (Card card = 0; card < kCards; ++card) {
        bool is_forced = false;
        for (Card down = card; position.in_column(card) && (down = position.beneath[down]) != kNoCard;)
            is_forced = is_forced || (suit_of(down) == suit_of(card) && down < card);
        forced += is_forced;
    }
    return evaluate(position) + evaluate.weights().forced * forced;
}

}  // namespace

extern "C" {

// The number of beam moves whose value was predicted; -1 if a prediction is wrong.
int perft_values(const std::uint8_t* board, int cells) {
    int count = 0;
    bool wrong = false;
    for (const Weights& weights : {kFewTurns, kFewSingles}) {
        const Evaluation evaluate(weights);
        Position position = read_board(board, cells);
        position.use_costs(evaluate.costs());
        const Values values(position, evaluate);
        Moves(position, false, kNoCard).each([&](auto kind, Move move, Card lead) {
            ++count;
            Position after = position;
            after.play(move, evaluate.costs());
            wrong |= lead != position.lead_of(move) || values.after(kind, move, lead) != value_of(after, evaluate);
            after.play_home(false, evaluate.costs());
            wrong |= evaluate(after) + values.forced_after(move, lead) != value_of(after, evaluate);
            return wrong;
        });
    }
    return wrong ? -1 : count;
}

// The moves of a board from one generator. 1 and 2: the generator of greedy searches and beams, with and without moves
// home. 3: as 1, but stopped and resumed after each move. 4 and 5: the generator of the proof with auto-play "max",
// with room theory or Windows. `moved`: see Moves. Returns the number of moves; -1 if a position after one of them is
// wrong.
int perft_moves(const std::uint8_t* board, int cells, int generator, int moved, std::uint8_t* moves,
                std::uint8_t* boards) {
    const Position position = read(board, cells);
    const auto left_alone = static_cast<Card>(moved);
    Listed listed{position, moves, boards};
    if (generator > 3) {
        each_legal_move(position, generator == 4 ? Room::kTheory : Room::kWindows,
                        [&](Move move) { listed.add(move); });
    } else if (generator < 3) {
        Moves(position, generator == 1, left_alone).each([&](auto, Move move, Card) {
            listed.add(move);
            return false;
        });
    } else {
        std::uint32_t at = 0;
        for (bool stopped = true; stopped;) {
            stopped = false;
            Moves all(position, true, left_alone, at);
            all.each([&](auto, Move move, Card) {
                listed.add(move);
                return stopped = true;
            });
            at = all.at();
        }
    }
    return listed.right ? listed.count : -1;
}

// The number of positions that are first reached after 0, 1, ... moves of the proof's generator, ignoring the order of
// columns and cells. `autoplay`: what goes home after each move; like the proof, safe cards also go before the first
// one. `runs`: moves runs and not only single cards; with auto-play "max" always, under this room. Returns the number
// of counts, at most `most`; -1 if there are more than `limit` positions.
int perft_counts(const std::uint8_t* board, int cells, int autoplay, int room, bool runs, std::uint64_t* counts,
                 int most, int limit) {
    const auto mode = static_cast<AutoPlay>(autoplay);
    Position start = read(board, cells);
    const Keys keys(start);
    if (mode == AutoPlay::kSafe) start.play_home(true, kSomeCosts);
    std::vector<Key> level{keys.key(start)};
    std::unordered_set<Key, HashOfKey> seen(level.begin(), level.end());
    int depth = 0;
    for (; depth < most && !level.empty(); ++depth) {
        counts[depth] = level.size();
        std::vector<Key> next;
        for (const Key& key : level) {
            const Position position = keys.position(key, kSomeCosts);
            const auto visit = [&](Move move) {
                Position after = position;
                Key child = key;
                if (mode != AutoPlay::kNone) {
                    keys.play(after, child, move, mode == AutoPlay::kSafe, kSomeCosts);  // like the proof
                } else {
                    after.play(move, kSomeCosts);
                    child = keys.key(after);
                }
                if (seen.insert(child).second) next.push_back(child);
            };
            each_legal_move(position, static_cast<Room>(room), [&](Move move) {
                if (move.count == 1 || runs || mode == AutoPlay::kMax) visit(move);
            });
        }
        level = std::move(next);
        if (seen.size() > static_cast<std::size_t>(limit)) return -1;
    }
    return depth;
}

// All moves that are legal under a room, out of all conceivable ones. Returns their number.
int perft_legal(const std::uint8_t* board, int cells, int room, std::uint8_t* moves) {
    const Position position = read(board, cells);
    int count = 0;
    for (int source = 0; source <= kHome; ++source)
        for (int target = 0; target <= kHome; ++target)
            for (int cards = 0; cards <= kCards; ++cards) {
                const Move move{static_cast<std::uint8_t>(source), static_cast<std::uint8_t>(target),
                                static_cast<std::uint8_t>(cards)};
                if (!is_legal(position, move, static_cast<Room>(room))) continue;
                std::memcpy(moves + 4 * count++, &move, 4);
            }
    return count;
}

// The automatic moves home, in order. Returns their number.
int perft_auto_play(const std::uint8_t* board, int cells, int autoplay, std::uint8_t* moves) {
    Position position = read(board, cells);
    int count = 0;
    auto_play(position, static_cast<AutoPlay>(autoplay),
              [&](Move move) { std::memcpy(moves + 4 * count++, &move, 4); });
    return count;
}

// The parts into which a move is split under the Windows room, for few turns (0) or few singles (1). Returns their
// number; -1 if their length isn't as predicted.
int perft_split(const std::uint8_t* board, int cells, const std::uint8_t* wanted, int metric, std::uint8_t* moves) {
    const Position position = read(board, cells);
    const auto few = static_cast<Metric>(metric);
    const Splits& splits = splits_for(few);
    const Move move{wanted[0], wanted[1], wanted[2]};
    std::vector<Move> steps;
    splits.each(position, move, [&](Move step) { steps.push_back(step); });
    for (std::size_t at = 0; at < steps.size(); ++at) std::memcpy(moves + 4 * at, &steps[at], 4);
    const Lengths lengths = outcome_of(position, steps, Room::kWindows, AutoPlay::kNone).lengths;
    const bool right = splits.length_of(position, move) == (few == Metric::kTurns ? lengths.turns : lengths.singles) &&
                       splits.splits(position, move) == (steps.size() > 1);
    return right ? static_cast<int>(steps.size()) : -1;
}

// The verdict of the whole core on a deal, and the number of positions it looked at.
int perft_verdict(std::uint64_t deal, int cells, int goal, std::uint64_t* positions) {
    Stop stop;
    const Search search{.goal = static_cast<Goal>(goal),
                        .cells = cells,
                        .max_positions = 1'000'000,
                        .seconds = std::numeric_limits<double>::infinity(),
                        .beam_width = 64};
    const Board board = freecell::deal(deal);
    const std::vector<Answer> answers = solve_many(board.data(), 1, search, 1, stop);
    *positions = answers[0].positions;
    return static_cast<int>(answers[0].verdict);
}
}
