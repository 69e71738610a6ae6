"""How the files of this repository become the pages of the docs site. MkDocs calls these functions.

The same Markdown is read in the repository and on the site, so its links are valid in the repository. The pages of
docs/ are at the top of the site, the README is its first page, and the other texts beside the README are pages, too.
Every other link target, a module or a folder, becomes a page that shows it, so no link leaves the site.
"""

from __future__ import annotations

import posixpath
import re
import tomllib
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from freecell.web import embedding
from freecell.web.site import sources

ROOT = Path(__file__).resolve().parent.parent
ICON = "src/freecell/web/static/icon.svg"

_LINK = re.compile(r'(?P<before>\]\(|\b(?:src|href)=")(?P<target>[^)"#\s]+)')
_LANGUAGES = {
    ".py": "python",
    ".hpp": "cpp",
    ".cpp": "cpp",
    ".js": "js",
    ".toml": "toml",
    ".yml": "yaml",
    ".awk": "awk",
    ".c": "c",
    ".cs": "csharp",
    ".exs": "elixir",
    ".f90": "fortran",
    ".go": "go",
    ".hs": "haskell",
    ".html": "html",
    ".java": "java",
    ".kt": "kotlin",
    ".lisp": "lisp",
    ".lua": "lua",
    ".mjs": "js",
    ".ml": "ocaml",
    ".pas": "pascal",
    ".php": "php",
    ".pl": "perl",
    ".R": "r",
    ".rb": "ruby",
    ".rs": "rust",
    ".scala": "scala",
    ".sh": "bash",
    ".sql": "sql",
    ".ts": "typescript",
}
_REPOSITORY = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("urls", {}).get("Repository", "")
_BADGES = re.compile(r"(?:^\[!\[.*\n)+\n", re.MULTILINE)
_ASIDE = re.compile(r"\A---\n.*?\n---\n|^```.*?^```$", re.MULTILINE | re.DOTALL)  # front matter and code
_TOP = re.compile(r'"""(?:.|\n)*?"""|(?://.*\n)+|/\*(?:.|\n)*?\*/')
_COMMENT_SIGN = re.compile(r'^//|"""|/\*|\*/', re.MULTILINE)


_texts: dict[str, str] = {}  # the Markdown of the pages, by name


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Shows the version in the header."""
    version = re.search(r'^__version__ = "(.+)"', (ROOT / "src/freecell/__init__.py").read_text(), re.MULTILINE)
    config.site_name += f" {version[1]}" if version else ""
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the README, everything that it and the pages of docs/ link to, and what those files link to in turn."""
    files.append(File.generated(config, "icon.svg", abs_src_path=str(ROOT / ICON)))
    files.append(File.generated(config, embedding.SCRIPT, content=embedding.script(sources())))
    waiting = ["README.md", *(f"docs/{page.src_uri}" for page in files.documentation_pages())]
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        if not path.startswith("docs/"):
            files.append(File.generated(config, page_of(path), content=content(path)))
        linked = linked_from(path) - seen
        seen |= linked
        waiting += sorted(linked)
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """Turns links of the repository into links of the site."""
    paths = {page_of(path): path for path in ("README.md", *(file.name for file in ROOT.glob("*.md")))}
    uri = page.file.src_uri
    if uri.startswith("source/"):
        path = uri.removeprefix("source/").removesuffix(".md")
        return with_links_of_the_site(markdown, path) if path.endswith(".md") else markdown
    path = paths.get(uri, f"docs/{uri}")
    _texts[uri] = with_links_of_the_site(_BADGES.sub("", markdown) if path == "README.md" else markdown, path)
    return _texts[uri]


def on_post_build(config: MkDocsConfig) -> None:
    """Writes llms.txt, an overview for language models, and beside each page the Markdown that it links to."""
    site = Path(config.site_dir)
    for name, text in _texts.items():
        (site / name).write_text(text)
    head = f"# {config.site_name}\n\n> {config.site_description}\n\n"
    (site / "llms.txt").write_text(head + overview(config.nav, config.site_url or ""))
    if not config.site_url:  # a sitemap needs absolute addresses
        for path in site.glob("sitemap.xml*"):
            path.unlink()


def overview(pages: list[dict[str, Any]] | None, address: str) -> str:
    """A line with a link per page; sections have headings."""
    text = ""
    for title, page in (item for entry in pages or [] for item in entry.items()):
        if isinstance(page, str):
            text += f"- [{title}]({address}{page}): {beginning(_texts[page])}\n"
        else:
            text += f"\n## {title}\n\n{overview(page, address)}"
    return text


def beginning(markdown: str) -> str:
    """The first sentence of a text, without links and emphasis."""
    for paragraph in _ASIDE.sub("", markdown).split("\n\n"):
        words = " ".join(re.sub(r"\[([^\]]*)\]\([^)]*\)|\*\*", r"\1", paragraph).split())
        if re.match(r"[\w`<]", words) and words[-1] in ".:" and not words.startswith("<p"):
            return words.partition(". ")[0].rstrip(".:") + "."
    return ""


def page_of(path: str) -> str:
    """The page on the site for a file or folder of the repository."""
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return path.lower() if re.fullmatch(r"[^/]+\.md", path) else f"source/{path}.md"


def linked_from(path: str) -> set[str]:
    """The files and folders outside docs/ that a text or the page of a folder links to."""
    if (ROOT / path).is_dir():
        return {f"{path}/{file.name}" for file in listed(ROOT / path)}
    if not path.endswith(".md"):
        return set()
    targets = (inside(path, match["target"]) for match in _LINK.finditer((ROOT / path).read_text()))
    return {target for target in targets if target and not target.startswith("docs/")}


def with_links_of_the_site(markdown: str, path: str) -> str:
    """A text of the repository with its links converted, except links to other sites and broken ones."""
    here = posixpath.dirname(page_of(path))

    def changed(match: re.Match[str]) -> str:
        target = inside(path, match["target"])
        return match[0] if target is None else match["before"] + posixpath.relpath(page_of(target), here or ".")

    return _LINK.sub(changed, markdown)


def inside(path: str, target: str) -> str | None:
    """The file or folder of the repository that a link points to, if it exists."""
    for view in ("blob", "raw") if _REPOSITORY else ():  # only the README has such links
        target = target.removeprefix(f"{_REPOSITORY}/{view}/main/")
    if re.match(r"\w+:", target):
        return None
    found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    return found if not found.startswith("..") and (ROOT / found).exists() else None


def content(path: str) -> str:
    """The page for a text, a source file, or a folder. Search leaves out the last two."""
    file = ROOT / path
    if path.endswith(".md"):
        return file.read_text()
    head = f"---\nsearch:\n  exclude: true\n---\n\n# {path}\n\n"
    if file.is_dir():
        return head + "\n".join(f"- [{one.name}]({file.name}/{one.name}.md){summary(one)}" for one in listed(file))
    return f"{head}````{_LANGUAGES.get(file.suffix, 'text')}\n{file.read_text()}````\n"


def listed(folder: Path) -> list[Path]:
    return sorted(file for file in folder.iterdir() if file.suffix in _LANGUAGES)


def summary(file: Path) -> str:
    """The first sentence of the comment or docstring at the top of a file."""
    top = _TOP.match(file.read_text())
    words = " ".join(_COMMENT_SIGN.sub("", top[0]).split()) if top else ""
    return f": {words.partition('. ')[0].rstrip('.')}." if words else ""
