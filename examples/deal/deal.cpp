// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
#include <cstdint>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

using Row = std::vector<std::string>;

/// The random numbers of a deal.
class Draws {
public:
    explicit Draws(std::uint64_t number) : number_(number), state_(static_cast<std::uint32_t>(number)) {}

    std::uint32_t operator()() {
        state_ = 214013 * state_ + 2531011;  // unsigned arithmetic keeps the lower 32 bits
        if (number_ < 1ULL << 31) return state_ >> 16 & 0x7FFF;
        if (number_ < 1ULL << 32) return state_ >> 16 | 0x8000;
        return (state_ >> 16) + 1;
    }

private:
    std::uint64_t number_;
    std::uint32_t state_;
};

std::string name(int card) { return {"A23456789TJQK"[card / 4], "CDHS"[card % 4]}; }

/// The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4.
std::vector<Row> deal(std::uint64_t number) {
    std::vector<int> deck(52);
    std::iota(deck.begin(), deck.end(), 0);
    std::vector<Row> rows;
    for (Draws draw(number); !deck.empty(); deck.pop_back()) {
        if ((52 - deck.size()) % 8 == 0) rows.emplace_back();
        auto& taken = deck[draw() % deck.size()];
        rows.back().push_back(name(taken));
        taken = deck.back();  // the last card takes the place of the one dealt
    }
    return rows;
}

int main() {
    for (std::uint64_t number; std::cin >> number;) {
        for (const Row& row : deal(number)) {
            for (std::size_t column = 0; column < row.size(); ++column) std::cout << (column ? " " : "") << row[column];
            std::cout << '\n';
        }
    }
}
