"""The page's modules as one script, so that a distant browser waits for one file instead of thirty.

It supports only the forms that these modules use: named imports, `import * as`, and `export` before a declaration.
Each module becomes a function that returns its exports. Comments that fill or end lines are removed, so that
documentation and types cost visitors nothing. Nothing else is minified, because compression achieves most of that.
"""

from __future__ import annotations

import re

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "\./([\w-]+\.js)";\n', re.MULTILINE)
_COMMENT = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_ENDING = re.compile(r" +// [^\"'`\n]*$", re.MULTILINE)  # what is in a string has its end behind it
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def without_comments(text: str) -> str:
    """A script or a style without the comments that fill whole lines, or end them if they have no quotation marks."""
    return _ENDING.sub("", _COMMENT.sub("", text))


def bundled(entry: str, modules: dict[str, str], *, exports: bool = False) -> str:
    """A module and everything it imports as one script, which may export all modules by name."""
    done: dict[str, str] = {}

    def add(name: str) -> None:
        if name in done:
            return
        for found in _IMPORT.finditer(modules[name]):
            add(found[3])
        done[name] = _wrapped(name, modules[name])

    add(entry)
    names = ", ".join(f"{_variable(name)} as {_variable(name).removeprefix('module_')}" for name in done)
    return "\n" + "\n".join(done.values()) + (f"\nexport {{ {names} }};\n" if exports else "")


def _wrapped(name: str, text: str) -> str:
    """A module as an immediately invoked function."""
    exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
    text = _IMPORT.sub(lambda found: _taken(*found.groups()), without_comments(text))
    text = _EXPORT.sub(r"\1", text)
    if re.search(r"^(?:import|export)\b|</script", text, re.MULTILINE):
        raise ValueError(f"{name} has an unsupported form of import or export")
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();"


def _taken(names: str | None, whole: str | None, name: str) -> str:
    what = whole if names is None else "{" + names.replace(" as ", ": ") + "}"
    return f"const {what} = {_variable(name)};\n"


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))
