"""Chapter 3: depth first. Play any move, then any move from there; after 200 moves, go back and try another one."""

from rules import is_won, main, moves

DEEPEST = 200


def solve(start):
    line, waiting = [], [moves(start)]
    while waiting:
        move, position = next(waiting[-1], (None, None))
        if move is None or len(waiting) > DEEPEST:
            waiting.pop()
            if line:
                line.pop()
            continue
        if is_won(position):
            return [*line, move]
        line.append(move)
        waiting.append(moves(position))
    return None


if __name__ == "__main__":
    main(solve)
