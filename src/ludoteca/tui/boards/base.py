"""What every board is: a widget that shows a position and says which move was chosen.

A board knows the position only as the table tells it: the view, the choices and the standing, in
the form of the records. It asks its screen what a choice would bring, and why another
is not allowed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.message import Message
from textual.strip import Strip

from ludoteca.core.game import Game
from ludoteca.language import Words
from ludoteca.protocol.common import Fields
from ludoteca.protocol.outcomes import Continuation
from ludoteca.protocol.to_client import PositionInfo
from ludoteca.tui.canvas import Canvas, Paint, wrapped
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.look import Look, Palette


@dataclass(frozen=True)
class Scene:
    """What a board shows: a position as one viewer may know it, and in which words."""

    game: Game
    words: Words
    """The program's words joined with the game's."""
    look: Look
    names: tuple[str, ...]
    seat: int | None
    """Whose eyes these are; None for a spectator."""
    position: PositionInfo
    news: tuple[str, ...] = ()
    """What happened lately, the newest last."""
    eyes: int = 0
    """Whose side is shown to a spectator."""
    live: bool = True
    """Whether this is a match under way; a past one is only looked at."""
    selecting: Mapping[int, Fields] = field(default_factory=dict)
    """What others are choosing just now, by their seats, as far as that is public."""

    @property
    def may_move(self) -> bool:
        """Whether the viewer is to choose."""
        return bool(self.position.choices) and self.seat in self.position.movers

    @property
    def own(self) -> int:
        """The seat that is shown large."""
        return self.seat if self.seat is not None else self.eyes

    def initial(self, seat: int) -> str:
        """Return the letter that stands for a player."""
        return self.look.text(self.names[seat])[:1].upper()

    def say(self, key: str, **values: object) -> str:
        """Return a sentence in letters that the terminal has."""
        return self.look.text(self.words.say(key, **values))

    def say_of(self, key: str, name: str) -> str:
        """Return a sentence about a player, in the second person for one called "You"."""
        return self.say(f"{key}.you" if name == self.words["tui.you"] else key, name=name)


@dataclass(frozen=True)
class BoardNotice:
    """A sentence for the player: a refusal, or advice."""

    text: str
    is_refusal: bool = False


class Board(Drawable, can_focus=True):
    """A position on the screen."""

    PALETTES: ClassVar[dict[str, Palette] | None] = None
    """The board's own colours, if it does not use the theme's."""

    LOOKING: ClassVar[frozenset[str]] = frozenset()
    """What one may do with a board that is only looked at."""

    NEEDS_DRAWING: ClassVar[bool] = False
    """Whether the table is to send the position as text, too."""

    LETTERS_KEY: ClassVar[str] = ""
    """The word that holds the letters of the game's symbols in the player's language."""

    class Played(Message):
        """A move was chosen and confirmed."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Asked(Message):
        """What would this choice bring? `Board.answer` waits for it."""

        def __init__(self, partial: Fields) -> None:
            """Take what is chosen so far."""
            super().__init__()
            self.partial = partial

    class Wondered(Message):
        """Why is this not allowed? `Board.explain` waits for it."""

        def __init__(self, partial: Fields) -> None:
            """Take what was wanted."""
            super().__init__()
            self.partial = partial

    class SelectionChanged(Message):
        """The choice so far is another one: the others may see it, as far as it is public."""

        def __init__(self, partial: Fields) -> None:
            """Take what is chosen so far."""
            super().__init__()
            self.partial = partial

    def __init__(self, scene: Scene | None = None, **more: Any) -> None:
        super().__init__(**more)
        self._scene: Scene | None = None
        self.notice: BoardNotice | None = None
        self.is_sent = False
        """Whether a move is on its way."""
        self.foreseen: list[Continuation] = []
        """What may follow the present choice, and what it would bring."""
        self._selected: Fields = {}
        """The choice that was shown to the others."""
        if scene is not None:
            self.show(scene)

    @property
    def scene(self) -> Scene:
        """What is shown."""
        assert self._scene is not None
        return self._scene

    def show(self, scene: Scene) -> None:
        """Show another position; a choice that was begun ends unless the position is the same."""
        before, self._scene = self._scene, self._dressed(scene)
        same = before is not None and (
            before.position == scene.position and before.seat == scene.seat
        )
        if not same:
            self.notice, self.foreseen, self.is_sent = None, [], False
            self.begin()
            self._selected = self.selection()  # the table has forgotten the one before
        self.redraw()

    def _dressed(self, scene: Scene) -> Scene:
        return replace(scene, look=self.dressed(scene.look, scene.words))

    @classmethod
    def dressed(cls, look: Look, words: Mapping[str, str]) -> Look:
        """Return the look with the board's own colours, and letters in the player's language."""
        look = look if cls.PALETTES is None else look.within(cls.PALETTES)
        return replace(look, letters=words.get(cls.LETTERS_KEY, ""))

    @classmethod
    def marks(cls, look: Look) -> dict[str, Paint]:
        """Return how letters look in the small pictures of the game's rules."""
        return {}

    # For each board to say

    def begin(self) -> None:
        """Start a choice in a new position."""

    def is_begun(self) -> bool:
        """Return whether something is chosen that Escape would give up."""
        return False

    def give_up(self) -> None:
        """Forget what is chosen."""
        self.begin()
        self.redraw()

    def selection(self) -> Fields:
        """Return what others could follow of the choice so far."""
        return {}

    def suggest(self, move: Fields, whole: bool) -> None:
        """Show advice: where to look, or the whole move."""

    def coming(self) -> None:
        """Take note that `foreseen` has come."""

    def play(self, text: str) -> None:
        """Send a move; until it is answered nothing else can be chosen."""
        if not self.is_sent:
            self.is_sent = True
            self.post_message(self.Played(text))

    # Answers from the table

    def answer(self, partial: Fields, continuations: Sequence[Continuation]) -> None:
        """Take what a choice would bring, unless the player has gone on."""
        if partial == self.wanted():
            self.foreseen = list(continuations)
            self.coming()
            self.redraw()

    def explain(self, sentence: str) -> None:
        """Show why something is not allowed."""
        self.is_sent = False
        self.tell(sentence, is_refusal=True)

    def wanted(self) -> Fields:
        """Return the choice so far, as a part of a move."""
        return {}

    def tell(self, text: str, is_refusal: bool = False) -> None:
        """Show a sentence until something else happens."""
        self.notice = BoardNotice(_sentence(text), is_refusal) if text else None
        self.redraw()

    def ask(self) -> None:
        """Ask what the present choice would bring."""
        self.foreseen = []
        self.post_message(self.Asked(self.wanted()))

    # The screen

    def redraw(self) -> None:
        """Redraw; tell, too, if the choice is another one."""
        super().redraw()
        if self._scene is not None and self._scene.live and self.selection() != self._selected:
            self._selected = self.selection()
            self.post_message(self.SelectionChanged(self._selected))

    @property
    def look(self) -> Look:
        """How it is drawn: in the board's own colours if it has some."""
        return self.scene.look

    def render_line(self, y: int) -> Strip:
        """Return one line of the drawing."""
        return Strip.blank(self.size.width) if self._scene is None else super().render_line(y)

    @property
    def picture(self) -> Canvas:
        """The drawing as it is on the screen; an empty one before the first scene."""
        return Canvas(*self.size) if self._scene is None else super().picture

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer no choice on a board that is only looked at, or whose match is over."""
        own = hasattr(type(self), f"action_{action}") and not hasattr(Drawable, f"action_{action}")
        scene = self._scene
        if own and scene is not None and not (scene.live and scene.position.movers):
            return action in self.LOOKING
        return True

    @classmethod
    def legend(cls, words: Words, look: Look) -> str:
        """Explain the signs on this board."""
        return look.text(words.get("legend", ""))

    def put_notice(self, canvas: Canvas, x: int, y: int, width: int, usual: str) -> None:
        """Write the sentence of the moment in two lines: a notice, or what to do."""
        palette = self.scene.look.palette
        text = self.notice.text if self.notice else usual
        ink = palette.bad if self.notice and self.notice.is_refusal else palette.ink
        canvas.block(
            x, y, wrapped(self.scene.look.text(text), width)[:2], Paint(ink, bold=bool(self.notice))
        )


def fitting_name(name: str, width: int) -> str:
    """Return a name; of a bot only its level, where there is no room for both.

    >>> fitting_name("bot (easy)", 12), fitting_name("bot (easy)", 6), fitting_name("Ada", 2)
    ('bot (easy)', 'easy', 'Ada')
    """
    level = name.partition(" (")[2].removesuffix(")")
    return name if cell_len(name) <= width else level or name


def _sentence(text: str) -> str:
    """Begin with a capital and end with a full stop."""
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?…" else text + "."
