"""The page as files for any host and any path. `freecell serve` serves them, and `freecell site` writes them.

A folder named after a hash contains the parts of the page; next to it are the few files that need fixed names. So the
files of two versions never mix, and files in the folder can be cached forever.
"""

from __future__ import annotations

import json
import re
import shutil
from hashlib import sha256
from html import escape
from importlib.resources import files as package_files
from pathlib import Path

from freecell.atomic import replacing
from freecell.drawing.deck import sheet
from freecell.errors import FreecellError, quoted
from freecell.factbook.table import KNOWN_FILE
from freecell.web import embedding
from freecell.web.bundling import bundled, without_comments
from freecell.web.bundling import parts as parts_of

POLICY = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
"""The content security policy: the page may load resources from its own site only."""

LANGUAGES = ("de.js", "es.js", "fr.js", "it.js", "uk.js")
"""The texts of the page in languages other than English; each is loaded when it is chosen."""

PARTS = ("entry-dialog.js", "film-dialog.js", "race.js", "result-dialog.js")
"""The parts of the page that are loaded when they are first needed; `bundling.parts` finds them."""

_BESIDE = ("404.html", "embed.html", "index.html", "learn.html", "manifest.webmanifest", "social.png", "sw.js")
_SCRIPTS = ("learn.js", "main.js", "worker.js")  # all other scripts are bundled into these
_LEARN = ("learn.css", "learn.js")  # only for the page about the shuffle; the game doesn't load them
_KINDS = ("css", "gz", "html", "js", "png", "svg", "webmanifest")  # ignore files that an editor may have left there
_FOLDER = re.compile(r"assets-[0-9a-f]{16}")


def page(url: str | None = None) -> dict[str, bytes]:
    """All files by path. `url` is the address of the site, for previews of links with a picture."""
    everything = sources()
    modules = {name: content.decode() for name, content in everything.items() if name.endswith(".js")}
    parts = {name: content for name, content in everything.items() if name not in (*_BESIDE, *modules, "board.css")}
    parts |= {name: bundled(name, modules, exports=True).encode() for name in _SCRIPTS}
    parts |= {name: part.encode() for name, part in parts_of("main.js", modules).items()}
    parts |= {name: without_comments(modules[name]).encode() for name in LANGUAGES}
    parts |= {name: without_comments(parts[name].decode()).encode() for name in parts if name.endswith(".css")}
    digest = sha256()
    for name, content in sorted(everything.items()):
        digest.update(b"%s %d " % (name.encode(), len(content)) + content)
    digest.update(card_drawings().encode() + (url or "").encode())
    folder = f"assets-{digest.hexdigest()[:16]}/"
    beside = {name: everything[name] for name in _BESIDE}
    beside[embedding.SCRIPT] = embedding.script(everything).encode()
    for name in ("404.html", "embed.html", "index.html", "learn.html", "manifest.webmanifest", "sw.js"):
        beside[name] = _filled(name, beside[name].decode(), parts, url).replace("assets/", folder).encode()
    return {**{f"{folder}{name}": content for name, content in parts.items()}, **beside}


def sources() -> dict[str, bytes]:
    """The parts of the page, by name."""
    folder = package_files("freecell.web") / "static"
    there = {path.name: path.read_bytes() for path in folder.iterdir() if path.name.rpartition(".")[2] in _KINDS}
    there["style.css"] = there["board.css"] + b"\n" + there["style.css"]
    facts = (package_files("freecell.factbook") / KNOWN_FILE).read_bytes()
    return {**there, KNOWN_FILE: facts}


def _filled(name: str, text: str, parts: dict[str, bytes], url: str | None) -> str:
    """Fill in a file's references to other files."""
    marks = {
        "index.html": {
            "<!-- policy -->": policy_element(POLICY),
            "<!-- card -->": _card(url),
            "<!-- cards -->": card_drawings(),
        },
        "404.html": {'href="index.html"': f'href="{_place(url)}"'} if url else {},  # found from any folder
        "embed.html": {"<!-- policy -->": policy_element(POLICY)},
        "learn.html": {"<!-- policy -->": policy_element(POLICY), "<!-- cards -->": card_drawings()},
        "sw.js": {
            text: without_comments(text),
            "const FILES = [];": f"const FILES = {json.dumps(sorted({*parts}.difference(_LEARN)))};",
            "const LEARN = [];": f"const LEARN = {json.dumps(_LEARN)};",
        },
    }
    for mark, content in marks.get(name, {}).items():
        before, _, after = text.partition(mark)
        text = before + content + after
    return text


def card_drawings() -> str:
    """The drawings of all cards as an invisible element; the page uses them by id."""
    return sheet().strip().replace("<svg", '<svg class="gone" aria-hidden="true" id="cards"', 1)


def policy_element(policy: dict[str, str]) -> str:
    """The meta element with the content security policy."""
    text = "; ".join(f"{name} {sources}" for name, sources in policy.items())
    return f'<meta http-equiv="Content-Security-Policy" content="{text}">'


def _card(url: str | None) -> str:
    """The meta elements for previews of links. The picture needs an absolute address."""
    if url is None:
        return ""
    place = _place(url)
    return (
        f'<meta property="og:url" content="{place}">\n  <meta property="og:image" content="{place}social.png">\n'
        '  <meta name="twitter:card" content="summary_large_image">'
    )


def _place(url: str) -> str:
    """The address of a site, with a slash at its end."""
    if not re.fullmatch(r"https?://[^\s/?#]+(/[^\s?#]*)?", url):
        raise FreecellError(
            f"url must be the address of a site, such as https://example.org/freecell/, got {quoted(url)}"
        )
    return escape(url.rstrip("/") + "/", quote=True)


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write the files: the new folder first, the page last. The site stays complete if writing stops at any point.

    The folder of the previous version stays, for visitors who have just opened it. Older ones are removed; nothing else
    is touched.
    """
    index = folder / "index.html"
    before = _folder_of(index) if index.exists() else None
    new = next(path.partition("/")[0] for path in files if "/" in path)
    (folder / new).mkdir(parents=True, exist_ok=True)
    for path in sorted(files, key=lambda path: ("/" not in path, path == "index.html")):
        with replacing(folder / path) as file:
            file.write(files[path])
    if before != new:
        for there in folder.iterdir():
            if (
                there.is_dir()
                and not there.is_symlink()
                and _FOLDER.fullmatch(there.name)
                and there.name not in (before, new)
            ):
                shutil.rmtree(there)


def _folder_of(index: Path) -> str:
    found = _FOLDER.search(index.read_text(errors="replace"))
    if found is None:
        there = f"the index.html in {quoted(str(index.parent))}"
        raise FreecellError(f"{there} belongs to another page: give a folder without one")
    return found[0]
