"""Print the PDDL domain of FreeCell, for planners. `freecell deal 617 --format pddl` prints the problem of a deal.

examples:
  freecell pddl > domain.pddl
"""

from __future__ import annotations

import argparse

from freecell.formats.pddl import domain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """There are none."""


def run(arguments: argparse.Namespace) -> int:  # noqa: ARG001
    print(domain(), end="")
    return 0
