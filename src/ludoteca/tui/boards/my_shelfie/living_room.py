"""The living room on the screen: tiles, which of them may be taken, and the names of the cells."""

from dataclasses import dataclass, field

from ludoteca.tui.boards.my_shelfie.choice import Cell, ShelfieChoice
from ludoteca.tui.boards.my_shelfie.tiles import RUG, Mark, cell_size, put_tile
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look

LABELS = 2
"""Columns for the numbers of the rows."""


@dataclass(frozen=True)
class Bounds:
    """The rows and columns in which this table has cells."""

    rows: range
    columns: range

    @classmethod
    def of(cls, rows: list[str]) -> "Bounds":
        """Leave out rows and columns without any cell.

        >>> Bounds.of(["    ", " .C ", "  . "])
        Bounds(rows=range(1, 3), columns=range(1, 3))
        """
        used = [number for number, row in enumerate(rows) if row.strip()]
        across = [c for row in rows for c, mark in enumerate(row) if mark != " "]
        return cls(range(used[0], used[-1] + 1), range(min(across), max(across) + 1))

    def size(self, tile: int) -> tuple[int, int]:
        """Return the columns and rows of the drawing."""
        wide, high = cell_size(tile)
        return LABELS + wide * len(self.columns) - 1, 1 + high * len(self.rows)


def cell_name(cell: Cell) -> str:
    """Name a cell as the notation does.

    >>> cell_name((3, 0))
    'a4'
    """
    return f"{'abcdefghi'[cell[1]]}{cell[0] + 1}"


@dataclass(frozen=True)
class Pointing:
    """What is pointed at: by the cursor, by advice, and by others."""

    cursor: Cell | None = None
    advised: frozenset[Cell] = frozenset()
    others: dict[Cell, tuple[int, str]] = field(default_factory=dict)
    """What others are choosing: by which seat, and its letter."""


def draw_room(
    canvas: Canvas,
    at: tuple[int, int],
    rows: list[str],
    size: int,
    look: Look,
    choice: ShelfieChoice | None,
    pointing: Pointing,
) -> None:
    """Draw the living room; every cell answers the mouse as `cell ROW COLUMN`."""
    bounds = Bounds.of(rows)
    wide, high = cell_size(size)
    x, y = at
    label = Paint(look.palette.soft)
    for number, column in enumerate(bounds.columns):
        canvas.put(x + LABELS + number * wide + size, y, "abcdefghi"[column], label)
    takeable = choice.partners() if choice else set()
    for down, row in enumerate(bounds.rows):
        top = y + 1 + down * high
        canvas.put(x, top + (size - 1) // 2, str(row + 1), label)
        for across, column in enumerate(bounds.columns):
            letter = rows[row][column]
            if letter == " ":
                continue
            left = x + LABELS + across * wide
            cell = (row, column)
            # The rug is one cloth: it goes on under the gap to a neighbour.
            joined = column + 1 < len(rows[row]) and rows[row][column + 1] != " "
            canvas.fill(left, top, wide if joined else wide - 1, high, RUG[look.theme])
            _draw_cell(canvas, left, top, cell, letter, size, look, choice, takeable, pointing)
            canvas.spot(left, top, wide, high, f"cell {row} {column}")


def _draw_cell(
    canvas: Canvas,
    x: int,
    y: int,
    cell: Cell,
    letter: str,
    size: int,
    look: Look,
    choice: ShelfieChoice | None,
    takeable: set[Cell],
    pointing: Pointing,
) -> None:
    here = pointing.cursor == cell
    if letter == ".":
        mark = f"{look.glyphs.right}{look.glyphs.left}" if here else look.glyphs.dot
        paint = Paint(look.palette.ink if here else look.palette.soft, bold=here, reverse=here)
        canvas.put(x + size - (1 if here else 0), y + (size - 1) // 2, mark, paint)
        return
    number = choice.taken.index(cell) + 1 if choice and cell in choice.taken else 0
    by = pointing.others.get(cell) if not number else None
    mark_of = Mark(raised=cell in takeable, number=number, cursor=here, by=by)
    put_tile(canvas, x, y, letter, size, look, mark_of)
    if cell in pointing.advised and not number:
        canvas.put(x + size, y + size, look.glyphs.star, Paint("#2B2018", "#FFC93C", bold=True))
