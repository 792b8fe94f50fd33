"""A game's kernels in a WebAssembly module beside this Python, called through the page's engine."""

from array import array
from collections.abc import Callable, Sequence
from math import prod
from types import SimpleNamespace
from typing import Any, Protocol

from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search.engine import ENTRIES, STATES, SearchKernels

LETTERS = {"i8": "q", "f8": "d"}
"""Elements as Python's `array` names them."""

SIZE = 8
WHOLE = 4096
"""Bytes of an array that are copied at once; of larger ones, a row at a time."""


class Module(Protocol):
    """The engine of one game, as `web/src/device/kernels.ts` offers it."""

    def take(self, element: str, rows: int, columns: int) -> Any:
        """Return a block of zeros; `columns` 0: of one dimension."""

    def states(self, count: int, root: Any) -> Any:
        """Return states, the first with these bytes."""

    def drop(self, block: Any) -> None:
        """Let a block be used again."""

    def write(self, block: Any, content: Any) -> None:
        """Fill a block with bytes."""

    def read(self, block: Any, start: int, length: int) -> Any:
        """Return some of the bytes of a block."""

    def call(self, name: str, *arguments: Any) -> int:
        """Call an entry."""


class Block:
    """An array or states in the memory of a module; the memory is free when nobody needs it."""

    def __init__(
        self, kernels: "WasmKernels", place: Any, element: str, lengths: Sequence[int]
    ) -> None:
        """Take where it is."""
        self.kernels, self.place = kernels, place
        self.element, self.lengths = element, lengths
        self._copy: Any = None
        self._copied_at = -1

    def __del__(self) -> None:
        """Let the memory be used again."""
        self.kernels.module.drop(self.place)

    def __len__(self) -> int:
        """Return the number of rows, or of numbers."""
        return self.lengths[0]

    def __getitem__(self, index: int | slice) -> Any:
        """Return a number or a row, or some of them, which are fetched together."""
        width = self.lengths[1] if len(self.lengths) > 1 else 1
        if isinstance(index, slice):
            start, stop, step = index.indices(self.lengths[0])
            numbers = self._numbers(start * width, max(start, stop) * width)
            if len(self.lengths) == 1:
                return numbers[::step]
            return [numbers[n : n + width] for n in range(0, len(numbers), width)][::step]
        if not 0 <= index < self.lengths[0]:
            raise IndexError(f"there is no place {index} among {self.lengths[0]}")
        row = self._numbers(index * width, (index + 1) * width)
        return row if len(self.lengths) > 1 else row[0]

    def _numbers(self, start: int, stop: int) -> Any:
        """Return some numbers as they are after the last call."""
        size = SIZE * prod(self.lengths)
        if size > WHOLE:
            return self._bytes(SIZE * start, SIZE * (stop - start))
        if self._copied_at != self.kernels.calls:
            self._copy = self._bytes(0, size)
            self._copied_at = self.kernels.calls
        return self._copy[start:stop]

    def _bytes(self, start: int, length: int) -> Any:
        found = self.kernels.module.read(self.place, start, length)
        letter: Any = LETTERS[self.element]
        return memoryview(self.kernels.to_bytes(found)).cast(letter)


class WasmKernels(SearchKernels):
    """The kernels of one game, in WebAssembly."""

    def __init__(
        self,
        game: Game,
        module: Module,
        to_module: Callable[[bytes], Any],
        to_bytes: Callable[[Any], bytes],
    ) -> None:
        """Take the engine, and how bytes go there and come back."""
        self.game, self.mode, self.is_plain = game, "wasm", False
        self.module, self._to_module, self.to_bytes = module, to_module, to_bytes
        self.calls = 0
        self.functions = SimpleNamespace(**{e.__name__: self._entry(e.__name__) for e in ENTRIES})

    def _entry(self, name: str) -> Callable[..., int]:
        def call(*arguments: Any) -> int:
            self.calls += 1
            given = (one.place if isinstance(one, Block) else one for one in arguments)
            return int(self.module.call(name, *given))

        return call

    def states(self, root: State) -> Any:
        """Make room for a search from a root."""
        place = self.module.states(STATES, self._to_module(root.to_bytes()))
        return Block(self, place, "u1", (STATES,))

    def _zeros(self, element: str, *lengths: int) -> Block:
        columns = lengths[1] if len(lengths) > 1 else 0
        return Block(self, self.module.take(element, lengths[0], columns), element, lengths)

    def integers(self, length: int) -> Any:
        """Make a row of integers, all 0."""
        return self._zeros("i8", length)

    def floats(self, length: int) -> Any:
        """Make a row of numbers, all 0."""
        return self._zeros("f8", length)

    def grid(self, rows: int, columns: int) -> Any:
        """Make a table of numbers, all 0."""
        return self._zeros("f8", rows, columns)

    def counters(self, rows: int, columns: int) -> Any:
        """Make a table of integers, all 0."""
        return self._zeros("i8", rows, columns)

    def given(self, values: Sequence[int]) -> Any:
        """Hand integers over."""
        return self._written(self._zeros("i8", len(values)), values)

    def given_floats(self, values: Sequence[float]) -> Any:
        """Hand numbers over."""
        return self._written(self._zeros("f8", len(values)), values)

    def table(self, rows: Sequence[Sequence[int]]) -> Any:
        """Hand a table of integers over."""
        block = self._zeros("i8", len(rows), len(rows[0]))
        return self._written(block, [value for row in rows for value in row])

    def _written(self, block: Block, values: Sequence[float]) -> Block:
        content = array(LETTERS[block.element], values).tobytes()
        self.module.write(block.place, self._to_module(content))
        return block
