"""Completion in real shells (bash, zsh and fish), as if a person pressed Tab."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

from freecell.cli import COMMANDS

from ..helpers.commands import SCRIPT, called
from ..helpers.programs import found

pty = pytest.importorskip("pty", reason="this needs Unix")

SHELLS = ("bash", "zsh", "fish")

# The typed words, the completions that must be offered for the last one, and those that must not.
CASES = [
    ("freecell de", {"deal"}, {"find", "--help"}),
    ("freecell --", {"--help", "--version"}, {"deal"}),
    ("freecell deal --fo", {"--format"}, {"-f", "--output"}),
    ("freecell deal --format ", {"rows", "columns", "table", "pddl"}, {"board.txt", "--format", "-f"}),
    ("freecell solve --goal=", {"fast", "short", "prove"}, {"board.txt"}),
    ("freecell solve --goal=s", {"short"}, {"fast", "board.txt"}),
    ("freecell solve --for ", {"windows"}, {"board.txt"}),
    ("freecell solve --goal s", {"short"}, {"fast", "solution.txt"}),
    ("freecell solve ", {"board.txt", "solution.txt"}, {"--goal", "-h", "-"}),
    ("freecell check 617 sol", {"solution.txt"}, {"board.txt"}),
    ("freecell draw 617 --output b", {"board.txt"}, {"solution.txt"}),
    ("freecell draw 617 --output=b", {"board.txt"}, {"solution.txt"}),
    ("freecell completion ", {"bash", "zsh", "fish"}, {"words", "board.txt", "-h"}),
    ("freecell 617 --js", {"--json"}, set()),
    ("freecell deal ", set(), {"board.txt", "--format", "-f", "-"}),
    ("freecell survey ", {"run", "ask", "report", "verify", "dataset", "facts"}, {"board.txt", "deal"}),
    ("freecell survey r", {"run", "report"}, {"ask", "random"}),
    ("freecell survey run --gaol", set(), {"--goal"}),
    ("freecell survey run --go", {"--goal"}, {"--json"}),
    ("freecell help sur", {"survey"}, {"solve", "board.txt"}),
    ("freecell help survey a", {"ask"}, {"run", "board.txt"}),
    ("freecell solve --color ", {"auto", "always", "never"}, {"board.txt"}),
]


# zsh also writes the completions to a file: on the screen they may be in columns, cut off, or missing.
ZSHRC = r"""
PS1='READY '
fpath=(~/.zfunc $fpath)
autoload -Uz compinit
compinit -u
compadd() {
    if [[ ${@[1,(i)(-|--)]} != *-(O|A|D)\ * ]]; then
        local -a offered
        builtin compadd -O offered "$@"
        print -rl -- $offered >> ~/offered
    fi
    builtin compadd "$@"
}
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home directory with each shell's script in its usual place, and a folder with files."""
    home = tmp_path_factory.mktemp("home")
    for shell, place in (
        ("bash", ".local/share/bash-completion/completions/freecell"),
        ("zsh", ".zfunc/_freecell"),
        ("fish", ".config/fish/completions/freecell.fish"),
    ):
        path = home / place
        path.parent.mkdir(parents=True)
        path.write_text(called("completion", shell))
    (home / ".bashrc").write_text("PS1='READY '\n. ~/.local/share/bash-completion/completions/freecell\n")
    (home / ".inputrc").write_text(
        "set show-all-if-ambiguous on\nset completion-query-items 0\nset page-completions off\n"
    )
    (home / ".zshrc").write_text(ZSHRC)
    (home / "files").mkdir()
    for name in ("board.txt", "solution.txt"):
        (home / "files" / name).touch()
    return home


def environment(home: Path) -> dict[str, str]:
    path = f"{Path(SCRIPT).parent}:{os.environ['PATH']}"
    return {"HOME": str(home), "PATH": path, "TERM": "xterm", "COLUMNS": "200", "LC_ALL": "C.UTF-8"}


class Screen:
    """The visible text of a terminal."""

    def __init__(self, terminal: int) -> None:
        self._terminal, self._rest = terminal, ""

    def until(self, mark: str) -> str:
        """The output up to the next mark."""
        while mark not in self._rest:
            self._rest += os.read(self._terminal, 65536).decode(errors="replace")
        shown, _, self._rest = self._rest.partition(mark)
        return shown


def offered_on_terminal(shell: str, home: Path) -> list[set[str]]:
    """The completions in each case. A shell reads keys one by one, so keys after Tab wait for it."""
    arguments = {"bash": ["--noprofile", "-i"], "zsh": ["-i"]}[shell]
    ours, theirs = pty.openpty()
    offered = []
    with subprocess.Popen(
        [found(shell), *arguments], stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
        env=environment(home), cwd=home / "files",
    ) as process:  # fmt: skip
        os.close(theirs)
        screen = Screen(ours)
        screen.until("READY ")
        for place, (typed, _, _) in enumerate(CASES):
            (home / "offered").write_text("")
            os.write(ours, f"{typed}\t\x15echo END$(({place}+100))\n".encode())
            shown = screen.until(f"END{place + 100}").partition("echo END")[0]
            words = (
                (home / "offered").read_text() if shell == "zsh" else re.sub(r"\x1b\[[\d;?]*[a-zA-Z]|\x08", " ", shown)
            )
            offered.append(set(re.findall(r"[\w.-]+", words)))
            screen.until("READY ")
        os.write(ours, b"exit\n")
        process.wait()
    os.close(ours)
    return offered


def offered_by_fish(home: Path) -> list[set[str]]:
    lines = [f"complete -C '{typed}'; echo END" for typed, _, _ in CASES]
    done = subprocess.run(
        [found("fish"), "-c", "\n".join(lines)],
        capture_output=True,
        text=True,
        env=environment(home),
        cwd=home / "files",
    )
    return [set(re.findall(r"[\w.-]+", part)) for part in done.stdout.split("END\n")]


@pytest.mark.parametrize("shell", [pytest.param(shell, marks=pytest.mark.needs(shell)) for shell in SHELLS])
def test_a_shell_completes(home: Path, shell: str) -> None:
    offered = offered_by_fish(home) if shell == "fish" else offered_on_terminal(shell, home)
    for (typed, right, wrong), words in zip(CASES, offered[: len(CASES)], strict=True):
        before = set(re.findall(r"[\w.-]+", typed)) if shell == "bash" else set()
        assert right <= words, typed
        assert not (wrong - before) & words, typed


def test_the_possible_completions() -> None:
    def answers(*words: str) -> list[str]:
        return called("completion", "bash", "--words=+" + "\x1f".join(words)).split()

    assert answers("") == [*COMMANDS]
    assert answers("-") == ["--help", "--version"]
    assert answers("help", "") == [*COMMANDS]
    assert (
        answers("survey", "") == answers("help", "survey", "") == ["run", "ask", "report", "verify", "dataset", "facts"]
    )
    assert answers("survey", "-") == ["--help"]
    assert answers("survey", "nothing", "") == []
    assert answers("deal", "--format", "") == ["rows", "columns", "table", "code", "pddl"]
    assert answers("deal", "--format=") == [f"--format={name}" for name in ("rows", "columns", "table", "code", "pddl")]
    assert answers("deal", "5", "--output", "") == [":files"]
    assert answers("deal", "5", "") == []
    assert "--output" in answers("deal", "5", "--")
    assert answers("check", "617", "") == answers("solve", "") == answers("survey", "ask", "") == [":files"]
    assert answers("survey", "ask", "million/", "") == answers("nothing", "") == answers("serve", "--port", "") == []
    for shell in SHELLS:
        assert f"freecell completion {shell} " in called("completion", shell)
