"""The element <freecell-board> in one file, for any page."""

from __future__ import annotations

import json
import re

from freecell.drawing.deck import sheet
from freecell.web.bundling import bundled, without_comments

SCRIPT = "freecell-board.js"
_ICONS = re.compile(r'<symbol id="i-(?:undo|restart|play|pause|back|forward)".*</symbol>')

_WORDS = """import { boardInEnglish } from "./en-board.js";
import { rulesInEnglish } from "./en-rules.js";
export const t = { ...rulesInEnglish, ...boardInEnglish };
"""


def script(sources: dict[str, bytes]) -> str:
    """The element as a module that loads nothing else, made from the sources of the page. Its texts are English."""
    modules = {name: content.decode() for name, content in sources.items() if name.endswith(".js")}
    icons = "".join(_ICONS.findall(sources["index.html"].decode()))
    drawings = (sheet().strip() + f"<svg>{icons}</svg>").replace("<svg", '<svg class="gone" aria-hidden="true"')
    texts = {"style": without_comments(sources["board.css"].decode()), "drawings": drawings}
    modules["embed-parts.js"] = "".join(f"export const {name} = {json.dumps(text)};\n" for name, text in texts.items())
    modules["words.js"] = _WORDS
    return bundled("embed.js", modules)
