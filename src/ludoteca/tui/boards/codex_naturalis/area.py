"""A play area on the screen: cards corner over corner, legal places with their numbers."""

from dataclasses import dataclass
from typing import Any

from ludoteca.tui.boards.codex_naturalis.cards import SIZES, Size, put_card, some_card
from ludoteca.tui.boards.codex_naturalis.choice import Place
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look


@dataclass(frozen=True)
class Ghost:
    """A legal place: its number and what it would bring."""

    place: Place
    number: int
    points: int | None = None
    advised: bool = False


@dataclass(frozen=True)
class Holding:
    """The card that is being placed."""

    card: int
    side: str
    place: Place


@dataclass(frozen=True)
class AreaFrame:
    """The part of the screen in which an area is shown."""

    x: int
    y: int
    width: int
    height: int


def extent(places: list[Place]) -> tuple[int, int, int, int]:
    """Return the least and greatest x and y."""
    xs, ys = [x for x, _ in places], [y for _, y in places]
    return min(xs), max(xs), min(ys), max(ys)


def fitting(places: list[Place], frame: AreaFrame) -> Size:
    """Choose the largest cards with which all places are in the frame; else the smallest."""
    left, right, bottom, top = extent(places)
    for size in reversed(SIZES):
        across, down = size.step
        wide = (right - left) * across + size.width
        high = (top - bottom) * down + size.height
        if wide <= frame.width and high <= frame.height:
            return size
    return SIZES[0]


def middle_of(
    places: list[Place], centre: Place, size: Size, frame: AreaFrame
) -> tuple[float, float]:
    """Return the middle of the frame: of all places, or so that the centre stays in view."""
    left, right, bottom, top = extent(places)
    across, down = size.step
    fits_x = (right - left) * across + size.width <= frame.width
    fits_y = (top - bottom) * down + size.height <= frame.height
    return (left + right) / 2 if fits_x else centre[0], (bottom + top) / 2 if fits_y else centre[1]


def draw_area(
    canvas: Canvas,
    frame: AreaFrame,
    cards: list[dict[str, Any]],
    look: Look,
    size: Size,
    middle: tuple[float, float],
    ghosts: list[Ghost],
    holding: Holding | None = None,
) -> None:
    """Draw an area; every legal place answers the mouse as `place X Y`."""
    inner = Canvas(frame.width, frame.height, canvas.surface)
    across, down = size.step

    def corner(place: Place) -> tuple[int, int]:
        x = frame.width / 2 + (place[0] - middle[0]) * across - size.width / 2
        y = frame.height / 2 - (place[1] - middle[1]) * down - size.height / 2
        return round(x), round(y)

    for ghost in ghosts:
        _put_ghost(inner, *corner(ghost.place), ghost, size, look)
    for card in cards:
        x, y = corner((card["x"], card["y"]))
        put_card(inner, x, y, some_card(card["card"]), card["side"], size, look)
    if cards and holding is None:
        x, y = corner((cards[-1]["x"], cards[-1]["y"]))
        _put_last(inner, x, y, size, look)
    for ghost in ghosts:
        _put_number(inner, *corner(ghost.place), ghost, size, look)
        x, y = corner(ghost.place)
        inner.spot(x, y, size.width, size.height, f"place {ghost.place[0]} {ghost.place[1]}")
    if holding:
        x, y = corner(holding.place)
        put_card(inner, x, y, holding.card, holding.side, size, look, ring=True)
    canvas.paste(inner, frame.x, frame.y)


def _put_ghost(canvas: Canvas, x: int, y: int, ghost: Ghost, size: Size, look: Look) -> None:
    """Draw the outline of a place, under the cards."""
    paint = Paint(look.palette.glow if ghost.advised else look.palette.line)
    dash = "." if look.ascii else "╌"
    canvas.put(x, y, dash * size.width, paint)
    canvas.put(x, y + size.height - 1, dash * size.width, paint)


def _put_number(canvas: Canvas, x: int, y: int, ghost: Ghost, size: Size, look: Look) -> None:
    palette = look.palette
    middle = y + (size.height - 1) // 2
    text = str(ghost.number)
    if ghost.points:
        text += f" +{ghost.points}"
    if ghost.advised:
        text = f"{look.glyphs.star}{text}"
    ink = palette.good if ghost.points else palette.soft
    canvas.put(x + 1, middle, text.center(size.width - 2),
               Paint(palette.glow if ghost.advised else ink, palette.panel, bold=True))  # fmt: skip


def _put_last(canvas: Canvas, x: int, y: int, size: Size, look: Look) -> None:
    """Mark the card placed last."""
    mark = ">" if look.ascii else "▸"
    canvas.put(x, y + (size.height - 1) // 2, mark, Paint("#FFD25E", bold=True))
