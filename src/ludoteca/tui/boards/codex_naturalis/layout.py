"""Everything of Codex Naturalis on one screen: where it stands, and how it is drawn."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ludoteca.protocol.common import Fields
from ludoteca.protocol.outcomes import Continuation
from ludoteca.tui.boards.base import Scene
from ludoteca.tui.boards.codex_naturalis.area import (
    AreaFrame,
    Ghost,
    Holding,
    draw_area,
    fitting,
    middle_of,
)
from ludoteca.tui.boards.codex_naturalis.cards import NARROW, SIZES, Size
from ludoteca.tui.boards.codex_naturalis.choice import CodexChoice, Place
from ludoteca.tui.boards.codex_naturalis.dock import BUTTONS, advice, reason
from ludoteca.tui.boards.codex_naturalis.side import (
    draw_objectives,
    draw_players,
    draw_symbols,
    draw_track,
)
from ludoteca.tui.boards.codex_naturalis.strip import (
    draw_hand,
    draw_objectives_dealt,
    draw_starter,
    draw_table,
)
from ludoteca.tui.boards.news import draw_news
from ludoteca.tui.canvas import Canvas, Paint

DOCK = 3
"""Rows for what is said and the button."""

Notice = Callable[[Canvas, int, int, int, str], None]
"""Writes the sentence of the moment."""


def side_width(width: int) -> int:
    """Return the columns for objectives and players."""
    return 23 if width < 110 else 30 if width < 140 else 36


def sizes(width: int, height: int) -> tuple[Size, Size]:
    """Return the size of cards in the hand and on the table."""
    if width >= 150 and height >= 40:
        return SIZES[3], SIZES[3]
    return (SIZES[1], NARROW) if width < 118 else (SIZES[2], SIZES[2])


@dataclass
class CodexLayout:
    """What is drawn, besides the scene: whose area, how large, what is chosen and foreseen."""

    scene: Scene
    choice: CodexChoice | None
    shown: int
    zoom: int | None
    centre: Place | None
    foreseen: list[Continuation]
    advised: Fields | None

    @property
    def cards(self) -> list[dict[str, Any]]:
        """The cards of the area that is shown."""
        cards: list[dict[str, Any]] = self.scene.position.view["seats"][self.shown]["play_area"]
        return cards

    @property
    def last_place(self) -> Place:
        """Where the card placed last lies."""
        return (self.cards[-1]["x"], self.cards[-1]["y"]) if self.cards else (0, 0)

    def frame(self, width: int, height: int) -> AreaFrame:
        """Return the part of the screen for the area."""
        hand, _ = sizes(width, height)
        return AreaFrame(0, 1, width - side_width(width) - 1, height - DOCK - hand.height - 2)

    def places(self) -> list[Place]:
        """Return all that is to be seen in the area."""
        places = [(card["x"], card["y"]) for card in self.cards] or [(0, 0)]
        if self.choice and self.is_own:
            places += self.choice.places
        return places

    @property
    def is_own(self) -> bool:
        """Whether the viewer's own area is shown."""
        return self.shown == self.scene.own

    def card_size(self, frame: AreaFrame) -> Size:
        """Choose how large cards are drawn."""
        return fitting(self.places(), frame) if self.zoom is None else SIZES[self.zoom]

    def chosen(self) -> Continuation | None:
        """Return what the present choice would bring."""
        fields = self.choice.fields() if self.choice else None
        return next((each for each in self.foreseen if each["move"] == fields), None)

    # Drawing

    def draw(self, canvas: Canvas, notice: Notice) -> None:
        """Draw everything."""
        chosen = self.chosen()
        gain = chosen["points"].get("track", 0) if chosen else 0
        frame = self.frame(canvas.width, canvas.height)
        draw_track(canvas, (0, 0), canvas.width - 1, self.scene, gain)
        self._draw_area(canvas, frame)
        self._draw_strip(canvas, frame.y + frame.height)
        self._draw_side(canvas, frame, chosen)
        self._draw_dock(canvas, chosen, notice)

    def _draw_area(self, canvas: Canvas, frame: AreaFrame) -> None:
        size = self.card_size(frame)
        choice = self.choice if self.is_own else None
        centre = self.centre or (choice and choice.place) or self.last_place
        middle = middle_of(self.places(), centre, size, frame)
        if self.centre is not None:
            middle = (self.centre[0], self.centre[1])
        canvas.fill(frame.x, frame.y, frame.width, frame.height, self.scene.look.palette.panel)
        holding = None
        if choice and choice.card is not None and choice.place is not None:
            holding = Holding(choice.card, choice.side, choice.place)
        ghosts = self._ghosts(choice)
        look = self.scene.look
        draw_area(canvas, frame, self.cards, look, size, middle, ghosts, holding)
        if not self.is_own:
            name = look.text(f" {self.scene.names[self.shown]} ")
            paint = Paint("#FFFFFF", look.seat(self.shown), bold=True, reverse=not look.colour)
            canvas.put(frame.x + 1, frame.y, name, paint)

    def _ghosts(self, choice: CodexChoice | None) -> list[Ghost]:
        if choice is None:
            return []
        brings = {
            (each["move"]["x"], each["move"]["y"]): each["points"].get("total", 0)
            for each in self.foreseen
            if "x" in each["move"]
        }
        advised = (self.advised or {}).get("x"), (self.advised or {}).get("y")
        return [
            Ghost(place, number, brings.get(place), place == advised)
            for number, place in enumerate(choice.places, 1)
        ]

    def _draw_strip(self, canvas: Canvas, y: int) -> None:
        scene, choice = self.scene, self.choice
        hand, table = sizes(canvas.width, canvas.height)
        if choice and choice.kind == "starter_side":
            draw_starter(canvas, (1, y), scene, choice)
            draw_table(canvas, (32, y), scene, choice, NARROW)
            return
        if choice and choice.kind == "keep_objective":
            draw_objectives_dealt(canvas, (1, y), scene, choice)
            return
        x = draw_hand(canvas, (0, y), scene, choice, hand)
        x = max(x, 3 * (hand.width + 1)) + (1 if canvas.width > 90 else 0)
        draw_table(canvas, (x, y + hand.height - table.height), scene, choice, table)

    def _draw_side(self, canvas: Canvas, frame: AreaFrame, chosen: Continuation | None) -> None:
        scene = self.scene
        x, width = frame.x + frame.width + 1, side_width(canvas.width) - 1
        bottom = frame.y + frame.height
        change = chosen["notes"].get("symbols", {}) if chosen else {}
        y = draw_symbols(canvas, (x, 1), scene, self.shown, change if self.is_own else {})
        y = draw_objectives(canvas, (x, y), width, scene)
        if bottom - y > len(scene.names):
            y += 1
        across = 1 if bottom - y >= len(scene.names) else 2
        y = draw_players(canvas, (x, y), width, scene, self.shown, across)
        draw_news(canvas, (x, y + 1), width, bottom - y - 1, scene)

    def _draw_dock(self, canvas: Canvas, chosen: Continuation | None, notice: Notice) -> None:
        scene, choice, y = self.scene, self.choice, canvas.height - DOCK
        palette = scene.look.palette
        canvas.fill(0, y, canvas.width, DOCK, palette.panel)
        button = scene.say(BUTTONS[choice.kind]) if choice else ""
        left = canvas.width - len(button) - 6
        text = reason(scene, chosen) if chosen else ""
        notice(canvas, 1, y, left - 3, text or advice(scene, choice))
        view = scene.position.view
        if view["last_round"] and not view["over"]:
            canvas.put(1, y + 2, scene.say("terminal.last_round"), Paint(palette.glow, bold=True))
        if chosen:
            paint = Paint(palette.on_accent, palette.accent, bold=True)
            canvas.put(left, y, f"[ {button} ]", paint)
            canvas.spot(left, y, len(button) + 4, 1, "confirm")
        if choice and choice.card is not None:
            flip = scene.say("terminal.flip")
            canvas.put(left, y + 1, flip, Paint(palette.accent, underline=True))
            canvas.spot(left, y + 1, len(flip), 1, "flip")
