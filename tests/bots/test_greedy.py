"""The greedy bot: the most points at once."""

from functools import partial

import pytest

from ludoteca.bots import Budget, greedy, random
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from tests.playing import GAMES, random_states, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@each_game
def test_it_takes_the_most_points(game: Game) -> None:
    """What a seat can score with one move, it may know: its own cards are in its view."""
    for number, state in enumerate(random_states(game, 2, game.choose_options(), seed=72)):
        if number % 4:
            continue
        for seat in game.movers(state):
            view = game.view(state, seat)
            legal = game.legal(state, seat)
            points = {
                action: game.engine.score(game.apply(view.state, seat, action), seat)
                for action in legal
            }
            best = {action for action in legal if points[action] == max(points.values())}
            choices = {greedy.choose(game, view, legal, seeded(s), Budget()) for s in range(8)}
            assert choices <= best
            assert len(choices) > 1 or len(best) < 8


@each_game
def test_it_beats_the_random_bot(game: Game) -> None:
    won = 0
    for number in range(10):
        rng = seeded(73, number)
        state = game.new(2)
        while not game.is_over(state):
            if game.deal_name(state):
                state, _ = game.deal_all(state, partial(below, rng))
                continue
            seat = game.movers(state)[0]
            bot = greedy if seat == number % 2 else random
            view = game.view(state, seat)
            legal = game.legal(state, seat)
            state = game.apply(state, seat, bot.choose(game, view, legal, rng, Budget()))
        won += game.winners(state) == [number % 2]
    assert won >= 8
