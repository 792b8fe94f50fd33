"""What a game believes about hidden cards: possible, better than chance, from the view alone."""

import math
from collections.abc import Callable

import pytest

from ludoteca.bots import mcts, monte_carlo, planner
from ludoteca.bots.base import Budget
from ludoteca.core.game import EVERYTHING, Game, View
from ludoteca.core.generator import seeded
from ludoteca.core.types import State
from ludoteca.search.engine import SearchKernels, loaded
from tests.games.beliefs import chances_of, hidden_card, loss, positions
from tests.playing import GAMES, table_name
from tests.sizes import size

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def beliefs(kernels: SearchKernels, state: State, seat: int) -> list[int]:
    """Return what a seat believes, from its view."""
    states = kernels.states(kernels.game.view(state, seat).state)
    return [int(weight) for weight in kernels.beliefs(states, seat)]


def some_positions(game: Game, players: int, seed: int, every: int) -> list[tuple[State, int]]:
    """Return some turns of a match."""
    return list(positions(game, players, seed))[::every]


@each_game
def test_believed_worlds_agree_with_all_that_is_seen(game: Game) -> None:
    for players in game.player_counts:
        for state, seat in some_positions(game, players, 31 + players, 9):
            view = game.view(state, seat)
            for world in range(4):
                filled = view.state.copy()
                weights = beliefs(loaded(game), state, seat)
                game.engine.fill_weighed(filled, seat, weights, seeded(1, world))
                assert game.engine.faults(filled) == 0
                assert game.view(filled, seat).state == view.state


@each_game
def test_a_spectator_believes_something_about_everybody(game: Game) -> None:
    state, _ = some_positions(game, 3, 35, 9)[1]
    seen = game.view(state, None).state
    weights = [0] * (game.modules.belief.WEIGHTS if game.modules.belief else 0)
    game.engine.weigh_unknown(seen, EVERYTHING, weights)
    game.engine.fill_weighed(seen, EVERYTHING, weights, seeded(2))
    assert game.engine.faults(seen) == 0


@each_game
def test_engines_believe_the_same(game: Game) -> None:
    plain = SearchKernels(game, "interpreted")
    for state, seat in some_positions(game, 3, 36, 7):
        assert beliefs(loaded(game), state, seat) == beliefs(plain, state, seat)


@each_game
def test_beliefs_are_better_than_knowing_nothing(game: Game) -> None:
    """Measured as the loss of the chance given to the true card, over whole matches."""
    found, nothing = [], []
    for match in range(size(8, 200)):
        for state, seat in some_positions(game, 2, 700 + match, 3):
            weights = beliefs(loaded(game), state, seat)
            chances = chances_of(game, weights, state, seat, 1 - seat)
            found.append(loss(chances[hidden_card(game, state, 1 - seat)]))
            nothing.append(math.log(sum(chance > 0 for chance in chances)))
    most = {"my_shelfie": 0.5, "codex_naturalis": 0.97}[game.id]
    assert sum(found) < most * sum(nothing)


def leaks(game: Game, players: int, match: int, see: Callable[[State, int], View]) -> int:
    """Count the turns at which something hidden changes what is believed or chosen."""
    count = 0
    for state, seat in some_positions(game, players, match, 2 * players + 1):
        other = game.resample(game.view(state, seat), seeded(3, match))
        one, two = (thoughts(game, see(world, seat)) for world in (state, other))
        count += one != two
    return count


def thoughts(game: Game, view: View) -> list[object]:
    """Let every searching bot think about a view."""
    assert view.seat is not None
    kernels, legal = loaded(game), game.legal(view.state, view.seat)
    return [
        list(kernels.beliefs(kernels.states(view.state), view.seat)),
        planner.choose(game, view, legal, seeded(4), Budget()),
        monte_carlo.think(game, view, legal, seeded(5), Budget(playouts=48)),
        mcts.think(game, view, legal, seeded(6), Budget(playouts=64)),
    ]


each_table = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES for players in game.player_counts],
    ids=lambda value: table_name(value) if isinstance(value, Game) else str(value),
)


@each_table
def test_nothing_hidden_is_read(game: Game, players: int) -> None:
    matches = range(size(2 if players == 2 else 1, 20))
    assert sum(leaks(game, players, 40 + match, game.view) for match in matches) == 0


@each_table
def test_a_planted_leak_is_found(game: Game, players: int) -> None:
    """Bots that are handed the state instead of a view do not pass the same check."""
    assert leaks(game, players, 44, lambda state, seat: View(seat, state)) > 0
