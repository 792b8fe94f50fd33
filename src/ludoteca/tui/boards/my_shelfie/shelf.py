"""Bookshelves on the screen: one's own large, with what a choice would bring; the rivals' small."""

from dataclasses import dataclass

from ludoteca.tui.boards.my_shelfie.choice import COLUMNS
from ludoteca.tui.boards.my_shelfie.tiles import (
    COLOURS,
    WOOD,
    Mark,
    cell_size,
    put_small,
    put_tile,
    sign,
)
from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.look import Look

ROWS = 6

Ghosts = tuple[tuple[int, int, str], ...]
"""Row, column and kind of the tiles that would come."""

LIT = {"dark": "#5A4432", "light": "#C79A6E"}
"""The back of a column that is pointed at or chosen."""

WANTED = {"F": "#7FA3D8"}
"""Kinds of the personal goal whose own colour is too dark on wood."""


@dataclass(frozen=True)
class Plans:
    """What is shown on and over one's own bookshelf besides its tiles."""

    goal: dict[tuple[int, int], str]
    """Where the personal goal wants which kind."""
    badges: tuple[str, ...] = ("",) * COLUMNS
    """What each column would bring."""
    column: int | None = None
    """The chosen one."""
    cursor: int | None = None
    ghosts: Ghosts = ()


def shelf_size(size: int) -> tuple[int, int]:
    """Return the columns and rows of a bookshelf with its badges and numbers."""
    wide, high = cell_size(size)
    return wide * COLUMNS + 1, high * ROWS + 3


def draw_shelf(
    canvas: Canvas, at: tuple[int, int], rows: list[str], size: int, look: Look, plans: Plans
) -> None:
    """Draw one's own bookshelf; every column answers the mouse as `column N`."""
    wide, high = cell_size(size)
    width, height = shelf_size(size)
    x, y = at
    wood, back = WOOD[look.theme]
    canvas.fill(x, y + 1, width, height - 1, wood)
    if look.ascii or not look.colour:
        canvas.put(x, y + 1, "+" + "-" * (width - 2) + "+")
        canvas.put(x, y + height - 1, "+" + "-" * (width - 2) + "+")
    for column in range(COLUMNS):
        left = x + 1 + column * wide
        lit = column in (plans.column, plans.cursor)
        canvas.fill(left, y + 2, wide - 1, height - 3, LIT[look.theme] if lit else back)
        _put_badge(canvas, left, y, column, wide - 1, look, plans)
        paint = Paint("#FFF9EA", wood, bold=True, reverse=column == plans.column)
        canvas.put(left + size, y + height - 1, str(column + 1), paint)
        for row in range(ROWS):
            _put_cell(canvas, left, y + 2 + row * high, (row, column), rows, size, look, plans)
        canvas.spot(left, y, wide, height, f"column {column}")
    if look.ascii or not look.colour:
        for row in range(y + 2, y + height - 1):
            canvas.put(x, row, "|")
            canvas.put(x + width - 1, row, "|")


def _put_badge(
    canvas: Canvas, x: int, y: int, column: int, width: int, look: Look, plans: Plans
) -> None:
    palette = look.palette
    text = plans.badges[column]
    chosen, here = column == plans.column, column == plans.cursor
    if not text and not here:
        return
    if here and not look.colour:
        text = f">{text}<"
    paint = Paint(palette.good if text.startswith("+") else palette.soft, bold=True)
    if chosen or here:
        paint = Paint(palette.on_accent, palette.accent, bold=True, reverse=not look.colour)
    canvas.put(x, y, text.center(width), paint)


def _put_cell(
    canvas: Canvas,
    x: int,
    y: int,
    cell: tuple[int, int],
    rows: list[str],
    size: int,
    look: Look,
    plans: Plans,
) -> None:
    letter = rows[cell[0]][cell[1]]
    wanted = plans.goal.get(cell)
    coming = next((kind for row, column, kind in plans.ghosts if (row, column) == cell), None)
    if letter != ".":
        put_tile(canvas, x, y, letter, size, look, Mark(matched=wanted == letter))
    elif coming:
        put_tile(canvas, x, y, coming, size, look, Mark(raised=True, matched=wanted == coming))
    elif wanted:
        ink = WANTED.get(wanted, COLOURS[wanted][0]) if look.theme == "dark" else "#FFE9C8"
        text = f"{look.glyphs.dot}{sign(wanted, look).lower()}{look.glyphs.dot}"
        canvas.put(x + size - 1, y + (size - 1) // 2, text, Paint(ink, dim=not look.colour))


def draw_small(
    canvas: Canvas,
    at: tuple[int, int],
    width: int,
    rows: list[str],
    name: str,
    points: str,
    look: Look,
    ghosts: Ghosts = (),
) -> None:
    """Draw a rival's bookshelf: name, six rows of signs, points; and the tiles that would come."""
    x, y = at
    canvas.put(x, y, fitted(look.text(name), width, look.glyphs.ellipsis), Paint(bold=True))
    for down, row in enumerate(rows):
        for column, letter in enumerate(row):
            put_small(canvas, x + column, y + 1 + down, letter, look)
    for down, column, letter in ghosts:
        put_small(canvas, x + column, y + 1 + down, letter, look, ghost=True)
    canvas.put(x, y + 1 + ROWS, fitted(points, COLUMNS), Paint(look.palette.soft))


def landing(rows: list[str], column: int, letters: list[str]) -> Ghosts:
    """Return where tiles would land in a column, the first one lowest.

    >>> landing(["....." for _ in range(5)] + ["C...."], 0, ["B", "G"])
    ((4, 0, 'B'), (3, 0, 'G'))
    """
    free = [row for row in reversed(range(ROWS)) if rows[row][column] == "."]
    return tuple((row, column, letter) for row, letter in zip(free, letters, strict=False))
