"""Mutation testing of the C++ core: makes small faults in it and counts how many the tests detect.

    python tools/mutate.py FOLDER --count 480        # resumes an earlier run in FOLDER; --list only prints the mutants

It needs Linux, a C++ compiler and an environment with nanobind, pytest and hypothesis. FOLDER gets a copy of the core,
the builds, and `results.jsonl` with one line per mutant. Each mutant is compiled, and killed by the first of these that
fails, aborts on an assertion, or takes three times as long as without a fault:

    digest   tests/core/test_digest.py
    fuzz     tests/core/fuzz.cpp, with fixed seeds
    tests    the other tests of the core

Mutants that don't compile are not counted, nor are those that produce the same machine code.
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
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KNOWN = ROOT / "tools/mutants.toml"  # survivors that no test can detect, and why
SKIPPED = {"arguments.hpp", "interpreter.hpp", "weights.hpp"}  # bindings, and tuned tables
FUZZED = 1000  # inputs
SLOWER = 3  # times
LEAST_SECONDS = 3
MEMORY = 4 << 30
FLAGS = ["-std=c++20", "-O1", "-w", "-fPIC", "-pthread", "-D_GLIBCXX_ASSERTIONS"]
TESTS = ["arguments", "solve", "shortest", "reentrant", "prove", "rules", "perft", "check", "find"]

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
class Unit:
    """A part of a file in which faults are made: a statement or an expression."""

    kind: str  # statement, condition, value, step
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Mutant:
    file: str
    line: int
    code: str  # of the line and the previous one
    before: str
    after: str
    begin: int
    end: int
    new: str  # the text in place of begin .. end


def blanked(text: str) -> str:
    """The text with comments, string literals and preprocessor lines blanked out; no character changes its place."""

    def blank(match: re.Match[str]) -> str:
        return re.sub(r"[^\n]", " ", match[0])

    text = re.sub(r"//[^\n]*|/\*.*?\*/", blank, text, flags=re.DOTALL)
    text = re.sub(
        r'"(?:\\.|[^"\\\n])*"(?:sv)?|(?<!\w)\'(?:\\.|[^\'\\\n])\'', lambda m: '"' + " " * (len(m[0]) - 2) + '"', text
    )
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)


class Units:
    """Finds the statements and expressions of a file. Faults at wrongly recognized ones don't compile."""

    CONTROL = ("if", "while", "for", "switch")
    NOT_MUTATED = frozenset({
        "using", "typedef", "static_assert", "assert", "friend", "template", "struct", "class", "enum", "extern",
        "namespace", "public", "private", "alignas", "operator", "explicit", "case", "default", "switch", "catch",
        "madvise", "prefetch", "requires", "concept", "static_cast",
    })  # fmt: skip

    def __init__(self, text: str) -> None:
        self.units = list[Unit]()
        self.tokens = list(TOKEN.finditer(blanked(text)))
        self.block(0, "namespace")

    def closing(self, at: int) -> int:
        """The position of the matching closing bracket."""
        depth = 0
        for place in range(at, len(self.tokens)):
            depth += self.tokens[place][0] in "([{"
            depth -= self.tokens[place][0] in ")]}"
            if depth == 0:
                return place
        return len(self.tokens) - 1

    def add(self, kind: str, first: int, last: int) -> None:
        """A unit from one token up to, but not including, another one."""
        if first < last:
            self.units.append(Unit(kind, self.tokens[first].start(), self.tokens[last - 1].end()))

    def block(self, at: int, scope: str) -> int:
        """Read statements up to the end of a block, and return its position."""
        start, has_block = at, False
        while at < len(self.tokens):
            text = self.tokens[at][0]
            if text == "}":
                return at
            if at == start and text in self.CONTROL:
                at = start = self.control(at)
                continue
            if at == start and text in ("else", "do", "try"):
                at = start = at + 1
                continue
            if text == ":" and at == start + 1:  # public:
                at = start = at + 1
                continue
            if text == "{":
                if (inner := self.inner_scope(start, at)) is not None:
                    end = self.block(at + 1, inner)
                    has_block, at = True, end + 1
                    follows = self.tokens[at][0] if at < len(self.tokens) else ""
                    if follows not in (";", ")", "(", ",", ".") or (inner == "class" and follows == ";"):
                        at += follows == ";"
                        start, has_block = at, False
                    continue
                at = self.closing(at)
            elif text == ";":
                if not has_block:
                    self.statement(start, at, scope)
                start, has_block = at + 1, False
            at += 1
        return at

    def inner_scope(self, start: int, at: int) -> str | None:
        """The kind of the block that begins here, or None if the brace belongs to an initializer."""
        words = [token[0] for token in self.tokens[start:at]]
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

    def control(self, at: int) -> int:
        """Read the condition of an `if` or a loop. Returns where its body begins."""
        if self.tokens[at + 1][0] != "(":  # if constexpr
            return self.closing(at + 2) + 1
        word, end = self.tokens[at][0], self.closing(at + 1)
        cuts, depth = [at + 1], 0
        for place in range(at + 2, end):
            depth += self.tokens[place][0] in "([{"
            depth -= self.tokens[place][0] in ")]}"
            if depth == 0 and self.tokens[place][0] == ";":
                cuts.append(place)
        parts = [(one + 1, other) for one, other in zip(cuts, [*cuts[1:], end], strict=True)]
        if word == "for" and len(parts) == 3:
            self.statement(*parts[0], "function")
            self.add("condition", *parts[1])
            self.add("step", *parts[2])
        elif word in ("if", "while") and self.tokens[parts[-1][0]][0] not in ("const", "auto"):  # not a declaration
            self.add("condition", *parts[-1])
        return end + 1

    def statement(self, start: int, end: int, scope: str) -> None:
        words = [token[0] for token in self.tokens[start:end]]
        if not words or words[0] in self.NOT_MUTATED:
            return
        if scope == "function" and (words[0] in ("return", "break", "continue") or self.is_expression(words)):
            if self.tokens[end][0] == ";":
                self.add("statement", start, end)
            return
        if "operator" in words or (scope != "function" and "=" not in words):
            return
        depth, begin = 0, None
        for place in range(start, end):
            text = self.tokens[place][0]
            if depth == 0 and text == "=":
                begin = place + 1
            if depth == 0 and text == "," and begin is not None:
                self.add("value", begin, place)
                begin = None
            depth += text in "([{"
            depth -= text in ")]}"
        if begin is not None and words[-1] not in ("default", "delete"):
            self.add("value", begin, end)

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
    """Places in a unit, and their replacements."""
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
    """All faults, in the order in which they are tried: first one per line, in random order."""
    by_line: dict[tuple[str, int], list[Mutant]] = {}
    for path in sorted([*ROOT.glob("core/*.hpp"), *ROOT.glob("core/search/*.hpp")]):
        if path.name in SKIPPED:
            continue
        name, text = str(path.relative_to(ROOT / "core")), path.read_text()
        for unit in Units(text).units:
            for begin, end, new in faults(unit, text):
                line = text.count("\n", 0, begin) + 1
                code, old, made = (
                    " ".join(part.split())
                    for part in (
                        "".join(text.splitlines(keepends=True)[line - 2 : line]),
                        text[unit.begin : unit.end],
                        text[unit.begin : begin] + new + text[end : unit.end],
                    )
                )
                by_line.setdefault((name, line), []).append(Mutant(name, line, code, old, made, begin, end, new))
    chosen = random.Random(617)
    lines = list(by_line.values())
    chosen.shuffle(lines)
    for mutants in lines:
        chosen.shuffle(mutants)
    return [mutants[turn] for turn in range(max(map(len, lines))) for mutants in lines if turn < len(mutants)]


# --- builds and tests ------------------------------------------------------------------------------------------------

DIGEST = """
from tests.core.test_digest import DIGESTS, digest
for kind in DIGESTS:
    assert digest(kind) == DIGESTS[kind], kind
"""


class Bench:
    """Compiles one core at a time in a folder, and runs the killers."""

    def __init__(self, folder: Path) -> None:
        import nanobind

        self.folder, self.core, self.package = folder, folder / "core", folder / "package"
        source = Path(nanobind.source_dir())
        include = [
            nanobind.include_dir(),
            source,
            source.parent / "ext/robin_map/include",
            sysconfig.get_path("include"),
        ]
        self.includes = [f"-I{path}" for path in (*include, self.core, ROOT / "tests/core")]
        shutil.rmtree(self.package, ignore_errors=True)
        shutil.copytree(ROOT / "src/freecell", self.package / "freecell", ignore=shutil.ignore_patterns("_core*.so"))
        (folder / "fuzzed.cpp").write_text(f'#include "{ROOT}/tests/core/fuzz.cpp"\n{FUZZ_MAIN}')
        compiler = folder / "compiler"  # for tests/conftest.py: the kernels are already compiled
        compiler.write_text(f'#!/bin/sh\nwhile [ "$1" != -o ]; do shift; done\ncp {folder}/kernels.so "$2"\n')
        compiler.chmod(0o755)
        self.environment = {**os.environ, "PYTHONPATH": f"{self.package}:{ROOT}", "CXX": str(compiler),
                            "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}  # fmt: skip
        if not (folder / "nanobind.o").exists():
            self.compile("nanobind.o", "-DNDEBUG", "-c", source / "nb_combined.cpp")

        tests = [f"{ROOT}/tests/core/test_{name}.py" for name in TESTS]
        self.commands: dict[str, list[object]] = {
            "digest": [sys.executable, "-c", DIGEST],
            "fuzz": [folder / "fuzz", FUZZED],
            "tests": [sys.executable, "-m", "pytest", "-xq", "-n0", "-p", "no:cacheprovider", *tests],
        }
        self.limits = dict.fromkeys(self.commands, 10_000.0)
        self.write()
        self.plain = self.code()
        for killer in self.commands:
            if not self.built(killer) or (why := self.failure(killer)[0]):
                sys.exit(f"{killer} fails without a fault: {why}")
            self.limits[killer] = max(LEAST_SECONDS, SLOWER * self.failure(killer)[1])
        print(f"limits of CPU time in seconds: {self.limits}", flush=True)

    def write(self, mutant: Mutant | None = None) -> None:
        """Write the core, with or without a fault."""
        shutil.rmtree(self.core, ignore_errors=True)
        shutil.copytree(ROOT / "core", self.core)
        if mutant is not None:
            path = self.core / mutant.file
            text = path.read_text()
            path.write_text(text[: mutant.begin] + mutant.new + text[mutant.end :])

    def compile(self, made: str, *arguments: object) -> bool:
        command = ["c++", *FLAGS, *self.includes, *map(str, arguments), "-o", str(self.folder / made)]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def built(self, killer: str) -> bool:
        """Build what a killer needs; return whether it compiles."""
        if killer == "digest":
            parts = ["-fvisibility=hidden", "-shared", self.core / "bindings.cpp", self.folder / "nanobind.o"]
            return self.compile("package/freecell/_core.so", *parts)
        if killer == "fuzz":
            return self.compile("fuzz", "-DFREECELL_LIBFUZZER", self.folder / "fuzzed.cpp")
        without = ["-DFREECELL_THREADS=0", "-fno-exceptions", "-fno-rtti"]
        return self.compile("kernels.so", *without, "-shared", ROOT / "tests/core/core.cpp")

    def code(self) -> bytes:
        """The machine code of the core with full optimization."""
        self.compile("code.o", "-O2", "-DNDEBUG", "-c", self.core / "bindings.cpp")
        return (self.folder / "code.o").read_bytes()

    def failure(self, killer: str) -> tuple[str, float]:
        """The reason why a killer failed, or an empty string; and its CPU time, which is limited."""
        seconds = self.limits[killer]

        def limit() -> None:
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1,) * 2)
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if killer != "tests":
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))

        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        process = subprocess.Popen(
            [str(word) for word in self.commands[killer]], env=self.environment, cwd=ROOT, preexec_fn=limit,
            start_new_session=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )  # fmt: skip
        try:
            output, _ = process.communicate(timeout=20 * seconds + 60)
        except subprocess.TimeoutExpired:  # it waits for a thread that never ends
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        lines = output.strip().splitlines() or [""]
        why = next((line for line in lines if line.startswith("FAILED")), lines[-1])[:200]
        return f"{process.returncode}: {why}" if process.returncode else "", used

    def judged(self, mutant: Mutant) -> dict[str, object]:
        """The result for a mutant."""
        self.write(mutant)
        for killer in self.commands:
            if not self.built(killer):
                return {"not counted": "does not compile"}
            if why := self.failure(killer)[0]:
                return {"killed": killer, "why": why}
            if killer == "digest" and self.code() == self.plain:
                return {"not counted": "same code"}
        return {"killed": None}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=480, help="how many mutants to try (default: 480)")
    parser.add_argument("--list", action="store_true", help="print the mutants, and try none")
    arguments = parser.parse_args()
    mutants = all_mutants()[: arguments.count]
    if arguments.list:
        for number, mutant in enumerate(mutants, 1):
            print(f"{number}: {mutant.file}:{mutant.line}: {mutant.before}  =>  {mutant.after}")
        return 0
    folder = arguments.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)
    file, known = folder / "results.jsonl", tomllib.loads(KNOWN.read_text())["mutant"]
    explained = {(one["file"], one["code"], one["after"]) for one in known}
    results = list(map(json.loads, file.read_text().splitlines())) if file.exists() else []
    bench = Bench(folder) if len(results) < len(mutants) else None
    for mutant in mutants[len(results) :]:
        assert bench is not None
        where = {name: getattr(mutant, name) for name in ("file", "line", "code", "before", "after")}
        result = {**where, **bench.judged(mutant)}
        results.append(result)
        with file.open("a") as lines:
            print(json.dumps(result), file=lines)
        print(
            len(results), state_of(result), *list(result.values())[:2], mutant.before, " => ", mutant.after, flush=True
        )
    states = Counter(map(state_of, results))
    counted = sum(number for state, number in states.items() if state not in ("does not compile", "same code"))
    print(f"\n{counted - states['survived']} of {counted} mutants killed", dict(states))
    for result in results:
        if state_of(result) == "survived" and (result["file"], result["code"], result["after"]) not in explained:
            print(f"survived: core/{result['file']}:{result['line']}: {result['before']}  =>  {result['after']}")
    return 0


def state_of(result: dict[str, object]) -> str:
    return str(result.get("not counted") or result["killed"] or "survived")


if __name__ == "__main__":
    sys.exit(main())
