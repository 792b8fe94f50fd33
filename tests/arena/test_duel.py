"""Matches between two sets of weights."""

import pytest

from ludoteca.arena.duel import Duel, DuelComparison, duel
from ludoteca.core.game import Game
from ludoteca.search.engine import weights_of
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

PLAYER = "mcts:10p"


@each_game
def test_deals_do_not_depend_on_each_other(game: Game) -> None:
    """So a duel can be played in pieces."""
    for players, player in ((3, None), (2, PLAYER)):
        good = list(weights_of(game, players))
        both = [good, [0] * len(good)]
        whole = duel(game.id, players, both, 7, 4, 2, player)
        first, second = (duel(game.id, players, both, 7, deal, 1, player) for deal in (4, 5))
        assert first.joined(second) == whole
        assert whole.matches == 2 * players
        assert first != second


@each_game
def test_a_bot_plays_each_side_with_its_own_weights(game: Game) -> None:
    """A planner with the game's weights beats one that likes what is bad."""
    good = list(weights_of(game, 2))
    bad = [-weight for weight in good]
    assert duel(game.id, 2, [good, bad], 3, 0, 2, "planner").win_rate == 1
    assert duel(game.id, 2, [bad, good], 3, 0, 2, "planner").win_rate == 0
    assert duel(game.id, 2, [good, bad], 3, 0, 2, PLAYER).win_rate > 0.5
    assert weights_of(game, 2) == tuple(good)


@each_game
@pytest.mark.parametrize("player", [None, PLAYER])
def test_equal_weights_share_every_deal_with_any_player(game: Game, player: str | None) -> None:
    for players in game.player_counts:
        good = list(weights_of(game, players))
        found = duel(game.id, players, [good, good], 7, 0, 1, player)
        assert found.shares == pytest.approx([1 / players])


def test_between_equals_the_lead_over_the_best_other_is_below_zero() -> None:
    weights = list(weights_of(GAMES[-1], 4))
    assert duel(GAMES[-1].id, 4, [weights, weights], 7, 0, 40).margin < 0


def test_a_gain_is_measured_against_equals_on_the_same_deals() -> None:
    old = Duel(4, (0.25,) * 40, tuple(float(deal % 5) for deal in range(40)))
    slightly = Duel(4, (0.25,) * 40, tuple(lead + 0.1 + deal % 2 for deal, lead in
                                           enumerate(old.margins)))  # fmt: skip
    gain = DuelComparison(slightly, old).gain
    assert gain.mean == pytest.approx(0.6)
    assert 0.4 < gain.low < 0.6 < gain.high < 0.8
    assert DuelComparison(slightly, old).is_better
    assert not DuelComparison(old, slightly).is_better
    noisy = Duel(4, old.shares, tuple(lead + 0.1 + 9 * (deal % 2) - 4.5 for deal, lead in
                                      enumerate(old.margins)))  # fmt: skip
    assert DuelComparison(noisy, old).gain.mean == pytest.approx(0.1)
    assert not DuelComparison(noisy, old).is_better


@pytest.mark.parametrize("deals", [1, 30])
def test_deals_that_do_not_differ_prove_nothing(deals: int) -> None:
    old, new = Duel(2, (0.5,) * deals, (0.0,) * deals), Duel(2, (1.0,) * deals, (3.0,) * deals)
    assert not DuelComparison(new, old).is_better
    assert not DuelComparison(old, old).is_better
