// Compares the search for shortest solutions and its parts with a witness, for tests/core/test_shortest.py. Not part of
// the module: the tests compile it as a part of tests/core/core.cpp.
#include <map>
#include <set>

#include "boards.hpp"
#include "freecell.hpp"
#include "relaxed.hpp"
#include "search/shortest.hpp"
#include "witness.hpp"

namespace {

using namespace freecell;

// A question about a board, and the fewest moves that the witness found, not counting moves home; -1 if it can't be
// won.
struct Question {
    const std::uint8_t* board;
    int cells;
    Metric metric;
    Room room;
    int fewest;
};

// Whether a search finds the fewest moves, and a game of that length that wins. `known`: it looks only for shorter
// solutions. `part`: the number of positions after which it pauses.
template <Reductions kUse>
bool is_right(const Question& asked, int known, std::uint64_t part) {
    static ShortestSearch<kUse> search;
    const Position start = read_board(asked.board, asked.cells);
    Stop never;
    Watch watch(never, false, 1e9);
    search.start(start, asked.metric, asked.room, known, std::uint64_t{1} << 30);
    while (true) {
        const auto end = search.run(part, watch);
        if (end == ShortestSearch<kUse>::End::kProven) break;
        if (end != ShortestSearch<kUse>::End::kPaused) return false;
        if (asked.fewest >= 0 && search.lower_bound() > asked.fewest) return false;
    }
    const bool shorter = asked.fewest >= 0 && asked.fewest < known;
    if (search.lower_bound() != (shorter ? asked.fewest : known) || search.won() != shorter) return false;
    if (!shorter) return true;
    witness::Board board(asked.board, asked.cells, asked.room == Room::kWindows);
    int length = 0;
    for (const freecell::Move played : search.moves(start)) {
        const witness::Move move{played.source, played.target, played.count};
        if (!board.is_legal(move) || (move.count > 1 && asked.metric == Metric::kSingles)) return false;
        board = board.after(move);
        length += move.counts();
    }
    return board.won() && length == asked.fewest;
}

constexpr Reductions kAll{};
constexpr Reductions kNoSafeHomes{.safe_homes = false, .wide_homes = false};
constexpr Reductions kNoWideHomes{.wide_homes = false};
constexpr Reductions kNoSteps{.steps = false};
constexpr Reductions kNoBound{.bound = false, .stuck = false};
constexpr Reductions kNotStuck{.stuck = false};
constexpr Reductions kNoReduction{
    .safe_homes = false, .wide_homes = false, .steps = false, .bound = false, .stuck = false};

// The bounds of boards that can be reached from one board.
class BoundsOf {
public:
    BoundsOf(const witness::Board& start, bool runs) : keys_(position_of(start)), runs_(runs) { relaxation_.start(); }

    int operator()(const witness::Board& board) {
        columns_.read(keys_.key(position_of(board)), keys_, runs_);
        relaxation_.look_at(columns_);
        return relaxation_(columns_, columns_.in, columns_.tops, 0, 200);
    }
    // Including the moves that must be wasted.
    int with_waste(const witness::Board& board) {
        const int bound = (*this)(board);
        const Child child(columns_, keys_, Step(Stage(columns_, keys_.cells()), kNoCard, kInCell), kNoReduction);
        return bound + Stuck(columns_, child, relaxation_.may_move(columns_, bound))(board.free_cells());
    }

private:
    Keys keys_;
    bool runs_;
    Columns columns_;
    Relaxation relaxation_;
};

using Costs = std::map<std::array<std::uint64_t, 3>, int>;  // the length of the shortest path to a position, by its key

// The positions that the steps of a search lead to.
template <Reductions kUse>
class StepsFrom {
public:
    StepsFrom(const Position& start, bool runs, Room room, int farthest)
        : keys_(start), runs_(runs), room_(room), farthest_(farthest) {
        read(keys_.key(start));
        visit(Stage(columns_, keys_.cells()), kNoCard, kInCell);
        while (!open_.empty()) {
            const auto [length, key] = *open_.begin();
            open_.erase(open_.begin());
            if (costs_[key] < length) continue;
            length_ = length;
            read({key});
            Steps<StepsFrom>(*this, columns_, keys_.cells(), room_).visit();
        }
    }

    // These positions and the positions that digs lead to from them.
    Costs with_digs() {
        for (const auto& [key, length] : costs_) open_.insert({length, key});
        while (!open_.empty()) {
            const auto [length, key] = *open_.begin();
            open_.erase(open_.begin());
            if (costs_[key] < length) continue;
            length_ = length;
            read({key});
            const Stage start(columns_, keys_.cells());
            for (CardSet left = start.free_cells > 0 ? start.tops : 0; left != 0; left &= left - 1) {
                Stage stage = start;
                stage.dig(first_of(left), columns_.beneath[first_of(left)]);
                visit(stage, kNoCard, kInCell);
            }
        }
        return costs_;
    }

    // A board after its immediate moves home.
    std::array<std::uint64_t, 3> key_of(const witness::Board& board) {
        read(keys_.key(position_of(board)));
        return Child(columns_, keys_, Step(Stage(columns_, keys_.cells()), kNoCard, kInCell), kUse).key.words;
    }

private:
    friend class Steps<StepsFrom>;

    void read(const Key& key) { columns_.read(key, keys_, runs_); }
    static bool is_over(const Stage&) { return false; }
    void visit(const Stage& stage, Card lead, Card onto) {
        const Step step(stage, lead, onto);
        const Key key = Child(columns_, keys_, step, kUse).key;
        const int length = length_ + step.length();
        if (length > farthest_) return;
        const auto [known, is_new] = costs_.try_emplace(key.words, length);
        if (!is_new && known->second <= length) return;
        known->second = length;
        open_.insert({length, key.words});
    }

    Keys keys_;
    bool runs_;
    Room room_;
    Columns columns_;
    Costs costs_;
    std::set<std::pair<int, std::array<std::uint64_t, 3>>> open_;
    int farthest_, length_ = 0;
};

// Whether steps and digs lead to the same positions as all moves do, on paths as short.
template <Reductions kUse>
bool leads_to_all(const witness::Reach& reach, bool runs) {
    const witness::Board& start = reach.boards.front();
    StepsFrom<kUse> steps(position_of(start), runs, start.windows ? Room::kWindows : Room::kTheory, reach.farthest);
    Costs costs;
    for (std::size_t at = 0; at < reach.boards.size(); ++at) {
        if (reach.lengths[at] > reach.farthest) continue;
        const auto [known, is_new] = costs.try_emplace(steps.key_of(reach.boards[at]), reach.lengths[at]);
        if (!is_new) known->second = std::min(known->second, reach.lengths[at]);
    }
    return costs == steps.with_digs();
}

}  // namespace

extern "C" {

// Compares the search with the witness, with all reductions and without each of them. Returns -1 if the witness needs
// more than `most` boards, otherwise one bit for each search that is wrong. Writes the fewest moves, not counting moves
// home.
int check_search(const std::uint8_t* board, int cells, int singles, int windows, std::uint64_t most, int* fewest) {
    const witness::Board start(board, cells, windows != 0);
    *fewest = witness::moves_to_win(start, singles == 0, false, most);
    if (*fewest == -2) return -1;
    const Question asked{board, cells, singles != 0 ? Metric::kSingles : Metric::kTurns,
                         windows != 0 ? Room::kWindows : Room::kTheory, *fewest};
    constexpr int kNothing = Shortest::kLongest + 1;
    constexpr std::uint64_t kAtOnce = ~std::uint64_t{0};
    constexpr decltype(&is_right<kAll>) kSearches[] = {
        is_right<kAll>,     is_right<kNoSafeHomes>, is_right<kNoWideHomes>, is_right<kNoSteps>,
        is_right<kNoBound>, is_right<kNotStuck>,    is_right<kNoReduction>};
    int wrong = 0, bit = 1;
    for (const auto search : kSearches) {
        if (!search(asked, kNothing, kAtOnce)) wrong |= bit;
        bit <<= 1;
    }
    if (*fewest < 0) return wrong;
    if (!is_right<kAll>(asked, *fewest + 1, 10)) wrong |= bit;
    if (!is_right<kAll>(asked, *fewest, 1)) wrong |= bit << 1;
    return wrong;
}

// Whether boards that differ only in the order of columns or cells are equally far from being won. -1: more than
// `most`.
int check_symmetry(const std::uint8_t* board, int cells, int singles, std::uint64_t most) {
    const witness::Board start(board, cells, false);
    const int ordered = witness::moves_to_win(start, singles == 0, true, most);
    if (ordered == -2) return -1;
    return ordered == witness::moves_to_win(start, singles == 0, false, most);
}

// Checks some reachable boards. Where computing it is fast, the bound must equal the relaxation by its definition.
// Where the witness knows the distance, the bound plus the moves that must be wasted must not exceed it. No move may
// lower the bound by more than it counts, and no move home may change it. Returns the number of boards that were
// checked in full, or -1 if one is wrong.
int check_bounds(const std::uint8_t* board, int cells, int singles, int windows, std::uint64_t count,
                 std::uint64_t most) {
    const bool runs = singles == 0;
    const witness::Board start(board, cells, windows != 0);
    BoundsOf bounds(start, runs);
    int asked = 0;
    for (const witness::Board& now : witness::reach(start, runs, count)) {
        const int bound = bounds(now), left = witness::moves_to_win(now, runs, false, most);
        bool right = left < 0 || bounds.with_waste(now) <= left;
        if (witness::Relaxed relaxed(now, runs); relaxed.states() <= 5000) right = right && bound == relaxed.cost();
        for (const witness::Move move : now.legal_moves(runs)) {
            const int after = bounds(now.after(move));
            right = right && (move.counts() ? bound <= after + 1 : bound == after);
        }
        if (!right) return -1;
        asked += left > 0;
    }
    return asked;
}

// Checks up to `most` reachable boards. Steps and digs must lead to all of them, on paths as short. For up to `count`
// of them, the remaining distance must be at least the bound and must equal the search's result. Returns one bit for
// each failure. Writes how far these boards are, and from how many the search ran. -1: not all cards are in play, and
// one of them can go home.
int check_reach(const std::uint8_t* board, int cells, int singles, int windows, std::uint64_t most, std::uint64_t count,
                int* found) {
    const bool runs = singles == 0;
    const witness::Board start(board, cells, windows != 0);
    const witness::Reach reach(start, runs, most);
    for (const witness::Board& one : reach.boards)
        if (!start.has_all_cards() && one.home != start.home) return -1;
    int wrong = leads_to_all<kNoSafeHomes>(reach, runs) ? 0 : 1;
    if (!leads_to_all<kNoWideHomes>(reach, runs)) wrong |= 2;
    if (!leads_to_all<kAll>(reach, runs)) wrong |= 4;
    BoundsOf bounds(start, runs);
    for (std::size_t at = 0; at < reach.boards.size(); ++at)
        if (reach.left[at] >= 0 && bounds.with_waste(reach.boards[at]) > reach.left[at]) wrong |= 8;
    found[0] = reach.farthest;
    found[1] = 0;
    for (std::size_t at = 0; at < reach.boards.size(); at += reach.boards.size() / count + 1) {
        if (reach.left[at] < 0 && !reach.is_whole()) continue;
        const auto bytes = reach.boards[at].bytes();
        const Question asked{bytes.data(), cells, singles != 0 ? Metric::kSingles : Metric::kTurns,
                             windows != 0 ? Room::kWindows : Room::kTheory, reach.left[at]};
        if (!is_right<kAll>(asked, Shortest::kLongest + 1, ~std::uint64_t{0})) wrong |= 16;
        ++found[1];
    }
    return wrong;
}

}  // extern "C"
