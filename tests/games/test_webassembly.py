"""WebAssembly plays as the interpreted rules do, and searches and learns as native code does."""

import base64
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import numpy as np
import pytest

from ludoteca import kernels
from ludoteca.arena.kernels import Simulator
from ludoteca.arena.legal import LegalActions
from ludoteca.arena.tune import duel
from ludoteca.bots import mcts, monte_carlo, planner
from ludoteca.bots.base import Budget
from ludoteca.core import kernel
from ludoteca.core.game import Game, Options
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from ludoteca.rl import loader
from ludoteca.rl.batch import Batch
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import POLICIES
from ludoteca.search import engine
from tests.games.webassembly import Driver, WebFunction, driver
from tests.playing import GAMES, table_name, tables
from tests.search.positions import decisions
from tests.sizes import fixed_size

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_table = pytest.mark.parametrize(("game", "players", "options"), tables(), ids=table_name)

TOGETHER = 100
"""So many matches are compared in one order."""


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


# The rules, beside the interpreted ones


def plies(game: Game, players: int, options: Options, seed: int) -> Iterator[State]:
    """Play a random match by the interpreted rules; yield the state after every ply."""
    rules, rng, state = game.engine, seeded(seed, 1), game.new(players, options)
    while not rules.is_over(state):
        if rolls := rules.roll_size(state):
            rules.put_outcome(state, rules.outcome_of(state, below(rng, rolls)))
        else:
            seat = rules.seat_to_move(state)
            choice = below(rng, rules.count_legal(state, seat))
            rules.apply(state, seat, rules.nth_legal(state, seat, choice))
        yield state


def expected(game: Game, players: int, options: Options, seed: int) -> dict[str, Any]:
    """Play a match; return a sum of the state after every ply, and the answers at the end."""
    rules, sums, state = game.engine, [], game.new(players, options)
    for state in plies(game, players, options, seed):
        sums.append(crc32(state.to_bytes()))
    scores = [rules.score(state, seat) for seat in range(players)]
    names = ("faults", "is_over", "roll_size", "seat_to_move")
    asked = [int(getattr(rules, name)(state)) for name in names]
    return {
        "seed": seed,
        "sums": sums,
        "answers": [*scores, rules.winners(state, scores), *asked],
    }


@each_table
def test_webassembly_plays_as_the_interpreted_rules_after_every_ply(
    web: Driver, game: Game, players: int, options: Options
) -> None:
    """CI plays 300 matches at each table, the soak 100,000 of each game."""
    here = [table for table in tables() if table[0] is game]
    count = fixed_size(300, max(300, 100_000 // len(here) + 1))
    for first in range(0, count, TOGETHER):
        matches = [
            expected(game, players, options, seed)
            for seed in range(first, min(first + TOGETHER, count))
        ]
        found = web.ask(
            order="follow", game=game.id, players=players, options=game.option_indices(options),
            matches=matches,
        )  # fmt: skip
        if "ply" in found:
            *_, state = zip(
                range(found["ply"] + 1), plies(game, players, options, found["seed"]), strict=False
            )
            there = type(state[1]).of(base64.b64decode(found["state"]), 0)
            assert there == state[1], f"ply {found['ply']} of match {found['seed']}"
        wrong = [match["answers"] for match in matches if match["seed"] == found.get("seed")]
        assert [found["answers"]] == wrong if wrong else found.keys() == {"plies"}
        assert found["plies"] == sum(len(match["sums"]) for match in matches)


@each_game
def test_a_difference_would_be_found_where_it_is(web: Driver, game: Game) -> None:
    match = expected(game, 2, {}, 4)
    order = {"order": "follow", "game": game.id, "players": 2, "matches": [match]}
    order["options"] = game.option_indices({})
    match["answers"][0] += 1
    assert web.ask(**order).keys() == {"plies", "seed", "answers"}
    match["sums"][5] ^= 1
    found = web.ask(**order)
    states = [state.to_bytes() for state in plies(game, 2, {}, 4)]
    assert (found["seed"], found["ply"], found["plies"]) == (4, 5, 5)
    assert base64.b64decode(found["state"]) == states[5]


# Search and learning, beside native code


def twin(array: Any) -> Any:
    """Copy an array byte by byte: NumPy's own copy of records leaves out what is between fields."""
    copy = np.empty_like(array)
    copy.view(np.uint8)[:] = array.view(np.uint8)
    return copy


class Compared:
    """Calls a native function and the WebAssembly one on equal arrays; both must agree."""

    def __init__(self, native: Callable[..., Any], web: WebFunction) -> None:
        """Take the same entry twice."""
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


def test_search_finds_the_same_bit_for_bit(pairs: Pairs) -> None:
    game, both = pairs
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
