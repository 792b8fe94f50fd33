"""The reference page of the protocol, written from the messages themselves."""

import json
import types
import typing
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from ludoteca import protocol
from ludoteca.protocol import describe
from ludoteca.protocol.describe import Field, StructShape
from ludoteca.protocol.to_client import CLOSE_CODES

HEAD = """\
# The protocol

<!-- Written by `python -m ludoteca.protocol.typescript`; edit the Python messages instead. -->

Version {version}. A client speaks with a server over one WebSocket; every frame is one JSON object,
and its `type` names the message. Every message of a client has a `request`, a number of its
own choosing, and gets exactly one answer with the same number: the one named below, or `refused`
with a code and a sentence. What happens at the tables one has entered is told without being asked.

- A client's frame has at most {most_bytes} bytes. Unknown fields are ignored.
- A move carries the `ply` it is meant for and a `move_id`. Sent again after a lost connection, with
  the same id, it gets the same answer and happens once.
- After `resync`, or on a new connection, `enter` the table again: the `snapshot` says all.
- Views, moves and choices have the form of the game's records.

The same types in TypeScript: [`messages.ts`](../../web/src/protocol/messages.ts).
"""


def page() -> str:
    """Write the page."""
    said, told, parts = (
        describe.messages_from_client(),
        describe.messages_to_client(),
        describe.parts(),
    )
    answers = {shape.answer for shape in said} | {"Refused"}
    pieces = [
        HEAD.format(version=protocol.VERSION, most_bytes=protocol.MOST_BYTES),
        "## What a client says\n",
        *(_section(shape, f"Answer: `{_tag(told, shape.answer)}`.") for shape in said),
        "## Answers\n",
        *(_section(shape) for shape in told if shape.name in answers),
        "## What a client is told\n",
        *(_section(shape) for shape in told if shape.name not in answers),
        "## Parts of messages\n",
        *(_section(shape) for shape in parts),
        "## Words\n",
        _words(),
        "## Why a socket is closed\n",
        _rows(("code", "why"), ((str(code), why) for code, why in CLOSE_CODES.items())),
    ]
    return "\n".join(pieces)


def _tag(told: Iterable[StructShape], name: str) -> str:
    return next(str(shape.tag) for shape in told if shape.name == name)


def _section(shape: StructShape, note: str = "") -> str:
    is_message = shape.tag_field == "type"
    title = f"`{shape.tag}`" if is_message else shape.name
    lines = [f"### {title}\n", shape.text, ""]
    if note and not describe.ANSWER.search(shape.text):
        lines += [note, ""]
    rows = [_row(field) for field in shape.fields if field.name != "request"]
    if shape.tag is not None and not is_message:
        rows.insert(0, (f"`{shape.tag_field}`", f"`{json.dumps(shape.tag)}`", "", ""))
    if rows:
        lines.append(_rows(("field", "type", "default", ""), rows))
    return "\n".join(lines)


def _row(field: Field) -> tuple[str, str, str, str]:
    default = "" if field.is_needed else f"`{_json(field.default)}`"
    return f"`{field.name}`", _type(field.hint), default, " ".join(field.text.split())


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _words() -> str:
    texts = describe.texts_of_aliases()
    rows = (
        (name, _type(hint, own=name), " ".join(texts[name].split()))
        for name, hint in describe.aliases().items()
    )
    return _rows(("word", "type", ""), rows)


def _rows(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def _type(hint: Any, own: str = "") -> str:
    for name, value in describe.aliases().items():
        if name != own and value == hint:
            return name
    limits = _limits(hint)
    hint = describe.without_meta(hint)
    return _bare(hint) + (f" ({limits})" if limits else "")


def _bare(hint: Any) -> str:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is Literal:
        return ", ".join(f"`{_json(value)}`" for value in inner)
    if origin is dict:
        return f"object of {_type(inner[1])}"
    if origin is tuple:
        kinds = inner[:1] if inner[-1] is ... else inner
        return "list of " + ", ".join(_type(part) for part in kinds)
    if isinstance(hint, types.UnionType) or origin is typing.Union:
        return " or ".join(_type(part) for part in inner)
    names: dict[Any, str] = {type(None): "null", Any: "anything"}
    return names.get(hint) or str(hint.__name__)


def _limits(hint: Any) -> str:
    """Describe what a value must be like."""
    said = []
    for meta in getattr(hint, "__metadata__", ()):
        limits = {
            "at least": meta.ge,
            "at most": meta.le,
            "pattern": meta.pattern and f"`{meta.pattern}`",
            "characters, at least": meta.min_length,
            "characters, at most": meta.max_length,
        }
        said += [f"{word} {value}" for word, value in limits.items() if value is not None]
    return "; ".join(said)
