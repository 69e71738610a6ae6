"""Puts the npm package together: python tools/build_npm.py FOLDER

The page's modules that don't depend on the page are also modules of the package. They stay in the page's folder, so the
Python package needs neither a build step nor npm's tools. This script copies those that packages/npm imports into one
folder, with the modules that only the package has. Two of these replace the page's: words.js and resources.js.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from base64 import b64encode
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "packages/npm"
STATIC = ROOT / "src/freecell/web/static"
WORKER = "freecell-worker.js"
_IMPORT = re.compile(r'^(?:import|.* from) "\./([\w-]+\.js)";$', re.MULTILINE)
_ASIDE = ("README.md", "board.d.ts", "index.d.ts")


def package() -> dict[str, str]:
    """The files of the package, by name."""
    sys.path.insert(0, str(ROOT / "src"))
    from freecell import __version__
    from freecell.web import embedding, site
    from freecell.web.bundling import bundled

    worker = bundled(WORKER, _modules(WORKER, {}))
    made = {
        WORKER: f"// The inside of the workers, in one file.\n{worker}",
        "freecell-worker-source.js": f"/** The text of {WORKER}. */\nexport const source = {json.dumps(worker)};\n",
        "wasm.js": f'/** freecell.wasm.gz in base64. */\nexport const core = "{_base64("freecell.wasm.gz")}";\n',
    }
    about = json.loads((PACKAGE / "package.json").read_text())
    aside = {name: (PACKAGE / name).read_text() for name in _ASIDE}
    return {
        "package.json": json.dumps({**about, "version": __version__}, indent=2) + "\n",
        "LICENSE": (ROOT / "LICENSE").read_text(),
        **aside,
        embedding.SCRIPT: embedding.script(site.sources()),
        **_modules("index.js", made),
    }


def _modules(entry: str, made: dict[str, str]) -> dict[str, str]:
    """A module and everything that it imports, all from one folder."""
    done: dict[str, str] = {}
    waiting = [entry, *made]
    while waiting:
        name = waiting.pop()
        if name not in done:
            done[name] = made.get(name) or _text_of(name)
            waiting += [] if name in made else _IMPORT.findall(done[name])
    return done


def _text_of(name: str) -> str:
    from freecell.web.bundling import without_comments

    path = PACKAGE / name
    text = without_comments((path if path.exists() else STATIC / name).read_text())
    return text.replace('"../../src/freecell/web/static/', '"./')


def _base64(name: str) -> str:
    return b64encode((STATIC / name).read_bytes()).decode()


def write(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, text in package().items():
        (folder / name).write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(Path(sys.argv[1]))
