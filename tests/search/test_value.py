"""The learned value: chances of all seats that every engine judges alike."""

from typing import Any

import numpy as np
import pytest

from ludoteca.arena.learn import chances as judged
from ludoteca.core import kernel
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.types import State, States
from ludoteca.search.network import (
    NetworkFile,
    format_network,
    network_of,
    network_path,
    read_network,
)
from ludoteca.search.value import Numbers, Values, chances_into
from tests.playing import GAMES, table_name
from tests.search.positions import decisions

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

LARGEST_FILE = 50_000


def judge(
    states: States, players: int, net: Values, inputs: Numbers, hidden: Values, out: Values
) -> None:
    """Judge state 0: an entry for the kernels."""
    chances_into(states[0], players, net, inputs, hidden, out, 0)


def loaded_judge(game: Game, mode: str | None) -> Any:
    """Load the judge for a game."""
    provided = vars(game.engine)
    return kernel.load((judge,), provided, type(game.new_state()), f"{game.id}-judge", mode)


def chances(game: Game, judge: Any, state: State, players: int) -> list[float]:
    """Let a loaded judge say every seat's chance."""
    network, value = network_of(game, players), game.modules.value
    assert value is not None
    plain = judge.mode == "interpreted"
    states = [state] if plain else state.array(1)
    rows: list[Any] = [[float(w) for w in network.weights], [0] * len(value.INPUTS)]
    rows += [[0.0] * network.hidden, [0.0] * players]
    if not plain:
        state.into(states, 0)
        rows = [np.array(row) for row in rows]
    judge.functions.judge(states, players, *rows)
    return [float(chance) for chance in rows[3]]


@each_game
def test_engines_judge_alike_to_the_last_bit_and_chances_add_up_to_1(game: Game) -> None:
    plain, native = loaded_judge(game, "interpreted"), loaded_judge(game, None)
    for players in game.player_counts:
        for state, _ in decisions(game, players, seed=20 + players, every=9):
            found = chances(game, plain, state, players)
            assert found == chances(game, native, state, players)
            assert sum(found) == pytest.approx(1)


@each_game
def test_numpy_judges_as_the_kernels_do(game: Game) -> None:
    players = game.player_counts[0]
    plain, value = loaded_judge(game, "interpreted"), game.modules.value
    assert value is not None
    for state, _ in decisions(game, players, seed=25, every=9):
        rows = np.zeros((1, players, len(value.INPUTS)), np.int16)
        for seat in range(players):
            numbers = [0] * len(value.INPUTS)
            game.engine.inputs_into(state, seat, numbers)
            rows[0, seat] = numbers
        said = judged(network_of(game, players), rows)[0]
        assert list(said) == pytest.approx(chances(game, plain, state, players))


@each_game
def test_every_number_of_players_has_a_small_network_of_whole_numbers(game: Game) -> None:
    for players in game.player_counts:
        network = network_of(game, players)
        assert network.weights
        assert network_path(game, players).stat().st_size < LARGEST_FILE
        largest = max(map(abs, network.weights))
        assert largest < 1 << 20, "sums would not stay below 2**53"


def test_a_network_for_other_inputs_or_a_torn_one_is_refused(tmp_path: Any) -> None:
    path = tmp_path / "value-2.json"
    path.write_text(format_network(NetworkFile(["one"], 2, [1, 2, 3, 4, 5, 6], {"seed": 1})))
    assert read_network(path, ["one"]).weights == (1, 2, 3, 4, 5, 6)
    with pytest.raises(UsageError, match="learned for other inputs"):
        read_network(path, ["two"])
    path.write_text(format_network(NetworkFile(["one"], 2, [1, 2, 3, 4], {"seed": 1})))
    with pytest.raises(UsageError, match="damaged"):
        read_network(path, ["one"])
