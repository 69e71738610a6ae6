"""The page as one file that opens from a disk. Browsers don't load modules from a disk, so they are bundled.

The core and the cards are embedded, and the worker is created from text in the page.
"""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from urllib.parse import quote

from freecell.factbook.table import KNOWN_FILE
from freecell.web import site
from freecell.web.bundling import bundled

# Replaces resources.js.
_RESOURCES = """
{imports}
const script = document.getElementById("worker").textContent;
const worker = URL.createObjectURL(new Blob([script], {{ type: "text/javascript" }}));
const load = async (text) => (await fetch(`data:application/gzip;base64,${{text}}`)).arrayBuffer();
export const loadCore = () => load("{core}");
export const loadFacts = () => load("{facts}");
export const loadTexts = async (language) => ({{ {languages} }})[language];
export const startWorker = () => new Worker(worker);
"""


def page() -> bytes:
    """The page as one HTML document."""
    sources = site.sources()
    modules = {name: content.decode() for name, content in sources.items() if name.endswith(".js")}
    packed = {"core": sources["freecell.wasm.gz"], "facts": sources[KNOWN_FILE]}
    languages = [name.removesuffix(".js") for name in site.LANGUAGES]
    modules["resources.js"] = _RESOURCES.format(
        imports="\n".join(f'import {{ {name} }} from "./{name}.js";' for name in languages),
        languages=", ".join(languages),
        **{name: b64encode(file).decode() for name, file in packed.items()},
    )
    script, worker = (bundled(name, modules, whole=True) for name in ("main.js", "worker.js"))
    style = sources["style.css"].decode()
    icon = "data:image/svg+xml," + quote(sources["icon.svg"].decode())
    policy = {
        **site.POLICY,
        "script-src": f"'{_hash(script)}' 'wasm-unsafe-eval'",
        "style-src": f"'{_hash(style)}'",
        "connect-src": "data:",
        "worker-src": "blob:",
    }
    text = re.sub(r"\n.*learn\.html.*", "", sources["index.html"].decode())  # the file comes without the other page
    text = text.replace("<!-- cards -->", site.card_drawings(), 1)
    head, _, body = text.partition("</head>\n")
    head = re.sub(r"\n *<(?:link|script|!--).*", "", head)
    head = head.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n  {site.policy_element(policy)}', 1)
    parts = [
        head + f'<link rel="icon" href="{icon}">\n<style>{style}</style>\n</head>\n',
        body.removesuffix("</body>\n</html>\n"),
        f'<script type="text/plain" id="worker">{worker}</script>\n<script type="module">{script}</script>\n',
        "</body>\n</html>\n",
    ]
    return "".join(parts).encode()


def _hash(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()
