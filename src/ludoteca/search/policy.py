"""How playouts go on: by the quick policy of a game, or by its careful one."""

from collections.abc import MutableSequence
from typing import Any

from ludoteca.core.engine import apply, careful_choice, deal_all, quick_choice, seat_to_move

Numbers = MutableSequence[int]

QUICK, CAREFUL = 0, 1
"""The policies."""


def play_move(s: Any, seat: int, policy: int, rng: Numbers) -> None:
    """Make a move by a policy."""
    if policy == CAREFUL:
        apply(s, seat, careful_choice(s, seat, rng))
    else:
        apply(s, seat, quick_choice(s, seat, rng))


def play_to_end(s: Any, policy: int, rng: Numbers) -> None:
    """Play to the end by a policy."""
    while True:
        deal_all(s, rng)
        seat = seat_to_move(s)
        if seat < 0:
            return
        play_move(s, seat, policy, rng)


def play_some(s: Any, moves: int, policy: int, rng: Numbers) -> None:
    """Play some moves by a policy, and let chance go on after each."""
    for _ in range(moves):
        seat = seat_to_move(s)
        if seat < 0:
            return
        play_move(s, seat, policy, rng)
        deal_all(s, rng)


def play_until_turn(s: Any, seat: int, policy: int, rng: Numbers) -> None:
    """Let chance and the others go on, by a policy, until it is the seat's turn again."""
    while True:
        deal_all(s, rng)
        mover = seat_to_move(s)
        if mover < 0 or mover == seat:
            return
        play_move(s, mover, policy, rng)
