"""Tries random inputs for hours: python tools/fuzz.py --seconds 36000

tests/helpers/fuzzing.py contains the fuzzers. Each round has its own seed. A failure prints the seed that reproduces it
and the smallest input that causes it, and the other fuzzers continue. `core` is different: it compiles
tests/core/fuzz.cpp with sanitizers and runs that alone, with libFuzzer if clang++ has it. Ctrl-C ends it.
"""

from __future__ import annotations

import argparse
import random
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from contextlib import suppress
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # to import the tests, which are not installed

_TRIES = 100  # per round
_SANITIZERS = ["-fno-sanitize-recover=all", "-D_GLIBCXX_ASSERTIONS", "-Wno-mismatched-new-delete"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="fuzzers to run (default: all but core)")
    parser.add_argument("--seconds", type=float, default=60, help="how long to start new rounds (default: 60)")
    parser.add_argument("--seed", type=int, help="seed of the first round (default: random)")
    arguments = parser.parse_args()
    first = random.randrange(2**32) if arguments.seed is None else arguments.seed
    if arguments.names == ["core"]:
        return fuzz_core(arguments.seconds, first)
    return fuzz(parser, arguments.names, arguments.seconds, first)


def fuzz_core(seconds: float, seed: int) -> int:
    """Run the fuzzer of the core. Its findings are in the output, and with libFuzzer in a file in this folder."""
    clang = clang_with_fuzzer()
    with tempfile.TemporaryDirectory() as folder:
        program = f"{folder}/fuzz"
        kind = (
            ["-fsanitize=fuzzer,address,undefined", "-DFREECELL_LIBFUZZER"]
            if clang
            else ["-fsanitize=address,undefined"]
        )
        options = [
            "-std=c++20",
            "-O1",
            "-g1",
            "-pthread",
            *kind,
            *_SANITIZERS,
            f"-I{ROOT}/core",
            f"-I{ROOT}/tests/core",
        ]
        subprocess.run([clang or "c++", *options, f"{ROOT}/tests/core/fuzz.cpp", "-o", program], check=True)
        run = [program, str(seconds), str(seed)]
        if clang:
            run = [program, f"-max_total_time={seconds:.0f}", f"-seed={seed}", "-max_len=256", "-len_control=0"]
        with suppress(KeyboardInterrupt):
            return subprocess.run(run).returncode
    return 130


def clang_with_fuzzer() -> str | None:
    """The path of clang++, if it can link libFuzzer: some systems leave that to a package of its own."""
    clang = shutil.which("clang++")
    if clang is None:
        return None
    code = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char *, unsigned long) { return 0; }'
    with tempfile.TemporaryDirectory() as folder:
        command = [clang, "-fsanitize=fuzzer,address,undefined", "-x", "c++", "-", "-o", f"{folder}/fuzz"]
        found = subprocess.run(command, input=code, text=True, capture_output=True)
    return clang if found.returncode == 0 else None


def fuzz(parser: argparse.ArgumentParser, names: list[str], seconds: float, first: int) -> int:
    """Run rounds of the other fuzzers."""
    from tests.helpers import fuzzing

    for name in names:
        if name not in fuzzing.FUZZERS:
            parser.error(f"unknown fuzzer {name!r}: choose from core (alone), {', '.join(fuzzing.FUZZERS)}")
    fuzzing.timed = True
    end = time.monotonic() + seconds
    rounds, failed = dict.fromkeys(names or fuzzing.FUZZERS, 0), set[str]()
    with suppress(KeyboardInterrupt):
        for seed in count(first):
            for name in rounds.keys() - failed:
                try:
                    fuzzing.fuzz(name, seed, _TRIES)
                    rounds[name] += 1
                except Exception as error:  # of any kind
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
