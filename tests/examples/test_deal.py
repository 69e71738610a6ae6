"""The deal function in many languages: each program deals the boards of the conformance kit."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest

from freecell.judging.kit import BOARD_SIZE, PARTS, Part

EXAMPLES = Path(__file__).parents[2] / "examples" / "deal"
KIT = [part for part in PARTS if part.name not in ("windows", "million", "jokes")]
SHA256 = {
    part["name"]: part["sha256"]
    for part in json.loads((EXAMPLES.parents[1] / "docs" / "conformance.json").read_text())["parts"]
}


class Language(NamedTuple):
    name: str
    program: str
    build: str
    run: str
    weekly: bool


def languages() -> list[Language]:
    """The table of the README."""
    rows = re.findall(
        r"^\| (.+?) \| \[(.+?)\].*? \| .*? \| (.*?) ?\| `(.*?)` \| (.*) \|$",
        (EXAMPLES / "README.md").read_text(),
        re.MULTILINE,
    )
    return [
        Language(name, program, build.strip("`"), run, tested == "weekly") for name, program, build, run, tested in rows
    ]


LANGUAGES = languages()


def built(language: Language, folder: Path) -> list[str]:
    """The command that runs a program in a folder."""
    every = bool(os.environ.get("FREECELL_EVERY_LANGUAGE"))
    if language.weekly and os.environ.get("CI") and not every:
        pytest.skip("this language is tested weekly")
    for command in (language.build, language.run):
        tool = command.partition(" ")[0]
        if tool and not tool.startswith("./") and shutil.which(tool) is None:
            (pytest.fail if every or os.environ.get("CI") else pytest.skip)(f"{tool} is not installed")
    for name in (language.program, "package.json"):
        shutil.copy(EXAMPLES / name, folder)
    if language.build:
        subprocess.run(language.build, shell=True, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return shlex.split(language.run)


def test_the_table_has_every_program() -> None:
    assert {language.program for language in LANGUAGES} == {path.name for path in EXAMPLES.iterdir()} - {
        "README.md",
        "package.json",
    }
    assert f"in {len(LANGUAGES)} languages" in (EXAMPLES / "README.md").read_text()


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.program)
def test_programs_are_short(language: Language) -> None:
    assert len((EXAMPLES / language.program).read_text().splitlines()) < 60


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.program)
def test_a_program_deals_the_boards_of_the_kit(language: Language, tmp_path: Path) -> None:
    command = built(language, tmp_path)
    numbers = "".join(f"{number}\n" for part in KIT for number in part.numbers)
    printed = subprocess.run(command, cwd=tmp_path, input=numbers.encode(), stdout=subprocess.PIPE, check=True).stdout
    assert len(printed) == BOARD_SIZE * sum(part.count for part in KIT)
    at = 0
    for part in KIT:
        end = at + BOARD_SIZE * part.count
        assert sha256(printed[at:end]).hexdigest() == SHA256[part.name]
        at = end


@pytest.mark.parametrize(
    "part", [part for part in PARTS if part.name in ("windows", "million")], ids=lambda part: part.name
)
def test_c_deals_all_of_microsofts_boards(part: Part, tmp_path: Path) -> None:
    """A program that shares nothing with the library gets the same digests."""
    (language,) = (language for language in LANGUAGES if language.name == "C")
    numbers = "".join(f"{number}\n" for number in part.numbers)
    printed = subprocess.run(
        built(language, tmp_path), cwd=tmp_path, input=numbers.encode(), stdout=subprocess.PIPE, check=True
    ).stdout
    assert sha256(printed).hexdigest() == SHA256[part.name]
