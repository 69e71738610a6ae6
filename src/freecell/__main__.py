"""The command `freecell`, or `python -m freecell`."""

import gc
import sys

from freecell.cli import main


def command() -> int:
    """Runs the command line, and returns its exit code."""
    code = main()
    if "duckdb" not in sys.modules:  # DuckDB reports objects that weren't collected as a leak
        gc.freeze()  # skip the last garbage collection: it takes a tenth of the time of `freecell deal`
    return code


if __name__ == "__main__":
    sys.exit(command())
