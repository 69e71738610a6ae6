"""The API's document in OpenAPI 3.1, made from the table of routes and from the models that read and write."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from freecell import __version__
from freecell.web.limits import LARGEST_BODY
from freecell.web.responses import Problem
from freecell.web.routes import JSON, PROBLEMS, ROUTES, Route

_DESCRIPTION = (
    f"Deal, find, solve, judge, check and draw FreeCell positions. Bodies are JSON, {LARGEST_BODY // 1024} kB at the "
    "most. What is wrong with a request is said in one line, its `detail`, with status 422. Where all cores are busy "
    "the status is 503, and `Retry-After` says when to come again."
)
_REFERENCE = "#/components/schemas/{model}"
_RETRY_AFTER = {"Retry-After": {"schema": {"type": "integer"}, "description": "Seconds to wait."}}


class _Schemas(GenerateJsonSchema):
    """Schemas as they are written, without titles that repeat a name, and without a default where nothing is given."""

    def sort(self, value: JsonSchemaValue, _: str | None = None) -> JsonSchemaValue:
        return value

    def field_title_should_be_set(self, _: object) -> bool:
        return False

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        if schema.get("default") is None:
            return self.generate_inner(schema["schema"])
        return super().default_schema(schema)


def document() -> dict[str, Any]:
    """The document, as JSON's own types."""
    schemas = _schemas()
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    in_paths = {route.request.__name__ for route in ROUTES if route.request and _is_in_path(route)}
    return {
        "openapi": "3.1.0",
        "info": {"title": "freecell", "version": __version__, "description": _DESCRIPTION},
        "paths": paths,
        "components": {"schemas": {name: schema for name, schema in schemas.items() if name not in in_paths}},
    }


def _schemas() -> dict[str, Any]:
    """The schema of each model by its name: of requests as they are read, of responses as they are written."""
    models: dict[tuple[type[BaseModel], JsonSchemaMode], None] = {}
    for route in ROUTES:
        if route.request is not None:
            models[route.request, "validation"] = None
        if issubclass(route.response, BaseModel):
            models[route.response, "serialization"] = None
    models[Problem, "serialization"] = None
    _, made = models_json_schema(list(models), ref_template=_REFERENCE, schema_generator=_Schemas)
    schemas: dict[str, Any] = made["$defs"]
    return schemas


def _operation(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "tags": [route.tag],
        "summary": route.summary,
        "description": route.description,
        "operationId": route.name,
    }
    if route.request is not None and _is_in_path(route):
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": schema}
            for name, schema in schemas[route.request.__name__]["properties"].items()
        ]
    elif route.request is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": _reference(route.request)}}}
    operation["responses"] = {"200": _success(route, schemas)} | {
        str(status): _problem(status) for status in route.problems
    }
    return operation


def _success(route: Route, schemas: dict[str, Any]) -> dict[str, Any]:
    if issubclass(route.response, BaseModel):
        schema, description = _reference(route.response), schemas[route.response.__name__]["description"]
    else:
        schema, description = {"type": "string"}, f"{route.summary}."
    return {"description": description, "content": {route.media_type: {"schema": schema}}}


def _problem(status: int) -> dict[str, Any]:
    headers = {"headers": _RETRY_AFTER} if status == 503 else {}
    return {"description": PROBLEMS[status], **headers, "content": {JSON: {"schema": _reference(Problem)}}}


def _reference(model: type[BaseModel]) -> dict[str, Any]:
    return {"$ref": _REFERENCE.format(model=model.__name__)}


def _is_in_path(route: Route) -> bool:
    return route.method == "GET"
