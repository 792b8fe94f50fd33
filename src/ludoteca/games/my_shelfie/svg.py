"""A view as a picture: living room, goals and bookshelves, with the drawings of the page."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

import msgspec

from ludoteca.core.art import Art, box, short, text
from ludoteca.core.words import Words
from ludoteca.games.my_shelfie.layout import COLUMNS, ROWS
from ludoteca.games.my_shelfie.view import ShelfiePosition

CELL, GAP, EDGE = 56, 12, 24
"""Width of a cell of the living room, of the rug around it, of the space around everything."""

WIDTH, WIDEST = 860, 46
"""Width of the picture, and of a tile in a bookshelf at most."""

INK = "#4a2f1a"
"""The colour of words."""

SIDE = 9
"""Cells of the living room in a row and in a column."""

DRAWINGS = 3
"""Number of drawings for each kind of tile."""


def picture(
    position: Mapping[str, Any],
    standing: Sequence[Mapping[str, Any]],
    seat: int | None,
    names: Sequence[str],
    words: Words,
    art: Art,
) -> str:
    """Draw a view, as clients know it."""
    shown = msgspec.convert(position, ShelfiePosition)
    room = EDGE + SIDE * CELL
    share = (WIDTH - EDGE) / len(shown.seats)
    tile = min(WIDEST, (share - EDGE - 16) // COLUMNS)
    shelves = room + EDGE + 44
    height = shelves + ROWS * tile + 84
    body = [box(0, 0, WIDTH, height, 18, art.colour("scene-wall"))]
    body += _living_room(shown, art)
    body.append(text(f"{words['bag']}: {sum(shown.bag.values())}", EDGE + 16, room - 14, 15, INK))
    if not any(seat.end_game_token for seat in shown.seats):
        body.append(art.part("token 1", room - CELL, room - CELL, 48, 48))
    body += _goals(shown, seat, room + 2 * EDGE, words, art)
    for who, stands in enumerate(standing):
        left = EDGE + who * share + (share - EDGE - COLUMNS * tile - 16) / 2
        points = _points(stands["points"])
        body += _bookshelf(shown, seat, who, names[who], (left, shelves, tile), points, words, art)
    return art.picture(WIDTH, height, body)


def _points(points: Mapping[str, int | None]) -> int:
    """Return all points that the viewer knows of."""
    return (points["seen"] if points["total"] is None else points["total"]) or 0


def _tile(letter: str, row: int, column: int, x: float, y: float, size: float) -> str:
    drawing = (2 * row + column) % DRAWINGS + 1
    return (
        f'<use href="#shelfie-tile-{letter}{drawing}" x="{x:g}" y="{y:g}"'
        f' width="{size:g}" height="{size:g}"/>'
    )


def _living_room(shown: ShelfiePosition, art: Art) -> list[str]:
    rug = SIDE * CELL + 2 * GAP
    left = EDGE - GAP
    parts = [
        box(left, left, rug, rug, 20, art.colour("rug-edge")),
        box(left + 6, left + 6, rug - 12, rug - 12, 15, art.colour("rug-field")),
    ]
    for row, column in product(range(SIDE), range(SIDE)):
        mark = shown.living_room[row][column]
        x, y = EDGE + column * CELL, EDGE + row * CELL
        if mark == ".":
            line = f' stroke="{art.colour("empty-line")}"'
            parts.append(box(x + 3, y + 3, CELL - 6, CELL - 6, 9, art.colour("empty-cell"), line))
        elif mark != " ":
            parts.append(_tile(mark, row, column, x + 1, y + 1, CELL - 2))
    ink = INK
    for n in range(SIDE):
        middle = EDGE + n * CELL + CELL / 2
        parts.append(text("abcdefghi"[n], middle, EDGE + 6, 12, ink, anchor="middle"))
        parts.append(text(str(n + 1), EDGE - 2, middle + 4, 12, ink, anchor="middle"))
    return parts


def _goals(
    shown: ShelfiePosition, seat: int | None, left: float, words: Words, art: Art
) -> list[str]:
    """Draw the common goals with their tokens, and the personal goal of the viewer."""
    ink, parts, top = INK, [], EDGE
    for goal in shown.common_goals:
        parts.append(text(str(goal.goal), left, top + 13, 15, ink, 700))
        parts.append(art.part(f"goal {goal.goal}", left, top + 20, 122, 144))
        stack = list(enumerate(reversed(goal.tokens_left)))  # the next one to take comes first
        for n, points in reversed(stack):
            parts.append(art.part(f"token {points}", left + 138 + 28 * n, top + 30, 48, 48))
        top += 178
    number = shown.seats[seat].personal_goal if seat is not None and seat >= 0 else None
    if number:
        parts.append(text(f"{words['goal']} {number}", left, top + 13, 15, ink, 700))
        parts.append(art.part(f"personal {number}", left, top + 20, 122, 144))
    return parts


def _bookshelf(
    shown: ShelfiePosition,
    viewer: int | None,
    who: int,
    name: str,
    place: tuple[float, float, float],
    points: int,
    words: Words,
    art: Art,
) -> list[str]:
    """Draw a bookshelf at a place: from the left, from the top, with tiles of a width."""
    left, top, tile = place
    ink, width = INK, COLUMNS * tile + 16
    wood = f' stroke="{art.colour("shelf-wood")}" stroke-width="7"'
    parts = [
        text(short(name), left, top - 12, 18, ink, 700 if shown.to_move == who else 400),
        box(left, top, width, ROWS * tile + 16, 9, art.colour("shelf-back"), wood),
    ]
    if shown.to_move == who:
        parts.append(box(left, top - 8, width, 4, 2, art.colour("rug-edge")))
    seat = shown.seats[who]
    for row, column in product(range(ROWS), range(COLUMNS)):
        mark = seat.bookshelf[row][column]
        x, y = left + 8 + column * tile, top + 8 + row * tile
        if mark == ".":
            parts.append(box(x + 2, y + 2, tile - 4, tile - 4, 5, "#00000024"))
        else:
            parts.append(_tile(mark, row, column, x + 0.5, y + 0.5, tile - 1))
    below = top + ROWS * tile + 16
    parts.append(text(f"{words['points']}: {points}", left, below + 32, 16, ink))
    if viewer != who and seat.personal_goal:
        goal = f"{words['goal']}: {seat.personal_goal}"
        parts.append(text(goal, left, below + 54, 16, ink))
    tokens = [token.points for token in seat.tokens] + [1] * seat.end_game_token
    for n, worth in enumerate(tokens):
        x = left + width - 32 * (len(tokens) - n)
        parts.append(art.part(f"token {worth}", x, below + 12, 30, 30))
    return parts


def card(name: str, art: Art) -> str:
    """Draw one card by its name: `goal 7`, `personal 3`."""
    return art.picture(176, 204, [art.part(name, 8, 8, 160, 188)])
