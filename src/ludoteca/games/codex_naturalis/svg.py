"""A view as a picture: decks, objectives and play areas, with the drawings of the page."""

from collections.abc import Mapping, Sequence
from typing import Any

from ludoteca.core.art import Art, box, short, text
from ludoteca.core.words import Words

WIDTH, HEIGHT = 130, 87
"""A card on the table."""

SMALL = 84
"""Width of a card of a hand."""

STEP_X, STEP_Y = 0.78, 0.67
"""Cards overlap at their corners when the steps are these shares of their size, as on the page."""

GAP, EDGE = 12, 20
PANEL, AREA = 556, 320
"""Width of a seat's panel, and height of its play area."""

CHOOSING = ("starter", "objective")
"""Phases in which the objectives that were dealt are still to be chosen from."""

WIDEST = 120
"""Largest width of a card in a play area."""


def picture(
    position: Mapping[str, Any],
    standing: Sequence[Mapping[str, Any]],
    seat: int | None,
    names: Sequence[str],
    words: Words,
    art: Art,
) -> str:
    """Draw a view, as clients know it."""
    shown = position
    panel_height = AREA + 40 + SMALL * 2 / 3 + 64
    rows = (len(names) + 1) // 2
    width = 2 * EDGE + 2 * PANEL + GAP
    height = EDGE + HEIGHT + GAP + rows * (panel_height + GAP) + EDGE - GAP
    body = [box(0, 0, width, height, 18, art.colour("bg")), *_table(shown, art)]
    for who, name in enumerate(names):
        left = EDGE + who % 2 * (PANEL + GAP)
        top = EDGE + HEIGHT + GAP + who // 2 * (panel_height + GAP)
        line = art.colour("acc" if shown["to_move"] == who else "line")
        edge = f' stroke="{line}" stroke-width="2"'
        body.append(box(left, top, PANEL, panel_height, 14, art.colour("panel"), edge))
        body += _seat(shown, who, name, left + GAP, top + GAP, words, art)
    return art.picture(width, height, body)


def _table(shown: Mapping[str, Any], art: Art) -> list[str]:
    """Draw the decks, the cards beside them, and the common objectives."""
    parts, x = [], float(EDGE)
    for kind in ("resource", "gold"):
        deck = shown["decks"][kind]
        parts.append(_deck(deck, x, art))
        x += WIDTH + GAP
        for card in shown["face_up"][kind]:
            parts.append(_card(card, x, EDGE, WIDTH, art))
            x += WIDTH + GAP
    for objective in shown["common_objectives"] or ():
        parts.append(_objective(objective, x, EDGE, WIDTH, art))
        x += WIDTH + GAP
    return parts


def _deck(deck: dict[str, Any], x: float, art: Art) -> str:
    below = deck["below"] if isinstance(deck["below"], int) else len(deck["below"])
    if deck["top"] is None and below:  # its top is about to be turned up
        line = f' stroke="{art.colour("starter-light")}" stroke-width="2"'
        card, count = box(x, EDGE, WIDTH, HEIGHT, 8, art.colour("starter-dark")), below
        card += box(x + 4, EDGE + 4, WIDTH - 8, HEIGHT - 8, 5, art.colour("starter"), line)
    elif deck["top"] is None:
        line = f' stroke="{art.colour("line")}" stroke-dasharray="5 4"'
        return box(x, EDGE, WIDTH, HEIGHT, 8, "none", line)
    else:
        card, count = _card(deck["top"], x, EDGE, WIDTH, art, "back"), below + 1
    return "\n".join(
        [
            card,
            box(x + WIDTH - 40, EDGE + HEIGHT - 26, 36, 22, 11, art.colour("raise")),
            text(str(count), x + WIDTH - 22, EDGE + HEIGHT - 10, 14, weight=700, anchor="middle"),
        ]
    )


def _card(
    card: int | dict[str, Any] | None,
    x: float,
    y: float,
    width: float,
    art: Art,
    side: str = "front",
) -> str:
    """Draw a card: by its number, by what its back tells, or a place without one."""
    if card is None:
        line = f' stroke="{art.colour("line")}" stroke-dasharray="5 4"'
        return box(x, y, width, width * 2 / 3, 8, "none", line)
    name = f"card {card} {side}"
    if isinstance(card, dict):
        name = f"back {card['kind']} {card['kingdom']}"
    return art.part(name, x, y, width, width * 2 / 3)


def _objective(objective: int | None, x: float, y: float, width: float, art: Art) -> str:
    """Draw an objective, or its back where it is hidden."""
    if objective is not None:
        return art.part(f"objective {objective}", x, y, width, width * 2 / 3)
    height, line = width * 2 / 3, f' stroke="{art.colour("sheet-line")}" stroke-width="3"'
    return "\n".join(
        [
            box(x + 1.5, y + 1.5, width - 3, height - 3, 7, art.colour("sheet"), line),
            text("?", x + width / 2, y + height / 2 + 10, 28, anchor="middle"),
        ]
    )


def _seat(
    shown: Mapping[str, Any],
    who: int,
    name: str,
    left: float,
    top: float,
    words: Words,
    art: Art,
) -> list[str]:
    seat = shown["seats"][who]
    points = words.say("board.n_points", n=seat["points"])
    right = left + PANEL - 2 * GAP
    parts = [
        text(short(name, 36), left, top + 18, 18, weight=700 if shown["to_move"] == who else 400),
        text(points, right, top + 18, 18, weight=700, anchor="end"),
    ]
    for n, (symbol, count) in enumerate(seat["symbols"].items()):
        x = left + n * 58
        parts.append(
            f'<use href="#codex-seal-{symbol}" x="{x:g}" y="{top + 30:g}" width="24" height="24"/>'
        )
        parts.append(text(str(count), x + 29, top + 48, 16))
    parts += _play_area(seat["play_area"], left, top + 64, art)
    x, y = left, top + 64 + AREA + 8
    cards = list(seat["hand"])
    if not seat["play_area"] and seat["starter"] is not None:
        cards.insert(0, seat["starter"])
    for card in cards:
        parts.append(_card(card, x, y, SMALL, art))
        x += SMALL + 8
    objectives = [seat["secret_objective"]]
    if objectives == [None] and shown["phase"] in CHOOSING:
        objectives = seat["objectives_dealt"]
    for n, objective in enumerate(objectives):
        x = right - (len(objectives) - n) * (SMALL + 8) + 8
        parts.append(_objective(objective, x, y, SMALL, art))
    return parts


def _play_area(lying: Sequence[dict[str, Any]], left: float, top: float, art: Art) -> list[str]:
    """Draw the cards of a play area in the order in which they were placed, as large as fits."""
    wide, high = PANEL - 2 * GAP, AREA
    parts = [box(left, top, wide, high, 8, art.colour("sheet"))]
    if not lying:
        return parts
    xs, ys = [card["x"] for card in lying], [card["y"] for card in lying]
    columns, rows = (max(xs) - min(xs)) * STEP_X + 1, (max(ys) - min(ys)) * STEP_Y + 1
    width = min(WIDEST, (wide - 16) / columns, (high - 16) / rows * 1.5)
    height = width * 2 / 3
    first_x = left + (wide - columns * width) / 2
    first_y = top + (high - rows * height) / 2
    for card in lying:
        x = first_x + (card["x"] - min(xs)) * STEP_X * width
        y = first_y + (max(ys) - card["y"]) * STEP_Y * height
        parts.append(_card(card["card"], x, y, width, art, card["side"]))
    return parts


def card(name: str, art: Art) -> str:
    """Draw one card by its name: `card 45 front`, `objective 91`."""
    return art.picture(256, 176, [art.part(name, 8, 8, 240, 160)])
