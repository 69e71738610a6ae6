"""Chapter 4: depth first, but no position twice. As the number of positions is finite, the search always ends."""

from rules import is_won, key, main, moves


def solve(start):
    line, waiting, seen = [], [moves(start)], {key(start)}
    while waiting:
        move, position = next(waiting[-1], (None, None))
        if move is None:
            waiting.pop()
            if line:
                line.pop()
        elif is_won(position):
            return [*line, move]
        elif key(position) not in seen:
            seen.add(key(position))
            line.append(move)
            waiting.append(moves(position))
    return None


if __name__ == "__main__":
    main(solve)
