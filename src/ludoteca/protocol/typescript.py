"""The same messages for TypeScript: `python -m ludoteca.protocol.typescript` rewrites them.

It writes the types of HTTP bodies and of the games' views as well; all are part of a checkout and
compared by a test.
"""

import json
import re
import sys
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

from ludoteca import games, protocol
from ludoteca.core.game import Game
from ludoteca.protocol import asyncapi, describe, http, reconnect
from ludoteca.protocol.describe import Field, StructShape
from ludoteca.protocol.games import forms_of
from ludoteca.protocol.to_client import CLOSE_CODES

ROOT = Path(__file__).parents[3]
TYPESCRIPT = Path("web/src/protocol/messages.ts")
HTTP = Path("web/src/protocol/http.ts")
VIEWS = "web/src/boards/{game}/position.ts"
WIRE = "web/src/boards/{game}/wire.ts"
ASYNCAPI = Path("docs/reference/asyncapi.json")

PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null"}

HEAD = """\
// Written by `python -m ludoteca.protocol.typescript`; edit the Python messages instead.

export const VERSION = {version};

/** A client's frame has no more bytes than this. */
export const MOST_BYTES = {most_bytes};

/** Why the server closes a socket. */
export const CLOSE_CODES: Readonly<Record<number, string>> = {close_codes};

/** What to do after the server has closed a socket. */
export type AfterClose = {after_close};

/** By close code; with all others, connect again. */
export const AFTER_CLOSE: Readonly<Record<number, AfterClose>> = {after_codes};

/** Seconds before the first new connection; each failure doubles them, up to the longest. */
export const FIRST_PAUSE = {first_pause};
export const LONGEST_PAUSE = {longest_pause};

/** By what share pauses differ. */
export const SPREAD = {spread};

/** The share of the server's pace that a client uses. */
export const MARGIN = {margin};

/** What must be given of a part; the rest may be left at its default. */
export type Needs<T, K extends keyof T> = Pick<T, K> & Partial<Omit<T, K>>;
"""


def typescript() -> str:
    """Write all types."""
    close_codes = json.dumps(CLOSE_CODES, indent=2, ensure_ascii=False)
    pieces = [
        HEAD.format(
            version=protocol.VERSION,
            most_bytes=protocol.MOST_BYTES,
            close_codes=close_codes,
            after_close=_type(reconnect.AfterClose),
            after_codes=json.dumps(reconnect.AFTER_CLOSE, indent=2),
            first_pause=reconnect.FIRST_PAUSE,
            longest_pause=reconnect.LONGEST_PAUSE,
            spread=reconnect.SPREAD,
            margin=reconnect.MARGIN,
        )
    ]
    texts = describe.texts_of_aliases()
    for name, hint in describe.aliases().items():
        pieces.append(f"{_comment(texts[name])}export type {name} = {_type(hint, own=name)};\n")
    pieces += [_interface(shape, _part_field) for shape in describe.parts()]
    said, told = describe.messages_from_client(), describe.messages_to_client()
    pieces += [_interface(shape, _said_field) for shape in said]
    pieces += [_interface(shape, _told_field) for shape in told]
    pieces.append(_union("FromClient", "All that a client may say.", said))
    pieces.append(_union("ToClient", "All that a client may be told.", told))
    answers = "".join(f"  {shape.tag}: {shape.answer};\n" for shape in said)
    pieces.append(
        "/** What each message is answered with, unless it is Refused. */\n"
        f"export interface Answers {{\n{answers}}}\n"
    )
    return "\n".join(pieces)


def http_typescript() -> str:
    """Write the types of what goes over HTTP: bodies of requests, and answers."""
    shapes = [describe.describe(kind) for kind in describe.structs_of(http)]
    pieces = []
    for shape in shapes:
        is_whole = not shape.omits_defaults and not shape.name.endswith("Body")
        pieces.append(_interface(shape, _part_field if is_whole else _told_field))
    return _head("protocol/http.py", "\n".join(pieces), "./messages")


def view_typescript(game: Game) -> str:
    """Write the types of a game's view, as its `view.position` returns it."""
    whole = typing.get_type_hints(game.modules.view.position)["return"]
    home = sys.modules[whole.__module__]
    pieces = [
        _interface(describe.describe(kind), _part_field) for kind in describe.structs_of(home)
    ]
    return _head(f"games/{game.id}/view.py", "\n".join(pieces), "")


def wire_typescript(game: Game) -> str:
    """Write the types of a game's moves, choices, notes and standing."""
    forms = [form for form in forms_of(game.id) if form.role != "View"]
    home = sys.modules[forms[0].kinds[0].__module__]
    pieces = [
        _interface(describe.describe(kind), _part_field) for kind in describe.structs_of(home)
    ]
    for form in forms:
        if len(form.kinds) > 1:
            either = " | ".join(kind.__name__ for kind in form.kinds)
            pieces.append(f"export type {form.name} = {either};\n")
    return _head(f"games/{game.id}/wire.py", "\n".join(pieces), "")


def _head(source: str, text: str, others: str) -> str:
    """Put the first line before types, and what they need of other files."""
    known = {*describe.aliases(), *(shape.name for shape in describe.parts())}
    mentioned = {word for line in re.findall(r": (.*)", text) for word in re.findall(r"\w+", line)}
    used = sorted(known & mentioned) if others else []
    imports = f'import type {{ {", ".join(used)} }} from "{others}";\n\n' if used else ""
    first = f"// Written by `python -m ludoteca.protocol.typescript` from `{source}`.\n\n"
    return first + imports + text


def _comment(text: str, indent: str = "") -> str:
    if not text:
        return ""
    lines = text.splitlines()
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    inside = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{inside}{indent} */\n"


def _interface(shape: StructShape, write_field: Any) -> str:
    if not shape.fields and shape.tag is None:
        return f"{_comment(shape.text)}export type {shape.name} = Record<string, never>;\n"
    lines = [_comment(shape.text), f"export interface {shape.name} {{\n"]
    if shape.tag is not None:
        lines.append(f'  {shape.tag_field}: "{shape.tag}";\n')
    for field in shape.fields:
        lines.append(_comment(field.text, "  "))
        lines.append(f"  {write_field(field)};\n")
    return "".join([*lines, "}\n"])


def _part_field(field: Field) -> str:
    """Write a field of a part: those are always sent whole, but for what may be missing."""
    mark = "?" if field.default is describe.MAY_LACK else ""
    return f"{field.name}{mark}: {_type(field.hint)}"


def _told_field(field: Field) -> str:
    """Write a field of what a client is told: one with its default value is left out."""
    return f"{field.name}{'' if field.is_needed else '?'}: {_type(field.hint)}"


def _said_field(field: Field) -> str:
    """Write a field of what a client says: it may leave out defaults, also inside of parts."""
    kind = field.hint
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        needed = [f'"{part.name}"' for part in describe.describe(kind).fields if part.is_needed]
        return f"{field.name}: Needs<{kind.__name__}, {' | '.join(needed)}>"
    return _told_field(field)


def _union(name: str, text: str, shapes: Iterable[StructShape]) -> str:
    members = "".join(f"\n  | {shape.name}" for shape in shapes)
    return f"/** {text} */\nexport type {name} ={members};\n"


def _type(hint: Any, own: str = "") -> str:
    """Write a type; `own` is the alias being declared, which can't stand for itself."""
    for name, value in describe.aliases().items():
        if name != own and value == hint:
            return name
    special = _pair(hint) or _some_keys(hint)
    if special:
        return special
    hint = describe.without_meta(hint)
    if hint is Any:
        return "any"
    if hint in PLAIN:
        return PLAIN[hint]
    if describe.has_fields(hint):
        return str(hint.__name__)
    return _generic(typing.get_origin(hint), typing.get_args(hint))


def _pair(hint: Any) -> str:
    """Write a list that always has the same length; "" for any other type."""
    for meta in getattr(hint, "__metadata__", ()):
        if meta.min_length is not None and meta.min_length == meta.max_length:
            inner = typing.get_args(describe.without_meta(hint))
            if inner:
                return f"[{', '.join([_type(inner[0])] * meta.min_length)}]"
    return ""


def _some_keys(hint: Any) -> str:
    """Write an object of which only some keys are there; "" for any other type."""
    for meta in getattr(hint, "__metadata__", ()):
        if (meta.extra or {}).get("keys") == "some":
            return f"Partial<{_type(describe.without_meta(hint))}>"
    return ""


def _generic(origin: Any, inner: tuple[Any, ...]) -> str:
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin is dict:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    if origin is list or (origin is tuple and inner[-1] is ...):
        element = _type(inner[0])
        return f"({element})[]" if " | " in element else f"{element}[]"
    if origin is tuple:
        return f"[{', '.join(_type(part) for part in inner)}]"
    return " | ".join(_type(part) for part in inner)


def written() -> dict[Path, str]:
    """Return all that is generated, by file."""
    loaded = [games.load(name) for name in games.names()]
    views = {Path(VIEWS.format(game=game.id)): view_typescript(game) for game in loaded}
    wires = {Path(WIRE.format(game=game.id)): wire_typescript(game) for game in loaded}
    return {
        TYPESCRIPT: typescript(),
        HTTP: http_typescript(),
        ASYNCAPI: json.dumps(asyncapi.document(), indent=1, ensure_ascii=False) + "\n",
        **views,
        **wires,
    }


def main(root: Path = ROOT) -> None:
    """Write all files."""
    for path, text in written().items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
