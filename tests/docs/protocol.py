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
from ludoteca.protocol.from_client import MOST_REQUEST
from ludoteca.protocol.to_client import CLOSE_CODES

HEAD = """\
# The protocol

<!-- Written by `python -m tests.docs.pages`; edit the Python messages instead. -->

Version {version}. A client speaks with a server over one WebSocket at `/socket`; every frame is one
JSON object, and its `type` names the message. [How to write a client](../write-a-client.md) has two
that play a whole match. The same as a file for programs: [`asyncapi.json`](asyncapi.json), which a
server returns at `/api/schema/asyncapi.json`; in TypeScript:
[`messages.ts`](../../web/src/protocol/messages.ts).

## Rules of the conversation

- **Requests.** Every message of a client has a `request`, a whole number from 1 to {most_request}
  of its own choosing, and gets exactly one answer with the same number: the one named below, or
  `refused` with a code and a sentence. What can't be read is answered with `request` 0 unless its
  number can be found. [Which message can be refused with which code](errors.md).
- **Hello first.** `hello` is the first message on a socket, and `welcome` its answer.
- **Enter to hear.** `open_table`, `quick_match`, `play_on` and `take_seat` give a seat, not frames:
  send `enter` to get the `snapshot`, and from then on what happens there. `exit` ends that; a table
  that is over counts as entered until then.
- **Order.** Frames of one table arrive in the order in which things happened. The answer to a
  message comes before the frames that it causes: `accepted`, then the `update`. Answers to messages
  for different tables may overtake each other, as may those to `ask_hint`.
- **Plies.** Every deal and every move raises `ply` by one. An `undo` is a ply of its own: `ply`
  rises, and the position is an earlier one. `snapshot` has all plies of the match in `happened`,
  `update` those since the last frame.
- **Moves.** `play_move` takes a move as text: that of a continuation (`ask_moves`), or one in the
  [notation of the game](games.md). It carries the `ply` it is meant for and a `move_id`. Sent again
  after a lost connection, with the same id, it gets the same answer and happens once.
- **What is left out.** At the top of a message of the server, fields with their default value are
  left out, such as `muted`, `ending` or `selecting`; inside of parts nothing is left out. A client
  may leave out every field that has a default. Unknown fields are ignored.
- **After a lost connection** open a socket, say `hello`, `enter` each table again: the `snapshot`
  says all, also after `resync`. Then send again what was not answered, moves with their old id.
  `open_table`, `quick_match` and `play_on` can't be repeated safely: look first whether the match
  is in `seats` of `welcome`.
- **Size.** A client's frame has at most {most_bytes} bytes; a longer one closes the socket with
  1009. Write chat as UTF-8: 500 emoji have 2,000 bytes, but 6,000 as `\\uXXXX`.
- **Pace.** `welcome` names it in `pace`, for all sockets of a session together. Beyond it a message
  is refused with `too_fast`; `retry_after` has the seconds to wait. [All limits](limits.md).
- **Pings.** The server sends a WebSocket ping every {ping} seconds and closes with 1011 if no pong
  comes within {ping} more. Libraries and browsers answer pings by themselves.
- **Times** are seconds since 1970 by the server's clock; compare them with `now` of `welcome`. Of a
  clock that runs, `left` is what was left when it last stopped: count down from `ends` instead.
- **Games.** Views, moves and choices differ by game: [the JSON of each game](games.md).
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
        HEAD.format(
            version=protocol.VERSION,
            most_bytes=f"{protocol.MOST_BYTES:,}",
            most_request=f"{MOST_REQUEST:,}",
            ping=f"{protocol.PING_EVERY:g}",
        ),
        "## What a client says\n",
        *(section(shape, f"Answer: `{_tag(told, shape.answer)}`.") for shape in said),
        "## Answers\n",
        *(section(shape) for shape in told if shape.name in answers),
        "## What a client is told\n",
        *(section(shape) for shape in told if shape.name not in answers),
        "## Parts of messages\n",
        *(section(shape) for shape in parts),
        "## Words\n",
        _words(),
        "## Why a socket is closed\n",
        table(("code", "why"), ((str(code), why) for code, why in CLOSE_CODES.items())),
    ]
    return "\n".join(pieces)


def _tag(told: Iterable[StructShape], name: str) -> str:
    return next(str(shape.tag) for shape in told if shape.name == name)


def section(shape: StructShape, note: str = "") -> str:
    """Write a section about one type."""
    is_message = shape.tag_field == "type"
    title = f"`{shape.tag}`" if is_message else shape.name
    lines = [f"### {title}\n", shape.text, ""]
    if note and not describe.ANSWER.search(shape.text):
        lines += [note, ""]
    rows = [_row(field) for field in shape.fields if field.name != "request"]
    if shape.tag is not None and not is_message:
        rows.insert(0, (f"`{shape.tag_field}`", f"`{json.dumps(shape.tag)}`", "", ""))
    if rows:
        lines.append(table(("field", "type", "default", ""), rows))
    return "\n".join(lines)


def _row(field: Field) -> tuple[str, str, str, str]:
    if field.default is describe.MAY_LACK:
        default = "may be missing"
    else:
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
    return table(("word", "type", ""), rows)


def table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Write a table."""
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
    if origin in (tuple, list):
        kinds = inner[:1] if origin is list or inner[-1] is ... else inner
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
        if describe.is_list(hint):
            limits = {"length": meta.max_length}
        said += [f"{word} {value}" for word, value in limits.items() if value is not None]
    return "; ".join(said)
