"""Scripts, styles and pages without what only people read: comments, spaces, long private names.

It knows the JavaScript that biome formats, with a semicolon after every statement, and no text over several lines.
"""

from __future__ import annotations

import re
from itertools import count, product
from string import ascii_letters

_TOKEN = re.compile(
    r"""(?P<comment>//.*|/\*[\s\S]*?\*/)
    |(?P<string>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    |(?P<space>\s+)
    |(?P<word>[\w$\#]+)
    |(?P<sign>.)""",
    re.VERBOSE,
)
_REGEX = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/\w*")
_BEFORE_REGEX = {"return", "typeof", "case", "in", "of"}
_MINE = r"#[a-z]\w*|module_\w+"  # names that nobody outside knows


def script(text: str) -> str:
    """A script that does the same."""
    names = ("".join(letters) for length in count(1) for letters in product(ascii_letters, repeat=length))
    short: dict[str, str] = {}

    def renamed(found: re.Match[str]) -> str:
        name = found[0]
        if name not in short:
            short[name] = ("#" if name[0] == "#" else "$") + next(names)
        return short[name]

    out: list[str] = []
    gap = False
    for kind, piece in _tokens(text):
        if kind in ("space", "comment"):
            gap = True
            continue
        if kind == "word":
            piece = re.sub(rf"^(?:{_MINE})$", renamed, piece)
        elif piece[0] == "`":
            piece = re.sub(rf"(?<=this\.)(?:{_MINE})", renamed, piece)
        if gap and out and _must_part(out[-1][-1], piece[0]):
            out.append(" ")
        gap = False
        out.append(piece)
    return "".join(out)


def _tokens(text: str) -> list[tuple[str, str]]:
    """Kinds and texts, in order. What is in a template, between backquotes, stays as it is."""
    found: list[tuple[str, str]] = []
    at, before = 0, ""
    while at < len(text):
        kind, piece = _found(_TOKEN, text, at)
        if piece == "`":
            kind, piece = "string", text[at : _end_of_template(text, at)]
        elif kind in ("sign", "comment") and piece[0] == "/" and _is_regex(before) and piece[1:2] not in ("/", "*"):
            kind, piece = "string", _found(_REGEX, text, at)[1]
        found.append((kind, piece))
        at += len(piece)
        if kind not in ("space", "comment"):
            before = piece
    return found


def _found(pattern: re.Pattern[str], text: str, at: int) -> tuple[str, str]:
    match = pattern.match(text, at)
    if match is None:
        raise ValueError(f"{text[at : at + 60]!r} is no JavaScript that is known here")
    return match.lastgroup or "", match[0]


def _is_regex(before: str) -> bool:
    """Whether a slash after this begins a regular expression, and does not divide."""
    return before in _BEFORE_REGEX or not re.fullmatch(r"[\w$#]+|[)\]}]|[\"'`/].*", before)


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


def _must_part(before: str, after: str) -> bool:
    """Whether two signs would mean something else without a space between them."""
    word = re.compile(r"[\w$#]")
    return bool(word.match(before) and word.match(after)) or (before == after and before in "+-/")


def style(text: str) -> str:
    """A style sheet that looks the same. No text in it has such signs."""
    text = re.sub(r"/\*[\s\S]*?\*/|\n\s*", "", text)
    return re.sub(r" ?([{};,]) ?|(:) ", r"\1\2", text).replace(";}", "}")


def page(text: str) -> str:
    """A page without its indents."""
    return re.sub(r"\n\s+", "\n", text)
