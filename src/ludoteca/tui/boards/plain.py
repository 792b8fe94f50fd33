"""The plain board: plays any game from its drawing and its legal moves."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoteca.core.colour import split
from ludoteca.protocol.common import Fields
from ludoteca.tui.boards.base import Board
from ludoteca.tui.canvas import Canvas, Paint, fitted

MOVES_WIDTH = 26
"""Columns for the list of moves."""

INKS = {
    "g": "#7BA14B", "w": "#FFFFFF", "y": "#EFB346", "b": "#6E9BD8", "c": "#86CAD8",
    "m": "#DC78A5", "r": "#E07060",
}  # fmt: skip
"""The colours of drawings."""


class PlainBoard(Board):
    """A drawing, and beside it the list of legal moves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "step(-1)", "tui.key.move", show=False),
        Binding("down", "step(1)", "tui.key.move", show=False),
        Binding("pageup", "step(-10)", "tui.key.move", show=False),
        Binding("pagedown", "step(10)", "tui.key.move", show=False),
        Binding("left", "scroll(-4)", "tui.key.scroll", show=False),
        Binding("right", "scroll(4)", "tui.key.scroll", show=False),
        Binding("enter,space", "confirm", "tui.key.play"),
    ]

    NEEDS_DRAWING = True
    LOOKING = frozenset({"scroll"})

    chosen = 0
    scrolled = 0
    choice: tuple[int | None, Fields] = (None, {})
    """Who may choose among what."""
    kept: str | None = None
    """The move that one has gone to."""

    def begin(self) -> None:
        """Start with the first move; but where all choose at once, the others change nothing."""
        choice = (self.scene.seat, self.scene.position.choices)
        self.kept = self.kept if choice == self.choice else None
        self.choice, self.chosen = choice, 0
        if self.scene.may_move and "moves" not in self.scene.position.choices:
            self.ask()
        self.coming()

    def coming(self) -> None:
        """Go to the move where one was."""
        if self.kept in self.moves:
            self.chosen = self.moves.index(self.kept)

    def _go_to(self, number: int) -> None:
        self.chosen, self.kept = number, self.moves[number]

    @property
    def moves(self) -> list[str]:
        """The legal moves, as far as they are known."""
        if not self.scene.may_move:
            return []
        listed = self.scene.position.choices.get("moves")
        return list(listed) if listed else [each["text"] for each in self.foreseen]

    def suggest(self, move: Fields, whole: bool) -> None:
        """Go to the move, once it is told whole."""
        texts = [each["text"] for each in self.foreseen if each["move"] == move]
        if whole and texts:
            self._go_to(self.moves.index(texts[0]))
            self.redraw()

    def action_step(self, by: int) -> None:
        """Go through the moves."""
        if self.moves:
            self._go_to(min(max(self.chosen + by, 0), len(self.moves) - 1))
            self.redraw()

    def action_scroll(self, by: int) -> None:
        """Move a drawing that is higher than the screen."""
        lines = len((self.scene.position.drawing or "").splitlines())
        self.scrolled = min(max(self.scrolled + by, 0), max(0, lines - self.size.height + 3))
        self.redraw()

    def action_confirm(self) -> None:
        """Play the chosen move."""
        if self.moves:
            self.play(self.moves[self.chosen])

    def touch(self, name: str) -> None:
        """Choose a move by the mouse; a second click plays it."""
        number = int(name.split()[1])
        if number == self.chosen:
            self.action_confirm()
        self._go_to(number)

    def draw(self, canvas: Canvas) -> None:
        """Draw the position and the moves."""
        scene = self.scene
        lines = (scene.position.drawing or "").splitlines()
        for row, line in enumerate(lines[self.scrolled : self.scrolled + canvas.height - 2]):
            x = 1
            for letter, text in split(line):
                paint = Paint(INKS.get(letter, ""), bold=letter == "B", reverse=letter == "R",
                              dim=letter == "d")  # fmt: skip
                x = canvas.put(x, row, scene.look.text(text), paint)
        x = max(0, canvas.width - MOVES_WIDTH)
        canvas.fill(x, 0, MOVES_WIDTH, canvas.height - 2, scene.look.palette.panel)
        self._draw_moves(canvas, x + 1, canvas.height - 3)
        usual = scene.say("tui.plain.choose") if self.moves else self._waiting()
        self.put_notice(canvas, 1, canvas.height - 2, canvas.width - 2, usual)

    def _waiting(self) -> str:
        movers = self.scene.position.movers
        if not movers:
            return self.scene.say("tui.table.over")
        return self.scene.say_of("tui.table.choosing", self.scene.names[movers[0]])

    def _draw_moves(self, canvas: Canvas, x: int, height: int) -> None:
        palette, look = self.scene.look.palette, self.scene.look
        canvas.put(x, 0, self.scene.say("tui.plain.moves", n=len(self.moves)),
                   Paint(palette.accent, bold=True))  # fmt: skip
        first = max(0, min(self.chosen - height // 2, len(self.moves) - height))
        for row, number in enumerate(range(first, min(first + height, len(self.moves))), 1):
            here = number == self.chosen
            text = fitted(f"{look.glyphs.cursor if here else ' '} {self.moves[number]}",
                          MOVES_WIDTH - 2, look.glyphs.ellipsis)  # fmt: skip
            canvas.put(x, row, text, Paint(palette.accent if here else "", bold=here))
            canvas.spot(x, row, MOVES_WIDTH - 2, 1, f"move {number}")


BOARD = PlainBoard
