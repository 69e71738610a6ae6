// The names of enum values for callers outside the core. Their order is written once, next to each enum, so that no
// caller needs numbers of its own.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace freecell {

using std::literals::string_view_literals::operator""sv;

// The names in the order of the values. Every enum that callers see specializes this.
template <class Enum>
inline constexpr std::array<std::string_view, 0> kNames{};

template <class Enum>
constexpr bool is_value(Enum value) {
    return static_cast<std::size_t>(value) < kNames<Enum>.size();
}

template <class Enum>
constexpr std::string_view name_of(Enum value) {
    return kNames<Enum>[static_cast<std::size_t>(value)];
}

template <class Enum>
constexpr std::optional<Enum> value_of(std::string_view name) {
    const auto found = std::find(kNames<Enum>.begin(), kNames<Enum>.end(), name);
    if (found == kNames<Enum>.end()) return std::nullopt;
    return static_cast<Enum>(found - kNames<Enum>.begin());
}

// All names as one string, in the order of the values.
template <class Enum>
std::string joined_names(std::string_view separator = " ", std::string_view quote = "") {
    std::string text;
    for (const std::string_view name : kNames<Enum>) (((text += separator) += quote) += name) += quote;
    return text.substr(separator.size());
}

}  // namespace freecell
