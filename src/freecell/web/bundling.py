"""The page's modules as one script, so that a distant browser waits for one file instead of thirty.

It supports only the forms that these modules use: named imports, `import * as`, `import("./part.js")`, and `export`
before a declaration. A module imported by a call is a part of its own, which the browser loads when the call is made.
Each module becomes a function that returns its exports. Comments that fill or end lines are removed, so that
documentation and types cost visitors nothing. Nothing else is minified, because compression achieves most of that.
"""

from __future__ import annotations

import re

_IMPORT = re.compile(r'^import (?:\{([^}]*)\}|\* as (\w+)) from "\./([\w-]+\.js)";\n', re.MULTILINE)
_CALL = re.compile(r'(?<!\{)\bimport\("\./([\w-]+\.js)"\)')  # in braces, it is a type
_COMMENT = re.compile(r"^ *(?://.*|/\*(?:[^*]|\*(?!/))*\*/)\n", re.MULTILINE)
_ENDING = re.compile(r" +// [^\"'`\n]*$", re.MULTILINE)  # not in a string, which ends with a quotation mark
_EXPORT = re.compile(r"^export ((?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def without_comments(text: str) -> str:
    """Remove the comments of a script or style sheet, except those after code that contain quotation marks."""
    return _ENDING.sub("", _COMMENT.sub("", text))


def bundled(entry: str, modules: dict[str, str], *, exports: bool = False, whole: bool = False) -> str:
    """A module and everything it imports as one script, which may export all modules by name.

    Parts stay outside, unless the script should be `whole`.
    """
    names = _reached(entry, modules)
    if whole:
        for part in _parts(names, modules):
            names += [name for name in _reached(part, modules) if name not in names]
    return _script([_wrapped(name, modules[name], whole) for name in names], names if exports else [])


def parts(entry: str, modules: dict[str, str]) -> dict[str, str]:
    """The parts of a script by file name, each with what it imports that the script doesn't have."""
    loaded = _reached(entry, modules)
    return {name: _part(name, modules, entry, loaded) for name in _parts(loaded, modules)}


def _part(name: str, modules: dict[str, str], entry: str, loaded: list[str]) -> str:
    names = _reached(name, modules)
    taken = "".join(f"const {_variable(there)} = page.{_exported(there)};\n" for there in names if there in loaded)
    own = [_wrapped(there, modules[there], False) for there in names if there not in loaded]
    return _script([f'import * as page from "./{entry}";\n{taken}', *own], [name])


def _parts(names: list[str], modules: dict[str, str]) -> list[str]:
    """The modules that these import by a call, and in turn those that the parts import by a call."""
    found: dict[str, None] = {}
    todo = list(names)
    for name in todo:  # the loop adds to the list
        for call in _CALL.finditer(without_comments(modules[name])):
            if call[1] not in found:
                found[call[1]] = None
                todo += _reached(call[1], modules)
    return list(found)


def _reached(entry: str, modules: dict[str, str]) -> list[str]:
    """A module and everything it imports, each module after its own imports."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        if name not in found:
            for there in _IMPORT.finditer(modules[name]):
                add(there[3])
            found[name] = None

    add(entry)
    return list(found)


def _script(texts: list[str], exported: list[str]) -> str:
    names = ", ".join(f"{_variable(name)} as {_exported(name)}" for name in exported)
    return "\n" + "\n".join(texts) + (f"\nexport {{ {names} }};\n" if exported else "")


def _wrapped(name: str, text: str, is_whole: bool) -> str:
    """A module as an immediately invoked function."""
    exported = ", ".join(found[2] for found in _EXPORT.finditer(text))
    text = _IMPORT.sub(lambda found: _taken(*found.groups()), without_comments(text))
    text = _EXPORT.sub(r"\1", text)
    text = _CALL.sub(lambda found: _called(found[1], is_whole), text)
    if re.search(r"^(?:import|export)\b|</script", text, re.MULTILINE):
        raise ValueError(f"{name} has an unsupported form of import or export")
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {exported} }};\n}})();"


def _taken(names: str | None, whole: str | None, name: str) -> str:
    what = whole if names is None else "{" + names.replace(" as ", ": ") + "}"
    return f"const {what} = {_variable(name)};\n"


def _called(name: str, is_whole: bool) -> str:
    if is_whole:
        return f"Promise.resolve({_variable(name)})"
    return f'import("./{name}").then((part) => part.{_exported(name)})'


def _exported(name: str) -> str:
    return _variable(name).removeprefix("module_")


def _variable(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))
