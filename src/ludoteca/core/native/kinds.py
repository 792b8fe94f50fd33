"""What a value in a kernel can be, read from annotations and spelled in C.

An array's element is named as NumPy names it: `i8` is a signed integer of eight bytes.
"""

import types
from dataclasses import dataclass
from typing import Annotated, Any, get_args, get_origin

from ludoteca.core.types import State


@dataclass(frozen=True)
class Scalar:
    """A number, a state, several states, or nothing."""

    name: str
    c: str


INT = Scalar("int", "I")
BOOL = Scalar("bool", "I")
FLOAT = Scalar("float", "double")
NONE = Scalar("None", "void")
STATE = Scalar("state", "S *")
STATES = Scalar("states", "S *")

NUMBERS = {int: INT, bool: BOOL, float: FLOAT}
"""The kind of each annotation that stands for one number."""

ELEMENTS = {
    "i1": "int8_t",
    "u1": "uint8_t",
    "i2": "int16_t",
    "i4": "int32_t",
    "i8": "I",
    "f4": "float",
    "f8": "double",
}
"""How C spells the elements of an array."""


@dataclass(frozen=True)
class Array:
    """Numbers in one or two dimensions; a length that is only known at run time is None."""

    element: str
    lengths: tuple[int | None, ...]

    @property
    def name(self) -> str:
        """The element, and a pair of brackets for each dimension."""
        return self.element + "[]" * len(self.lengths)

    @property
    def c(self) -> str:
        """A pointer to the first element."""
        return f"{ELEMENTS[self.element]} *"

    @property
    def number(self) -> Scalar:
        """The kind of one element once it is read."""
        return FLOAT if self.element.startswith("f") else INT


Kind = Scalar | Array


def kind_of_annotation(note: Any) -> Kind | None:
    """Return the kind of a parameter, or None where the annotation names none.

    >>> from collections.abc import Sequence
    >>> kind_of_annotation(Sequence[Sequence[float]]).name
    'f8[][]'
    """
    if note in NUMBERS:
        return NUMBERS[note]
    if note is Any or (isinstance(note, type) and issubclass(note, State)):
        return STATE
    if get_origin(note) is None or isinstance(note, types.UnionType):
        return None
    if get_origin(note) is Annotated:
        return _kind_of_marked(note)
    return _kind_of_sequence(get_args(note)[0])


def _kind_of_marked(note: Any) -> Kind | None:
    kind = kind_of_annotation(get_args(note)[0])
    return kind if kind in (INT, FLOAT) else None


def _kind_of_sequence(element: Any) -> Kind | None:
    mark = getattr(element, "__metadata__", (None,))[0]
    if mark in ELEMENTS:
        return Array(mark, (None,))
    inner = kind_of_annotation(element)
    if inner is STATE:
        return STATES
    if isinstance(inner, Array):
        return Array(inner.element, (None, *inner.lengths))
    if inner in (INT, FLOAT):
        return Array("i8" if inner is INT else "f8", (None,))
    return None


def join(one: Kind, other: Kind) -> Kind | None:
    """Return the kind of a variable that holds both, or None where one variable can't.

    >>> join(BOOL, INT).name, join(INT, FLOAT)
    ('int', None)
    """
    if one == other:
        return one
    return INT if {one, other} == {INT, BOOL} else None


def literal(number: float) -> str:
    """Spell a constant in C.

    >>> literal(0.5), literal(7), literal(1 << 40)
    ('0x1.0000000000000p-1', '7', 'INT64_C(1099511627776)')
    """
    if isinstance(number, float):
        return number.hex()
    if number == -(1 << 63):
        return "INT64_MIN"
    return f"INT64_C({int(number)})" if abs(number) >= 1 << 31 else str(int(number))
