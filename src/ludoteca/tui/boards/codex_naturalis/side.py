"""What stands around a play area: objectives, symbols, the score track, and how all stand."""

from typing import Any

from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import SYMBOLS, Objective
from ludoteca.games.codex_naturalis.notation.objectives import objective_text
from ludoteca.tui.boards.base import Scene, fitting_name
from ludoteca.tui.boards.codex_naturalis.cards import COLOURS, CREAM, letters, symbol_paint
from ludoteca.tui.canvas import Canvas, Paint, fitted

PICTURE = 7
"""Columns for the picture of an objective."""

TRACK_END, GOAL = 29, 20
"""The last number of the score track, and the one that brings the end."""


def put_objective(canvas: Canvas, x: int, y: int, card: int, scene: Scene) -> None:
    """Draw what an objective asks for, in six by three characters."""
    facts = OBJECTIVE_FACTS[card - FIRST_OBJECTIVE]
    if facts.cells:
        _put_pattern(canvas, x, y, facts, scene)
        return
    marks = [symbol for symbol, count in facts.needs.items() for _ in range(count)]
    for number, symbol in enumerate(marks):
        canvas.put(
            x + 2 * number, y + 1, letters(scene.look)[symbol], symbol_paint(symbol, scene.look)
        )


def _put_pattern(canvas: Canvas, x: int, y: int, facts: Objective, scene: Scene) -> None:
    heights = sorted({cell.up for cell in facts.cells}, reverse=True)
    sides = sorted({cell.right for cell in facts.cells})
    for cell in facts.cells:
        paint = Paint(CREAM, COLOURS[cell.kingdom][0], bold=True)
        left = x + 2 * sides.index(cell.right)
        canvas.put(left, y + heights.index(cell.up), f"{letters(scene.look)[cell.kingdom]} ", paint)


def draw_objectives(canvas: Canvas, at: tuple[int, int], width: int, scene: Scene) -> int:
    """Draw the objectives one knows, and how often each is fulfilled; return the row after them."""
    x, y = at
    standing = scene.position.standing
    own: dict[str, Any] = standing[scene.own] if standing else {}
    fulfilled = {each["objective"]: each["fulfilled"] for each in own.get("objectives", ())}
    view = scene.position.view
    cards = list(view["common_objectives"])
    secret = view["seats"][scene.own]["secret_objective"]
    for card in [*cards, *([secret] if secret else [])]:
        put_objective(canvas, x, y, card, scene)
        points = OBJECTIVE_FACTS[card - FIRST_OBJECTIVE].points
        label = "secret" if card == secret else "common"
        title = scene.say(f"terminal.{label}")
        inner = width - PICTURE
        palette = scene.look.palette
        canvas.put(x + PICTURE, y, fitted(title, inner), Paint(palette.soft))
        each = scene.say("terminal.each", n=points)
        canvas.put(x + PICTURE, y + 1, fitted(each, inner), Paint(bold=True))
        done = fulfilled.get(card, 0)
        text = f"{done} = {done * points}" if done else "0"
        canvas.put(x + PICTURE, y + 2, text, Paint(palette.good if done else palette.soft))
        y += 3 if width < 30 else 4
    return y


def objective_sentence(card: int, scene: Scene) -> str:
    """Describe what an objective asks for."""
    points = OBJECTIVE_FACTS[card - FIRST_OBJECTIVE].points
    text = objective_text(card, scene.words)
    return scene.look.text(f"{scene.words.say('tui.points', n=points)}: {text}")


def draw_symbols(
    canvas: Canvas, at: tuple[int, int], scene: Scene, seat: int, change: dict[str, int]
) -> int:
    """Draw the counts of all symbols, with what a move would change; return the row after them."""
    x, y = at
    counts = scene.position.view["seats"][seat]["symbols"]
    arrow = "->" if scene.look.ascii else "→"
    for number, symbol in enumerate(SYMBOLS):
        row, column = (y, number) if number < 4 else (y + 1, number - 4)
        left = canvas.put(
            x + 6 * column, row, letters(scene.look)[symbol], symbol_paint(symbol, scene.look)
        )
        left = canvas.put(left, row, str(counts[symbol]), Paint(bold=True))
        by = change.get(symbol, 0)
        if by:
            palette = scene.look.palette
            ink = palette.good if by > 0 else palette.bad
            canvas.put(left, row, f"{arrow}{counts[symbol] + by}", Paint(ink))
    return y + 2


def draw_track(canvas: Canvas, at: tuple[int, int], width: int, scene: Scene, gain: int) -> None:
    """Draw the score track with everybody's initial; a gain shows as a ring ahead."""
    x, y = at
    look, palette = scene.look, scene.look.palette
    across = (width - 3) / TRACK_END
    for number in range(TRACK_END + 1):
        mark = str(number) if number % 5 == 0 else look.glyphs.dot
        paint = Paint(palette.glow, bold=True) if number == GOAL else Paint(palette.soft)
        canvas.put(x + round(number * across), y, mark, paint)
    seats = scene.position.view["seats"]
    own = scene.own
    if gain:
        ahead = min(TRACK_END, seats[own]["points"] + gain)
        ring = "o" if look.ascii else "◌"
        canvas.put(x + round(ahead * across), y, ring, Paint(palette.good, bold=True))
    order = [seat for seat in range(len(seats)) if seat != own] + [own]
    for seat in order:
        number = min(TRACK_END, seats[seat]["points"])
        initial = look.text(scene.names[seat][:1]).upper() or str(seat)
        paint = Paint("#FFFFFF", look.seat(seat), bold=True, reverse=not look.colour)
        left = x + round(number * across)
        while canvas.spot_at(left, y):
            left += 1
        canvas.put(left, y, initial, paint)
        canvas.spot(left, y, 1, 1, f"seat {seat}")


def draw_players(
    canvas: Canvas, at: tuple[int, int], width: int, scene: Scene, shown: int, across: int
) -> int:
    """List everybody with points, one or two in a row; a click shows that seat's area.

    Return the row after them.
    """
    width //= across
    for seat, name in enumerate(scene.names):
        x, y = at[0] + seat % across * width, at[1] + seat // across
        here = scene.look.glyphs.cursor if seat in scene.position.movers else " "
        points = scene.position.view["seats"][seat]["points"]
        shown_name = fitting_name(scene.look.text(name), width - 5)
        text = fitted(f"{here}{shown_name}", width - 4, scene.look.glyphs.ellipsis)
        canvas.put(x, y, text, Paint(scene.look.seat(seat), bold=True, underline=seat == shown))
        canvas.put(x + width - 4, y, f"{points:>3}", Paint(bold=True))
        canvas.spot(x, y, width, 1, f"seat {seat}")
    return y + 1
