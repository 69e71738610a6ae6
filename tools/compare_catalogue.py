"""Compares the fewest turns in the facts with macroxue's catalogue of solutions.

python tools/compare_catalogue.py FOLDER   FOLDER: `solutions` in a copy of https://github.com/macroxue/freecell

Every solution of the catalogue is replayed, with auto-play "max" or, for the few deals that "max" loses, "safe".
"""

from __future__ import annotations

import sys
from pathlib import Path

from freecell import Rules, engine, facts
from freecell.factbook import LAST
from freecell.game import LENGTHS

IN_A_BLOCK = 1000


def main() -> None:
    match sys.argv[1:]:
        case [folder]:
            lengths = lengths_in(Path(folder))
        case _:
            sys.exit(__doc__)
    known = {deal: facts(deal) for deal in lengths}
    shorter = [deal for deal, turns in lengths.items() if turns < (known[deal].turns or 0)]
    unproven = [deal for deal in shorter if known[deal].turns != known[deal].turns_lower_bound]
    below = [deal for deal, turns in lengths.items() if turns < (known[deal].turns_lower_bound or 0)]
    longer = sum(turns > (known[deal].turns or 0) for deal, turns in lengths.items())
    print(f"{len(lengths):,} solutions in the catalogue, all replayed")
    print(
        f"{longer:,} are longer than ours, {len(lengths) - longer - len(shorter):,} as long, {len(shorter):,} shorter"
    )
    print(f"of the shorter ones, {len(unproven):,} are for deals where the facts leave the fewest turns open")
    print(f"{len(below):,} are shorter than a proven lower bound {below or ''}")


def lengths_in(folder: Path) -> dict[int, int]:
    """The turns of each solution, by deal."""
    texts: dict[int, str] = {}
    for block in range(1, LAST // IN_A_BLOCK + 1):
        for line in (folder / f"block.{block}").read_text().splitlines():
            deal, _, text = line.partition(":")
            if text:
                texts[int(deal)] = text
    deals = [deal for deal in texts if deal <= LAST]
    readings = [(Rules(autoplay=mode), "catalogue") for mode in ("max", "safe")]
    checked = engine.check_many(deals, [texts[deal] for deal in deals], readings)
    found: dict[int, int] = {}
    for number, one in zip(deals, checked, strict=True):
        if one is None or not one.wins:
            sys.exit(f"the catalogue's solution of deal {number} does not win")
        found[number] = one.lengths[LENGTHS.index("turns")]
    return found


if __name__ == "__main__":
    main()
