"""The choice of a move of My Shelfie, step by step: tiles in their order, then a column.

It follows what the table says may be chosen, and knows no rules of its own.
"""

from dataclasses import dataclass, field
from itertools import permutations
from typing import Any

Cell = tuple[int, int]

COLUMNS = 5


@dataclass
class ShelfieChoice:
    """What is chosen so far, among what may be chosen."""

    takes: list[frozenset[Cell]] = field(default_factory=list)
    room: list[int] = field(default_factory=lambda: [0] * COLUMNS)
    taken: list[Cell] = field(default_factory=list)
    column: int | None = None

    @classmethod
    def of(cls, choices: dict[str, Any]) -> "ShelfieChoice":
        """Begin with the choices of a position.

        >>> takes = [[[3, 4]], [[3, 4], [3, 5]]]
        >>> choice = ShelfieChoice.of({"takes": takes, "room": [1, 2, 0, 0, 0]})
        >>> choice.take((3, 4)), choice.partners(), choice.columns()
        (True, {(3, 5)}, [0, 1])
        >>> choice.take((3, 5)), choice.columns()
        (True, [1])
        """
        takes = [frozenset((row, column) for row, column in take) for take in choices["takes"]]
        return cls(takes, list(choices["room"]))

    def partners(self) -> set[Cell]:
        """Return the cells that may be taken as well."""
        taken = set(self.taken)
        return {cell for take in self.takes if taken < take for cell in self._next(take, taken)}

    def _next(self, take: frozenset[Cell], taken: set[Cell]) -> set[Cell]:
        """Return the cells of a take that may follow: those with which the rest is a take too."""
        return {cell for cell in take - taken if frozenset(taken | {cell}) in self.takes}

    def columns(self) -> list[int]:
        """Return the columns with room for what is taken."""
        least = max(1, len(self.taken))
        return [column for column, room in enumerate(self.room) if room >= least]

    def take(self, cell: Cell) -> bool:
        """Take a tile, or put it back; say whether that was possible."""
        if cell in self.taken:
            self.put_back(cell)
            return True
        if cell not in self.partners():
            return False
        self.taken.append(cell)
        if self.column is not None and self.column not in self.columns():
            self.column = None
        return True

    def put_back(self, cell: Cell) -> None:
        """Put a tile back; the last one goes with it if the rest would not be a line."""
        rest = [each for each in self.taken if each != cell]
        while rest and frozenset(rest) not in self.takes:
            rest.pop()
        self.taken = rest
        if not rest:
            self.column = None

    def choose_column(self, column: int) -> bool:
        """Choose a column; say whether that was possible."""
        if not self.taken or column not in self.columns():
            return False
        self.column = column
        return True

    def reorder(self) -> None:
        """Go on to another order of the tiles, through all of them.

        >>> choice = ShelfieChoice(taken=[(0, 0), (0, 1), (0, 2)])
        >>> orders = set()
        >>> for _ in range(6):
        ...     choice.reorder()
        ...     orders.add(tuple(choice.taken))
        >>> len(orders)
        6
        """
        orders = list(permutations(sorted(self.taken)))
        self.taken = list(orders[(orders.index(tuple(self.taken)) + 1) % len(orders)])

    def selection(self) -> dict[str, Any]:
        """Return all that is chosen: the tiles, and the column if there is one.

        >>> ShelfieChoice(taken=[(3, 4)], column=1).selection(), ShelfieChoice().selection()
        ({'take': [[3, 4]], 'column': 1}, {})
        """
        column = {} if self.column is None else {"column": self.column}
        return {**self.partial(), **column} if self.taken else {}

    def partial(self) -> dict[str, Any]:
        """Return the tiles as a part of a move."""
        return {"take": [list(cell) for cell in self.taken]} if self.taken else {}
