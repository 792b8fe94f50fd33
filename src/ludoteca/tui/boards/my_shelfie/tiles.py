"""Tiles as small pictures, in three sizes and in the letters that the terminal has.

A tile of size n is 2n + 1 columns wide and n rows and a half high, which looks square; with its gap
it takes a cell of 2n + 2 columns and n + 1 rows. The half row is its edge: bright under a tile that
may be taken.
"""

from dataclasses import dataclass

from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look

LETTERS = "CBGFTP"
NAMES = dict(zip(LETTERS, ("cats", "books", "games", "frames", "trophies", "plants"), strict=True))

COLOURS = {
    "C": ("#5E8433", "#3F5C1E", "#FFF9EA"),
    "B": ("#F6EED8", "#BBA877", "#5B4636"),
    "G": ("#EFB346", "#BE8220", "#4A2F08"),
    "F": ("#17345F", "#0B1F3F", "#FFF9EA"),
    "T": ("#86CAD8", "#549AAA", "#12424F"),
    "P": ("#C65088", "#933060", "#FFF9EA"),
}
"""Base, edge and sign of each kind."""

RUG = {"dark": "#2C3B49", "light": "#E2CBA6"}
"""The rug under the tiles of the living room."""

WOOD = {"dark": ("#7C5436", "#3A281D"), "light": ("#B97F4C", "#8E6240")}
"""A bookshelf: its boards and its back."""

SIGNS = dict(zip(LETTERS, "^◫⚄▣★♣", strict=True))
"""One character for each kind; plain terminals get the letter."""

SMALL = {"C": "^.^"}
"""Kinds whose picture in three characters is more than the sign."""

PICTURES = {
    "C": ("/\\_/\\", "( o )"),
    "B": ("┌─┬─┐", "└─┴─┘"),
    "G": ("  ●  ", " ▟█▙ "),
    "F": ("┏━━━┓", "┗━━━┛"),
    "T": (" ╲★╱ ", " ╺┻╸ "),
    "P": (" ╲│╱ ", " ╰┴╯ "),
}
"""Each kind in five by two characters."""

LARGE = {
    "C": ("/\\___/\\", "( o.o )", " > ^ < "),
    "B": ("┌──┬──┐", "│──│──│", "└──┴──┘"),
    "G": ("   ●   ", "  ▟█▙  ", " ▟███▙ "),
    "F": ("┏━━━━━┓", "┃ ◢▇◣ ┃", "┗━━━━━┛"),
    "T": (" ╲ ★ ╱ ", "  ╲┃╱  ", "  ╺┻╸  "),
    "P": (" ╲ │ ╱ ", "  ╲│╱  ", "  ╰┴╯  "),
}
"""Each kind in seven by three characters."""


@dataclass(frozen=True)
class Mark:
    """What is to be seen on a tile besides its kind."""

    raised: bool = False
    """It may be chosen."""
    number: int = 0
    """It is chosen, as this one."""
    cursor: bool = False
    ghost: bool = False
    """It is not there, but would be."""
    by: tuple[int, str] | None = None
    """Somebody else chooses it: the seat, and its letter."""
    matched: bool = False
    """It lies where the personal goal wants it."""


USUAL = Mark()


def cell_size(size: int) -> tuple[int, int]:
    """Return the columns and rows of a tile with its gap."""
    return 2 * size + 2, size + 1


def sign(letter: str, look: Look) -> str:
    """Return the one character of a kind."""
    return letter if look.ascii else SIGNS[letter]


def put_tile(
    canvas: Canvas, x: int, y: int, letter: str, size: int, look: Look, mark: Mark = USUAL
) -> None:
    """Draw a tile with its upper left corner at x, y."""
    if look.ascii or not look.colour:
        _put_bare(canvas, x, y, letter, size, look, mark)
        return
    base, edge, ink = COLOURS[letter]
    width = 2 * size + 1
    if mark.ghost:
        base, ink = WOOD[look.theme][1], base
    if mark.cursor:
        base, ink = ("#FFFFFF", "#000000") if look.theme == "dark" else ("#000000", "#FFFFFF")
    paint = Paint(ink, base, bold=True)
    canvas.block(x, y, [line.center(width) for line in _picture(letter, size)], paint)
    _put_edge(canvas, x, y + size, edge, base, width, look, mark)


def _put_edge(
    canvas: Canvas, x: int, y: int, edge: str, base: str, width: int, look: Look, mark: Mark
) -> None:
    glow = look.palette.glow if look.theme == "dark" else "#FFC93C"
    if mark.number:
        canvas.put(x, y, str(mark.number).center(width), Paint("#2B2018", glow, bold=True))
    elif mark.by:
        seat, letter = mark.by
        canvas.put(x, y, letter.center(width), Paint("#FFFFFF", look.seat(seat), bold=True))
    elif mark.matched:
        canvas.put(x, y, "✓".center(width), Paint("#FFFFFF", "#2F6B4F", bold=True))
    elif mark.raised:
        canvas.put(x, y, "▀" * width, Paint(glow))
    else:
        canvas.put(x, y, "▀" * width, Paint(base if mark.ghost else edge))


def _picture(letter: str, size: int) -> list[str]:
    if size == 1:
        return [SMALL.get(letter, SIGNS[letter])]
    return list((PICTURES if size == 2 else LARGE)[letter])


def _put_bare(
    canvas: Canvas, x: int, y: int, letter: str, size: int, look: Look, mark: Mark
) -> None:
    """Draw a tile without colours: everything is told by characters."""
    width = 2 * size + 1
    shown = sign(letter, look)
    if mark.ghost:
        shown = shown.lower() if look.ascii else shown
    left, right = "[]" if mark.raised else "  "
    if mark.ghost:
        left = right = "."
    if mark.number:
        left, right = str(mark.number), ")"
    elif mark.by:
        left, right = mark.by[1], ")"
    if mark.matched:
        right = look.glyphs.tick
    if mark.cursor:
        left, right = left if mark.number else ">", "<"
    inner = f"{left}{shown}{right}" if size == 1 else f"{left} {shown} {right}"
    paint = Paint(
        bold=mark.raised or bool(mark.number or mark.by), dim=mark.ghost, reverse=mark.cursor
    )
    canvas.put(x, y + (size - 1) // 2, inner.center(width), paint)


def put_small(canvas: Canvas, x: int, y: int, letter: str, look: Look, ghost: bool = False) -> None:
    """Draw a tile in one character; one that is only coming, without its colour behind it."""
    if letter == ".":
        canvas.put(x, y, look.glyphs.dot, Paint(look.palette.soft))
        return
    base, _, ink = COLOURS[letter]
    if ghost:
        shown = sign(letter, look)
        canvas.put(x, y, shown.lower(), Paint(look.palette.glow, underline=True))
        return
    canvas.put(x, y, sign(letter, look), Paint(ink, base, bold=True))
