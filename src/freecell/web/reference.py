"""The API's description as a page: plain HTML generated once from the OpenAPI document, without external resources."""

from __future__ import annotations

import json
from html import escape
from importlib.resources import files as package_files
from typing import Any

from freecell.web import static_files
from freecell.web.static_files import StaticFile

_NAMES = {"Board": "board", "Move": "move", "HintedMove": "move"}

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}: the API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>{title} <small>{version}</small></h1>
<p>{description}</p>
<p>For programs: <a href="/api/openapi.json">openapi.json</a>. To play: <a href="/">the page</a>.</p>
{operations}
</main>
</body>
</html>
"""


def files(document: dict[str, Any]) -> dict[str, StaticFile]:
    """The page and its style sheet, by path."""
    return {
        "/api/docs": StaticFile.of(page(document).encode(), "text/html; charset=utf-8"),
        "/api/docs.css": static_files.read(package_files("freecell.web") / "reference.css"),
    }


def page(document: dict[str, Any]) -> str:
    """The page for an OpenAPI document of ours."""
    schemas = document["components"]["schemas"]
    operations = [
        _operation(method, path, operation, schemas)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    info = {name: _text(document["info"][name]) for name in ("title", "version", "description")}
    return _PAGE.format(**info, operations="\n".join(operations))


def _operation(method: str, path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> str:
    parts = [
        f'<section id="{escape(operation["operationId"])}">',
        f"<h2><b>{method.upper()}</b> <code>{escape(path)}</code></h2>",
        f"<p>{_text(operation['description'])}</p>",
    ]
    fields = [(each["name"], True, each["schema"] | each) for each in operation.get("parameters", [])]
    body = _schema(operation.get("requestBody"), schemas)
    if body:
        needed = body.get("required", [])
        fields += [(name, name in needed, schema) for name, schema in body["properties"].items()]
        parts += [f"<p>{_text(body['description'])}</p>"]
    parts += [_table(fields)] if fields else []
    if body:
        parts.append(_example(body["examples"][0]))
    for status, response in operation["responses"].items():
        schema = _schema(response, schemas)
        if status == "200" and schema:
            parts += [
                f"<p><b>200</b> {_text(schema['description'])}</p>",
                _table([(name, True, field) for name, field in schema["properties"].items()]),
            ]
            parts += [_example(example) for example in schema.get("examples", [])]
        else:
            parts.append(f"<p><b>{status}</b> {_text(response['description'])}</p>")
    return "\n".join([*parts, "</section>"])


def _schema(holder: dict[str, Any] | None, schemas: dict[str, Any]) -> dict[str, Any] | None:
    """The schema of a JSON body."""
    schema = (holder or {}).get("content", {}).get("application/json", {}).get("schema")
    return schemas[_name(schema)] if schema else None


def _table(fields: list[tuple[str, bool, dict[str, Any]]]) -> str:
    rows = [
        f"<tr><th scope=row><code>{escape(name)}</code></th><td>{_kind(schema)}</td>"
        f"<td>{_text(schema.get('description', ''))}{_default(schema, needed)}</td></tr>"
        for name, needed, schema in fields
    ]
    return f"<table>{''.join(rows)}</table>"


def _kind(schema: dict[str, Any]) -> str:
    """The type of a value in words."""
    if "$ref" in schema:
        return _NAMES.get(_name(schema), "object")
    if "enum" in schema:
        return " or ".join(f"<code>{escape(value)}</code>" for value in schema["enum"])
    if "anyOf" in schema:
        return " or ".join(map(_kind, schema["anyOf"]))
    if schema["type"] == "array":
        return f"list of {_kind(schema['items'])}"
    if schema["type"] == "object":
        return escape(schema.get("title", "object").lower())
    kind: str = schema["type"]
    return kind


def _default(schema: dict[str, Any], needed: bool) -> str:
    if "default" in schema and schema["default"] != "":
        return f" (default: <code>{escape(str(schema['default']))}</code>)"
    return "" if needed else " (optional)"


def _name(schema: dict[str, Any]) -> str:
    name: str = schema["$ref"].rpartition("/")[2]
    return name


def _example(example: object) -> str:
    text = json.dumps(example)
    return f"<pre>{escape(text)}</pre>" if len(text) < 400 else f"<pre>{escape(text[:400])} ...</pre>"


def _text(text: str) -> str:
    """A text as HTML, with its `code` marked up."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
