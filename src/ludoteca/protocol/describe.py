"""The messages described for those who do not read Python: fields, types, defaults, sentences."""

import ast
import inspect
import re
import sys
import types
import typing
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Annotated, Any, Literal

import msgspec

from ludoteca import games
from ludoteca.protocol import common, from_client, outcomes, to_client
from ludoteca.protocol.from_client import FromClient
from ludoteca.protocol.games import forms_of
from ludoteca.protocol.to_client import ToClient

HOMES = (common, from_client, outcomes, to_client)
"""The modules that declare the wire."""

MAY_LACK = object()
"""The default of a field that may not be there at all."""

ANSWER = re.compile(r"\bAnswer: (\w+)")
USUAL_ANSWER = "Done"


@dataclass(frozen=True)
class Field:
    """One field of a message."""

    name: str
    hint: Any
    default: Any
    """`msgspec.NODEFAULT` if it must be given, `MAY_LACK` if it may be missing."""
    text: str

    @property
    def is_needed(self) -> bool:
        """Whether it has no default."""
        return self.default is msgspec.NODEFAULT


@dataclass(frozen=True)
class StructShape:
    """One type with fields: a message, or a part of some."""

    name: str
    tag_field: str | None
    tag: str | None
    text: str
    fields: tuple[Field, ...]
    omits_defaults: bool

    @property
    def answer(self) -> str:
        """The answer that a client's message gets unless it is refused."""
        found = ANSWER.search(self.text)
        return found[1] if found else USUAL_ANSWER


def messages_from_client() -> list[StructShape]:
    """Describe all that a client may say."""
    return [describe(kind) for kind in typing.get_args(FromClient)]


def messages_to_client() -> list[StructShape]:
    """Describe all that a client may be told."""
    return [describe(kind) for kind in typing.get_args(ToClient)]


def parts() -> list[StructShape]:
    """Describe the structs inside messages, in the order of their declaration."""
    spoken = (*typing.get_args(FromClient), *typing.get_args(ToClient))
    bases = {base for kind in spoken for base in kind.__mro__[1:]}
    return [
        describe(value)
        for home in HOMES
        for value in structs_of(home)
        if value not in spoken and value not in bases
    ]


def structs_of(home: types.ModuleType) -> list[type]:
    """Return the structs and typed dictionaries that a module declares, in order."""
    return [
        value
        for value in vars(home).values()
        if inspect.isclass(value) and has_fields(value) and value.__module__ == home.__name__
    ]


def is_list(hint: Any) -> bool:
    """Return whether a type is that of a list."""
    return typing.get_origin(without_meta(hint)) is list


def has_fields(kind: Any) -> bool:
    """Return whether a type is an object with fields that are known."""
    is_struct = inspect.isclass(kind) and issubclass(kind, msgspec.Struct)
    return is_struct or typing.is_typeddict(kind)


@cache
def aliases() -> dict[str, Any]:
    """Return the types that have a name of their own but are no structs."""
    unions = ("FromClient", "ToClient")
    return {
        name: value
        for home in HOMES
        for name, value in vars(home).items()
        if name[0].isupper() and name not in unions and _is_hint(value) and name in _assigned(home)
    }


@cache
def texts_of_aliases() -> dict[str, str]:
    """Return the sentence that stands below an alias, or the one in its `Meta`."""
    found = {name: _meta_text(hint) for name, hint in aliases().items()}
    for home in HOMES:
        tree = ast.parse(inspect.getsource(home))
        found |= {name: text for name, text in _below(tree.body).items() if name in found}
    return found


@cache
def describe(kind: type) -> StructShape:
    """Describe one struct or typed dictionary."""
    hints = typing.get_type_hints(kind, include_extras=True)
    texts = _texts(kind)
    if typing.is_typeddict(kind):
        return _typed_dictionary(kind, hints, texts)
    assert issubclass(kind, msgspec.Struct)
    config = kind.__struct_config__
    return StructShape(
        name=kind.__name__,
        tag_field=config.tag_field,
        tag=None if config.tag is None else str(config.tag),
        text=inspect.cleandoc(kind.__doc__ or ""),
        fields=tuple(
            Field(field.name, hints[field.name], _default(field), texts.get(field.name, ""))
            for field in msgspec.structs.fields(kind)
        ),
        omits_defaults=config.omit_defaults,
    )


def _typed_dictionary(kind: Any, hints: dict[str, Any], texts: dict[str, str]) -> StructShape:
    fields = []
    for name, hint in hints.items():
        may_lack = typing.get_origin(hint) is typing.NotRequired
        bare = typing.get_args(hint)[0] if may_lack else hint
        default = MAY_LACK if may_lack else msgspec.NODEFAULT
        fields.append(Field(name, bare, default, texts.get(name, "")))
    text = inspect.cleandoc(kind.__doc__ or "")
    return StructShape(kind.__name__, None, None, text, tuple(fields), omits_defaults=False)


def without_meta(hint: Any) -> Any:
    """Take the bare type out of an annotated one."""
    return hint.__origin__ if typing.get_origin(hint) is Annotated else hint


def _default(field: msgspec.structs.FieldInfo) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _is_hint(value: Any) -> bool:
    return typing.get_origin(value) in (Annotated, Literal, dict, tuple, typing.Union) or (
        isinstance(value, types.UnionType)
    )


def _meta_text(hint: Any) -> str:
    notes = (meta.description for meta in getattr(hint, "__metadata__", ()))
    return next((note for note in notes if note), "")


@cache
def _assigned(home: types.ModuleType) -> set[str]:
    tree = ast.parse(inspect.getsource(home))
    return {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _texts(kind: type) -> dict[str, str]:
    """Return the string below each field, those of bases included."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("ludoteca."):
            tree = ast.parse(inspect.getsource(base))
            found |= _below(typing.cast(ast.ClassDef, tree.body[0]).body)
    return found


@cache
def known() -> dict[str, StructShape]:
    """Describe all types that messages and games declare, by name."""
    forms = (form for name in games.names() for form in forms_of(name))
    homes = {*HOMES, *(sys.modules[kind.__module__] for form in forms for kind in form.kinds)}
    return {kind.__name__: describe(kind) for home in homes for kind in structs_of(home)}


def _below(body: list[ast.stmt]) -> dict[str, str]:
    found: dict[str, str] = {}
    for node, after in pairwise(body):
        target = _target(node)
        if target and isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            found[target] = inspect.cleandoc(str(after.value.value))
    return found


def _target(node: ast.stmt) -> str | None:
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return node.target.id
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        return node.targets[0].id
    return None
