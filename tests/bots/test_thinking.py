"""Budgets are kept, luck is reproducible, and cheating is found out."""

from collections.abc import MutableSequence, Sequence

import pytest

from ludoteca.bots import mcts, monte_carlo, planner
from ludoteca.bots.base import Budget, Stopwatch
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from tests.bots.test_every_bot import decisions
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_thinker = pytest.mark.parametrize("bot", [monte_carlo, mcts], ids=["monte_carlo", "mcts"])


class Clock:
    """A clock of the test's own: it goes on by a little whenever somebody looks at it."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        """Tell the time."""
        self.now += self.step
        return self.now


@each_game
@pytest.mark.parametrize("bot", [planner, monte_carlo, mcts], ids=lambda bot: bot.__name__)
def test_a_bot_stops_within_twice_its_time(game: Game, bot: Game) -> None:
    for milliseconds in (1, 20, 100):
        clock = Clock(0.007)
        budget = Budget(milliseconds=milliseconds, clock=clock)
        for state, seat in decisions(game, 2, seed=4, count=3):
            clock.now = 0.0
            view = game.view(state, seat)
            bot.choose(game, view, game.legal(state, seat), seeded(1), budget)  # type: ignore[attr-defined]
            # A look at the clock is the shortest time this clock can tell.
            assert clock.now <= max(2 * milliseconds / 1000, 5 * clock.step)


@each_game
@each_thinker
def test_with_playouts_too_the_clock_is_read_often(game: Game, bot: Game) -> None:
    """Where there are no threads, others have their turn whenever a bot reads the clock."""
    state, seat = list(decisions(game, 2, seed=4, count=5))[2]
    clock = Clock(1.0)
    view, legal = game.view(state, seat), game.legal(state, seat)
    bot.think(game, view, legal, seeded(1), Budget(playouts=4000, clock=clock))  # type: ignore[attr-defined]
    assert clock.now >= 15


@each_game
@each_thinker
def test_with_playouts_the_same_seed_gives_the_same_thought(game: Game, bot: Game) -> None:
    for state, seat in decisions(game, 3, seed=5, count=4):
        view, legal = game.view(state, seat), game.legal(state, seat)
        one, two = (
            bot.think(game, view, legal, seeded(7), Budget(playouts=150))  # type: ignore[attr-defined]
            for _ in range(2)
        )
        assert one == two
        assert one.playouts > 75 or len(legal) == 1


@each_game
@each_thinker
def test_a_thought_explains_itself(game: Game, bot: Game) -> None:
    for state, seat in decisions(game, 2, seed=6, count=4):
        view, legal = game.view(state, seat), game.legal(state, seat)
        thought = bot.think(game, view, legal, seeded(7), Budget(playouts=200))  # type: ignore[attr-defined]
        assert thought.action == thought.lines[0].action
        assert len({line.action for line in thought.lines}) == len(thought.lines)
        for line in thought.lines:
            assert line.action in legal
            assert 0 <= line.win <= 1
            assert line.score >= 0
            assert line.playouts > 0


@each_game
def test_a_cheating_bot_is_caught_by_its_choice(game: Game) -> None:
    """A bot that somehow sees the whole state chooses differently in another world."""

    def cheat(view: View, state: State, legal: Sequence[int], rng: MutableSequence[int]) -> int:
        luck = below(rng, len(legal)) + sum(state.to_bytes())
        return legal[(luck + (view.seat or 0)) % len(legal)]

    caught = 0
    for state, seat in decisions(game, 2, seed=8, count=20):
        view, legal = game.view(state, seat), game.legal(state, seat)
        other = game.resample(view, seeded(9))
        caught += cheat(view, state, legal, seeded(1)) != cheat(view, other, legal, seeded(1))
    assert caught


def test_a_stopwatch_says_how_much_of_the_budget_is_used() -> None:
    clock = Clock(0.0)
    watch = Stopwatch(Budget(milliseconds=100, clock=clock), usual=500)
    clock.now = 0.02
    assert watch.used(10**9) == pytest.approx(0.4)  # a slice of 20 ms, and room for the next one
    clock.now = 0.09
    assert watch.used(10**9) >= 1  # after a slice of 70 ms no other one fits
    assert watch.used(10**9) == pytest.approx(0.9)
    assert Stopwatch(Budget(playouts=200), usual=500).used(50) == pytest.approx(0.25)
    usual = Stopwatch(Budget(clock=clock), usual=500)
    clock.now = 0.34
    assert usual.used(0) == pytest.approx(1.0)


@each_game
@each_thinker
def test_moves_that_were_dropped_early_are_listed_last(game: Game, bot: Game) -> None:
    for state, seat in decisions(game, 2, seed=9, count=6):
        view, legal = game.view(state, seat), game.legal(state, seat)
        thought = bot.think(game, view, legal, seeded(3), Budget(playouts=200))  # type: ignore[attr-defined]
        tried = [line.playouts for line in thought.lines]
        assert tried == sorted(tried, reverse=True)
