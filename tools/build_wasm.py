"""Builds the core for pages: src/freecell/web/static/freecell.wasm.gz, from core/wasm.cpp.

python tools/build_wasm.py            writes it
python tools/build_wasm.py --check    compares it with a new build; exit code 1 if they differ

Every build by this compiler is the same, byte for byte, when decompressed: pip install ziglang==0.15.2 zopfli (with
later compilers, up to 0.17, a search takes three times as much memory). zopfli compresses 5% better than gzip.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

COMPILER = "0.15.2"
ROOT = Path(__file__).parent.parent
MODULE = ROOT / "src/freecell/web/static/freecell.wasm.gz"
OPTIONS = [
    *["-target", "wasm32-wasi", "-mexec-model=reactor"],  # without a main function
    *["-std=c++20", "-O3", "-fno-exceptions", "-fno-rtti", "-DNDEBUG", "-DFREECELL_THREADS=0"],
    *["-Wall", "-Wextra", "-Wshadow", "-Wconversion", "-Wno-sign-conversion", "-Werror"],
    "-fno-unroll-loops",  # saves 10 kB, and is not slower
    *["-s", "-Wl,-z,stack-size=1048576"],
]


def build() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        built = Path(folder, "freecell.wasm")
        source = ROOT / "core/wasm.cpp"
        command = [sys.executable, "-m", "ziglang", "c++", *OPTIONS, str(source), "-o", str(built)]
        subprocess.run(command, check=True)
        return built.read_bytes()


def main() -> int:
    try:
        found = version("ziglang")
    except PackageNotFoundError:
        found = "none"
    if found != COMPILER:
        print(f"ziglang {found}: expected {COMPILER}", file=sys.stderr)
        return 2
    module = build()
    if sys.argv[1:] != ["--check"]:
        import zopfli.gzip  # not needed for --check

        MODULE.write_bytes(zopfli.gzip.compress(module))
        print(f"{MODULE.relative_to(ROOT)}: {MODULE.stat().st_size:,} bytes, {len(module):,} unpacked")
    elif module != gzip.decompress(MODULE.read_bytes()):
        print(f"{MODULE.relative_to(ROOT)} is not what its source becomes: python tools/build_wasm.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
