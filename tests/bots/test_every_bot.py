"""One suite for every bot: it plays legal moves, and only by what its seat may know."""

from collections.abc import Iterator

import pytest

from ludoteca import bots
from ludoteca.bots import Budget
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.core.types import State
from tests.playing import GAMES, random_states, table_name
from tests.sizes import size

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_bot = pytest.mark.parametrize("name", bots.names())

BUDGET = Budget(playouts=8)
"""Counted in playouts, so that no clock decides."""


def decisions(game: Game, players: int, seed: int, count: int) -> Iterator[tuple[State, int]]:
    """Return positions spread over a random match, each with a seat that may move."""
    found = [
        (state, seat)
        for state in random_states(game, players, game.choose_options(), seed)
        for seat in game.movers(state)
    ]
    yield from found[:: max(1, len(found) // count)]


def chosen(game: Game, name: str, state: State, seat: int, seed: int) -> int:
    """Let a bot choose as it does at a table: from a view."""
    view = game.view(state, seat)
    legal = game.legal(view.state, seat)
    return bots.load(name).choose(game, view, legal, seeded(seed), BUDGET)


@each_bot
@each_game
def test_a_bot_plays_legal_moves(game: Game, name: str) -> None:
    for players in game.player_counts:
        for state, seat in decisions(game, players, seed=players, count=size(34, 670)):
            assert chosen(game, name, state, seat, 1) in game.legal(state, seat)


@each_bot
@each_game
def test_a_bot_changes_nothing_it_was_given(game: Game, name: str) -> None:
    for state, seat in decisions(game, game.player_counts[-1], seed=51, count=5):
        view = game.view(state, seat)
        before = view.state.copy()
        legal = game.legal(view.state, seat)
        given = tuple(legal)
        bots.load(name).choose(game, view, legal, seeded(2), BUDGET)
        assert view.state == before
        assert tuple(legal) == given


@each_bot
@each_game
def test_a_bot_chooses_the_same_in_worlds_its_seat_cannot_tell_apart(game: Game, name: str) -> None:
    """The other world is another only in what is hidden; the same luck must give the same move."""
    differing = 0
    for players in game.player_counts:
        for state, seat in decisions(game, players, seed=60 + players, count=size(6, 100)):
            other = game.resample(game.view(state, seat), seeded(3, players))
            differing += other != state
            assert chosen(game, name, state, seat, 4) == chosen(game, name, other, seat, 4)
    assert differing


@each_bot
def test_a_bot_says_what_it_is(name: str) -> None:
    description = (bots.load(name).__doc__ or "").strip()
    assert description.splitlines()[0].endswith((".", ":", ")"))


def test_an_unknown_bot_is_refused_with_the_names_of_all() -> None:
    for name in ("grandmaster", "", "base", "__init__", "../bots/random"):
        with pytest.raises(UsageError, match=f"no bot '{name}'; the bots are: .*greedy.*random"):
            bots.load(name)
