"""The JSON of Codex Naturalis: moves, choices, what a move would bring, and how a seat stands."""

from typing import Annotated, Literal, NotRequired, TypedDict

from msgspec import Meta

KindName = Literal["resource", "gold"]
SideName = Literal["front", "back"]
DeckName = Literal["resource_deck", "gold_deck"]
Kingdom = Literal["fungi", "plant", "animal", "insect"]
SymbolName = Literal["fungi", "plant", "animal", "insect", "quill", "inkwell", "manuscript"]
SymbolChanges = Annotated[dict[SymbolName, int], Meta(extra={"keys": "some"})]
"""How many more (or less) of a symbol are visible: only those that change."""

Place = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""x and y of a card in a play area; the starter card lies at 0, 0."""


class StarterMove(TypedDict):
    """Chooses the side of the starter card."""

    starter_side: SideName


class ObjectiveMove(TypedDict):
    """Keeps one of the two secret objectives dealt, by the number of its card."""

    keep_objective: int


class FaceDownCard(TypedDict):
    """What others see of a card laid face down: its back."""

    kind: KindName
    kingdom: Kingdom


class PlaceMove(TypedDict):
    """Places a card of the hand, by its number; of a rival's card face down the back is told."""

    place: int | FaceDownCard
    side: SideName
    x: int
    y: int


class DrawMove(TypedDict):
    """Draws from a deck, or a face-up card by its number."""

    draw: DeckName | int


CodexMove = StarterMove | ObjectiveMove | PlaceMove | DrawMove
"""By the phase; some of its fields are a partial choice."""


class StarterChoices(TypedDict):
    """The sides of the starter card."""

    starter_side: list[SideName]


class ObjectiveChoices(TypedDict):
    """The secret objectives to choose from."""

    keep_objective: list[int]


class CardsBySide(TypedDict):
    """The cards of the hand that may be placed with each side up."""

    front: list[int]
    back: list[int]


class PlaceChoices(TypedDict):
    """Any card of a side at any of the places."""

    place: CardsBySide
    places: list[Place]


class DrawChoices(TypedDict):
    """Where a card may be drawn from."""

    draw: list[DeckName | int]


CodexChoices = StarterChoices | ObjectiveChoices | PlaceChoices | DrawChoices
"""By the phase."""


class CodexScore(TypedDict):
    """The parts of a score."""

    track: int
    common: list[int]
    """By common objective."""
    secret: int
    total: int


class CodexPoints(TypedDict):
    """The parts of a score as far as the viewer may know them; null for the others."""

    track: int
    common: list[int]
    secret: int | None
    total: int | None
    seen: int
    """The points that everybody sees: all but those of the secret objective."""


class ObjectiveProgress(TypedDict):
    """How a seat stands with one objective."""

    objective: int
    fulfilled: int
    points: int
    cards: list[list[Place]]
    """The cards of each pattern that is counted; empty for sets of symbols."""


class CodexStanding(TypedDict):
    """How a seat stands."""

    points: CodexPoints
    objectives: list[ObjectiveProgress]
    """Those that the viewer may know."""


class StarterNotes(TypedDict):
    """What a side of the starter card would bring."""

    symbols: SymbolChanges
    """How many more of each are visible: only those that change."""


class ObjectiveNotes(TypedDict):
    """How often the objective is fulfilled now."""

    fulfilled: int


class PlacePoints(TypedDict):
    """What the points of a card are paid for: `count` times `each`."""

    rule: Literal["covered_corner", "symbol", "flat"]
    count: int
    each: int
    symbol: NotRequired[SymbolName]
    """With the rule `symbol`: which one is counted."""


class PlaceNotes(TypedDict):
    """What placing a card would bring besides its points."""

    symbols: SymbolChanges
    """How many more (or less) of each are visible: only those that change."""
    covers: int
    """How many corners it covers."""
    why: PlacePoints | None
    """Null if it gives no points."""
    objectives: dict[str, int]
    """By the number of an objective: how many times more, or less, it is fulfilled."""


class DrawNotes(TypedDict):
    """What is drawn."""

    card: int | None
    """Null for a deck, whose top card is hidden."""
    kind: KindName
    kingdom: Kingdom


CodexNotes = StarterNotes | ObjectiveNotes | PlaceNotes | DrawNotes
"""By the kind of move."""


class NoDetail(TypedDict):
    """The points of the track need no explanation."""


CodexDetail = ObjectiveProgress | NoDetail
"""By the step of the final scoring."""
