// Solving: which searches are tried in which order, and what their results mean.
#pragma once

#include <array>
#include <cassert>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "beam.hpp"
#include "greedy.hpp"
#include "prove.hpp"
#include "replay.hpp"
#include "search.hpp"
#include "shortest.hpp"

namespace freecell {

// Keeps the memory of a search, tens of megabytes, for the next one. A solver runs one search at a time, so the stop
// callback must not re-enter it.
class Solver {
public:
    // Keeps `bounds` up to date, if given.
    Answer solve(const Position& start, const Search& search, Watch& watch, Bounds* bounds = nullptr) {
        assert(start.cell_count == search.cells);
        Answer answer;
        if (search.goal != Goal::kProve) climb(start, search, watch, answer);
        if (answer.verdict == Verdict::kUndecided) {
            if (search.goal == Goal::kProve || search.cells > kFewCells)
                prove(start, kForProof, search.max_positions, search, watch, answer);
            else
                prove_and_try(start, search, watch, answer);
        }
        if (answer.verdict == Verdict::kSolved) {
            if (search.goal == Goal::kShort) shorten(start, search, watch, answer);
            if (search.goal == Goal::kShortest) find_shortest(start, search, watch, answer, bounds);
        }
        answer.seconds = watch.elapsed();
        return answer;
    }

private:
    struct Rung {
        Evaluation evaluate;
        std::size_t limit;
        enum Kind { kMax, kSafe, kExact } kind;  // a greedy search with this auto-play, or an exact search
    };

    // Tuned on deals above a hundred million for the least time per deal. The first rung solves 95% of them, and each
    // later rung was chosen for the deals that the earlier ones miss. The exact searches prove most unsolvable boards,
    // and solve boards on which greedy searches go astray.
    static constexpr std::array kLadder{
        Rung{Evaluation(kGreedy1), 1000, Rung::kMax},   Rung{Evaluation(kGreedy2), 2500, Rung::kSafe},
        Rung{Evaluation(kGreedy3), 2500, Rung::kMax},   Rung{Evaluation(kGreedy4), 1500, Rung::kSafe},
        Rung{Evaluation(kGreedy5), 3000, Rung::kSafe},  Rung{Evaluation(kGreedy6), 2000, Rung::kSafe},
        Rung{Evaluation(kGreedy2), 10000, Rung::kSafe}, Rung{Evaluation(kFewSingles), 10000, Rung::kExact},
        Rung{Evaluation(kGreedy3), 30000, Rung::kMax},  Rung{Evaluation(kGreedy5), 100000, Rung::kExact},
        Rung{Evaluation(kGreedy5), 50000, Rung::kMax},  Rung{Evaluation(kGreedy2), 50000, Rung::kMax},
    };

    // With few cells, only the first rungs are used. Whether a search solves the remaining boards is mostly chance, so
    // many short tries with noise solve more of them than a few long searches. Only the first tries come before the
    // exact search, which proves most unsolvable boards. After this many positions of the exact search, and each time
    // that their number has doubled, more tries catch up with it.
    static constexpr int kTriesBefore = 4;
    static constexpr std::size_t kRungsOfFewCells = 8;
    static constexpr std::uint64_t kPause = 400'000;

    // Tries come in pairs: a greedy one and an exact one. Most are short, but some boards need a longer try. With 6
    // sets of weights and 7 pairs of limits, each set is tried with all limits.
    static Rung short_try(int number) {
        static constexpr std::array kSets{&kGreedy1, &kGreedy2, &kGreedy3, &kGreedy4, &kGreedy5, &kGreedy6};
        const auto seed = static_cast<std::uint64_t>(number), pair = seed / 2;
        const Weights& weights = *kSets[pair % kSets.size()];
        if (seed % 2 == 0) {
            const std::size_t limit = pair % 7 == 2 ? 60'000 : 20'000;
            return {Evaluation(weights, 100, seed), limit, Rung::kSafe};
        }
        const std::size_t limit = pair % 7 == 6 ? 80'000 : pair % 7 == 3 ? 20'000 : 5000;
        return {Evaluation(weights, 600, seed), limit, Rung::kExact};
    }

    static constexpr Evaluation kForProof{kFewSingles};  // solves the most with fewer cells, within the same limit
    static constexpr Evaluation kForTurns{kFewTurns};
    static constexpr Evaluation kForSingles{kFewSingles};

    // The width of the first beam, and the largest factor by which a beam that finds nothing is widened.
    static constexpr std::uint64_t kNarrow = 256, kWiden = 16;
    static constexpr std::uint64_t kWidestRetry = 1 << 15;  // with a time limit, to limit the memory

    // Beams ignore moves that take more levels than this, which costs nothing: with limits of 7, 9, 12 and 40
    // single-card moves, solutions are equally short.
    static constexpr int kFarthest = 9;

    void climb(const Position& start, const Search& search, Watch& watch, Answer& answer) {
        const bool few = search.cells <= kFewCells;
        for (const Rung& rung : std::span(kLadder).first(few ? kRungsOfFewCells : kLadder.size()))
            if (!is_still_open(rung, start, search, watch, answer)) return;
        for (int number = 0; few && number < kTriesBefore; ++number)
            if (!is_still_open(short_try(number), start, search, watch, answer)) return;
    }

    // The exact search for few cells, with tries during and after it. If none of them wins, the limit of the exact
    // search stands. It uses a Proof of its own, because the tries use this solver's.
    void prove_and_try(const Position& start, const Search& search, Watch& watch, Answer& answer) {
        Proof proof;
        int number = kTriesBefore;
        std::uint64_t tried = 0;
        const auto catch_up = [&] {
            while (answer.verdict == Verdict::kUndecided && tried < proof.positions()) {
                const std::uint64_t before = answer.positions;
                if (!is_still_open(short_try(number++), start, search, watch, answer)) break;
                tried += answer.positions - before;
            }
            return answer.verdict == Verdict::kUndecided;
        };
        prove(proof, start, kForProof, search.max_positions, search, watch, answer, kPause, catch_up);
        const Limit limit = answer.limit;
        if (catch_up()) answer.limit = limit;
    }

    bool is_still_open(const Rung& rung, const Position& start, const Search& search, Watch& watch, Answer& answer) {
        if (rung.limit > search.max_positions || watch.over()) return false;
        if (rung.kind == Rung::kExact)
            prove(start, rung.evaluate, rung.limit, search, watch, answer);
        else
            run_greedy(start, rung, search, watch, answer);
        return answer.verdict == Verdict::kUndecided;
    }

    void run_greedy(Position start, const Rung& rung, const Search& search, Watch& watch, Answer& answer) {
        const bool safe = rung.kind == Rung::kSafe && search.autoplay != AutoPlay::kMax;
        start.use_costs(rung.evaluate.costs());
        const auto run = [&](auto allowed) {
            return greedy_.search(start, rung.evaluate, rung.limit, safe, allowed, watch);
        };
        const Greedy::Result result =
            splits_matter(search) ? run([&splits = splits_for(search.metric)](const Position& position, Move move) {
                return !splits.splits(position, move) || can_be_split(position, move, splits);
            })
                                  : run([](const Position&, Move) { return true; });
        answer.positions += result.made;
        if (result.won) accept(start, with_homes(start, greedy_.moves(), safe, true), search, answer);
    }

    // Whether moving a sequence in several turns may have a different result than moving it in one.
    static bool splits_matter(const Search& search) {
        return search.room == Room::kWindows && search.autoplay == AutoPlay::kMax;
    }

    // The moves of a solution and the automatic moves home between them; with `at_once`, also before the first move.
    static std::vector<Move> with_homes(Position position, const std::vector<Move>& moves, bool safe, bool at_once) {
        std::vector<Move> all;
        const auto note = [&](Move move, Card) { all.push_back(move); };
        if (at_once) position.play_home(safe, kNoCosts, note);
        for (const Move move : moves) {
            all.push_back(move);
            position.play(move, kNoCosts);
            position.play_home(safe, kNoCosts, note);
        }
        return all;
    }

    // Accepts a solution if it wins when it is played under the requested rules.
    static void accept(const Position& start, std::vector<Move> meant, const Search& search, Answer& answer) {
        std::vector<Move> moves = played(start, std::move(meant), search);
        const Outcome outcome = outcome_of(start, moves, search.room, search.autoplay);
        assert(outcome.wins);
        if (!outcome.wins) return;
        answer.verdict = Verdict::kSolved;
        answer.limit = Limit::kNone;
        answer.moves = std::move(moves);
        answer.lengths = outcome.lengths;
    }

    // Accepts a solution only if it is also shorter than the present one. An exact search moves any number of cards to
    // an empty column, so Windows may need more turns than it counts.
    static void accept_shorter(const Position& start, std::vector<Move> meant, const Search& search, Answer& answer) {
        Answer other;
        accept(start, std::move(meant), search, other);
        if (other.verdict != Verdict::kSolved || length_of(other, search) >= length_of(answer, search)) return;
        answer.moves = std::move(other.moves);
        answer.lengths = other.lengths;
    }

    static std::vector<Move> played(const Position& start, std::vector<Move> meant, const Search& search) {
        if (search.room == Room::kTheory && search.autoplay == AutoPlay::kNone) return meant;
        Replay replay(start, search.room, search.autoplay, splits_for(search.metric));
        for (const Move move : meant) replay.play(move);
        return replay.moves();
    }

    void prove(const Position& start, const Evaluation& evaluate, std::uint64_t limit, const Search& search,
               Watch& watch, Answer& answer) {
        prove(proof_, start, evaluate, limit, search, watch, answer, limit, [] { return true; });
    }
    // The exact search with pauses, as in Proof. If a pause decides the board, that is the answer.
    template <class GoOn>
    static void prove(Proof& proof, Position start, const Evaluation& evaluate, std::uint64_t limit,
                      const Search& search, Watch& watch, Answer& answer, std::uint64_t pause, GoOn go_on) {
        start.use_costs(evaluate.costs());
        const Proof::End end =
            proof.search(start, evaluate, search.room, search.autoplay, limit, search.memory, watch, pause, go_on);
        answer.positions += proof.positions();
        if (answer.verdict != Verdict::kUndecided) return;
        answer.limit = Limit::kNone;
        if (end == Proof::End::kWon) {
            const bool all = search.autoplay == AutoPlay::kMax;
            accept(start, all ? with_homes(start, proof.moves(), false, false) : proof.moves(), search, answer);
        } else if (end == Proof::End::kProven) {
            answer.verdict = Verdict::kUnsolvable;
        } else if (end == Proof::End::kLimit) {
            answer.limit = Limit::kPositions;
        } else if (end == Proof::End::kMemory) {
            answer.limit = Limit::kMemory;
        } else {
            answer.limit = watch.stopped() ? Limit::kStopped : Limit::kSeconds;
        }
    }

    // Runs a beam of the requested width, or wider ones until one finds a shorter solution. With a time limit, narrower
    // beams come first, so that there is a short solution whenever the time ends. Keeps the best solution.
    void shorten(const Position& start, const Search& search, Watch& watch, Answer& answer) {
        const bool timed = !std::isinf(search.seconds);
        const std::uint64_t wider = kWiden * search.beam_width;
        const std::uint64_t widest = std::max(search.beam_width, timed ? std::min(wider, kWidestRetry) : wider);
        bool found = false;
        for (std::uint64_t width = timed ? std::min(kNarrow, search.beam_width) : search.beam_width; !watch.over();) {
            found |= run_beam(start, search, width, watch, answer);
            shorten_end(start, search, width, watch, answer);
            if (width == widest || (found && width >= search.beam_width)) break;
            width = std::min(2 * width, width < search.beam_width ? search.beam_width : widest);
        }
    }

    // Shortens a solution: exact searches with this many positions optimize its end, and then longer and longer ends.
    static constexpr int kFirstEnd = 8, kLongerEnd = 3;

    void shorten_end(const Position& start, const Search& search, std::uint64_t positions, Watch& watch,
                     Answer& answer) {
        if (search.autoplay == AutoPlay::kMax) return;
        const bool turns = search.metric == Metric::kTurns;
        auto end = Shortest::End::kProven;
        for (int least = kFirstEnd; end == Shortest::End::kProven; least += kLongerEnd) {
            std::vector<Position> on_the_way{start};
            for (const Move move : answer.moves) {
                on_the_way.push_back(on_the_way.back());
                on_the_way.back().play(move, kNoCosts);
            }
            auto cut = answer.moves.end();
            int length = 0;
            while (cut != answer.moves.begin() && length < least) {
                on_the_way.pop_back();
                if ((--cut)->target != kHome) length += turns ? 1 : singles_of(on_the_way.back(), *cut);
            }
            shortest_.start(on_the_way.back(), search.metric, search.room, length, search.memory);
            end = shortest_.run(positions, watch);
            answer.positions += shortest_.positions();
            const bool is_whole = cut == answer.moves.begin();
            if (shortest_.won()) {
                std::vector<Move> moves(answer.moves.begin(), cut);
                for (const Move move : shortest_.moves(on_the_way.back())) moves.push_back(move);
                accept_shorter(start, std::move(moves), search, answer);
            }
            if (is_whole) return;
        }
    }

    // The exact search for a shortest solution, with beams before and during it: the shorter the known solution, the
    // less is left to search. Tuned on deals above two hundred million for the least time per deal.
    static constexpr std::uint64_t kFirstWidth = 512;
    struct Beside {
        std::uint64_t positions, width;  // after this many positions, a beam of this width
    };
    static constexpr std::array kWider{Beside{100'000, 4096}, Beside{1'000'000, 16'384}};
    static constexpr std::uint64_t kPart = 4096;  // positions

    void find_shortest(const Position& start, const Search& search, Watch& watch, Answer& answer, Bounds* bounds) {
        const int homes = search.metric == Metric::kTurns ? 0 : kCards - start.cards_home;  // moves home that count
        const auto tell = [&] {
            answer.lower_bound = shortest_.lower_bound() + homes;
            if (bounds == nullptr) return;
            bounds->lower_bound = answer.lower_bound;
            bounds->shortest = shortest_.shortest() + homes;
        };
        run_beam(start, search, kFirstWidth, watch, answer);
        shortest_.start(start, search.metric, search.room, length_of(answer, search) - homes, search.memory);
        auto end = Shortest::End::kPaused;
        auto next = kWider.begin();
        for (std::uint64_t done = 0; end == Shortest::End::kPaused; done += kPart) {
            tell();
            if (next != kWider.end() && done >= next->positions) {
                const std::uint64_t width = (next++)->width;
                if (shortest_.shortest() - shortest_.lower_bound() > 1 && run_beam(start, search, width, watch, answer))
                    shortest_.know(length_of(answer, search) - homes);
            }
            end = shortest_.run(kPart, watch);
        }
        tell();
        answer.positions += shortest_.positions();
        if (shortest_.won()) accept_shorter(start, shortest_.moves(start), search, answer);
        if (end == Shortest::End::kMemory) answer.limit = Limit::kMemory;
        if (end == Shortest::End::kStopped) answer.limit = watch.stopped() ? Limit::kStopped : Limit::kSeconds;
    }

    static int length_of(const Answer& answer, const Search& search) {
        return search.metric == Metric::kTurns ? answer.lengths.turns : answer.lengths.singles;
    }

    // The cost of moves that may have to be split.
    static auto split_cost(const Search& search) {
        return
            [&splits = splits_for(search.metric), matter = splits_matter(search)](const Position& position, Move move) {
                const bool lost = matter && splits.splits(position, move) && !can_be_split(position, move, splits);
                return lost ? kNoRoom : splits.length_of(position, move);
            };
    }

    // Runs a beam and keeps its solution if it is shorter; returns whether it is. A level is a turn or a single-card
    // move. Moves home are not turns.
    bool run_beam(Position start, const Search& search, std::uint64_t width, Watch& watch, Answer& answer) {
        const bool turns = search.metric == Metric::kTurns;
        const Evaluation& evaluate = turns ? kForTurns : kForSingles;
        const int homes = turns ? 0 : kCards - start.cards_home, known = length_of(answer, search);
        start.use_costs(evaluate.costs());
        const auto run = [&](auto cost, int farthest) {
            return beam_.search(start, evaluate, cost, farthest, homes, width, known, watch) >= 0;
        };
        const bool shorter =
            search.room != Room::kTheory ? run(split_cost(search), kFarthest)
            : turns ? run([](const Position&, Move) { return 1; }, 1)
                    : run([](const Position& position, Move move) { return singles_of(position, move); }, kFarthest);
        answer.positions += beam_.positions();
        if (shorter) accept_shorter(start, with_homes(start, beam_.moves(), false, true), search, answer);
        return shorter;
    }

    Greedy greedy_;
    Proof proof_;
    Shortest shortest_;
    Beam beam_;
};

}  // namespace freecell
