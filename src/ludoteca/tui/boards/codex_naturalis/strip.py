"""The strip under a play area: what can be picked now, that is the hand, the table or a choice."""

from typing import Any

from ludoteca.tui.boards.base import Scene
from ludoteca.tui.boards.codex_naturalis.cards import SIZES, Size, put_card, put_known
from ludoteca.tui.boards.codex_naturalis.choice import CodexChoice
from ludoteca.tui.boards.codex_naturalis.side import PICTURE, objective_sentence, put_objective
from ludoteca.tui.canvas import Canvas, Paint, wrapped

Known = int | dict[str, Any] | None


def table_cards(view: dict[str, Any]) -> list[tuple[str | int | None, Known]]:
    """Return what can be drawn, each by its name in a move, with the card as far as it is known."""
    decks, face_up = view["decks"], view["face_up"]
    found: list[tuple[str | int | None, Known]] = []
    for kind in ("resource", "gold"):
        found.append((f"{kind}_deck", decks[kind]["top"]))
        found += [(card, card) for card in face_up[kind]]
    return found


def _label(
    canvas: Canvas, x: int, y: int, width: int, text: str, chosen: bool, scene: Scene
) -> None:
    palette = scene.look.palette
    paint = Paint(palette.soft)
    if chosen:
        text = f"{scene.look.glyphs.cursor}{text}"
        paint = Paint(palette.on_accent, palette.accent, bold=True, reverse=not scene.look.colour)
    canvas.put(x, y, text.center(width), paint)


def draw_hand(
    canvas: Canvas, at: tuple[int, int], scene: Scene, choice: CodexChoice | None, size: Size
) -> int:
    """Draw the hand; cards answer the mouse as `hand N`; return the column after it."""
    x, y = at
    hand: list[Known] = scene.position.view["seats"][scene.own]["hand"]
    placing = choice if choice and choice.kind == "place" else None
    for number, card in enumerate(hand):
        chosen = placing is not None and placing.picked == number
        side = placing.side if placing and chosen else "front"
        if isinstance(card, int):
            put_card(canvas, x, y, card, side, size, scene.look)
        else:
            put_known(canvas, x, y, card, size, scene.look)
        text = str(number + 1)
        if placing and isinstance(card, int) and card not in placing.choices["place"]["front"]:
            text = f"{number + 1} {scene.say('terminal.back_only')}"
        _label(canvas, x, y + size.height, size.width, text, chosen, scene)
        canvas.spot(x, y, size.width, size.height + 1, f"hand {number}")
        x += size.width + 1
    return x


def draw_table(
    canvas: Canvas, at: tuple[int, int], scene: Scene, choice: CodexChoice | None, size: Size
) -> int:
    """Draw decks and face-up cards; they answer the mouse as `draw N`; return the column after."""
    x, y = at
    drawing = choice if choice and choice.kind == "draw" else None
    decks = scene.position.view["decks"]
    for name, card in table_cards(scene.position.view):
        put_known(canvas, x, y, card, size, scene.look)
        text = ""
        if isinstance(name, str):
            below = decks[name.removesuffix("_deck")]["below"]
            left = (below if isinstance(below, int) else len(below)) + (card is not None)
            text = f"({left})"
        chosen = False
        if drawing and name in drawing.things:
            number = drawing.things.index(name)
            chosen = drawing.picked == number
            text = f"{number + 1} {text}".strip()
            canvas.spot(x, y, size.width, size.height + 1, f"draw {number}")
        others = "".join(
            scene.initial(seat)
            for seat, partial in scene.selecting.items()
            if partial.get("draw") == name
        )
        if others:
            text, chosen = f"{others} {text}".strip(), True
        _label(canvas, x, y + size.height, size.width, text, chosen, scene)
        x += size.width + 1
    return x


def draw_starter(canvas: Canvas, at: tuple[int, int], scene: Scene, choice: CodexChoice) -> None:
    """Draw both sides of the starter card; they answer the mouse as `pick N`."""
    x, y = at
    card = scene.position.view["seats"][scene.own]["starter"]
    size = SIZES[2]
    for number, side in enumerate(choice.things):
        put_card(canvas, x, y, card, side, size, scene.look)
        text = f"{number + 1} {scene.say(side)}"
        chosen = choice.picked == number
        _label(canvas, x - 1, y + size.height, size.width + 3, text, chosen, scene)
        canvas.spot(x, y, size.width, size.height + 1, f"pick {number}")
        x += size.width + 4


def draw_objectives_dealt(
    canvas: Canvas, at: tuple[int, int], scene: Scene, choice: CodexChoice
) -> None:
    """Draw the two objectives one may keep; they answer the mouse as `pick N`."""
    x, y = at
    width = 36
    for number, card in enumerate(choice.things):
        put_objective(canvas, x, y, card, scene)
        text = objective_sentence(card, scene)
        canvas.block(x + PICTURE, y, wrapped(text, width - PICTURE - 2)[:3])
        _label(canvas, x, y + 3, width - 3, str(number + 1), choice.picked == number, scene)
        canvas.spot(x, y, width, 4, f"pick {number}")
        x += width + 1
