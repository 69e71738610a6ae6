"""Tries inputs that nobody thought of, for hours: python tools/fuzz.py --seconds 36000

What is tried is in tests/fuzzing.py. Each round has a seed of its own. A failure tells the seed that finds it again and
the smallest input that does; the other fuzzers go on. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from contextlib import suppress
from itertools import count
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # for the tests, which are not installed

from tests import fuzzing

_TRIES = 100  # a round


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of {', '.join(fuzzing.FUZZERS)}; all of them if none is given"
    )
    parser.add_argument("--seconds", type=float, default=60, help="for how long rounds are begun (60)")
    parser.add_argument("--seed", type=int, help="of the first round; any if it isn't given")
    arguments = parser.parse_args()
    for name in arguments.names:
        if name not in fuzzing.FUZZERS:
            parser.error(f"invalid choice: {name!r}: {', '.join(fuzzing.FUZZERS)} are right")
    first = random.randrange(2**32) if arguments.seed is None else arguments.seed
    fuzzing.timed = True
    end = time.monotonic() + arguments.seconds
    rounds, failed = dict.fromkeys(arguments.names or fuzzing.FUZZERS, 0), set[str]()
    with suppress(KeyboardInterrupt):
        for seed in count(first):
            for name in rounds.keys() - failed:
                try:
                    fuzzing.fuzz(name, seed, _TRIES)
                    rounds[name] += 1
                except Exception as error:  # of whatever kind
                    print(f"{name}: python tools/fuzz.py --seed {seed} {name}", flush=True)
                    traceback.print_exception(error, file=sys.stdout)
                    failed.add(name)
            if rounds.keys() == failed or time.monotonic() >= end:
                break
    for name, number in rounds.items():
        if name not in failed:
            print(f"{name}: nothing wrong in {_TRIES * number} tries from seed {first}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
