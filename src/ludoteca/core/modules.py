"""The modules of a game: what each of them offers to everybody else.

Rules on bare integers, which kernels call, are declared in `core.engine`.
"""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from ludoteca.core.art import Art
from ludoteca.core.words import Words


class Layout(Protocol):
    """Where each thing sits in the state."""

    def option_indices(self, s: Any) -> Sequence[int]:
        """Read the options of a match back from its state."""


class Deal(Protocol):
    """What chance decides."""

    def deal_name(self, s: Any) -> str:
        """Name the deal that is due, "" if none is."""


class Rules(Protocol):
    """What may be done, and what it does."""

    @property
    def REFUSALS(self) -> Sequence[str]:  # noqa: N802 - a table of the module
        """The code of each refusal."""

    def turn_number(self, s: Any, seat: int) -> int:
        """Count the rulebook's turns of a seat: equal for all plies of one turn, then greater."""


class Scoring(Protocol):
    """Points."""

    @property
    def TALLY_ROWS(self) -> Sequence[str]:  # noqa: N802
        """What a simulation counts."""

    @property
    def TALLY_COLUMNS(self) -> Sequence[str]:  # noqa: N802
        """How it is told apart."""

    def score_parts(self, s: Any, seat: int) -> Mapping[str, Any]:
        """Show where a seat's score comes from; `total` is the score."""


class Viewing(Protocol):
    """What a seat sees."""

    def mask(self, s: Any, seat: int | None) -> Any:
        """Build a state of all that the seat may know, by adding what is allowed."""

    def position(self, s: Any) -> Any:
        """Return a state, full or masked, in the form of the record; null for what is unknown."""


class Notation(Protocol):
    """Text for moves, deals and positions, and back.

    A game whose secret moves are not hidden altogether adds `hidden_move(s, seat, action)`: the
    text and the fields that the others see.
    """

    def format_move(self, s: Any, seat: int, action: int) -> str:
        """Write a move."""

    def parse_move(self, s: Any, seat: int, text: str) -> int:
        """Read a move; refuse what is none, naming the rule."""

    def move_fields(self, s: Any, seat: int, action: int) -> Mapping[str, Any]:
        """Return a move in the form of the replay stream."""

    def refusal_values(self, s: Any, seat: int, action: int, words: Words) -> dict[str, Any]:
        """Return what the sentence of a refusal wants to mention."""

    def format_deal(self, s: Any, outcomes: Sequence[int], seat: int | None) -> str:
        """Write a deal that begins in this state, with ? for what the seat may not know."""

    def parse_deal(self, s: Any, text: str) -> list[int]:
        """Read a deal that begins in this state; ValueError says what is wrong."""

    def format_position(self, s: Any) -> str:
        """Write a whole state in one line."""

    def parse_position(self, text: str) -> Any:
        """Read a state back; ValueError says what is wrong."""


class Drawing(Protocol):
    """A view as text for people."""

    def draw(self, s: Any, seat: int | None, names: Sequence[str], words: Words) -> str:
        """Draw a masked state; colours are added by marks that `core.colour` knows."""

    def legal_summary(self, s: Any, seat: int, words: Words) -> str:
        """Describe in a few lines what is legal, for the player about to move."""


class Svg(Protocol):
    """A view as a picture, and single cards, with the drawings of the page."""

    def picture(
        self,
        position: Mapping[str, Any],
        standing: Sequence[Mapping[str, Any]],
        seat: int | None,
        names: Sequence[str],
        words: Words,
        art: Art,
    ) -> str:
        """Draw a view, as clients know it: its position, and how each seat stands."""

    def card(self, name: str, art: Art) -> str:
        """Draw one card by its name."""


class Switch(NamedTuple):
    """An option of the `score` command that a game brings."""

    takes: str
    """What follows it, as help shows it: `N`, `N,N`; nothing for a mere yes."""
    help: str


Switches = Mapping[str, tuple[int, ...]]
"""The switches that were given, with their numbers."""


class ScoreSheet(Protocol):
    """What the `score` command reads and answers for this game."""

    @property
    def SWITCHES(self) -> Mapping[str, Switch]:  # noqa: N802
        """Its own options by name."""

    @property
    def HELP(self) -> str:  # noqa: N802
        """How to write what is to be scored."""

    def answer_text(self, text: str, switches: Switches, words: Words) -> tuple[Any, str]:
        """Read what a person typed; return the answer as fields and as readable lines."""

    def answer_fields(self, fields: Any, switches: Switches) -> Any:
        """Answer one JSON object with another."""


class Evaluation(Protocol):
    """How good a position looks: knowledge, not rules."""

    @property
    def FEATURES(self) -> Sequence[str]:  # noqa: N802
        """The name of each number that `features_into` writes."""

    def weights(self, players: int) -> Sequence[int]:
        """Return what each feature is worth, in thousandths of a point."""


class Belief(Protocol):
    """What is likely to be hidden, judged by what everybody has seen: knowledge, not rules."""

    @property
    def WEIGHTS(self) -> int:  # noqa: N802
        """How many numbers `weigh_unknown` writes."""


class LearnedValue(Protocol):
    """What the learned value looks at: knowledge, not rules."""

    @property
    def INPUTS(self) -> Sequence[str]:  # noqa: N802
        """The name of each number that `inputs_into` writes."""

    @property
    def HORIZON(self) -> int:  # noqa: N802
        """How many moves of each player a playout goes on before it is judged; 0: to the end."""

    @property
    def CAREFUL_FROM(self) -> Mapping[int, int]:  # noqa: N802
        """How many playouts a thought needs for careful ones to be better than more quick ones.

        By the number of players; where there is none, playouts are quick.
        """

    @property
    def WIDENED(self) -> Container[int]:  # noqa: N802
        """The numbers of players with which many playouts should look at more moves."""

    @property
    def SOLO(self) -> bool:  # noqa: N802
        """Whether players interfere so little that a tree does better without the others' moves."""


class Choice(Protocol):
    """What may be chosen, what it would bring and how the seats stand, in the record's words.

    The states are masked ones; `seat` may move where moves are asked for. `Game` joins the parts.
    """

    def choices(self, s: Any, seat: int) -> Mapping[str, Any]:
        """Return the legal moves in few bytes, however many there are."""

    def actions_with(self, s: Any, seat: int, fields: Mapping[str, Any]) -> Iterable[int]:
        """Return the legal actions, rising, whose fields contain the given ones."""

    def notes(
        self, s: Any, seat: int, action: int, after: Any, points: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Return what a legal move to the state `after` would bring besides its points."""

    def refusal_of_fields(
        self, s: Any, seat: int, fields: Mapping[str, Any], words: Words
    ) -> tuple[str, dict[str, Any]]:
        """Name the rule that forbids every move with these fields, and what its sentence says."""

    def standing(self, s: Any, seat: int) -> Mapping[str, Any]:
        """Show a seat's points and its progress; null for what the state does not tell."""

    def step_detail(self, s: Any, seat: int, step: str) -> Mapping[str, Any]:
        """Return where the points of one step of the final scoring come from."""

    def tie_break(self, s: Any, winners: Sequence[int]) -> str:
        """Name what decided between equal best scores."""


@dataclass(frozen=True)
class Slot:
    """Some numbers of a tensor that belong together, row by row."""

    name: str
    shape: tuple[int, ...]
    most: int
    """The highest number that can occur; the lowest is 0."""
    meaning: str


class Tensor(Protocol):
    """A view in numbers, for learners."""

    @property
    def FACTORS(self) -> Sequence[str]:  # noqa: N802
        """What each word that `factors_into` writes tells."""

    def slots(self, players: int) -> Sequence[Slot]:
        """Name all numbers that `observe_into` writes, in order."""

    def allows(self, factors: Sequence[int], action: int) -> bool:
        """Return whether the words of `factors_into` make an action legal."""


class Preview(Protocol):
    """Moves in numbers and what they bring, as kernels that a page runs on its own view."""

    @property
    def ENTRIES(self) -> Sequence[Callable[..., Any]]:  # noqa: N802
        """What is called besides the rules: at least the three functions named below."""

    @property
    def MOVE_NUMBERS(self) -> Sequence[str]:  # noqa: N802
        """What `move_into(s, seat, action, out)` writes of a move."""

    @property
    def POINT_NUMBERS(self) -> Sequence[str]:  # noqa: N802
        """What `points_into(s, seat, out)` writes of a seat's score."""

    @property
    def NOTE_NUMBERS(self) -> Sequence[str]:  # noqa: N802
        """What `notes_into(s, seat, action, after, gains, out)` writes of what a move brings."""


@dataclass(frozen=True)
class GameModules:
    """The modules of a game."""

    layout: Layout
    actions: ModuleType
    deal: Deal
    scoring: Scoring
    rules: Rules
    view: Viewing
    notation: Notation
    drawing: Drawing
    score_sheet: ScoreSheet | None = None
    evaluation: Evaluation | None = None
    choice: Choice | None = None
    tensor: Tensor | None = None
    belief: Belief | None = None
    svg: Svg | None = None
    value: LearnedValue | None = None
    preview: Preview | None = None
