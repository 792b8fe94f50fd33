"""WebAssembly searches and learns as native code does; `test_engines` shows that it plays so."""

import base64
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludoteca import kernels
from ludoteca.arena import learn
from ludoteca.arena.duel import duel
from ludoteca.arena.kernels import Simulator
from ludoteca.arena.legal import LegalActions
from ludoteca.bots import mcts, monte_carlo, planner
from ludoteca.bots.base import Budget
from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.rl import loader
from ludoteca.rl.batch import Batch
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import POLICIES
from ludoteca.search import engine
from ludoteca.search.network import NOTHING, network_of
from tests.games.lockstep import play, state_at
from tests.games.webassembly import Driver, WebFunction, driver
from tests.playing import GAMES, table_name
from tests.search.positions import decisions

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@pytest.fixture(scope="module")
def web() -> Iterator[Driver]:
    """Run Node for all tests of this module."""
    with driver() as running:
        yield running


@each_game
def test_a_module_imports_nothing_and_exports_every_entry(web: Driver, game: Game) -> None:
    found = web.ask(order="list", game=game.id)
    entries = {entry.__name__ for entry in kernels.entries(game)}
    assert found["imports"] == []
    assert set(found["exports"]) == entries | {"memory"}


@each_game
def test_a_difference_would_be_found_where_it_is(web: Driver, game: Game) -> None:
    match = play(game, 2, {}, 4)
    order = {"order": "follow", "game": game.id, "players": 2, "matches": [match]}
    order["options"] = game.option_indices({})
    match["answers"][0] += 1
    assert web.ask(**order).keys() == {"plies", "seed", "answers"}
    match["sums"][5] ^= 1
    found = web.ask(**order)
    assert (found["seed"], found["ply"], found["plies"]) == (4, 5, 5)
    assert base64.b64decode(found["state"]) == state_at(game, 2, {}, 4, 5).to_bytes()


# Search and learning, beside native code


def twin(array: Any) -> Any:
    """Copy an array byte by byte: NumPy's own copy of records leaves out what is between fields."""
    copy = np.empty_like(array)
    copy.view(np.uint8)[:] = array.view(np.uint8)
    return copy


class Compared:
    """Calls a native function and the WebAssembly one on equal arrays; both must agree."""

    def __init__(self, native: Callable[..., Any], web: WebFunction) -> None:
        self._native, self._web, self.entry = native, web, web.entry
        self.calls = 0

    def __call__(self, *arguments: Any) -> Any:
        """Call both, compare the result and all arrays bit by bit."""
        copies = [twin(value) if isinstance(value, np.ndarray) else value for value in arguments]
        result = self._native(*arguments)
        assert self._web(*copies) == (result or 0), self._web.__name__
        for index, (one, other) in enumerate(zip(arguments, copies, strict=True)):
            if isinstance(one, np.ndarray):
                name = self.entry.parameters[index][0]
                assert one.tobytes() == other.tobytes(), f"{name} of {self._web.__name__}"
        self.calls += 1
        return result


def compared(web: Driver, game: Game) -> dict[str, Compared]:
    """Load every entry of a game, native beside WebAssembly."""
    entries, state = kernels.entries(game), type(game.new_state())
    loaded = kernel.load(entries, kernels.provided(game), state, game.id, "native").functions
    return {
        entry.__name__: Compared(getattr(loaded, entry.__name__), WebFunction(web, game.id, entry))
        for entry in entries
    }


Pairs = tuple[Game, dict[str, Compared]]


@pytest.fixture(params=GAMES, ids=table_name)
def pairs(web: Driver, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Pairs:
    """Let everything that uses a game's kernels call native code and WebAssembly."""
    game: Game = request.param
    both = compared(web, game)
    for load in (engine.loaded, loader.loaded):
        monkeypatch.setattr(load(game), "mode", "native")
        monkeypatch.setattr(load(game), "is_plain", False)
        monkeypatch.setattr(load(game), "functions", SimpleNamespace(**both))
    return game, both


def test_every_rule_answers_the_same(pairs: Pairs) -> None:
    game, both = pairs
    players = game.player_counts[-1]
    elsewhere = {"put_outcome", "outcome_of", "tally_into"}  # need a deal, or the end of a match
    rules = kernels.provided(game).keys() - elsewhere
    for state, seat in decisions(game, players, seed=3, every=9):
        for name in rules:
            record = state.array(1)
            game.view(state, seat).state.into(record, 0)
            values = {
                "s": record,
                "seat": seat,
                "action": game.legal(state, seat)[-1],
                "n": 0,
                "players": players,
                "options": np.array(game.option_indices({}), dtype=np.int64),
                "rng": np.array(seeded(5), dtype=np.int64),
                "scores": np.arange(players),
                "out": np.zeros(20_000, dtype=np.int64),
                "weights": np.ones(20_000, dtype=np.int64),
            }
            parameters = both[name].entry.parameters
            both[name](*(values[parameter] for parameter, _ in parameters))
    assert all(both[name].calls for name in rules)


def test_search_finds_the_same_bit_for_bit(pairs: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    game, both = pairs
    monkeypatch.setattr(learn, "CHUNK", 2)
    budget = Budget(playouts=128)
    for players in game.player_counts:
        listed = LegalActions(game)
        for state, seat in decisions(game, players, seed=8, every=40):
            view, legal = game.view(state, seat), game.legal(state, seat)
            assert listed.of(state, seat) == legal
            planner.choose(game, view, legal, seeded(1), budget)
            monte_carlo.think(game, view, legal, seeded(2), budget)
            mcts.think(game, view, legal, seeded(3), budget)
        weights = list(engine.weights_of(game, players))
        duel(game.id, players, [weights, [0] * len(weights)], 4, 0, 2)
        simulator = Simulator(game, players, {}, seed=6)
        simulator.play(0, 50)
        simulator.log(50)
        for network in (NOTHING, network_of(game, players)):
            plan = learn.SamplePlan(learn.LearningTask(game.id, players), network)
            learn.SamplePlayer(plan).play((0, 0))
    assert all(both[entry.__name__].calls for entry in engine.ENTRIES)


def test_learning_steps_the_same_bit_for_bit(pairs: Pairs) -> None:
    game, both = pairs
    for players in game.player_counts:
        for mask, reward, opponents, steps in (
            ("dense", "win", "greedy", 40),
            ("factored", "points", "quick", 40),
            ("packed", "margin", "random", 40),
            ("none", "win", "planner", 3),  # a bot outside the kernels
        ):
            batch = Batch(
                game, 4, players=players, seat="any", mask=mask, reward=reward,
                opponents=opponents, seed=9,
            )  # fmt: skip
            for _ in range(steps):
                batch.step(batch.random_actions())
        match = LearnerMatch(game, players, reward="points")
        match.open(seed=players)
        rng = match.generator(players, 1)
        while not match.is_over:
            for policy in POLICIES.values():
                action = match.choose(policy, rng)
            match.see(match.seat)
            match.see_after(action)
            match.move(action)
            match.rewards()
    assert all(both[entry.__name__].calls for entry in loader.ENTRIES)
