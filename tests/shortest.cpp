// The search for shortest solutions and its parts against a witness, for tests/test_shortest_*.py. Not part of the
// module: the tests compile it, as a page would have the core: without threads, and without exceptions.
#include "search/shortest.hpp"
#include "freecell.hpp"
#include "witness.hpp"

namespace {

using namespace freecell;

// How a search ends: the length without moves home (-1: no solution), what is proven, and the moves, three bytes each.
struct Found {
    int length, at_least, moves;
};

template <Reductions kUse>
Found search(const std::uint8_t* board, int cells, Length length, int known, std::uint64_t memory, std::uint64_t part,
             std::uint8_t* moves) {
    static ShortestSearch<kUse> search;
    const Position start = read_board(board, cells);
    Stop never;
    Watch watch(never, false, 1e9);
    search.start(start, length, known, memory);
    typename ShortestSearch<kUse>::End end;
    while ((end = search.run(part, watch)) == ShortestSearch<kUse>::End::kPaused)
        if (part == 0) break;
    Found found{-1, search.at_least(), 0};
    if (!search.won()) return found;
    found.length = search.shortest();
    for (const freecell::Move move : search.moves(start))
        for (const std::uint8_t byte : {move.source, move.target, move.cards}) moves[found.moves++] = byte;
    found.moves /= 3;
    return found;
}

constexpr Reductions kAll{};
constexpr Reductions kNoSafeHomes{.safe_homes = false, .wide_homes = false};
constexpr Reductions kNoWideHomes{.wide_homes = false};
constexpr Reductions kNoSteps{.steps = false};
constexpr Reductions kNoBound{.bound = false, .stuck = false};
constexpr Reductions kNotStuck{.stuck = false};
constexpr Reductions kNone_{.safe_homes = false, .wide_homes = false, .steps = false, .bound = false, .stuck = false};

Position position_of(const witness::Board& board) { return read_board(board.bytes().data(), board.cell_count); }

// The bounds of boards that are reached from one.
class BoundsOf {
public:
    BoundsOf(const witness::Board& start, bool runs) : keys_(position_of(start)), runs_(runs) { relaxation_.start(); }

    int operator()(const witness::Board& board) {
        columns_.read(keys_.key(position_of(board)), keys_, runs_);
        relaxation_.look_at(columns_);
        return relaxation_(columns_, columns_.in, columns_.tops, 0, 200);
    }
    // With what it must waste.
    int with_waste(const witness::Board& board) {
        const int bound = (*this)(board);
        const Child child(columns_, keys_, Step(Stage(columns_, keys_.cells()), kNone, kInCell), kNone_);
        return bound + Stuck(columns_, child, relaxation_.may_move(columns_, bound))(board.free_cells());
    }

private:
    Keys keys_;
    bool runs_;
    Columns columns_;
    Relaxation relaxation_;
};

}  // namespace

extern "C" {

int shortest_variants() { return 7; }

// Searches without one of the reductions (0: with all), and writes the moves. Returns the length without moves home; -1
// if there is no solution shorter than `known`.
int shortest_search(const std::uint8_t* board, int cells, int singles, int variant, int known, std::uint64_t memory,
                    std::uint64_t part, std::uint8_t* moves, int* move_count, int* at_least) {
    constexpr decltype(&search<kAll>) kSearches[] = {search<kAll>,     search<kNoSafeHomes>, search<kNoWideHomes>,
                                                     search<kNoSteps>, search<kNoBound>,     search<kNotStuck>,
                                                     search<kNone_>};
    const Length length = singles != 0 ? Length::kSingles : Length::kTurns;
    const Found found = kSearches[variant](board, cells, length, known, memory, part, moves);
    *move_count = found.moves;
    *at_least = found.at_least;
    return found.length;
}

// What the witness says: the length without moves home, -1 if there is none, -2 if there are more boards than `most`.
int witness_length(const std::uint8_t* board, int cells, int singles, int ordered, std::uint64_t most) {
    return witness::moves_to_win(witness::Board(board, cells), singles == 0, ordered != 0, most);
}

// The length of a game without moves home, if all its moves are legal and it is won, else -1.
int witness_replay(const std::uint8_t* board, int cells, const std::uint8_t* moves, int count) {
    witness::Board now(board, cells);
    int length = 0;
    for (int i = 0; i < count; ++i) {
        const witness::Move move{moves[3 * i], moves[3 * i + 1], moves[3 * i + 2]};
        if (!now.is_legal(move)) return -1;
        now = now.after(move);
        length += move.counts();
    }
    return now.won() ? length : -1;
}

// Looks at every board that can be reached. The bound must be that of the relaxation by its definition, and with what a
// position must waste at most what is left; no move may lower the bound by more than it counts, and none home may
// change it. Returns how many boards there were, or -1 - the number of the one that is wrong; 0 if there are more than
// `most`.
std::int64_t check_bounds(const std::uint8_t* board, int cells, int singles, std::uint64_t most) {
    const bool runs = singles == 0;
    const auto all = witness::reach(witness::Board(board, cells), runs, most);
    if (all.empty()) return 0;
    BoundsOf bounds(all[0].board, runs);
    for (std::size_t at = 0; at < all.size(); ++at) {
        const auto& [now, left] = all[at];
        const int bound = bounds(now);
        bool right = bound == witness::Relaxed(now, runs).cost() && (left < 0 || bounds.with_waste(now) <= left);
        for (const witness::Move move : now.legal_moves(runs)) {
            const int after = bounds(now.after(move));
            right = right && (move.counts() ? bound <= after + 1 : bound == after);
        }
        if (!right) return -1 - static_cast<std::int64_t>(at);
    }
    return static_cast<std::int64_t>(all.size());
}

}  // extern "C"
