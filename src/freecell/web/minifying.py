"""Scripts, styles and pages without what only people read: comments, spaces, long private names.

It knows the JavaScript that biome formats, with a semicolon after every statement, and no text over several lines.
"""

from __future__ import annotations

import re
from itertools import count, product
from string import ascii_letters

_PIECE = re.compile(
    r"""(?P<comment>//.*|/\*[\s\S]*?\*/)
    |(?P<literal>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<code>[^"'`/]+)
    |(?P<sign>[`/])""",
    re.VERBOSE,
)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
_BEFORE_REGEX = {"return", "typeof", "case", "in", "of"}
_LAST = re.compile(r"[\w$#]+\Z|.\Z")
_LITERAL = "\0"  # stands for one, which stays as it is
_SPACES = re.compile(r"((?<=[\w$#])\s+(?=[\w$#])|(?<=\+)\s+(?=\+)|(?<=-)\s+(?=-)|(?<=/)\s+(?=/))|\s+")
_MINE = r"#[a-z]\w*|module_\w+"  # names that nobody outside knows
_LITERAL_OR_MINE = re.compile(rf"{_LITERAL}|(?<![\w$#])(?:{_MINE})(?![\w$#])")
_MINE_IN_TEMPLATE = re.compile(rf"(?<=this\.)(?:{_MINE})")


def script(text: str) -> str:
    """A script that does the same."""
    names = ("".join(letters) for length in count(1) for letters in product(ascii_letters, repeat=length))
    short: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        name = found[0]
        if name == _LITERAL:
            literal = next(literals)
            return _MINE_IN_TEMPLATE.sub(renamed, literal) if literal[0] == "`" else literal
        if name not in short:
            short[name] = ("#" if name[0] == "#" else "$") + next(names)
        return short[name]

    code, found = _parted(text)
    literals = iter(found)
    close = _SPACES.sub(lambda spaces: " " if spaces[1] else "", code.strip())  # spaces stay where two words would meet
    return _LITERAL_OR_MINE.sub(renamed, close)


def _parted(text: str) -> tuple[str, list[str]]:
    """The code, without comments and with a sign for each literal, and these: texts, templates, regular expressions."""
    code: list[str] = []
    literals: list[str] = []
    at, before = 0, ""
    while at < len(text):
        match = _found(_PIECE, text, at)
        kind, piece = match.lastgroup, match[0]
        if piece == "`":
            kind, piece = "literal", text[at : _end_of_template(text, at)]
        elif piece == "/" and _is_regex(before):
            kind, piece = "literal", _found(_REGEX, text, at)[0]
        at += len(piece)
        if kind == "literal":
            literals.append(piece)
            piece = _LITERAL
        elif kind == "comment":
            piece = " "
        code.append(piece)
        before = piece.rstrip() or before
    return "".join(code), literals


def _found(pattern: re.Pattern[str], text: str, at: int) -> re.Match[str]:
    match = pattern.match(text, at)
    if match is None:
        raise ValueError(f"{text[at : at + 60]!r} is no JavaScript that is known here")
    return match


def _is_regex(before: str) -> bool:
    """Whether a slash after this begins a regular expression, and does not divide."""
    last = _LAST.search(before)
    return last is None or last[0] in _BEFORE_REGEX or not re.match(rf"[\w$#)\]}}{_LITERAL}]", last[0])


def _end_of_template(text: str, start: int) -> int:
    """Where a template ends: it may have others in it, within ${ }."""
    at, depth = start + 1, 0
    while text[at] != "`" or depth:
        if text[at] == "\\":
            at += 1
        elif text.startswith("${", at):
            depth, at = depth + 1, at + 1
        elif text[at] == "}" and depth:
            depth -= 1
        elif text[at] == "{":
            depth += depth > 0
        elif text[at] == "`":  # within ${ }
            at = _end_of_template(text, at) - 1
        at += 1
    return at + 1


def style(text: str) -> str:
    """A style sheet that looks the same. No text in it has such signs."""
    text = re.sub(r"/\*[\s\S]*?\*/|\n\s*", "", text)
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", text).replace(";}", "}")


def page(text: str) -> str:
    """A page without its indents."""
    return re.sub(r"\n\s+", "\n", text)
