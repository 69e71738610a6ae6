// Solving: which searches are tried, in which order, and what can be said when they are done.
#pragma once

#include <cmath>
#include <vector>

#include "beam.hpp"
#include "greedy.hpp"
#include "prove.hpp"

namespace freecell {

enum class Goal { kFast, kShort, kProve };
enum class Verdict { kSolved, kUnsolvable, kUndecided };
enum class Limit { kNone, kPositions, kSeconds, kStopped };  // why it is undecided

struct Question {
    Goal goal = Goal::kFast;
    Length length = Length::kTurns;  // of short solutions
    std::size_t positions = 0;       // the most that the proof may look at
    std::size_t width = 0;           // the widest beam
    double seconds = 0;
};

struct Answer {
    Verdict verdict = Verdict::kUndecided;
    Limit limit = Limit::kNone;
    std::vector<Move> moves;  // all of them, those home as well
    std::size_t positions = 0;
};

// The lengths of a solution.
struct Lengths {
    int cards = 0, singles = 0, steps = 0, turns = 0;
};

inline Lengths lengths_of(Position position, const std::vector<Move>& moves) {
    const LieValues values{};
    Lengths lengths;
    for (const Move move : moves) {
        lengths.cards += move.cards;
        lengths.singles += singles_of(position, move);
        ++lengths.steps;
        lengths.turns += move.target != kHome;
        position.play(move, values);
    }
    return lengths;
}

class Solver {
public:
    Answer solve(const Position& start, const Question& question, Watch& watch) {
        Answer answer;
        if (question.goal != Goal::kProve) climb(start, question.positions, watch, answer);
        if (answer.verdict == Verdict::kUndecided) prove(start, kForProof, question.positions, watch, answer);
        if (question.goal == Goal::kShort && answer.verdict == Verdict::kSolved) shorten(start, question, watch, answer);
        if (answer.positions > kKeep) *this = Solver();  // gives back the memory of an unusual search
        return answer;
    }

private:
    struct Rung {
        Evaluation evaluate;
        std::size_t limit;
        enum Kind { kMax, kSafe, kExact } kind;  // what a greedy search sends home by itself, or an exact search
    };

    // Chosen on deals above a hundred million, for the least time a deal: 95% fall to the first rung, and each of the
    // later ones was chosen for what those before it miss. The exact one proves most of what can't be won.
    static inline const std::array kLadder{
        Rung{Evaluation(kGreedy1), 1000, Rung::kMax},     Rung{Evaluation(kGreedy2), 2500, Rung::kSafe},
        Rung{Evaluation(kGreedy3), 2500, Rung::kMax},     Rung{Evaluation(kGreedy4), 1500, Rung::kSafe},
        Rung{Evaluation(kGreedy5), 3000, Rung::kSafe},    Rung{Evaluation(kGreedy6), 2000, Rung::kSafe},
        Rung{Evaluation(kGreedy2), 10000, Rung::kSafe},   Rung{Evaluation(kGreedy3), 30000, Rung::kMax},
        Rung{Evaluation(kGreedy5), 50000, Rung::kMax},    Rung{Evaluation(kGreedy2), 50000, Rung::kMax},
        Rung{Evaluation(kGreedy3), 100000, Rung::kExact}, Rung{Evaluation(kGreedy1), 100000, Rung::kSafe},
    };
    static inline const Evaluation kForProof{kFewSingles};  // wins the most with fewer cells, within the same limit
    static inline const Evaluation kForTurns{kFewTurns};
    static inline const Evaluation kForSingles{kFewSingles};

    void climb(const Position& start, std::size_t positions, Watch& watch, Answer& answer) {
        for (const Rung& rung : kLadder) {
            if (answer.verdict != Verdict::kUndecided || rung.limit > positions || watch.over()) return;
            if (rung.kind == Rung::kExact)
                prove(start, rung.evaluate, rung.limit, watch, answer);
            else
                run_greedy(start, rung, watch, answer);
        }
    }

    void run_greedy(Position start, const Rung& rung, Watch& watch, Answer& answer) {
        const bool safe = rung.kind == Rung::kSafe;
        start.reshape(rung.evaluate.lies());
        const Greedy::Result result = greedy_.search(start, rung.evaluate, rung.limit, safe, watch);
        answer.positions += result.made;
        if (!result.won) return;
        answer.verdict = Verdict::kSolved;
        answer.limit = Limit::kNone;
        answer.moves = with_homes(start, greedy_.moves(), safe);
    }

    // The moves of a solution, and between them those home that were automatic.
    static std::vector<Move> with_homes(Position position, const std::vector<Move>& moves, bool safe) {
        const LieValues values{};
        std::vector<Move> all;
        const auto note = [&](Move move, Card) { all.push_back(move); };
        position.play_home(safe, values, note);
        for (const Move move : moves) {
            all.push_back(move);
            position.play(move, values);
            position.play_home(safe, values, note);
        }
        return all;
    }

    void prove(Position start, const Evaluation& evaluate, std::size_t limit, Watch& watch, Answer& answer) {
        start.reshape(evaluate.lies());
        const Proof::End end = proof_.search(start, evaluate, limit, watch);
        answer.positions += proof_.positions();
        answer.limit = Limit::kNone;
        if (end == Proof::End::kWon) {
            answer.verdict = Verdict::kSolved;
            answer.moves = with_homes(start, proof_.moves(), true);
        } else if (end == Proof::End::kProven) {
            answer.verdict = Verdict::kUnsolvable;
        } else {
            answer.limit = end == Proof::End::kLimit ? Limit::kPositions : watch.stopped() ? Limit::kStopped : Limit::kSeconds;
        }
    }

    // A beam of the width asked for, or wider if that finds nothing; with a limit of time wider and wider ones up to that
    // width. The best solution is kept.
    void shorten(Position start, const Question& question, Watch& watch, Answer& answer) {
        const bool turns = question.length == Length::kTurns;
        const bool timed = !std::isinf(question.seconds);
        const Evaluation& evaluate = turns ? kForTurns : kForSingles;
        start.reshape(evaluate.lies());
        const Lengths found = lengths_of(start, answer.moves);
        int best = turns ? found.turns : found.singles;
        const std::size_t widest = timed ? question.width : 16 * question.width;
        for (std::size_t width = timed ? std::min(kNarrow, widest) : question.width; !watch.over(); width *= 2) {
            width = std::min(width, widest);
            const int length = beam_.search(start, evaluate, question.length, width, best, watch);
            answer.positions += beam_.positions();
            if (length >= 0) {
                best = length;
                answer.moves = with_homes(start, beam_.moves(), false);
                if (!timed) break;
            }
            if (width == widest) break;
        }
    }

    static constexpr std::size_t kNarrow = 256;
    static constexpr std::size_t kKeep = 1'000'000;

    Greedy greedy_;
    Proof proof_;
    Beam beam_;
};

}  // namespace freecell
