"""The command itself: `freecell`, or `python -m freecell`."""

import gc
import sys

from freecell.cli import main


def command() -> int:
    """Runs the command line, and returns its exit code."""
    code = main()
    if "duckdb" not in sys.modules:  # which takes what is not collected for a leak, and says so
        gc.freeze()  # spares Python a last search for garbage: a tenth of the time that a deal takes
    return code


if __name__ == "__main__":
    sys.exit(command())
