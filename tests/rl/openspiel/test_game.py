"""OpenSpiel's own simulations and checks; its bots play whole matches."""

import pickle
import unittest
import warnings
from typing import Any

import numpy as np
import pytest

from ludoteca.core.game import Game
from ludoteca.rl.tensor import tensor_length
from tests.rl.playing import each_game, each_id

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel has no wheel for this machine")

from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts  # noqa: E402
from open_spiel.python.bots import uniform_random  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

import ludoteca.rl.openspiel  # noqa: E402, F401
from ludoteca.rl.openspiel.history import Now  # noqa: E402


def loaded(game_id: str, parameters: str = "") -> Any:
    return pyspiel.load_game(f"ludoteca_{game_id}{parameters}")


def play_some(state: Any, decisions: int, seed: int) -> Any:
    """Play at random until so many decisions are made and a player is to move."""
    rng = np.random.RandomState(seed)
    made = 0
    while not state.is_terminal() and (made < decisions or state.is_chance_node()):
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=weights))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            made += 1
    return state


@each_id
def test_the_random_simulation_passes(game_id: str) -> None:
    """It checks legality, chance, clones, serialization, tensors and utilities on the way."""
    pyspiel.random_sim_test(loaded(game_id), num_sims=2, serialize=True, verbose=False)
    pyspiel.random_sim_test(
        loaded(game_id, "(players=4)"), num_sims=1, serialize=False, verbose=False
    )


@each_id
def test_the_api_checks_pass(game_id: str) -> None:
    """Those that OpenSpiel runs on part of the tree of every game of its own."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it imports all those games
        from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase

    name, game = f"ludoteca_{game_id}", loaded(game_id)
    checks = type(name, (EnforceAPIOnPartialTreeBase,), {"game_name": name, "game": game})
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(checks)
    result = unittest.TestResult()
    suite.run(result)
    assert [trace for _, trace in result.errors + result.failures] == []
    assert result.testsRun >= 5


@each_id
def test_games_and_states_can_be_stored(game_id: str) -> None:
    game = loaded(game_id, "(players=3)")
    state = play_some(game.new_initial_state(), 12, 1)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)
    for twin in (state.clone(), pickle.loads(pickle.dumps(state))):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.information_state_string(0) == state.information_state_string(0)
    text = pyspiel.serialize_game_and_state(game, state)
    assert str(pyspiel.deserialize_game_and_state(text)[1]) == str(state)


@each_game
def test_a_match_is_that_of_the_rules(game: Game) -> None:
    state = loaded(game.id).new_initial_state()
    rng = np.random.RandomState(1)
    plain = game.new(2)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            assert sum(weights) == pytest.approx(1)
            action = int(rng.choice(outcomes, p=weights))
            plain = game.deal(plain, action)
        else:
            seat = state.current_player()
            assert state.legal_actions() == game.legal(plain, seat)
            action = int(rng.choice(state.legal_actions()))
            text = game.modules.notation.format_move(plain, seat, action)
            assert state.action_to_string(seat, action) == text
            plain = game.apply(plain, seat, action)
        state.apply_action(action)
        assert str(state) == game.modules.notation.format_position(plain)
    winners = game.winners(plain)
    assert [seat for seat, gain in enumerate(state.returns()) if gain >= 0] == winners


@each_game
def test_tensors_are_those_of_the_view(game: Game) -> None:
    spiel = loaded(game.id, "(players=3)")
    state = play_some(spiel.new_initial_state(), 15, 2)
    assert spiel.information_state_tensor_shape() == [tensor_length(game, 3)]
    for seat in range(3):
        numbers = bytearray(tensor_length(game, 3))
        game.engine.observe_into(state.now.state, seat, numbers)
        assert state.information_state_tensor(seat) == list(numbers)
        assert state.observation_tensor(seat) == list(numbers)
    observation = make_observation(spiel)
    observation.set_from(state, 1)
    assert observation.dict["to_move"].shape == (3,)


@each_id
@pytest.mark.parametrize("decisions", [1, 4, 20])
def test_a_resampled_state_looks_the_same_to_its_player(game_id: str, decisions: int) -> None:
    state = play_some(loaded(game_id, "(players=3)").new_initial_state(), decisions, 3)
    rng = np.random.RandomState(5)
    strings = set()
    for seat in range(3):
        for number in range(4):
            other = state.resample_from_infostate(seat, rng.uniform)
            assert other.information_state_string(seat) == state.information_state_string(seat)
            assert other.observation_string(seat) == state.observation_string(seat)
            assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert other.current_player() == state.current_player()
            if state.current_player() == seat:
                assert other.legal_actions() == state.legal_actions()
            assert other.history() == []
            strings.add(str(other))
            assert number or play_some(other, 10**6, 1).is_terminal()
    assert len(strings) > 1


@each_id
def test_no_information_state_tells_what_others_hide(game_id: str) -> None:
    """Worlds that a player can't tell apart give it one text, whatever else happened in them."""
    state = play_some(loaded(game_id).new_initial_state(), 8, 4)
    other = state.resample_from_infostate(0, np.random.RandomState(1).uniform)
    assert str(other) != str(state)
    assert other.information_state_string(0) == state.information_state_string(0)
    public = make_observation(
        state.get_game(),
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.NONE
        ),
    )
    assert public.string_from(state, 0) == public.string_from(other, 1)
    assert public.tensor is None


@each_id
def test_random_bots_play_whole_matches(game_id: str) -> None:
    game = loaded(game_id, "(players=3)")
    rng = np.random.RandomState(6)
    bots = [uniform_random.UniformRandomBot(seat, rng) for seat in range(3)]
    returns = evaluate_bots.evaluate_bots(game.new_initial_state(), bots, rng)
    assert sum(returns) == pytest.approx(0)
    assert max(returns) > 0


@each_id
def test_ismcts_plays_a_whole_match(game_id: str) -> None:
    game = loaded(game_id)
    rng = np.random.RandomState(7)
    evaluator = mcts.RandomRolloutEvaluator(1, rng, max_length=4)
    searcher = ismcts.ISMCTSBot(game, evaluator, 1.4, max_simulations=4, random_state=rng)
    other = uniform_random.UniformRandomBot(1, rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=weights))
        else:
            bot = (searcher, other)[state.current_player()]
            state.apply_action(bot.step(state))
    assert sum(state.returns()) == pytest.approx(0)


def test_options_are_parameters() -> None:
    game = loaded("my_shelfie", "(refill=isolated_keep,common_goals=1)")
    state = play_some(game.new_initial_state(), 0, 1)
    assert str(state).startswith("2 isolated_keep 1 ")


def test_what_can_not_be_observed_is_refused() -> None:
    game = loaded("my_shelfie")
    everything = pyspiel.IIGObservationType(
        perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
    )
    assert make_observation(game, everything) is None
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_copies_share_what_never_changes() -> None:
    state = play_some(loaded("my_shelfie").new_initial_state(), 2, 1)
    assert isinstance(state.now, Now)
    assert state.clone().now is state.now
