// Compares the exact search and settled positions with a witness, for tests/core/test_prove.py. Not part of the module:
// the tests compile it as a part of tests/core/core.cpp.
#include <set>

#include "boards.hpp"
#include "freecell.hpp"
#include "witness.hpp"

namespace {

using namespace freecell;

constexpr Evaluation kEvaluation{kFewSingles};

witness::Board board_of(const Position& position) { return {written(position).data(), position.cell_count, false}; }

Proof::End search(const Position& start, Proof& proof) {
    Stop never;
    Watch watch(never, false, 1e9);
    return proof.search(start, kEvaluation, Room::kTheory, AutoPlay::kNone, 50'000, 1 << 28, watch);
}

// A position without the places of its single cards.
std::array<std::uint64_t, 3> stacks_of(const Position& position, const Keys& keys) {
    Stacks stacks = ProofSteps(keys.key(position), keys).stacks();
    stacks.let_go();
    return stacks.key.words;
}

// Adds all positions that digs lead to.
void add_under(Stacks stacks, const Keys& keys, std::set<std::array<std::uint64_t, 3>>& all) {
    const Stacks start = stacks;
    stacks.let_go();
    if (!all.insert(stacks.key.words).second || start.free == 0) return;
    for (CardSet left = start.tops & start.linked(); left != 0; left &= left - 1) {
        stacks = start;
        stacks.dig(first_of(left), keys);
        add_under(stacks, keys, all);
    }
}

}  // namespace

extern "C" {

// Whether the exact search says that a board can be won, 1 or 0. If 1, its solution wins; if 0, the witness finds none.
// -1: the search is wrong. 2: it reports unsolvable, but the witness reached its limit of `most` boards.
int check_proof(const std::uint8_t* bytes, int cells, std::uint64_t most) {
    static Proof proof;
    witness::Board board(bytes, cells, false);
    Position start = position_of(board);
    start.use_costs(kEvaluation.costs());
    const Proof::End end = search(start, proof);
    if (end == Proof::End::kLimit) return 3;
    if (end == Proof::End::kProven) {
        constexpr int kSaid[] = {2, 0, -1};
        return kSaid[witness::can_be_won(board, most) + 1];
    }
    for (const freecell::Move played : proof.moves()) {
        const witness::Move move{played.source, played.target, played.count};
        if (!board.is_legal(move)) return -1;
        board = board.after(move);
    }
    return board.won() ? 1 : -1;
}

// Whether a board and its settled position lead to each other: 1 or 0. -1: cards go home; -2: the answer takes more
// than `most` boards.
int check_settled(const std::uint8_t* bytes, int cells, std::uint64_t most) {
    const witness::Board board(bytes, cells, false);
    const Position position = position_of(board);
    const Keys keys(position);
    Plan plan;
    const Stacks stacks = settled_start(position, keys, &plan);
    for (const Planned& planned : plan)
        if (planned.onto == kAtHome) return -1;
    const witness::Board settled = board_of(stacks.position(keys, kNoCosts));
    const int there = witness::leads_to(board, settled, most), back = witness::leads_to(settled, board, most);
    return there < 0 || back < 0 ? -2 : there & back;
}

// Whether digs from the settled positions of a search lead to exactly the positions that can be reached from a board: 1
// or 0. -1: a card can go home; -2: the answer takes more than `most` boards.
int check_under(const std::uint8_t* bytes, int cells, std::uint64_t most) {
    const witness::Board board(bytes, cells, false);
    const Position start = position_of(board);
    const Keys keys(start);
    const std::vector<witness::Board> boards = witness::reach(board, false, most);
    if (boards.size() >= most) return -2;
    std::set<std::array<std::uint64_t, 3>> reached, settled, under;
    for (const witness::Board& one : boards) {
        for (const witness::Move move : one.legal_moves(false))
            if (!move.counts()) return -1;
        reached.insert(stacks_of(position_of(one), keys));
    }
    std::vector<Key> queue{settled_start(start, keys, nullptr).key};
    Swaps swaps;
    while (!queue.empty()) {
        const ProofSteps first(queue.back(), keys);
        queue.pop_back();
        for (const Swaps::Reached& swapped : swaps.list(first.stacks(), keys)) {
            const ProofSteps steps(swapped.stacks.key, keys);
            add_under(steps.stacks(), keys, under);
            std::vector<ProofStep> listed;
            steps.list(listed);
            for (const ProofStep& step : listed) {
                Stacks stacks = steps.after(step, nullptr);
                stacks.settle(keys, nullptr);
                swap_to_first(stacks, keys, nullptr);
                if (settled.insert(stacks.key.words).second) queue.push_back(stacks.key);
            }
        }
    }
    return reached == under;
}

// Whether the settled position of a board is a dead end: 1 or 0. -1: it is said to be one, but a place can become free;
// -2: the answer takes more than `most` boards.
int check_dead_end(const std::uint8_t* bytes, int cells, std::uint64_t most) {
    const Position position = position_of(witness::Board(bytes, cells, false));
    const Keys keys(position);
    const Stacks stacks = settled_start(position, keys, nullptr);
    if (!is_dead_end(stacks, keys)) return 0;
    const std::vector<witness::Board> boards = witness::reach(board_of(stacks.position(keys, kNoCosts)), false, most);
    const auto is_full = [](const witness::Board& board) { return board.free_cells() == 0 && board.room(false) == 1; };
    if (!std::all_of(boards.begin(), boards.end(), is_full)) return -1;
    return boards.size() < most ? 1 : -2;
}

}  // extern "C"
