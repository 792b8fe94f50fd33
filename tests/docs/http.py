"""The reference of the HTTP interface, written from the schema that the server gives out."""

from typing import Any
from unittest.mock import MagicMock

import msgspec

from ludoteca.server.serve import build_application
from tests.docs import writing

TEXT = """
What is not live goes over HTTP; all that happens at tables goes over the socket at `/socket`, in
[the protocol](protocol.md). A running server gives the same as OpenAPI at
`/api/schema/openapi.json`. Bodies are JSON of at most 16 KiB.

Who asks is told by the cookie of the page, or by the header `Authorization: Bearer TOKEN`; `POST
/api/guest` with `"bearer": true` gives a token. A refusal is an object with a `code` and a
`sentence` ([all codes](errors.md)). `/api/admin…` is for `ludoteca admin` alone.
"""
TITLES = {
    "people": "People",
    "lobby": "Games and tables",
    "matches": "Finished matches",
    "care": "Care",
}


def schema() -> dict[str, Any]:
    """Return the schema as a client reads it."""
    app: Any = build_application(
        MagicMock(admin_token=""), frozenset()
    )  # it describes itself without the parts
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(app.openapi_schema.to_schema()))
    return found


def kind(of: dict[str, Any]) -> str:
    """Write a type."""
    if "$ref" in of:
        name = of["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for word in ("oneOf", "anyOf"):
        if word in of:
            return " or ".join(kind(one) for one in of[word])
    if "const" in of or "enum" in of:
        return ", ".join(f"`{value}`" for value in of.get("enum", [of.get("const")]))
    if of.get("type") == "array":
        return f"list of {kind(of.get('items', {}))}"
    if of.get("type") == "object":
        inner = of.get("additionalProperties")
        return f"object of {kind(inner)}" if isinstance(inner, dict) else "object"
    names = {"integer": "int", "number": "float", "string": "str", "boolean": "bool"}
    found = of.get("type", "anything")
    several: list[str] = found if isinstance(found, list) else [found]
    return " or ".join(names.get(name, name) for name in several)


def operation(method: str, path: str, of: dict[str, Any]) -> str:
    """Write a section about one operation."""
    lines = [f"### `{method.upper()} {path}`\n", of["description"] + "\n"]
    rows = [
        (f"`{p['name']}`", p["in"], kind(p["schema"]), "needed" if p.get("required") else "")
        for p in of.get("parameters", ())
    ]
    if rows:
        lines.append(writing.table(("parameter", "in", "type", ""), rows))
    for content in of.get("requestBody", {}).get("content", {}).values():
        lines.append(f"Body: {kind(content['schema'])}.\n")
    good = {status: a for status, a in of["responses"].items() if status < "300"}
    for status, answer in good.items():
        kinds = [kind(content["schema"]) for content in answer.get("content", {}).values()]
        lines.append(f"Answer: {status}, {' or '.join(kinds) or 'nothing'}.\n")
    return "\n".join(lines)


def part(name: str, of: dict[str, Any]) -> str:
    """Write a section about one type."""
    rows = [
        (f"`{field}`", kind(text), "needed" if field in of.get("required", ()) else "")
        for field, text in of.get("properties", {}).items()
    ]
    return f"### {name}\n\n{writing.table(('field', 'type', ''), rows)}"


def page() -> str:
    """Write the page."""
    found = schema()
    pieces = [writing.head("The HTTP interface", TEXT)]
    for tag, title in TITLES.items():
        pieces.append(f"## {title}\n")
        pieces += [
            operation(method, path, of)
            for path, methods in found["paths"].items()
            for method, of in methods.items()
            if of["tags"] == [tag]
        ]
    pieces.append("## Types\n")
    pieces += [part(name, of) for name, of in sorted(found["components"]["schemas"].items())]
    return "\n".join(pieces)
