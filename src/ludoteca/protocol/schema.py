"""JSON Schema for every message, and for what each game puts into them."""

import typing
from collections.abc import Iterable
from functools import cache
from typing import Any

import msgspec

from ludoteca import games
from ludoteca.protocol import describe
from ludoteca.protocol.from_client import FromClient
from ludoteca.protocol.games import GameForm, Schema, forms_of
from ludoteca.protocol.outcomes import ReplayLine
from ludoteca.protocol.to_client import ToClient

PREFIX = "#/components/schemas/"
NULL: Schema = {"type": "null"}
OPEN = (
    "View", "Move", "PlayedMove", "PartialMove", "Choices", "Points", "Notes", "Standing", "Score",
    "Detail",
)  # fmt: skip
"""The objects that the protocol leaves to the games, by the titles of their aliases."""


@cache
def components() -> dict[str, Schema]:
    """Return the schema of every type by its name; `PREFIX` and a name refer to it."""
    spoken = (*typing.get_args(FromClient), *typing.get_args(ToClient))
    forms = [form for name in games.names() for form in forms_of(name)]
    kinds = dict.fromkeys([*spoken, ReplayLine, *(kind for form in forms for kind in form.kinds)])
    _, found = msgspec.json.schema_components(list(kinds), ref_template=PREFIX + "{name}")
    schemas = {name: _told(name, schema) for name, schema in found.items()}
    for form in forms:
        schemas |= _derived(form, schemas)
    for title in OPEN:
        schemas[title] = _any_game(title)
    return {name: _closed(schema) for name, schema in schemas.items()}


def _told(name: str, schema: Schema) -> Schema:
    """Add to a schema what stands below its fields."""
    shape = describe.known().get(name)
    if shape is None:
        return schema
    texts = {field.name: " ".join(field.text.split()) for field in shape.fields}
    properties = {
        field: {**of, "description": texts[field]} if texts.get(field) else of
        for field, of in schema.get("properties", {}).items()
    }
    order = [field.name for field in shape.fields if field.name in properties]
    rest = [field for field in properties if field not in order]
    told = {**schema, "properties": {field: properties[field] for field in [*rest, *order]}}
    return {**told, "description": shape.text} if shape.text else told


def _derived(form: GameForm, schemas: dict[str, Schema]) -> dict[str, Schema]:
    """Return the forms of a game that follow from another: played, in part, as a change."""
    own = [schemas[kind.__name__] for kind in form.kinds]
    derived: dict[str, Schema] = {}
    if len(own) > 1:
        derived[form.name] = _either(kind.__name__ for kind in form.kinds)
    if form.role == "Move":
        played = [_changed(schema, lambda of: {"anyOf": [of, NULL]}) for schema in own]
        derived[f"Played{form.name}"] = played[0] if len(played) == 1 else {"anyOf": played}
        properties = {name: of for schema in own for name, of in schema["properties"].items()}
        derived[f"Partial{form.name}"] = {
            "title": f"Partial{form.name}", "type": "object", "properties": properties,
        }  # fmt: skip
    if form.role == "Score":
        title = f"{form.name}Change"
        derived[title] = {**own[0], "title": title, "required": ["total"]}
    return derived


def _changed(schema: Schema, change: typing.Callable[[Schema], Schema]) -> Schema:
    properties = {name: change(of) for name, of in schema["properties"].items()}
    return {**schema, "title": f"Played{schema['title']}", "properties": properties}


def _either(names: Iterable[str]) -> Schema:
    return {"anyOf": [{"$ref": PREFIX + name} for name in names]}


def _any_game(title: str) -> Schema:
    """Return what an open object may be: the form of one of the games."""
    found = [names_of(game, title) for game in games.names()]
    about: Schema = {"title": title, "description": describe.texts_of_aliases()[title]}
    either = _either(name for names in found for name in names)
    if not all(found):  # a game that does not declare its types
        either["anyOf"].append({"type": "object", "additionalProperties": True})
    return {**about, **either}


def names_of(game: str, title: str) -> list[str]:
    """Name the schemas of what a game puts in the place of an open object."""
    forms = {form.role: form for form in forms_of(game)}
    found = [forms[title].name] if title in forms else []
    if title in ("PlayedMove", "PartialMove") and "Move" in forms:
        found.append(title.removesuffix("Move") + forms["Move"].name)
    if title == "Points" and "Score" in forms:
        found.append(forms["Score"].name + "Change")
    if title == "Score" and "Standing" in forms:  # as it is told before the match is final
        found.append(typing.get_type_hints(forms["Standing"].kinds[0])["points"].__name__)
    return found


def _closed(schema: Any) -> Any:
    """Put a reference in the place of every open object; AsyncAPI has no such discriminators."""
    if isinstance(schema, list):
        return [_closed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("title") in OPEN and schema.get("type") == "object" and len(schema) <= 4:
        return _reference(schema)
    return {key: _closed(part) for key, part in schema.items() if key != "discriminator"}


def _reference(schema: Schema) -> Schema:
    """Refer to an open object; {} stays allowed where it is the default."""
    if "default" in schema:
        empty = {"type": "object", "maxProperties": 0}
        return {"anyOf": [{"$ref": PREFIX + schema["title"]}, empty], "default": schema["default"]}
    return {"$ref": PREFIX + schema["title"]}
