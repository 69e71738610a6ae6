"""Print the PDDL domain of FreeCell for planners. `freecell deal 617 --format pddl` prints a deal as a problem.

examples:
  freecell pddl > domain.pddl
"""

from __future__ import annotations

import argparse

from freecell.formats.pddl import domain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: this command has no arguments."""


def run(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    print(domain(), end="")
    return 0
