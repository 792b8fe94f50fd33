"""What a seat of My Shelfie may know, and any state in the form of the record."""

from typing import cast

import msgspec

from ludoteca.core.game import SPECTATOR
from ludoteca.games.my_shelfie.catalog import LETTERS, TOKEN_POINTS
from ludoteca.games.my_shelfie.deal import bag_count
from ludoteca.games.my_shelfie.layout import MyShelfie
from ludoteca.games.my_shelfie.pictures import bookshelf_rows, living_room_rows
from ludoteca.games.my_shelfie.rules import seat_to_move
from ludoteca.games.my_shelfie.wire import Letter

BLANK = MyShelfie()
"""Nothing is known: views begin with a copy of it."""


class ScoringToken(msgspec.Struct, frozen=True):
    """A scoring token that a seat has taken."""

    goal: int
    points: int


class CommonGoal(msgspec.Struct, frozen=True):
    """A common goal card with the tokens left on it, lowest first."""

    goal: int
    tokens_left: list[int]


class ShelfieSeat(msgspec.Struct, frozen=True):
    """What lies before one player."""

    bookshelf: list[str]
    """Rows from the top, a letter for each tile, . for a free cell."""
    personal_goal: int | None
    """The number of the card; null where the viewer does not know it."""
    tokens: list[ScoringToken]
    end_game_token: bool


class ShelfiePosition(msgspec.Struct, frozen=True):
    """A state as the record shows it."""

    to_move: int | None
    over: bool
    living_room: list[str]
    """Rows from the top, a letter for each tile, . for an empty cell; a space is no cell."""
    bag: dict[Letter, int]
    """How many tiles of each type are left."""
    common_goals: list[CommonGoal]
    seats: list[ShelfieSeat]


def mask(s: MyShelfie, seat: int | None) -> MyShelfie:
    """Build a state of all that a seat may know: everything but the others' personal goals."""
    seen = BLANK.copy()
    seen.players = s.players
    seen.refill_rule = s.refill_rule
    seen.goals_in_play = s.goals_in_play
    seen.due = s.due
    seen.cursor = s.cursor
    seen.turn = s.turn
    seen.over = s.over
    seen.end_game_token = s.end_game_token
    seen.bag = s.bag
    seen.living_room = list(s.living_room)
    seen.tiles = s.tiles
    seen.common_goals = list(s.common_goals)
    seen.tokens_taken = list(s.tokens_taken)
    seen.tokens = [list(tokens) for tokens in s.tokens]
    seen.bookshelf = [list(masks) for masks in s.bookshelf]
    seen.filled = list(s.filled)
    if s.over:
        seen.personal_goal = list(s.personal_goal)
    elif seat is not SPECTATOR:
        seen.personal_goal[seat] = s.personal_goal[seat]
    return seen


def position(s: MyShelfie) -> ShelfiePosition:
    """Return a state in the form of the record; what it leaves open is null."""
    mover = seat_to_move(s)
    return ShelfiePosition(
        to_move=None if mover < 0 else mover,
        over=bool(s.over),
        living_room=living_room_rows(s.living_room, s.players),
        bag={cast(Letter, one): bag_count(s.bag, kind) for kind, one in enumerate(LETTERS)},
        common_goals=[
            CommonGoal(s.common_goals[card], tokens_left(s, card))
            for card in range(s.goals_in_play)
            if s.common_goals[card]
        ],
        seats=[_seat(s, seat) for seat in range(s.players)],
    )


def _seat(s: MyShelfie, seat: int) -> ShelfieSeat:
    return ShelfieSeat(
        bookshelf=bookshelf_rows(s.bookshelf[seat]),
        personal_goal=s.personal_goal[seat] or None,
        tokens=[
            ScoringToken(goal, points)
            for goal, points in zip(s.common_goals, s.tokens[seat], strict=True)
            if points
        ],
        end_game_token=s.end_game_token == seat,
    )


def tokens_left(s: MyShelfie, card: int) -> list[int]:
    """List the tokens still on a common goal card, lowest first."""
    stack = TOKEN_POINTS[s.players][: s.players]
    return sorted(stack[s.tokens_taken[card] :])
