"""The JSON of My Shelfie: moves, choices, what a move would bring, and how a seat stands."""

from typing import Annotated, Literal, TypedDict

from msgspec import Meta

Letter = Literal["C", "B", "G", "F", "T", "P"]
ShelfieCell = Annotated[list[int], Meta(min_length=2, max_length=2)]
"""Row and column, both from 0, from the upper left cell."""


class ShelfieMove(TypedDict):
    """A whole move; some of its fields are a partial choice."""

    take: list[ShelfieCell]
    """The cells of the living room in the order in which their tiles fall into the column."""
    column: int
    """The column of the bookshelf, from 0."""


class ShelfieChoices(TypedDict):
    """The legal moves: a line of `takes`, in any order, into a column with room for it."""

    takes: list[list[ShelfieCell]]
    """The lines of tiles that may be taken."""
    room: list[int]
    """The free cells of each column of the bookshelf."""


class ShelfieScore(TypedDict):
    """The parts of a score."""

    common: int
    end_game_token: int
    personal: int
    groups: int
    total: int


class ShelfiePoints(TypedDict):
    """The parts of a score as far as the viewer may know them; null for the others."""

    common: int
    end_game_token: int
    personal: int | None
    groups: int
    total: int | None
    seen: int
    """The points that everybody sees: all but those of the personal goal."""


class ShelfieGroup(TypedDict):
    """Tiles of a type that touch and give points."""

    tile: Letter
    cells: list[ShelfieCell]
    points: int


class GoalCell(TypedDict):
    """A cell of a personal goal card."""

    row: int
    column: int
    tile: Letter
    matched: bool


class PersonalProgress(TypedDict):
    """A bookshelf beside its personal goal card."""

    matched: int
    of: int
    cells: list[GoalCell]


class CommonProgress(TypedDict):
    """How far a seat is with a common goal, in what its card counts."""

    goal: int
    done: int
    of: int
    reached: bool


class ShelfieStanding(TypedDict):
    """How a seat stands."""

    points: ShelfiePoints
    groups: list[ShelfieGroup]
    personal_goal: PersonalProgress | None
    """Null where the viewer does not know the card."""
    common_goals: list[CommonProgress]


class GoalChange(TypedDict):
    """Cells of the personal goal that match, before and after a move."""

    before: int
    after: int


class ReachedGoal(TypedDict):
    """A common goal that a move reaches, with the points of its token."""

    goal: int
    reached: Literal[True]
    points: int


class ShelfieNotes(TypedDict):
    """What a move would bring besides its points."""

    personal_goal: GoalChange
    common_goals: list[ReachedGoal]
    fills_bookshelf: bool
    cells: list[ShelfieCell]
    """Where the tiles land in the bookshelf, in their order."""


class TakenToken(TypedDict):
    """A scoring token, with the common goal it was taken for."""

    goal: int
    points: int


class CommonDetail(TypedDict):
    """Where the points of common goals come from."""

    tokens: list[TakenToken]


class TokenDetail(TypedDict):
    """Whether the seat has the end game token."""

    end_game_token: bool


class GroupsDetail(TypedDict):
    """Where the points of groups come from."""

    groups: list[ShelfieGroup]


class PersonalDetail(PersonalProgress):
    """Where the points of the personal goal come from."""

    goal: int


ShelfieDetail = CommonDetail | TokenDetail | GroupsDetail | PersonalDetail
"""By the step of the final scoring."""
