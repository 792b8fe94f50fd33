"""The simulator: the kernels of a game with the arrays they write into."""

import numpy as np
import pytest

from ludoteca.arena.kernels import Simulator
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, Options
from tests.arena.modes import FASTEST, MODES
from tests.playing import GAMES, table_name, tables

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_mode = pytest.mark.parametrize("mode", MODES)


@pytest.mark.parametrize(("game", "players", "options"), tables(), ids=table_name)
def test_both_engines_play_the_same_matches(game: Game, players: int, options: Options) -> None:
    one = Simulator(game, players, options, 23, "interpreted").play(2, 5)
    two = Simulator(game, players, options, 23, FASTEST).play(2, 5)
    for interpreted, compiled in zip(one, two, strict=True):
        assert interpreted.dtype == compiled.dtype == np.int64
        assert np.array_equal(interpreted, compiled)


@each_mode
@each_game
def test_a_match_depends_only_on_the_seed_and_its_number(game: Game, mode: str) -> None:
    simulator = Simulator(game, 2, {}, 24, mode)
    lengths, scores, wins, _ = simulator.play(0, 8)
    for number in (7, 3, 0):
        length, score, win, _ = simulator.play(number, 1)
        assert length[0] == lengths[number]
        assert np.array_equal(score[0], scores[number])
        assert win[0] == wins[number]
    other = Simulator(game, 2, {}, 25, mode).play(0, 8)[1]
    assert not np.array_equal(other, scores)


@each_mode
@each_game
def test_results_have_a_row_for_each_match_and_a_column_for_each_seat(
    game: Game, mode: str
) -> None:
    for players in game.player_counts:
        lengths, scores, wins, tally = Simulator(game, players, {}, 26, mode).play(0, 4)
        assert lengths.shape == wins.shape == (4,)
        assert scores.shape == (4, players)
        assert (lengths > 0).all()
        assert ((wins > 0) & (wins < 1 << players)).all()
        scoring = game.modules.scoring
        assert tally.shape == (len(scoring.TALLY_ROWS), len(scoring.TALLY_COLUMNS))
        assert (tally >= 0).all()


@each_mode
@each_game
def test_no_matches_give_empty_results(game: Game, mode: str) -> None:
    lengths, scores, wins, tally = Simulator(game, 2, {}, 27, mode).play(0, 0)
    assert len(lengths) == len(wins) == 0
    assert scores.size == 0
    assert not tally.any()


@each_game
def test_an_impossible_table_is_refused(game: Game) -> None:
    with pytest.raises(UsageError, match="players"):
        Simulator(game, 1, {}, 0, "interpreted")
    with pytest.raises(UsageError, match="option"):
        Simulator(game, 2, {"colour": "red"}, 0, "interpreted")
