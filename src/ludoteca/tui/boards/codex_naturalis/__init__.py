"""The board of Codex Naturalis: a play area that scrolls, the hand, the table, objectives."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoteca.language import Words
from ludoteca.protocol.common import Fields
from ludoteca.tui.boards.base import Board
from ludoteca.tui.boards.codex_naturalis.cards import (
    LETTERS,
    PALETTES,
    SIZES,
    SYMBOL_INKS,
    TAB,
    corner_sign,
)
from ludoteca.tui.boards.codex_naturalis.choosing import Choosing, Place
from ludoteca.tui.boards.codex_naturalis.stage import Stage
from ludoteca.tui.canvas import Canvas, Paint
from ludoteca.tui.look import Look


class CodexNaturalisBoard(Board):
    """The board of Codex Naturalis."""

    PALETTES = PALETTES

    LOOKING = frozenset({"scroll", "centre", "zoom", "next_area"})

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1,0)", "tui.key.move", show=False),
        Binding("right", "step(1,0)", "tui.key.move", show=False),
        Binding("up", "step(0,1)", "tui.key.move", show=False),
        Binding("down", "step(0,-1)", "tui.key.move", show=False),
        *(Binding(str(n), f"number({n})", "terminal.key.number") for n in (*range(1, 10), 0)),
        Binding("tab", "next_card", "terminal.key.next_card", show=False),
        Binding("f", "flip", "terminal.key.flip"),
        Binding("n", "turn(1)", "terminal.key.next_place", show=False),
        Binding("p", "turn(-1)", "terminal.key.next_place", show=False),
        Binding("enter,space", "confirm", "terminal.key.confirm"),
        Binding("backspace", "put_back", "terminal.key.put_back", show=False),
        Binding("v", "next_area", "terminal.key.next_area", show=False),
        Binding("plus", "zoom(1)", "terminal.key.zoom", show=False),
        Binding("minus", "zoom(-1)", "terminal.key.zoom", show=False),
        Binding("c", "centre", "terminal.key.centre", show=False),
        Binding("shift+left", "scroll(-1,0)", "terminal.key.scroll", show=False),
        Binding("shift+right", "scroll(1,0)", "terminal.key.scroll", show=False),
        Binding("shift+up", "scroll(0,1)", "terminal.key.scroll", show=False),
        Binding("shift+down", "scroll(0,-1)", "terminal.key.scroll", show=False),
    ]

    MARKS: ClassVar[dict[str, Paint]] = {
        LETTERS[symbol]: Paint(ink, TAB, bold=True) for symbol, ink in SYMBOL_INKS.items()
    }

    choosing: Choosing | None = None
    chooser: int | None = None
    """Whose choice it is."""
    shown: int | None = None
    """Whose area is shown, if not one's own."""
    zoom: int | None = None
    """The size of the cards; None for the largest that fits."""
    centre: Place | None = None
    typed = ""
    """The digits of a place's number so far."""
    advised: Fields | None = None
    advised_whole = False

    def begin(self) -> None:
        """Start with nothing picked; but where all choose at once, the others change nothing."""
        scene = self.scene
        before = self.choosing if self.chooser == scene.seat else None
        self.chooser = scene.seat
        self.typed, self.advised, self.centre = "", None, None
        if not scene.may_move:
            self.choosing = None
            return
        hand = [card for card in scene.position.view["seats"][scene.own]["hand"]
                if isinstance(card, int)]  # fmt: skip
        self.choosing = Choosing(scene.position.choices, hand)
        self.choosing.keep(before)
        self.shown = None
        if self.choosing.kind != "place":
            self.ask()

    def give_up(self) -> None:
        """Forget what is picked, also where all choose at once."""
        self.choosing = None
        super().give_up()

    def wanted(self) -> Fields:
        """Give what is asked about."""
        return self.choosing.partial() if self.choosing else {}

    def selection(self) -> Fields:
        """Give the card that would be drawn; what lies in the hand is hidden from the others."""
        choosing = self.choosing
        return choosing.fields() or {} if choosing and choosing.kind == "draw" else {}

    def is_begun(self) -> bool:
        """Say whether something is picked."""
        return self.choosing is not None and self.choosing.picked is not None

    def suggest(self, move: Fields, whole: bool) -> None:
        """Pick the card of a good move, then mark its place."""
        self.advised, self.advised_whole = move, whole
        choosing = self.choosing
        if choosing is None:
            return
        if choosing.kind == "place":
            choosing.pick(choosing.hand.index(move["place"]))
            choosing.side = move["side"]
            self.ask()
        elif whole:
            choosing.pick(choosing.things.index(move[choosing.kind]))
        self.redraw()

    @classmethod
    def legend(cls, words: Words, look: Look) -> str:
        """Say which letter is which symbol, and how corners and backs are drawn."""
        symbols = ", ".join(f"{letter} {words[name]}" for name, letter in LETTERS.items())
        bare = look.ascii or not look.colour
        hidden, empty, corner = "#" if bare else "▚", "." if bare else "·", corner_sign(look)
        said = words.say("terminal.legend", hidden=hidden, empty=empty, corner=corner)
        return look.text(f"{symbols}. ") + (said if not look.ascii else look.text(said))

    # Keys and clicks

    def action_step(self, across: int, up: int) -> None:
        """Move among what can be chosen; with nothing to choose, scroll."""
        self.notice = None
        choosing = self.choosing
        if choosing is None or self.shown is not None:
            self.action_scroll(across, up)
        elif choosing.card is None:
            count = len(choosing.things)
            by = across or -up
            before = choosing.picked
            self._pick(0 if before is None and by > 0 else ((before or 0) + by) % count)
        else:
            choosing.step(across, up)
        self.redraw()

    def action_scroll(self, across: int, up: int) -> None:
        """Move the area under the frame."""
        x, y = self.centre or self._stage.last_place
        self.centre = (x + across, y + up)
        self.redraw()

    def action_centre(self) -> None:
        """Show the card placed last again, in the size that fits."""
        self.centre, self.zoom = None, None
        self.redraw()

    def action_zoom(self, by: int) -> None:
        """Draw cards larger or smaller."""
        stage = self._stage
        now = SIZES.index(stage.card_size(stage.frame(*self.size)))
        self.zoom = min(max(now + by, 0), len(SIZES) - 1)
        self.redraw()

    def action_next_area(self) -> None:
        """Show the next player's area."""
        seats = len(self.scene.names)
        seat = ((self.shown if self.shown is not None else self.scene.own) + 1) % seats
        self.shown, self.centre = (None if seat == self.scene.own else seat), None
        self.redraw()

    def action_next_card(self) -> None:
        """Pick the next card of the hand, or the next thing of a list."""
        if self.choosing:
            before = self.choosing.picked
            self._pick(0 if before is None else (before + 1) % len(self.choosing.things))

    def action_number(self, number: int) -> None:
        """Pick by number: a thing first; with a card in hand, a place."""
        choosing = self.choosing
        if choosing is None:
            return
        if choosing.card is None:
            self._pick(number - 1)
            return
        self.typed = (self.typed + str(number)).lstrip("0")
        places = choosing.places
        if self.typed and int(self.typed) > len(places):
            self.typed = str(number) if number else ""
        if self.typed and int(self.typed) <= len(places):
            choosing.place = places[int(self.typed) - 1]
        if self.typed and int(self.typed) * 10 > len(places):
            self.typed = ""
        self.redraw()

    def action_flip(self) -> None:
        """Turn the picked card over."""
        choosing = self.choosing
        if choosing is None or choosing.card is None:
            return
        if choosing.flip():
            self.ask()
            self.redraw()
        else:
            self.post_message(self.Wondered({"place": choosing.card, "side": "front"}))

    def action_turn(self, by: int) -> None:
        """Go to the next place, or the one before."""
        if self.choosing:
            self.choosing.turn(by)
            self.redraw()

    def action_put_back(self) -> None:
        """Give up the place, then the card."""
        choosing = self.choosing
        if choosing and choosing.place is not None:
            choosing.place = None
        elif choosing:
            choosing.picked = None
        self.typed = ""
        self.redraw()

    def action_confirm(self) -> None:
        """Play what is chosen."""
        choosing = self.choosing
        fields = choosing.fields() if choosing else None
        found = next((each for each in self.foreseen if each["move"] == fields), None)
        if found:
            self.play(found["text"])
        elif choosing and choosing.picked is None:
            self._pick(0)
        elif choosing and choosing.card is not None and choosing.place is None:
            self.action_turn(1)

    def touch(self, name: str) -> None:
        """Answer a click on a card, a place, a player or the button."""
        word, *rest = name.split()
        if word == "place":
            self._touch_place((int(rest[0]), int(rest[1])))
        elif word in ("hand", "draw", "pick"):
            self._touch_thing(word, int(rest[0]))
        elif word == "seat":
            seat = int(rest[0])
            self.shown, self.centre = (None if seat == self.scene.own else seat), None
        elif word == "confirm":
            self.action_confirm()
        elif word == "flip":
            self.action_flip()

    def _touch_place(self, place: Place) -> None:
        choosing = self.choosing
        if choosing is None:
            return
        if choosing.card is None:
            self.tell(self.scene.say("terminal.choose.card"), is_refusal=True)
        elif choosing.place == place:
            self.action_confirm()
        else:
            choosing.place = place

    def _touch_thing(self, word: str, number: int) -> None:
        choosing = self.choosing
        if choosing is None or (word == "hand") != (choosing.kind == "place"):
            return
        if choosing.picked != number:
            self._pick(number)
        elif word == "hand":
            self.action_flip()
        else:
            self.action_confirm()

    def _pick(self, number: int) -> None:
        choosing = self.choosing
        self.notice, self.typed = None, ""
        if choosing and choosing.pick(number) and choosing.kind == "place":
            self.ask()
        self.redraw()

    # Drawing

    @property
    def _stage(self) -> Stage:
        return Stage(
            scene=self.scene,
            choosing=self.choosing,
            shown=self.scene.own if self.shown is None else self.shown,
            zoom=self.zoom,
            centre=self.centre,
            foreseen=self.foreseen,
            advised=self.advised if self.advised_whole else None,
        )

    def draw(self, canvas: Canvas) -> None:
        """Draw everything that fits."""
        self._stage.draw(canvas, self.put_notice)


BOARD = CodexNaturalisBoard
