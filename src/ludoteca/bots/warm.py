"""Compiling ahead: what bots need is compiled before anybody waits for it."""

from collections.abc import Iterable

from ludoteca import bots
from ludoteca.bots.base import Budget
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State


def first_choice(game: Game) -> tuple[State, int, list[int]]:
    """Give a position early in a match in which there is a choice, who has it, and the choice."""
    rng, state = seeded(1), game.new(game.player_counts[0])
    while True:
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(rng, number))
            continue
        seat = game.movers(state)[0]
        legal = game.legal(state, seat)
        if len(legal) > 1:
            return state, seat, legal
        state = game.apply(state, seat, legal[0])


def warm_up(game: Game, names: Iterable[str] | None = None) -> None:
    """Let bots (all, if none is named) choose once."""
    state, seat, legal = first_choice(game)
    view = game.view(state, seat)
    for name in bots.names() if names is None else names:
        bots.load(name).choose(game, view, legal, seeded(1), Budget(playouts=1))
