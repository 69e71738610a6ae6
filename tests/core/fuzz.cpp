// A fuzzer for the core. It turns bytes into a board and questions about it, and checks the answers with independent
// rules (witness.hpp). tools/fuzz.py compiles it with sanitizers: with clang as a libFuzzer target, otherwise as a
// program that generates its own bytes from a seed for some seconds: `fuzz SECONDS SEED`.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <thread>

#include "freecell.hpp"
#include "witness.hpp"

// Counts every allocation of a thread, and can make one of them fail.
static thread_local long allocations = 0, failing = 0;

static void* allocate(std::size_t size, std::size_t align) noexcept {
    if (++allocations == failing) return nullptr;
    return std::aligned_alloc(align, (size + align - 1) / align * align);
}
static void* allocate_or_throw(std::size_t size, std::size_t align) {
    void* memory = allocate(std::max<std::size_t>(size, 1), align);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void* operator new(std::size_t size) { return allocate_or_throw(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t align) {
    return allocate_or_throw(size, static_cast<std::size_t>(align));
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return allocate(size, alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t align, const std::nothrow_t&) noexcept {
    return allocate(size, static_cast<std::size_t>(align));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }

namespace {

using namespace freecell;

void expect(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "core fuzzer: %s\n", what);
    std::abort();
}

// The input, byte by byte; zeros after its end.
struct Input {
    const std::uint8_t *at, *end;
    unsigned below(unsigned count) { return at == end ? 0 : *at++ % count; }
    std::uint64_t number(int bytes) {
        std::uint64_t all = 0;
        for (; bytes > 0; --bytes) all = all << 8 | below(256);
        return all;
    }
};

// A board whose cards the input arranges: a deal in mid-game, or any arrangement.
Board board_from(Input& input, int cells) {
    if (input.below(2) == 0) {
        Board board = deal(1 + input.number(5) % (kDealsEnd - 1));
        for (unsigned moves = input.below(64); moves > 0; --moves) {
            const auto legal = witness::Board(board.data(), cells, false).legal_moves(true);
            if (legal.empty()) break;
            board = witness::Board(board.data(), cells, false).after(legal[input.below(256) % legal.size()]).bytes();
        }
        return board;
    }
    Board board{};
    std::vector<std::uint8_t> cards;
    const unsigned least =
        input.below(kRanks + 1);  // cards of each suit that are home, so that many boards are nearly won
    for (int suit = 0; suit < kSuits; ++suit) {
        board[suit] = static_cast<std::uint8_t>(least + input.below(kRanks + 1 - least));
        for (int rank = board[suit]; rank < kRanks; ++rank) cards.push_back(static_cast<Card>(kSuits * rank + suit));
    }
    std::array<std::vector<Card>, kColumns> columns;
    for (int cell = 0; cell < kMostCells; ++cell) board[kSuits + cell] = kNoCard;
    while (!cards.empty()) {
        const std::size_t chosen = input.below(256) % cards.size();
        const unsigned place = input.below(static_cast<unsigned>(kColumns + cells));
        if (place < kColumns)
            columns[place].push_back(cards[chosen]);
        else if (board[kSuits + place - kColumns] == kNoCard)
            board[kSuits + place - kColumns] = cards[chosen];
        else
            columns[place % kColumns].push_back(cards[chosen]);
        cards.erase(cards.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
    auto at = board.begin() + kSuits + kMostCells;
    for (const auto& column : columns) *at++ = static_cast<std::uint8_t>(column.size());
    for (const auto& column : columns) at = std::copy(column.begin(), column.end(), at);
    return board;
}

// An equivalent board: columns and cells in another order, the two suits of a colour swapped, or the colours swapped.
Board twin_of(const Board& board, int cells, Input& input) {
    const std::array<unsigned, 4> suits = [&] {
        std::array<unsigned, 4> to{0, 1, 2, 3};  // C D H S
        if (input.below(2) == 1) std::swap(to[0], to[3]);
        if (input.below(2) == 1) std::swap(to[1], to[2]);
        if (input.below(2) == 1) to = {to[1], to[0], to[3], to[2]};
        return to;
    }();
    const auto card_of = [&](Card card) {
        return card == kNoCard ? card
                               : static_cast<Card>(card - suit_of(card) + static_cast<int>(suits[suit_of(card)]));
    };
    const witness::Board old(board.data(), cells, false);
    witness::Board twin = old;
    for (unsigned suit = 0; suit < kSuits; ++suit) twin.home[suits[suit]] = old.home[suit];
    for (int i = cells - 1; i > 0; --i) std::swap(twin.cells[i], twin.cells[input.below(static_cast<unsigned>(i + 1))]);
    for (int i = kColumns - 1; i > 0; --i)
        std::swap(twin.columns[i], twin.columns[input.below(static_cast<unsigned>(i + 1))]);
    for (auto& card : twin.cells) card = card_of(card);
    for (auto& column : twin.columns)
        for (int i = 0; i < column.height; ++i) column.cards[i] = card_of(column.cards[i]);
    return twin.bytes();
}

Search search_from(Input& input) {
    constexpr std::uint64_t kLimits[] = {1, 30, 300, 3000}, kWidths[] = {1, 4, 32, 100};
    Search search{.goal = static_cast<Goal>(input.below(4)),
                  .cells = static_cast<int>(input.below(kMostCells + 1)),
                  .room = static_cast<Room>(input.below(2)),
                  .autoplay = static_cast<AutoPlay>(input.below(3)),
                  .max_positions = kLimits[input.below(4)],
                  .seconds = std::numeric_limits<double>::infinity(),
                  .beam_width = kWidths[input.below(4)],
                  .metric = static_cast<Metric>(input.below(2)),
                  .memory = std::uint64_t{1} << input.below(23)};
    search.memory += input.number(3) % search.memory;
    if (!can_be_asked(search)) search.autoplay = AutoPlay::kSafe;
    return search;
}

// The next card that auto-play sends home, by the witness's rules: the one in the first place. A move of no cards if
// none goes.
witness::Move automatic(const witness::Board& board, AutoPlay autoplay) {
    for (int place = 0; place < witness::kColumns + board.cell_count && autoplay != AutoPlay::kNone; ++place) {
        const witness::Move home{place, witness::kHome, 1};
        if (!board.is_legal(home)) continue;
        const int card =
            place < witness::kColumns ? board.columns[place].top() : board.cells[place - witness::kColumns];
        const int rank = witness::rank(card), one = witness::red(card) ? 0 : 1, other = witness::red(card) ? 3 : 2;
        if (autoplay == AutoPlay::kMax || rank <= 1 || (board.home[one] >= rank && board.home[other] >= rank))
            return home;
    }
    return {0, 0, 0};
}

void check_solution(const Board& board, const Search& search, const Answer& answer) {
    witness::Board now(board.data(), search.cells, search.room == Room::kWindows);
    bool follows = false;  // whether the previous move was made, by the player or by auto-play
    for (const Move move : answer.moves) {
        const witness::Move home = follows ? automatic(now, search.autoplay) : witness::Move{0, 0, 0};
        expect(home.count == 0 || (move.source == home.source && move.target == kHome), "auto-play was passed over");
        const witness::Move played{move.source, move.target, move.count};
        expect(now.is_legal(played), "a move of a solution is not legal");
        now = now.after(played);
        follows = true;
    }
    expect(now.won(), "a solution does not win");
    expect(answer.lengths.steps == static_cast<int>(answer.moves.size()), "a solution has another length");
}

int length_of(const Answer& answer, Metric metric) {
    return metric == Metric::kTurns ? answer.lengths.turns : answer.lengths.singles;
}

// No two answers about the same game contradict each other.
void check_pair(const Answer& one, const Search& first, const Answer& other, const Search& second) {
    expect(one.verdict == Verdict::kUndecided || other.verdict == Verdict::kUndecided || one.verdict == other.verdict,
           "a board is solved and unsolvable");
    if (one.verdict == Verdict::kSolved && other.verdict == Verdict::kSolved && first.metric == second.metric)
        expect(one.lower_bound <= length_of(other, first.metric), "a solution is shorter than a lower bound");
}

Answer ask(const Board& board, const Search& search) {
    Stop never;
    const Answer answer = solve(board.data(), search, never);
    if (answer.verdict == Verdict::kSolved) check_solution(board, search, answer);
    expect((answer.verdict == Verdict::kUndecided) <= (answer.limit != Limit::kNone), "undecided without a reason");
    expect(answer.verdict == Verdict::kSolved || answer.moves.empty(), "moves of no solution");
    return answer;
}

bool same(const Answer& one, const Answer& other) {
    const auto equal = [](Move left, Move right) {
        return left.source == right.source && left.target == right.target && left.count == right.count;
    };
    return one.verdict == other.verdict && one.limit == other.limit && one.positions == other.positions &&
           one.lower_bound == other.lower_bound &&
           std::equal(one.moves.begin(), one.moves.end(), other.moves.begin(), other.moves.end(), equal);
}

// On a new thread, whose solver has no memory yet, makes each allocation of a search fail in turn. The next search on
// that thread must not be affected.
void fail_each_allocation(const Board& board, const Search& search, const Answer& right) {
    for (long which = 1;; ++which) {
        bool failed = false;
        std::thread([&] {
            try {
                allocations = 0;
                failing = which;
                const Answer answer = ask(board, search);
                failing = 0;
                check_pair(answer, search, right, search);
                failed = allocations >= which;
            } catch (const std::bad_alloc&) {
                failed = true;
            } catch (const std::length_error&) {
                failed = true;
            }
            failing = 0;
            expect(same(ask(board, search), right), "a search differs after one without memory");
        }).join();
        if (!failed) return;
    }
}

void check_searches(Input& input) {
    const Search search = search_from(input);
    Search other = search_from(input);
    other.cells = search.cells;
    other.room = search.room;
    other.autoplay = search.autoplay;
    if (!can_be_asked(other)) other.goal = Goal::kProve;
    const Board board = board_from(input, search.cells), twin = twin_of(board, search.cells, input);
    expect(is_board(board.data(), search.cells) && is_board(twin.data(), search.cells), "the fuzzer made no board");
    const Answer answer = ask(board, search);
    check_pair(answer, search, ask(board, other), other);
    check_pair(answer, search, ask(twin, search), search);
    check_pair(ask(twin, other), other, answer, search);
    if (answer.verdict == Verdict::kUnsolvable && search.autoplay != AutoPlay::kMax)
        expect(witness::can_be_won(witness::Board(board.data(), search.cells, false), 200) != 1, "it can be won");
    if (answer.positions <= 4000 && input.below(16) == 0) fail_each_allocation(board, search, answer);
}

// Everything else in freecell.hpp.
void check_the_rest(Input& input) {
    const int cells = static_cast<int>(input.below(kMostCells + 1));
    Board board = board_from(input, cells);
    std::vector<std::uint8_t> mask(static_cast<std::size_t>(action_count(cells)));
    for (int i = 0; i < 20; ++i)
        play_action(board.data(), static_cast<int>(input.below(256)), cells, static_cast<AutoPlay>(i % 3), mask.data());
    std::string text(input.below(80), ' ');
    for (char& letter : text) letter = "12345678abcdefghrv 09x"[input.below(22)];
    for (const Dialect dialect : {Dialect::kStandard, Dialect::kExtended, Dialect::kCatalogue})
        check(read_board(board.data(), cells), text, {{.room = static_cast<Room>(input.below(2)), .dialect = dialect}});
    std::uint8_t depth = 0;
    Stop never;
    play_on_many(board.data(), &depth, 1, cells, input.number(8), static_cast<Player>(input.below(3)), 1, never);
    expect(is_board(board.data(), cells), "play leads to no board");
    const std::uint64_t number = 1 + input.number(5) % (kDealsEnd - 1);
    Known known;
    deal_one(number, known.data());
    for (std::size_t at = 6; at < known.size(); ++at)
        if (input.below(3) == 0) known[at] = kUnknown;
    const auto found = invert(known);
    expect(std::find(found.begin(), found.end(), number) != found.end(), "a deal is not found again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Input input{data, data + size};
    if (input.below(8) == 0)
        check_the_rest(input);
    else
        check_searches(input);
    return 0;
}

#ifndef FREECELL_LIBFUZZER
static std::uint64_t seed = 0;
extern "C" const char* __asan_default_options() { return "handle_abort=1"; }
extern "C" void __sanitizer_set_death_callback(void (*callback)());

int main(int, char** arguments) {
    const double seconds = std::atof(arguments[1]);
    const std::uint64_t first = seed = std::strtoull(arguments[2], nullptr, 10);
    const auto begin = std::chrono::steady_clock::now();
    __sanitizer_set_death_callback([] { std::fprintf(stderr, "core fuzzer: it fails with seed %ju\n", seed); });
    do {
        std::array<std::uint8_t, 256> bytes;
        SplitMix64 dice(seed);
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>(dice.next());
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
        ++seed;
    } while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds);
    std::printf("%ju tries from seed %ju\n", seed - first, first);
}
#endif
