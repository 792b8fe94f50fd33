"""Positions of My Shelfie drawn as pictures, for tests."""

from collections.abc import Sequence

from ludoteca import games
from ludoteca.games.my_shelfie.catalog import LETTERS
from ludoteca.games.my_shelfie.deal import TILE
from ludoteca.games.my_shelfie.layout import NO_DEAL, TYPES, MyShelfie, cell_bit
from ludoteca.games.my_shelfie.pictures import parse_bookshelf

GAME = games.load("my_shelfie")
EMPTY = (".....",) * 6


def position(
    players: int = 2,
    room: Sequence[str] = (),
    shelves: Sequence[Sequence[str]] = (),
    goals: Sequence[int] = (1, 8),
    turn: int = 0,
    refill: str = "four_or_fewer",
) -> MyShelfie:
    """Build a position; a # in the living room is a cat."""
    options: dict[str, str | int] = {"refill": refill, "common_goals": len(goals)}
    state = GAME.new(players, options)
    assert isinstance(state, MyShelfie)
    state.due = NO_DEAL
    state.turn = turn
    for card, goal in enumerate(goals):
        state.common_goals[card] = goal
    for seat in range(players):
        state.personal_goal[seat] = seat + 1
    for row, marks in enumerate(room):
        for column, mark in enumerate(marks):
            if mark not in " .":
                kind = max(LETTERS.find(mark), 0)
                state.living_room[kind] |= 1 << cell_bit(row, column)
                state.tiles |= 1 << cell_bit(row, column)
    for seat, shelf in enumerate(shelves):
        state.bookshelf[seat], state.filled[seat] = parse_bookshelf(list(shelf))
    for kind in range(TYPES):
        used = state.living_room[kind].bit_count()
        used += sum(state.bookshelf[seat][kind].bit_count() for seat in range(players))
        state.bag -= used * TILE[kind]
    return state


def cells_text(cells: Sequence[Sequence[int]], column: int = 1) -> str:
    """Write a move from (row, column) pairs."""
    return "".join("abcdefghi"[c] + str(r + 1) for r, c in cells) + f">{column}"
