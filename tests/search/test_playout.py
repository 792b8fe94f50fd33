"""Whole matches inside a kernel: what is logged is what was played."""

from dataclasses import dataclass

import pytest

from ludoteca.arena import kernels
from ludoteca.arena.kernels import Simulator
from ludoteca.core import kernel
from ludoteca.core.dealing import deal_all
from ludoteca.core.game import Game, Options
from ludoteca.core.generator import seeded
from ludoteca.core.types import State
from ludoteca.search import playout
from tests.playing import GAMES, all_options, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_mode = pytest.mark.parametrize("mode", ["interpreted", "native"])

MATCHES = 6


@dataclass
class Played:
    """What a log leads to."""

    state: State
    moves: int


def replayed(game: Game, players: int, options: Options, log: list[int]) -> Played:
    """Play a log again by the contract, which refuses what can't be."""
    state, moves = game.new(players, options), 0
    for ply in log:
        if ply < 0:
            state = game.deal(state, -1 - ply)
        else:
            seat = game.to_move(state)
            assert seat is not None
            state = game.apply(state, seat, ply)
            moves += 1
    return Played(state, moves)


@each_mode
@each_game
def test_a_log_replays_to_the_scores_of_the_same_match(game: Game, mode: str) -> None:
    for players in game.player_counts:
        for options in all_options(game)[:: max(1, len(all_options(game)) - 1)]:
            simulator = Simulator(game, players, options, 17, mode)
            lengths, scores, wins, _ = simulator.play(3, MATCHES)
            for number in range(MATCHES):
                played = replayed(game, players, options, simulator.log(3 + number))
                assert game.is_over(played.state)
                assert played.moves == lengths[number]
                totals = [parts["total"] for parts in game.scores(played.state)]
                assert totals == scores[number].tolist()
                won = [seat for seat in range(players) if wins[number] >> seat & 1]
                assert won == game.winners(played.state)


@each_game
def test_every_mode_logs_the_same_match(game: Game) -> None:
    players = game.player_counts[-1]
    logs = [
        [Simulator(game, players, {}, 18, mode).log(match) for match in range(4)]
        for mode in ("interpreted", "native")
    ]
    assert logs[0] == logs[1]
    assert len({tuple(log) for log in logs[0]}) == 4


@each_mode
@each_game
def test_a_log_that_is_too_short_is_made_longer(
    game: Game, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    simulator = Simulator(game, 2, {}, 19, mode)
    whole = simulator.log(5)
    for room in (1, len(whole) - 1, len(whole), len(whole) + 1):
        monkeypatch.setattr(kernels, "LOG_LENGTH", room)
        assert simulator.log(5) == whole


@each_game
def test_a_full_log_ends_the_match_without_a_word_too_many(game: Game) -> None:
    loaded = kernel.load((playout.play_logged,), vars(game.engine), mode="interpreted").functions
    options = game.option_indices({})
    whole = Simulator(game, 2, {}, 20, "interpreted").log(0)
    short = [0] * 10
    length = loaded.play_logged([game.new_state()], 2, options, 20, 0, [0], short)
    assert length == 10
    assert short == whole[:10]


@each_game
def test_a_playout_ends_where_the_match_is_over(game: Game) -> None:
    entries = (playout.play_out, deal_all)
    loaded = kernel.load(entries, vars(game.engine), mode="interpreted").functions
    for players in game.player_counts:
        state, rng = game.new(players), seeded(21, players)
        loaded.deal_all(state, rng)
        assert game.deal_name(state) is None
        assert game.to_move(state) is not None
        assert loaded.play_out(state, rng) > 0
        assert game.is_over(state)
        assert loaded.play_out(state, rng) == 0
        assert game.engine.faults(state) == 0
