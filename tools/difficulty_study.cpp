// Measures what may make a deal hard, for given deal numbers: one line of CSV for each.
// tools/difficulty_study.py compiles this file, and explains the columns.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <vector>

#include "freecell.hpp"

namespace {

using namespace freecell;

constexpr Evaluation kPlayerEvaluation{kGreedy1}, kOtherEye{kGreedy3}, kForProof{kFewSingles};
constexpr Evaluation kForLines[] = {kPlayerEvaluation, Evaluation(kGreedy2), kOtherEye, Evaluation(kGreedy5)};

Stop never;
Watch watch(never, false, std::numeric_limits<double>::infinity());
Greedy greedy;
Proof proof;

constexpr auto kAll = [](const Position&, Move) { return true; };

// A weak player, as in core/difficulty.hpp, but with any evaluation and any errors, that looks one or two moves ahead.
class AnyPlayer {
public:
    AnyPlayer(const Evaluation& eye, std::uint64_t noise, bool looks_farther)
        : eye_(eye), noise_(noise), looks_farther_(looks_farther) {}

    double share_of_wins(const Position& start, int games) {
        int wins = 0;
        for (int game = 0; game < games; ++game) wins += play(start);
        return static_cast<double>(wins) / games;
    }

private:
    static constexpr int kNothing = 1 << 30;

    bool play(Position position) {
        position.use_costs(eye_.costs());
        position.play_home(true, eye_.costs());
        been_ = {position.hash};
        for (Card moved = kNoCard; !position.won() && been_.size() <= 200;) {
            Position best;
            Card lead_of_best = kNoCard;
            int least = kNothing;
            each(position, moved, [&](const Position& child, Card lead) {
                const int value = (looks_farther_ ? value_of_best(child, lead) : value_of(child)) +
                                  static_cast<int>(dice_.next() % noise_);
                if (value >= least) return;
                least = value;
                best = child;
                lead_of_best = lead;
            });
            if (least == kNothing) return false;
            position = best;
            moved = lead_of_best;
            been_.push_back(position.hash);
        }
        return position.won();
    }

    template <class Visit>
    void each(const Position& position, Card moved, Visit visit) const {
        Moves moves(position, true, moved);
        for (Move move; (move = moves.next()).count != 0;) {
            const Card lead = position.lead_of(move);
            Position child = position;
            child.play(move, eye_.costs());
            child.play_home(true, eye_.costs());
            if (std::find(been_.begin(), been_.end(), child.hash) == been_.end())
                visit(child, move.target < kFirstCell ? lead : kNoCard);
        }
    }

    int value_of(const Position& position) const { return position.won() ? -kNothing / 2 : eye_(position); }

    int value_of_best(const Position& position, Card moved) const {
        int least = position.won() ? -kNothing / 2 : kNothing / 2;
        each(position, moved, [&](const Position& child, Card) { least = std::min(least, value_of(child)); });
        return least;
    }

    const Evaluation& eye_;
    std::uint64_t noise_;
    bool looks_farther_;
    SplitMix64 dice_{617};
    std::vector<std::uint64_t> been_;
};

// Whether a position can be won, according to a short search, and if not, how many positions that took.
bool is_won(Position position, std::uint64_t& positions) {
    position.use_costs(kPlayerEvaluation.costs());
    if (greedy.search(position, kPlayerEvaluation, 300, false, kAll, watch).won) return true;
    position.use_costs(kForProof.costs());
    const auto end =
        proof.search(position, kForProof, Room::kTheory, AutoPlay::kNone, 3000, std::uint64_t{1} << 30, watch);
    positions = proof.positions();
    return end == Proof::End::kWon;
}

// Measures along lines of good play.
struct Lines {
    double bits = 0;   // how much luck it takes to stay on the line, if all sensible moves are equally likely
    double share = 0;  // the share of sensible moves that keep the game winnable, in the first twenty positions
    double depth = 0;  // the logarithm of how many positions must be looked at to see that a move loses
};

Lines along_lines(const Position& start) {
    Lines found;
    int lines = 0, losing = 0, early = 0;
    for (const Evaluation& evaluate : kForLines) {
        Position position = start;
        position.use_costs(evaluate.costs());
        if (!greedy.search(position, evaluate, 20'000, true, kAll, watch).won) continue;
        ++lines;
        const std::vector<Move> line = greedy.moves();
        position = start;
        position.play_home(true, kNoCosts);
        Card moved = kNoCard;
        for (std::size_t at = 0; at < line.size(); ++at) {
            int good = 1, all = 1;  // the move of the line
            Moves moves(position, true, moved);
            for (Move move; (move = moves.next()).count != 0;) {
                if (move.source == line[at].source && move.target == line[at].target && move.count == line[at].count)
                    continue;
                Position child = position;
                child.play(move, kNoCosts);
                std::uint64_t positions = 0;
                ++all;
                if (is_won(child, positions)) {
                    ++good;
                } else {
                    ++losing;
                    found.depth += std::log2(static_cast<double>(positions + 1));
                }
            }
            const double share = static_cast<double>(good) / all;
            found.bits -= std::log2(share);
            if (at < 20) {
                found.share += share;
                ++early;
            }
            moved = line[at].target < kFirstCell ? position.lead_of(line[at]) : kNoCard;
            position.play(line[at], kNoCosts);
            position.play_home(true, kNoCosts);
        }
    }
    found.bits /= std::max(lines, 1);
    found.share = early > 0 ? found.share / early : 1;
    found.depth /= std::max(losing, 1);
    return found;
}

Answer answer(const Board& board, Goal goal, int cells, std::uint64_t limit) {
    return solve(board.data(),
                 {.goal = goal,
                  .cells = cells,
                  .max_positions = limit,
                  .seconds = std::numeric_limits<double>::infinity(),
                  .beam_width = 64},
                 never);
}

// The fewest cells with which a search of 20,000 positions wins.
int least_cells(const Board& board) {
    int cells = 0;
    while (cells < 4 && answer(board, Goal::kProve, cells, 20'000).verdict != Verdict::kSolved) ++cells;
    return cells;
}

}  // namespace

int main(int, char** numbers) {
    while (*++numbers != nullptr) {
        const std::uint64_t number = std::strtoull(*numbers, nullptr, 10);
        const Board board = deal(number);
        const Position start = read_board(board.data(), 4);
        const Difficulty graded = difficulty(board.data(), 4);
        const Answer any = answer(board, Goal::kFast, 4, 4'000'000);
        if (any.verdict != Verdict::kSolved) continue;
        AnyPlayer careful(kPlayerEvaluation, 64, false), careless(kPlayerEvaluation, 300, false),
            other(kOtherEye, 128, false), farsighted(kPlayerEvaluation, 64, true);
        const Lines lines = along_lines(start);
        std::printf(
            "%llu,%d,%.5f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f,%d,%d,%llu\n", static_cast<unsigned long long>(number),
            graded.score, static_cast<double>(graded.wins) / graded.games, careful.share_of_wins(start, 300),
            careless.share_of_wins(start, 300), other.share_of_wins(start, 300), farsighted.share_of_wins(start, 80),
            lines.share, lines.bits, lines.depth, least_cells(board),
            answer(board, Goal::kShort, 4, 4'000'000).lengths.turns, static_cast<unsigned long long>(any.positions));
        std::fflush(stdout);
    }
}
