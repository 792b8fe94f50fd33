"""The board of Codex Naturalis: a play area that scrolls, the hand, the table, objectives."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from ludoteca.language import Words
from ludoteca.protocol.common import Fields
from ludoteca.tui.boards.base import Board
from ludoteca.tui.boards.codex_naturalis.cards import (
    PALETTES,
    SIZES,
    SYMBOL_INKS,
    TAB,
    corner_sign,
    letters,
)
from ludoteca.tui.boards.codex_naturalis.choice import CodexChoice, Place
from ludoteca.tui.boards.codex_naturalis.layout import CodexLayout
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

    LETTERS_KEY = "terminal.letters"

    @classmethod
    def marks(cls, look: Look) -> dict[str, Paint]:
        """Paint the letters of the symbols."""
        named = letters(look)
        return {named[name]: Paint(ink, TAB, bold=True) for name, ink in SYMBOL_INKS.items()}

    choice: CodexChoice | None = None
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
        before = self.choice if self.chooser == scene.seat else None
        self.chooser = scene.seat
        self.typed, self.advised, self.centre = "", None, None
        if not scene.may_move:
            self.choice = None
            return
        hand = [card for card in scene.position.view["seats"][scene.own]["hand"]
                if isinstance(card, int)]  # fmt: skip
        self.choice = CodexChoice(scene.position.choices, hand)
        self.choice.keep(before)
        self.shown = None
        if self.choice.kind != "place":
            self.ask()

    def give_up(self) -> None:
        """Forget what is picked, also where all choose at once."""
        self.choice = None
        super().give_up()

    def wanted(self) -> Fields:
        """Return what is asked about."""
        return self.choice.partial() if self.choice else {}

    def selection(self) -> Fields:
        """Return the card that would be drawn; what lies in the hand is hidden from the others."""
        choice = self.choice
        return choice.fields() or {} if choice and choice.kind == "draw" else {}

    def is_begun(self) -> bool:
        """Return whether something is picked."""
        return self.choice is not None and self.choice.picked is not None

    def suggest(self, move: Fields, whole: bool) -> None:
        """Pick the card of a good move, then mark its place."""
        self.advised, self.advised_whole = move, whole
        choice = self.choice
        if choice is None:
            return
        if choice.kind == "place":
            choice.pick(choice.hand.index(move["place"]))
            choice.side = move["side"]
            self.ask()
        elif whole:
            choice.pick(choice.things.index(move[choice.kind]))
        self.redraw()

    @classmethod
    def legend(cls, words: Words, look: Look) -> str:
        """Explain which letter is which symbol, and how corners and backs are drawn."""
        named = letters(look)
        symbols = ", ".join(f"{letter} {words[name]}" for name, letter in named.items())
        bare = look.ascii or not look.colour
        hidden, empty, corner = "#" if bare else "▚", "." if bare else "·", corner_sign(look)
        said = words.say("terminal.legend", hidden=hidden, empty=empty, corner=corner,
                         fungi=named["fungi"], quill=named["quill"])  # fmt: skip
        return look.text(f"{symbols}. ") + (said if not look.ascii else look.text(said))

    # Keys and clicks

    def action_step(self, across: int, up: int) -> None:
        """Move among what can be chosen; with nothing to choose, scroll."""
        self.notice = None
        choice = self.choice
        if choice is None or self.shown is not None:
            self.action_scroll(across, up)
        elif choice.card is None:
            count = len(choice.things)
            by = across or -up
            before = choice.picked
            self._pick(0 if before is None and by > 0 else ((before or 0) + by) % count)
        else:
            choice.step(across, up)
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
        if self.choice:
            before = self.choice.picked
            self._pick(0 if before is None else (before + 1) % len(self.choice.things))

    def action_number(self, number: int) -> None:
        """Pick by number: a thing first; with a card in hand, a place."""
        choice = self.choice
        if choice is None:
            return
        if choice.card is None:
            self._pick(number - 1)
            return
        self.typed = (self.typed + str(number)).lstrip("0")
        places = choice.places
        if self.typed and int(self.typed) > len(places):
            self.typed = str(number) if number else ""
        if self.typed and int(self.typed) <= len(places):
            choice.place = places[int(self.typed) - 1]
        if self.typed and int(self.typed) * 10 > len(places):
            self.typed = ""
        self.redraw()

    def action_flip(self) -> None:
        """Turn the picked card over."""
        choice = self.choice
        if choice is None or choice.card is None:
            return
        if choice.flip():
            self.ask()
            self.redraw()
        else:
            self.post_message(self.Wondered({"place": choice.card, "side": "front"}))

    def action_turn(self, by: int) -> None:
        """Go to the next place, or the one before."""
        if self.choice:
            self.choice.turn(by)
            self.redraw()

    def action_put_back(self) -> None:
        """Let go of the place, then of the card."""
        choice = self.choice
        if choice and choice.place is not None:
            choice.place = None
        elif choice:
            choice.picked = None
        self.typed = ""
        self.redraw()

    def action_confirm(self) -> None:
        """Play what is chosen."""
        choice = self.choice
        fields = choice.fields() if choice else None
        found = next((each for each in self.foreseen if each["move"] == fields), None)
        if found:
            self.play(found["text"])
        elif choice and choice.picked is None:
            self._pick(0)
        elif choice and choice.card is not None and choice.place is None:
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
        choice = self.choice
        if choice is None:
            return
        if choice.card is None:
            self.tell(self.scene.say("terminal.choose.card"), is_refusal=True)
        elif choice.place == place:
            self.action_confirm()
        else:
            choice.place = place

    def _touch_thing(self, word: str, number: int) -> None:
        choice = self.choice
        if choice is None or (word == "hand") != (choice.kind == "place"):
            return
        if choice.picked != number:
            self._pick(number)
        elif word == "hand":
            self.action_flip()
        else:
            self.action_confirm()

    def _pick(self, number: int) -> None:
        choice = self.choice
        self.notice, self.typed = None, ""
        if choice and choice.pick(number) and choice.kind == "place":
            self.ask()
        self.redraw()

    # Drawing

    @property
    def _stage(self) -> CodexLayout:
        return CodexLayout(
            scene=self.scene,
            choice=self.choice,
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
