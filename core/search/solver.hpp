// Solving: which searches are tried, in which order, and what can be said when they are done.
#pragma once

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "beam.hpp"
#include "greedy.hpp"
#include "prove.hpp"
#include "search.hpp"
#include "shortest.hpp"

namespace freecell {

// Holds the memory of its searches, tens of megabytes, for the next one. It does one search at a time: whoever is asked
// whether to stop, in the middle of one, must not use the same solver.
class Solver {
public:
    // `bounds` are kept up to date, if there are any.
    Answer solve(const Position& start, const Search& search, Watch& watch, Bounds* bounds = nullptr) {
        Answer answer;
        if (search.goal != Goal::kProve) climb(start, search.limit, watch, answer);
        if (answer.verdict == Verdict::kUndecided) prove(start, kForProof, search.limit, watch, answer);
        if (answer.verdict == Verdict::kSolved) {
            if (search.goal == Goal::kShort) shorten(start, search, watch, answer);
            if (search.goal == Goal::kShortest) find_shortest(start, search, watch, answer, bounds);
        }
        answer.lengths = lengths_of(start, answer.moves);
        answer.seconds = watch.elapsed();
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
    static constexpr std::array kLadder{
        Rung{Evaluation(kGreedy1), 1000, Rung::kMax},     Rung{Evaluation(kGreedy2), 2500, Rung::kSafe},
        Rung{Evaluation(kGreedy3), 2500, Rung::kMax},     Rung{Evaluation(kGreedy4), 1500, Rung::kSafe},
        Rung{Evaluation(kGreedy5), 3000, Rung::kSafe},    Rung{Evaluation(kGreedy6), 2000, Rung::kSafe},
        Rung{Evaluation(kGreedy2), 10000, Rung::kSafe},   Rung{Evaluation(kGreedy3), 30000, Rung::kMax},
        Rung{Evaluation(kGreedy5), 50000, Rung::kMax},    Rung{Evaluation(kGreedy2), 50000, Rung::kMax},
        Rung{Evaluation(kGreedy3), 100000, Rung::kExact}, Rung{Evaluation(kGreedy1), 100000, Rung::kSafe},
    };
    static constexpr Evaluation kForProof{kFewSingles};  // wins the most with fewer cells, within the same limit
    static constexpr Evaluation kForTurns{kFewTurns};
    static constexpr Evaluation kForSingles{kFewSingles};

    // The first beam of those that get wider and wider, and how much wider one may get that finds nothing.
    static constexpr std::uint64_t kNarrow = 256, kWiden = 16;

    void climb(const Position& start, std::uint64_t limit, Watch& watch, Answer& answer) {
        for (const Rung& rung : kLadder) {
            if (answer.verdict != Verdict::kUndecided || rung.limit > limit || watch.over()) return;
            if (rung.kind == Rung::kExact)
                prove(start, rung.evaluate, rung.limit, watch, answer);
            else
                run_greedy(start, rung, watch, answer);
        }
    }

    void run_greedy(Position start, const Rung& rung, Watch& watch, Answer& answer) {
        const bool safe = rung.kind == Rung::kSafe;
        start.use_costs(rung.evaluate.costs());
        const Greedy::Result result = greedy_.search(start, rung.evaluate, rung.limit, safe, watch);
        answer.positions += result.made;
        if (!result.won) return;
        answer.verdict = Verdict::kSolved;
        answer.limit = Limit::kNone;
        answer.moves = with_homes(start, greedy_.moves(), safe);
    }

    // The moves of a solution, and between them those home that were automatic.
    static std::vector<Move> with_homes(Position position, const std::vector<Move>& moves, bool safe) {
        std::vector<Move> all;
        const auto note = [&](Move move, Card) { all.push_back(move); };
        position.play_home(safe, kNoCosts, note);
        for (const Move move : moves) {
            all.push_back(move);
            position.play(move, kNoCosts);
            position.play_home(safe, kNoCosts, note);
        }
        return all;
    }

    void prove(Position start, const Evaluation& evaluate, std::uint64_t limit, Watch& watch, Answer& answer) {
        start.use_costs(evaluate.costs());
        const Proof::End end = proof_.search(start, evaluate, limit, watch);
        answer.positions += proof_.positions();
        answer.limit = Limit::kNone;
        if (end == Proof::End::kWon) {
            answer.verdict = Verdict::kSolved;
            answer.moves = with_homes(start, proof_.moves(), true);
        } else if (end == Proof::End::kProven) {
            answer.verdict = Verdict::kUnsolvable;
        } else if (end == Proof::End::kLimit) {
            answer.limit = Limit::kPositions;
        } else {
            answer.limit = watch.stopped() ? Limit::kStopped : Limit::kSeconds;
        }
    }

    // A beam of the width asked for, or wider if that finds nothing; with a limit of time wider and wider ones up to
    // that width. The best solution is kept.
    void shorten(Position start, const Search& search, Watch& watch, Answer& answer) {
        const bool turns = search.length == Length::kTurns;
        const bool timed = !std::isinf(search.seconds);
        const Evaluation& evaluate = turns ? kForTurns : kForSingles;
        start.use_costs(evaluate.costs());
        const Lengths found = lengths_of(start, answer.moves);
        int best = turns ? found.turns : found.singles;
        const std::uint64_t widest = timed ? search.width : kWiden * search.width;
        for (std::uint64_t width = timed ? std::min(kNarrow, widest) : search.width; !watch.over(); width *= 2) {
            width = std::min(width, widest);
            const int length = beam_.search(start, evaluate, search.length, width, best, watch);
            answer.positions += beam_.positions();
            if (length >= 0) {
                best = length;
                answer.moves = with_homes(start, beam_.moves(), false);
                if (!timed) break;
            }
            if (width == widest) break;
        }
    }

    // The exact search for a shortest solution, with beams before it and in between: the shorter the solution that is
    // known, the less is left to search. Chosen on deals above two hundred million, for the least time a deal.
    static constexpr std::uint64_t kFirstWidth = 512, kSecondWidth = 4096;
    static constexpr std::uint64_t kFirstPart = 100'000, kPart = 4096;  // positions

    void find_shortest(const Position& start, const Search& search, Watch& watch, Answer& answer, Bounds* bounds) {
        const int homes = search.length == Length::kTurns ? 0 : kCards - start.cards_home;  // moves home that count
        const auto tell = [&] {
            answer.at_least = shortest_.at_least() + homes;
            if (bounds == nullptr) return;
            bounds->at_least = answer.at_least;
            bounds->shortest = shortest_.shortest() + homes;
        };
        shortest_.start(start, search.length, run_beam(start, search.length, kFirstWidth, watch, answer) - homes,
                        search.memory);
        auto end = Shortest::End::kPaused;
        bool widened = false;
        for (std::uint64_t done = 0; end == Shortest::End::kPaused; done += kPart) {
            tell();
            if (done >= kFirstPart && !widened && shortest_.shortest() - shortest_.at_least() > 1) {
                widened = true;
                shortest_.know(run_beam(start, search.length, kSecondWidth, watch, answer) - homes);
            }
            end = shortest_.run(kPart, watch);
        }
        tell();
        answer.positions += shortest_.positions();
        if (shortest_.won()) answer.moves = shortest_.moves(start);
        if (end == Shortest::End::kMemory) answer.limit = Limit::kMemory;
        if (end == Shortest::End::kStopped) answer.limit = watch.stopped() ? Limit::kStopped : Limit::kSeconds;
    }

    // A beam, whose solution is kept if it is shorter; returns the length of the shortest one.
    int run_beam(Position start, Length length, std::uint64_t width, Watch& watch, Answer& answer) {
        const bool turns = length == Length::kTurns;
        const Evaluation& evaluate = turns ? kForTurns : kForSingles;
        start.use_costs(evaluate.costs());
        const Lengths found = lengths_of(start, answer.moves);
        const int known = turns ? found.turns : found.singles;
        const int shorter = beam_.search(start, evaluate, length, width, known, watch);
        answer.positions += beam_.positions();
        if (shorter < 0) return known;
        answer.moves = with_homes(start, beam_.moves(), false);
        return shorter;
    }

    Greedy greedy_;
    Proof proof_;
    Shortest shortest_;
    Beam beam_;
};

}  // namespace freecell
