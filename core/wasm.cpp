// The core as a WebAssembly module for pages. This is the only file that depends on JavaScript.
//
// Numbers are passed as JavaScript numbers. Longer data is in the module's memory: `board`, `known`, `answer` and
// `numbers` return its addresses. There is a single thread, and a search ends only at its limits: a page cancels one by
// terminating its worker. If memory runs out, the module traps, and the page needs a new one.
#include <cstdlib>
#include <new>
#include <string>

#include "freecell.hpp"

using namespace freecell;

#define EXPORT(name) extern "C" __attribute__((export_name(#name), used))

// The library's version would print an error message that nobody can read here, and pull in all of printf.
void std::__libcpp_verbose_abort(const char*, ...) _LIBCPP_VERBOSE_ABORT_NOEXCEPT { __builtin_trap(); }

void* operator new(std::size_t size) {
    void* memory = std::malloc(size);
    if (memory == nullptr) __builtin_trap();
    return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

Board the_board;
Known the_known;
std::vector<double> the_numbers;
Answer the_answer;

// An answer, laid out for JavaScript to read.
struct AnswerLayout {
    std::uint32_t verdict, limit, positions, cards_moved, singles, steps, turns, lower_bound, move_count;
    const Move* moves;
} the_words;

// A JavaScript number as an integer; 0, which no search accepts, if it is not an integer or too large to be exact.
std::uint64_t whole(double number) {
    constexpr double kExact = std::uint64_t{1} << 53;
    return number >= 0 && number <= kExact ? static_cast<std::uint64_t>(number) : 0;
}

// The names of an enum's values, as one line of text.
template <class Enum>
std::string line_of(const char* name) {
    return name + (' ' + joined_names<Enum>()) + '\n';
}

std::uint32_t keep(const std::vector<std::uint64_t>& numbers) {
    the_numbers.assign(numbers.begin(), numbers.end());
    return static_cast<std::uint32_t>(numbers.size());
}

}  // namespace

// The board to solve, or the one that was dealt, in the format of board.hpp.
EXPORT(board) std::uint8_t* board_address() { return the_board.data(); }
// The cards to find: 52 cards in dealt order, kUnknown for an unknown card.
EXPORT(known) std::uint8_t* known_address() { return the_known.data(); }
// The answer of the last search.
EXPORT(answer) const AnswerLayout* answer_address() { return &the_words; }
EXPORT(numbers) const double* numbers_address() { return the_numbers.data(); }

// The names of all enums and their values, one line "enum value value ..." each. A value's number is its index.
EXPORT(names) const char* names_text() {
    static const std::string text = line_of<Goal>("goal") + line_of<Room>("room") + line_of<AutoPlay>("autoplay") +
                                    line_of<Metric>("metric") + line_of<Verdict>("verdict") + line_of<Limit>("limit");
    return text.c_str();
}

// Deals a number into `board`; returns false if it isn't a deal number.
EXPORT(deal) bool deal_number(double number) {
    if (!(number >= 1 && number < static_cast<double>(kDealsEnd))) return false;
    the_board = deal(static_cast<std::uint64_t>(number));
    return true;
}

// Solves `board` into `answer`; returns false if the board is invalid or the search can't be asked.
EXPORT(solve)
bool solve_board(int goal, int cells, int room, int autoplay, int metric, double max_positions, double beam_width,
                 double memory, double seconds) {
    const Search search{.goal = static_cast<Goal>(goal),
                        .cells = cells,
                        .room = static_cast<Room>(room),
                        .autoplay = static_cast<AutoPlay>(autoplay),
                        .max_positions = whole(max_positions),
                        .seconds = seconds,
                        .beam_width = whole(beam_width),
                        .metric = static_cast<Metric>(metric),
                        .memory = whole(memory)};
    if (!can_be_asked(search) || !is_board(the_board.data(), cells)) return false;
    Stop never;
    the_answer = solve(the_board.data(), search, never);
    const auto& [cards_moved, singles, steps, turns] = the_answer.lengths;
    const auto word = [](auto value) { return static_cast<std::uint32_t>(value); };
    the_words = {.verdict = word(the_answer.verdict),
                 .limit = word(the_answer.limit),
                 .positions = word(the_answer.positions),
                 .cards_moved = word(cards_moved),
                 .singles = word(singles),
                 .steps = word(steps),
                 .turns = word(turns),
                 .lower_bound = word(the_answer.lower_bound),
                 .move_count = word(the_answer.moves.size()),
                 .moves = the_answer.moves.data()};
    return true;
}

// The difficulty score of `board`, or -1 if the board is invalid.
EXPORT(difficulty) int difficulty_of(int cells) {
    return is_board(the_board.data(), cells) ? difficulty(the_board.data(), cells).score : -1;
}

// Stores in `numbers` all deals that match `known`, whose first two cards must be known. Returns how many there are.
EXPORT(invert) std::uint32_t invert_known() {
    if (!are_known(the_known) || the_known[0] == kUnknown || the_known[1] == kUnknown) return 0;
    return keep(invert(the_known));
}

// Stores in `numbers` all deals from first to first + count - 1 that match `known`, whichever cards are known.
EXPORT(scan) std::uint32_t scan_known(double first, double count) {
    if (!are_known(the_known) || !(first >= 1 && count >= 0 && first + count <= static_cast<double>(kDealsEnd)))
        return 0;
    return keep(scan(the_known, static_cast<std::uint64_t>(first), static_cast<std::uint64_t>(count), 1, false));
}
