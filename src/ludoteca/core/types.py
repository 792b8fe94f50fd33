"""A state as plain integers: one declaration gives the Python object and the record of an array.

NumPy is imported only where an array is made.
"""

import struct
from collections.abc import MutableSequence, Sequence
from math import prod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Self, get_type_hints

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Byte = Annotated[int, "u1"]
"""A number from 0 to 255."""

Small = Annotated[int, "i1"]
"""A number from -128 to 127."""

Short = Annotated[int, "i2"]
"""A number from -32,768 to 32,767."""

Mask = Annotated[int, "i8"]
"""A set of up to 62 small numbers."""

Single = Annotated[float, "f4"]
"""A number with seven digits."""

States = MutableSequence[Any]
"""The states that a kernel works on: a list of `State`, or an array of records."""

LETTERS = {"u1": "B", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}
"""The letter of `struct` for each width."""

ALIGNMENT = 8
"""A record's size is a multiple of this: arrays of C structs need it."""


class Shape:
    """How many integers a field holds, and how wide each one is."""

    def __init__(self, width: str, *lengths: int) -> None:
        self.width = width
        self.lengths = lengths


class _RecordType:
    """Makes a state's NumPy type when it is first asked for."""

    def __init__(self) -> None:
        self._made: dict[type[State], np.dtype[np.void]] = {}

    def __get__(self, _: object, kind: "type[State]") -> "np.dtype[np.void]":
        if kind not in self._made:
            import numpy as np

            shapes = [kind.fields[name] for name in kind.offsets]
            self._made[kind] = np.dtype(
                {
                    "names": list(kind.offsets),
                    "formats": [(shape.width, shape.lengths) for shape in shapes],
                    "offsets": list(kind.offsets.values()),
                    "itemsize": kind.size,
                }
            )
        return self._made[kind]


class State:
    """Integers and lists of integers by name; the annotations of a subclass declare them.

    >>> class Pile(State):
    ...     turn: Small
    ...     tiles: Annotated[list[int], Shape("i1", 3)]
    >>> pile = Pile()
    >>> pile.tiles[1] = 5
    >>> pile.copy() == pile, pile
    (True, Pile(turn=0, tiles=[0, 5, 0]))
    """

    fields: ClassVar[dict[str, Shape]]
    offsets: ClassVar[dict[str, int]]
    """Where each field begins in a record, in bytes; in the order of the record."""
    size: ClassVar[int]
    """The bytes of a record."""
    dtype = _RecordType()
    """The NumPy type of a record."""
    _rows: ClassVar[tuple[str, ...]]
    _tables: ClassVar[tuple[str, ...]]
    """The fields that are lists of numbers, and lists of such lists."""
    _packing: ClassVar[struct.Struct]
    _places: ClassVar[tuple[tuple[str, slice, Shape], ...]]
    """Which numbers of a record belong to each field."""

    def __init_subclass__(cls) -> None:
        """Read the declaration."""
        cls.fields = {}
        for name, hint in get_type_hints(cls, include_extras=True).items():
            mark = getattr(hint, "__metadata__", (None,))[0]
            if isinstance(mark, str):
                cls.fields[name] = Shape(mark)
            elif isinstance(mark, Shape):
                cls.fields[name] = mark
        cls._rows = tuple(name for name, shape in cls.fields.items() if len(shape.lengths) == 1)
        cls._tables = tuple(name for name, shape in cls.fields.items() if len(shape.lengths) == 2)
        cls._lay_out()

    @classmethod
    def _lay_out(cls) -> None:
        # Wide fields first: every field then stands at a multiple of its width.
        wide_first = sorted(cls.fields.items(), key=lambda item: -int(item[1].width[1:]))
        cls.offsets, places, letters = {}, [], "="
        offset = first = 0
        for name, shape in wide_first:
            count = prod(shape.lengths)
            cls.offsets[name] = offset
            places.append((name, slice(first, first + count), shape))
            letters += f"{count}{LETTERS[shape.width]}"
            offset += int(shape.width[1:]) * count
            first += count
        cls._places = tuple(places)
        cls.size = -(-offset // ALIGNMENT) * ALIGNMENT
        cls._packing = struct.Struct(f"{letters}{cls.size - offset}x")

    def __init__(self) -> None:
        for name, shape in self.fields.items():
            setattr(self, name, _zeros(shape.lengths))

    def copy(self) -> Self:
        """Return an equal state that shares nothing with this one."""
        twin = object.__new__(type(self))
        attributes = twin.__dict__
        attributes.update(self.__dict__)
        for name in self._rows:
            attributes[name] = attributes[name][:]
        for name in self._tables:
            attributes[name] = list(map(list.copy, attributes[name]))
        return twin

    def __eq__(self, other: object) -> bool:
        """Compare field by field."""
        return type(other) is type(self) and self.__dict__ == other.__dict__

    def __hash__(self) -> int:
        """Hash the bytes of the record form."""
        return hash(self.to_bytes())

    def __repr__(self) -> str:
        """Show every field."""
        inside = ", ".join(f"{name}={value}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({inside})"

    def into(self, states: Any, index: int) -> None:
        """Write this state into one record of an array."""
        try:
            self._packing.pack_into(states, index * type(self).size, *self._numbers())
        except struct.error as error:
            raise OverflowError(f"a field can't hold its number: {error}") from None

    @classmethod
    def of(cls, states: Any, index: int) -> Self:
        """Read one record of an array."""
        numbers = cls._packing.unpack_from(states, index * cls.size)
        state = object.__new__(cls)
        attributes: dict[str, Any] = dict.fromkeys(cls.fields)  # in the order of the declaration
        for name, place, shape in cls._places:
            own = numbers[place]
            if not shape.lengths:
                attributes[name] = own[0]
            elif len(shape.lengths) == 1:
                attributes[name] = list(own)
            else:
                row = shape.lengths[1]
                attributes[name] = [list(own[n : n + row]) for n in range(0, len(own), row)]
        state.__dict__.update(attributes)
        return state

    @classmethod
    def array(cls, length: int) -> "npt.NDArray[np.void]":
        """Make a NumPy array of records, all zero."""
        import numpy as np

        return np.zeros(length, dtype=cls.dtype)

    def to_bytes(self) -> bytes:
        """Return the bytes of the record form."""
        record = bytearray(type(self).size)
        self.into(record, 0)
        return bytes(record)

    def _numbers(self) -> list[int]:
        numbers: list[int] = []
        attributes = self.__dict__
        for name, _, shape in self._places:
            value = attributes[name]
            if not shape.lengths:
                numbers.append(value)
            elif len(shape.lengths) == 1:
                numbers += value
            else:
                for row in value:
                    numbers += row
        return numbers


def copy_state(states: States, to: int, origin: int) -> None:
    """Copy one state over another."""
    states[to] = states[origin].copy()


def _zeros(lengths: Sequence[int]) -> Any:  # an int, a list or a list of lists
    if not lengths:
        return 0
    return [_zeros(lengths[1:]) for _ in range(lengths[0])]
