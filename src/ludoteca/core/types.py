"""A state as plain integers: one declaration gives the Python object and the NumPy record."""

from collections.abc import Sequence
from typing import Annotated, Any, ClassVar, Self, get_type_hints

import numpy as np
import numpy.typing as npt

Small = Annotated[int, "i1"]
"""A number from -128 to 127."""

Short = Annotated[int, "i2"]
"""A number from -32,768 to 32,767."""

Mask = Annotated[int, "i8"]
"""A set of up to 62 small numbers."""


class Shape:
    """How many integers a field holds, and how wide each one is."""

    def __init__(self, width: str, *lengths: int) -> None:
        """Take the NumPy type of one integer and the lengths of one or two dimensions."""
        self.width = width
        self.lengths = lengths


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
    _rows: ClassVar[tuple[str, ...]]
    _tables: ClassVar[tuple[str, ...]]
    """The fields that are lists of numbers, and lists of such lists."""
    dtype: ClassVar["np.dtype[np.void]"]

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
        # Wide fields first: every field then stands at a multiple of its width.
        wide_first = sorted(cls.fields.items(), key=lambda item: -int(item[1].width[1:]))
        cls.dtype = np.dtype([(name, shape.width, shape.lengths) for name, shape in wide_first])

    def __init__(self) -> None:
        """Begin with zero everywhere."""
        for name, shape in self.fields.items():
            setattr(self, name, _zeros(shape.lengths))

    def copy(self) -> Self:
        """Give an equal state that shares nothing with this one."""
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

    def into(self, states: npt.NDArray[np.void], index: int) -> None:
        """Write this state into one record of an array."""
        for name in self.fields:
            states[name][index] = getattr(self, name)

    @classmethod
    def of(cls, states: npt.NDArray[np.void], index: int) -> Self:
        """Read one record of an array."""
        state = cls()
        for name in cls.fields:
            setattr(state, name, states[name][index].tolist())
        return state

    @classmethod
    def array(cls, length: int) -> npt.NDArray[np.void]:
        """Make an array of records, all zero."""
        return np.zeros(length, dtype=cls.dtype)

    def to_bytes(self) -> bytes:
        """Give the bytes of the record form."""
        states = self.array(1)
        self.into(states, 0)
        return states.tobytes()


def copy_state(states: Any, to: int, origin: int) -> None:
    """Copy one state of a list over another. Compiled, `copy_record` takes its place."""
    states[to] = states[origin].copy()


def copy_record(states: Any, to: int, origin: int) -> None:
    """Copy one record of an array over another."""
    states[to] = states[origin]


def _zeros(lengths: Sequence[int]) -> Any:  # an int, a list or a list of lists
    if not lengths:
        return 0
    return [_zeros(lengths[1:]) for _ in range(lengths[0])]
