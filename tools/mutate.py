"""Mutation testing of the C++ core: makes small faults in it and counts how many the tests notice.

    python tools/mutate.py FOLDER --count 600        # resumes what FOLDER has; --list prints the mutants only

It needs Linux, a C++ compiler and an environment with nanobind, pytest and hypothesis. FOLDER gets a copy of the core,
the builds, and `results.jsonl` with one line per mutant.

All faults are compiled into one build, and the environment variable FREECELL_MUTANT turns on one of them, so a mutant
costs a run and no compilation. Faults in constants, which the compiler evaluates, are compiled one by one. A mutant is
killed by the first of these that fails, aborts on an assertion, or takes three times as long as without a fault:

    digest   tests/core/test_digest.py
    fuzz     tests/core/fuzz.cpp, with fixed seeds
    tests    the other tests of the core

Mutants that do not compile are not counted. Survivors are compiled again with all optimization: those that give the
same code as no fault at all are counted as the same.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KNOWN = ROOT / "tools/mutants.toml"  # survivors that no test can notice, and why
SKIPPED = {"arguments.hpp", "interpreter.hpp", "weights.hpp"}  # bindings, and tables that were tuned
FUZZED = 1000  # inputs
SLOWER = 3  # times
LEAST_SECONDS = 3
MEMORY = 4 << 30
FLAGS = ["-std=c++20", "-O1", "-w", "-fPIC", "-pthread", "-D_GLIBCXX_ASSERTIONS"]
TESTS = ["arguments", "solve", "shortest", "reentrant", "prove", "rules", "perft", "check", "find"]

SWITCH = """\
#pragma once
#include <cstdio>
#include <cstdlib>
#include <type_traits>
namespace mutants {
inline int active = 0;
__attribute__((constructor(101))) inline void choose() {
    if (const char* text = std::getenv("FREECELL_MUTANT")) active = std::atoi(text);
}
#ifdef MUTANTS_REACHED
struct Reached {
    bool seen[10000] = {};
    ~Reached() {
        if (std::FILE* file = std::fopen(MUTANTS_REACHED, "a")) {
            for (int at = 0; at < 10000; ++at)
                if (seen[at]) std::fprintf(file, "%d\\n", at);
            std::fclose(file);
        }
    }
};
inline Reached reached;
inline bool chosen(int mutant) { return reached.seen[mutant] = true, active == mutant; }
#else
inline bool chosen(int mutant) { return active == mutant; }
#endif
constexpr bool on(int mutant) { return !std::is_constant_evaluated() && chosen(mutant); }
}  // namespace mutants
"""

FUZZ_MAIN = """
int main(int, char** arguments) {
    for (std::uint64_t seed = 1; seed <= std::strtoull(arguments[1], nullptr, 10); ++seed) {
        std::array<std::uint8_t, 256> bytes;
        std::uint64_t state = seed;
        for (auto& byte : bytes) byte = static_cast<std::uint8_t>((state = state * 6364136223846793005u + 1) >> 56);
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
}
"""

# --- mutants ---------------------------------------------------------------------------------------------------------

SWAPS = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["/"], "<<": [">>"], ">>": ["<<"], "&": ["|"], "|": ["&"],
    "^": ["|"], "&&": ["||"], "||": ["&&"], "+=": ["-="], "-=": ["+="], "|=": ["&="], "&=": ["|="], "^=": ["|="],
    "*=": ["+="], "++": ["--"], "--": ["++"], "!": [""], "~": [""], "true": ["false"], "false": ["true"],
    "min": ["max"], "max": ["min"], "kTheory": ["kWindows"], "kTurns": ["kSingles"], "kSafe": ["kMax"],
}  # fmt: skip
BINARY = {"<", ">", "+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "<=", ">=", "==", "!="}
TOKEN = re.compile(
    r"[A-Za-z_]\w*|(?:0[xX][0-9A-Fa-f']+|\d[\d']*)(?:\.\d+)?[uUlL]*|"
    r"<<=|>>=|->\*?|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|::|\S"
)


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    begin: int
    end: int


@dataclass(slots=True)
class Unit:
    """A piece of a file in which faults are made: a statement or an expression."""

    file: str
    kind: str  # statement, value, step
    begin: int
    end: int
    constant: bool  # evaluated by the compiler


@dataclass(slots=True)
class Mutant:
    number: int
    file: str
    line: int
    code: str  # of the line and the one before
    before: str
    after: str
    begin: int
    end: int
    new: str  # the text in place of begin .. end
    constant: bool
    unit: Unit = field(repr=False)


def blanked(text: str) -> str:
    """The text without comments, literals of text and lines for the preprocessor; every character stays in place."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    text = re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.DOTALL)
    text = re.sub(
        r'"(?:\\.|[^"\\\n])*"(?:sv)?|(?<!\w)\'(?:\\.|[^\'\\\n])\'', lambda m: '"' + " " * (len(m[0]) - 2) + '"', text
    )
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)


class Units:
    """Finds the statements and expressions of a file. False matches don't compile."""

    CONTROL = ("if", "while", "for", "switch")
    NOT_MUTATED = frozenset({
        "using", "typedef", "static_assert", "assert", "friend", "template", "struct", "class", "enum", "extern",
        "namespace", "public", "private", "alignas", "operator", "explicit", "case", "default", "switch", "catch",
        "madvise", "prefetch", "requires", "concept", "static_cast",
    })  # fmt: skip

    def __init__(self, file: str, text: str) -> None:
        self.file, self.units = file, list[Unit]()
        self.text = blanked(text)
        self.tokens = [Token(m[0], *m.span()) for m in TOKEN.finditer(self.text)]
        self.block(0, "namespace", constant=False)

    def closing(self, at: int) -> int:
        """The place of the bracket that closes the one at this place."""
        depth = 0
        for place in range(at, len(self.tokens)):
            depth += self.tokens[place].text in "([{"
            depth -= self.tokens[place].text in ")]}"
            if depth == 0:
                return place
        return len(self.tokens) - 1

    def add(self, kind: str, first: int, last: int, *, constant: bool) -> None:
        """A unit from one token up to another, that one not included."""
        if first < last:
            self.units.append(Unit(self.file, kind, self.tokens[first].begin, self.tokens[last - 1].end, constant))

    def block(self, at: int, scope: str, *, constant: bool) -> int:
        """Reads statements up to the end of a block, and returns where that is."""
        start, has_block = at, False
        while at < len(self.tokens):
            text = self.tokens[at].text
            if text == "}":
                return at
            if at == start and text in self.CONTROL:
                at = start = self.control(at, constant=constant)
                continue
            if at == start and text in ("else", "do", "try"):
                at = start = at + 1
                continue
            if text == ":" and at == start + 1:  # public:
                at = start = at + 1
                continue
            if text == "{":
                if (inner := self.inner_scope(start, at)) is not None:
                    is_constant = constant or (
                        inner == "function" and scope != "function" and self.is_lambda(start, at)
                    )
                    end = self.block(at + 1, inner, constant=is_constant)
                    has_block, at = True, end + 1
                    follows = self.tokens[at].text if at < len(self.tokens) else ""
                    if follows not in (";", ")", "(", ",", ".") or (inner == "class" and follows == ";"):
                        at += follows == ";"
                        start, has_block = at, False
                    continue
                at = self.closing(at)
            elif text == ";":
                if not has_block:
                    self.statement(start, at, scope, constant=constant)
                start, has_block = at + 1, False
            at += 1
        return at

    def is_lambda(self, start: int, at: int) -> bool:
        """Whether this block is the body of a lambda that makes a constant."""
        return any(token.text == "constexpr" for token in self.tokens[start:at]) and any(
            token.text == "=" for token in self.tokens[start:at]
        )

    def inner_scope(self, start: int, at: int) -> str | None:
        """The kind of the block that opens here, or None if the brace belongs to an initializer."""
        words = [token.text for token in self.tokens[start:at]]
        if "enum" in words:
            return None
        if not words:
            return "function"
        if words[0] == "namespace":
            return "namespace"
        before = words[-1]
        if ("struct" in words or "class" in words or "union" in words) and before != ")" and "(" not in words:
            return "class"
        if before in (")", "]", "const", "noexcept", "override", "mutable", "else", "do", "try"):
            return "function"
        return None

    def control(self, at: int, *, constant: bool) -> int:
        """The condition of an `if` or a loop. Returns where what it controls begins."""
        if self.tokens[at + 1].text != "(":  # if constexpr
            return self.closing(at + 2) + 1
        word, end = self.tokens[at].text, self.closing(at + 1)
        cuts, depth = [at + 1], 0
        for place in range(at + 2, end):
            depth += self.tokens[place].text in "([{"
            depth -= self.tokens[place].text in ")]}"
            if depth == 0 and self.tokens[place].text == ";":
                cuts.append(place)
        parts = [(one + 1, other) for one, other in zip(cuts, [*cuts[1:], end], strict=True)]
        if word == "for" and len(parts) == 3:
            self.statement(*parts[0], "function", constant=constant)
            self.add("condition", *parts[1], constant=constant)
            self.add("step", *parts[2], constant=constant)
        elif word in ("if", "while") and self.tokens[parts[-1][0]].text not in ("const", "auto"):  # no declaration
            self.add("condition", *parts[-1], constant=constant)
        return end + 1

    def statement(self, start: int, end: int, scope: str, *, constant: bool) -> None:
        words = [token.text for token in self.tokens[start:end]]
        if not words or words[0] in self.NOT_MUTATED:
            return
        if scope == "function" and (words[0] in ("return", "break", "continue") or self.is_expression(words)):
            if self.tokens[end].text == ";":
                self.add("statement", start, end, constant=constant)
            return
        if "operator" in words or (scope != "function" and "=" not in words):
            return
        constant = constant or "constexpr" in words
        depth, begin = 0, None
        for place in range(start, end):
            text = self.tokens[place].text
            if depth == 0 and text == "=":
                begin = place + 1
            if depth == 0 and text == "," and begin is not None:
                self.add("value", begin, place, constant=constant)
                begin = None
            depth += text in "([{"
            depth -= text in ")]}"
        if begin is not None and words[-1] not in ("default", "delete"):
            self.add("value", begin, end, constant=constant)

    @staticmethod
    def is_expression(words: list[str]) -> bool:
        if words[0] in ("++", "--", "*", "("):
            return True
        at = 0
        while at + 1 < len(words) and words[at + 1] in ("::", ".", "->"):
            at += 2
        follows = words[at + 1] if at + 1 < len(words) else ""
        return bool(re.match(r"\w", words[0])) and (follows in ("(", "[", "++", "--") or follows.endswith("="))


def faults(unit: Unit, text: str) -> Iterator[tuple[int, int, str]]:
    """Places in a unit, and what is to stand there instead."""
    code = blanked(text)[unit.begin : unit.end]
    if ";" in code:
        return
    if unit.kind == "condition":
        yield unit.begin, unit.end, "true"
        yield unit.begin, unit.end, "false"
    if unit.kind == "statement":
        yield unit.begin, unit.end, "return {}" if code.startswith("return ") else ""
    for match in TOKEN.finditer(code):
        token, begin, end = match[0], unit.begin + match.start(), unit.begin + match.end()
        spaced = code[match.start() - 1 : match.start()] == " " and code[match.end() : match.end() + 1] in (" ", "\n")
        if token in BINARY and not spaced:
            continue
        for other in SWAPS.get(token, []):
            yield begin, end, other
        if re.match(r"\d", token) and "." not in token:
            yield begin, end, f"({token} + 1)"
            if not re.fullmatch(r"0[uU]?", token):
                yield begin, end, f"({token} - 1)"


def all_mutants() -> list[Mutant]:
    """All faults, in the order in which they are tried: one of each line first, in random order."""
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    for path in sorted([*ROOT.glob("core/*.hpp"), *ROOT.glob("core/search/*.hpp")]):
        if path.name in SKIPPED:
            continue
        name, text = str(path.relative_to(ROOT / "core")), path.read_text()
        for unit in Units(name, text).units:
            for begin, end, new in faults(unit, text):
                line = text.count("\n", 0, begin) + 1
                old = " ".join(text[unit.begin : unit.end].split())
                made = " ".join((text[unit.begin : begin] + new + text[end : unit.end]).split())
                mutant = Mutant(
                    0,
                    name,
                    line,
                    " ".join("".join(text.splitlines(keepends=True)[line - 2 : line]).split()),
                    old,
                    made,
                    begin,
                    end,
                    new,
                    unit.constant,
                    unit,
                )
                by_line.setdefault((name, line), []).append(mutant)
    chosen = random.Random(617)
    lines = list(by_line.values())
    chosen.shuffle(lines)
    for mutants in lines:
        chosen.shuffle(mutants)
    ordered = [mutants[turn] for turn in range(max(map(len, lines))) for mutants in lines if turn < len(mutants)]
    for number, mutant in enumerate(ordered, 1):
        mutant.number = number
    return ordered


def write_core(folder: Path, mutants: list[Mutant]) -> dict[tuple[str, int], list[Mutant]]:
    """Writes a core with switches for all these mutants. Returns which of them are on which line."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "core", folder)
    (folder / "mutants.hpp").write_text(SWITCH)
    lines: dict[tuple[str, int], list[Mutant]] = {}
    for name in {mutant.file for mutant in mutants}:
        text = (folder / name).read_text()
        units: dict[tuple[int, int], list[Mutant]] = {}
        for mutant in mutants:
            if mutant.file == name:
                units.setdefault((mutant.unit.begin, mutant.unit.end), []).append(mutant)
        parts, at = (
            [text[: text.index("#pragma once")], '#pragma once\n#include "mutants.hpp"\n'],
            text.index("#pragma once") + 12,
        )
        number = sum(part.count("\n") for part in parts) + 1
        for (begin, end), here in sorted(units.items()):
            between = text[at:begin]
            parts.append(between)
            number += between.count("\n")
            for line, whose in switched(text, begin, end, here):
                parts.append(line)
                for _ in range(line.count("\n")):
                    lines[name, number] = whose
                    number += 1
                lines[name, number] = whose
            at = text.index(";", end) + 1 if here[0].unit.kind == "statement" else end
        parts.append(text[at:])
        (folder / name).write_text("".join(parts))
    return lines


def switched(text: str, begin: int, end: int, mutants: list[Mutant]) -> Iterator[tuple[str, list[Mutant]]]:
    """A unit with switches, and which mutants each piece of it is for."""
    kind, old = mutants[0].unit.kind, text[begin:end]
    for mutant in mutants:
        new = text[begin : mutant.begin] + mutant.new + text[mutant.end : end]
        switch = f"mutants::on({mutant.number})"
        if kind == "statement":
            yield f"\n{'{ ' if mutant is mutants[0] else 'else '}if ({switch}) {{ {new}; }}", [mutant]
        elif kind == "step":
            yield f"\n{'(' if mutant is mutants[0] else ''}{switch} ? void(({new})) :", [mutant]
        else:
            yield f"\n{'(' if mutant is mutants[0] else ''}{switch} ? ({new}) :", [mutant]
    if kind == "statement":
        yield f"\nelse {{ {old}; }} }}", mutants
    elif kind == "step":
        yield f"\nvoid(({old})))", mutants
    else:
        yield f"\n({old}))", mutants


# --- builds ----------------------------------------------------------------------------------------------------------


class Builds:
    """The programs that look at mutants, each compiled from one core: the module, the fuzzer, the kernels."""

    def __init__(self, folder: Path) -> None:
        import nanobind

        self.folder = folder
        source = Path(nanobind.source_dir())
        include = [
            nanobind.include_dir(),
            source,
            source.parent / "ext/robin_map/include",
            sysconfig.get_path("include"),
        ]
        self.includes = [f"-I{path}" for path in include]
        self.nanobind = folder / "nanobind.o"
        if not self.nanobind.exists():
            self.compile(["-DNDEBUG", *self.includes, "-c", source / "nb_combined.cpp", "-o", self.nanobind])
        (folder / "fuzzed.cpp").write_text(f'#include "{ROOT}/tests/core/fuzz.cpp"\n{FUZZ_MAIN}')

    @staticmethod
    def compile(arguments: list[object]) -> str:
        """The compiler's output if it fails."""
        done = subprocess.run(["c++", *FLAGS, *map(str, arguments)], capture_output=True, text=True, check=False)
        return done.stderr if done.returncode else ""

    def module(self, core: Path, package: Path, *options: str) -> str:
        if not (package / "freecell").exists():
            shutil.copytree(ROOT / "src/freecell", package / "freecell", ignore=shutil.ignore_patterns("_core*.so"))
        parts = [
            *options,
            "-fvisibility=hidden",
            *self.includes,
            f"-I{core}",
            "-shared",
            core / "bindings.cpp",
            self.nanobind,
        ]
        return self.compile([*parts, "-o", package / "freecell/_core.so"])

    def fuzzer(self, core: Path, program: Path, *options: str) -> str:
        parts = ["-DFREECELL_LIBFUZZER", *options, f"-I{core}", f"-I{ROOT}/tests/core", self.folder / "fuzzed.cpp"]
        return self.compile([*parts, "-o", program])

    def kernels(self, core: Path, library: Path, *options: str) -> str:
        without = ["-DFREECELL_THREADS=0", "-fno-exceptions", "-fno-rtti"]
        return self.compile([*without, *options, f"-I{core}", "-shared", ROOT / "tests/core/core.cpp", "-o", library])

    def all(self, core: Path, into: Path, *options: str) -> str:
        into.mkdir(exist_ok=True)
        return (
            self.module(core, into / "package", *options)
            or self.fuzzer(core, into / "fuzz", *options)
            or self.kernels(core, into / "core.so", *options)
        )

    def same_code(self, core: Path) -> bool:
        """Whether the compiler makes the same of a core as of the one without faults."""
        objects = []
        for source in (ROOT / "core", core):
            made = self.folder / f"{'plain' if source == ROOT / 'core' else 'mutant'}.o"
            if made.name == "mutant.o" or not made.exists():
                parts = ["-O2", "-DNDEBUG", *self.includes, f"-I{source}", "-c", source / "bindings.cpp", "-o", made]
                self.compile(parts)
            objects.append(made.read_bytes())
        return objects[0] == objects[1]


def write_one(folder: Path, mutant: Mutant) -> None:
    """Writes a core with one fault and no switch."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(ROOT / "core", folder)
    text = (folder / mutant.file).read_text()
    (folder / mutant.file).write_text(text[: mutant.begin] + mutant.new + text[mutant.end :])


# --- tests -----------------------------------------------------------------------------------------------------------


class Killers:
    """What looks at a mutant, with the builds of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        compiler = folder / "compiler"  # for tests/conftest.py: the kernels are compiled already
        compiler.write_text(f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncp {folder}/core.so "$2"\n')
        compiler.chmod(0o755)

    def environment(self, mutant: int) -> dict[str, str]:
        path = f"{self.folder / 'package'}:{ROOT}"
        return {**os.environ, "FREECELL_MUTANT": str(mutant), "PYTHONPATH": path, "CXX": str(self.folder / "compiler"),
                "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}  # fmt: skip

    def command(self, killer: str) -> list[str]:
        if killer == "digest":
            code = (
                "from tests.core.test_digest import DIGESTS, digest\n"
                "for kind in DIGESTS:\n    assert digest(kind) == DIGESTS[kind], kind"
            )
            return [sys.executable, "-c", code]
        if killer == "fuzz":
            return [str(self.folder / "fuzz"), str(FUZZED)]
        tests = [f"{ROOT}/tests/core/test_{name}.py" for name in TESTS]
        return [sys.executable, "-m", "pytest", "-xq", "-n0", "-p", "no:cacheprovider", *tests]

    def run(self, killer: str, mutant: int, seconds: float) -> tuple[str, float]:
        """Why it failed, or nothing; and the CPU time that it took, which is limited."""

        def limit() -> None:
            most = int(seconds) + 1
            resource.setrlimit(resource.RLIMIT_CPU, (most, most))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if killer != "tests":
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(
            self.command(killer), env=self.environment(mutant), cwd=ROOT, preexec_fn=limit, start_new_session=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=20 * seconds + 60)
        except subprocess.TimeoutExpired:  # it waits for a thread that never comes
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if process.returncode == 0:
            return "", used
        lines = output.strip().splitlines() or [""]
        failed = [line for line in lines if line.startswith("FAILED")] or lines[-1:]
        if process.returncode < 0:
            failed = [f"{signal.Signals(-process.returncode).name} {failed[0]}"]
        return failed[0][:200], used


QUICK, ALL = ("digest", "fuzz"), ("digest", "fuzz", "tests")


def judged(killers: Killers, mutant: int, limits: dict[str, float], which: Iterable[str]) -> dict[str, object]:
    """What became of a mutant."""
    for killer in which:
        why, _ = killers.run(killer, mutant, limits[killer])
        if why:
            return {"killed": killer, "why": why}
    return {"killed": None, "tried": list(which)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=600, help="how many mutants to try (default: 600)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and try none")
    parser.add_argument("--again", action="store_true", help="try survivors again, after a change to the tests")
    parser.add_argument("--report", action="store_true", help="print what FOLDER has, and try none")
    arguments = parser.parse_args()
    mutants = all_mutants()
    if arguments.list:
        for mutant in mutants[: arguments.count]:
            print(f"{mutant.number}: {mutant.file}:{mutant.line}: {mutant.before}  =>  {mutant.after}")
        print(f"{len(mutants)} mutants on {len({(mutant.file, mutant.line) for mutant in mutants})} lines")
        return 0
    arguments.folder.mkdir(parents=True, exist_ok=True)
    run = Run(arguments.folder.resolve(), mutants[: arguments.count], again=arguments.again)
    if not arguments.report:
        run.all()
    run.report()
    return 0


class Run:
    """All mutants, one after the other. What is known of them is kept in a file."""

    def __init__(self, folder: Path, mutants: list[Mutant], *, again: bool) -> None:
        self.folder, self.mutants = folder, mutants
        self.builds = Builds(folder)
        self.file = folder / "results.jsonl"
        self.results: dict[int, dict[str, object]] = {}
        if self.file.exists():
            for line in self.file.read_text().splitlines():
                result = json.loads(line)
                self.results[result["number"]] = result
        self.known = {
            (known["file"], known["code"], known["after"]): known["why"]
            for known in tomllib.loads(KNOWN.read_text())["mutant"]
        }
        for result in self.results.values():
            self.explain(result)
        if again:
            self.results = {
                number: result
                for number, result in self.results.items()
                if result.get("killed", "") is not None or "explained" in result
            }

    def explain(self, result: dict[str, object]) -> None:
        """Adds to a survivor why no test can notice it, if that is known."""
        why = self.known.get((result["file"], result["code"], result["after"]))
        if why is not None and result.get("killed", "") is None:
            result["explained"] = why

    def keep(self, mutant: Mutant, result: dict[str, object]) -> None:
        names = "number", "file", "line", "code", "before", "after"
        told = {**{name: getattr(mutant, name) for name in names}, **result}
        self.explain(told)
        self.results[mutant.number] = told
        with self.file.open("a") as file:
            print(json.dumps(told), file=file)
        state = told.get("not counted") or told["killed"] or "SURVIVED"
        print(f"{len(self.results)} {state}: {mutant.file}:{mutant.line}: {mutant.before}  =>  {mutant.after}"
              f"  {str(told.get('why', ''))[:80]}", flush=True)  # fmt: skip

    def all(self) -> None:
        begin = time.monotonic()
        together, limits = self.prepared()
        killers = Killers(self.folder / "builds")
        for mutant in self.mutants:
            if mutant.number not in self.results and mutant.number in together:
                self.keep(mutant, judged(killers, mutant.number, limits, QUICK))
        for mutant in self.mutants:
            known = self.results.get(mutant.number, {})
            if known.get("tried") == list(QUICK) and "explained" not in known:
                write_one(self.folder / "one", mutant)
                if self.builds.same_code(self.folder / "one"):
                    self.keep(mutant, {"not counted": "same code"})
                else:
                    self.keep(mutant, {**judged(killers, mutant.number, limits, ["tests"]), "tried": list(ALL)})
        for mutant in self.mutants:
            if mutant.number not in self.results:
                self.keep(mutant, self.alone(mutant, limits))
        print(f"{(time.monotonic() - begin) / 60:.0f} minutes")

    def prepared(self) -> tuple[set[int], dict[str, float]]:
        """The mutants that can be switched on, and the limits of CPU time; from an earlier run if nothing changed."""
        file = self.folder / "prepared.json"
        state = [
            len(self.mutants),
            *((ROOT / "core" / name).read_text() for name in sorted({m.file for m in self.mutants})),
        ]
        digest = sha256(json.dumps(state).encode()).hexdigest()
        if file.exists() and (known := json.loads(file.read_text()))["digest"] == digest:
            return set(known["together"]), known["limits"]
        together = {mutant.number for mutant in self.compiled_together([m for m in self.mutants if not m.constant])}
        killers, limits = Killers(self.folder / "builds"), dict[str, float]()
        for killer in ALL:
            why, seconds = killers.run(killer, 0, 10_000)
            print(f"{killer}: {seconds:.1f} s without a fault {why}", flush=True)
            if why:
                sys.exit("the tests fail without a fault")
            limits[killer] = max(LEAST_SECONDS, SLOWER * seconds)
        together &= self.reached()
        file.write_text(json.dumps({"digest": digest, "together": sorted(together), "limits": limits}))
        return together, limits

    def compiled_together(self, mutants: list[Mutant]) -> list[Mutant]:
        """Those that compile, in one build with switches. The others are tried alone."""
        core = self.folder / "core"
        while True:
            lines = write_core(core, mutants)
            errors = self.builds.module(core, self.folder / "builds/package", "-fmax-errors=0")
            if not errors:
                break
            bad = set[int]()
            for name, line in re.findall(rf"{re.escape(str(core))}/([\w/]+\.hpp):(\d+):\d+: (?:fatal )?error", errors):
                bad |= {mutant.number for mutant in lines.get((name, int(line)), [])}
            if not bad:
                sys.exit(errors[:5000])
            mutants = [mutant for mutant in mutants if mutant.number not in bad]
        if errors := self.builds.all(core, self.folder / "builds"):
            sys.exit(errors[:5000])
        return mutants

    def reached(self) -> set[int]:
        """The mutants that a run comes to; the compiler evaluates the others, or nothing does."""
        file = self.folder / "reached.txt"
        file.unlink(missing_ok=True)
        into = self.folder / "reached"
        if errors := self.builds.all(self.folder / "core", into, f'-DMUTANTS_REACHED="{file}"'):
            sys.exit(errors[:5000])
        for killer in QUICK:
            Killers(into).run(killer, 0, 10_000)
        return set(map(int, file.read_text().split()))

    def alone(self, mutant: Mutant, limits: dict[str, float]) -> dict[str, object]:
        """A mutant in builds of its own."""
        core, into = self.folder / "one", self.folder / "one-builds"
        write_one(core, mutant)
        into.mkdir(exist_ok=True)
        if self.builds.module(core, into / "package"):
            return {"not counted": "does not compile"}
        killers = Killers(into)
        why, _ = killers.run("digest", 0, limits["digest"])
        if why:
            return {"killed": "digest", "why": why}
        if self.builds.same_code(core):
            return {"not counted": "same code"}
        if self.builds.all(core, into):
            return {"not counted": "does not compile"}
        return judged(killers, 0, limits, ALL)

    def report(self) -> None:
        counted = [result for result in self.results.values() if "not counted" not in result]
        survived = [result for result in counted if result["killed"] is None]
        unexplained = [result for result in survived if "explained" not in result]
        killed = len(counted) - len(survived)
        print(f"\n{killed} of {len(counted)} mutants killed ({killed / len(counted):.1%})")
        without = killed + len(unexplained)
        print(f"{killed} of {without} ({killed / without:.1%}) without those that {KNOWN.name} explains")
        states = Counter(str(result.get("not counted") or result["killed"]) for result in self.results.values())
        for state, number in states.most_common():
            print(f"{number:6} {'survived' if state == 'None' else state}")
        for result in sorted(unexplained, key=lambda result: (str(result["file"]), str(result["line"]))):
            print(f"survived: core/{result['file']}:{result['line']}: {result['before']}  =>  {result['after']}")


if __name__ == "__main__":
    sys.exit(main())
