"""Every engine plays the interpreted rules' matches: field by field, after every ply."""

import base64
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludoteca.core import kernel
from ludoteca.core.game import Game, Options
from ludoteca.core.generator import below, seeded
from tests.games.lockstep import arrays, loaded_for, play, state_at
from tests.games.webassembly import MODULES, Driver, driver
from tests.playing import table_name, tables
from tests.sizes import fixed_size, size

MODE = kernel.wanted_mode() or "native"


FOLLOWERS = ("interpreted",) if MODE == "interpreted" else ("native", "checked")
"""The engines that are called ply by ply; WebAssembly follows many matches in one order."""

TOGETHER = 100
"""Number of these matches."""

each_table = pytest.mark.parametrize(("game", "players", "options"), tables(), ids=table_name)


@pytest.fixture(scope="module")
def web() -> Iterator[Driver]:
    """Run Node for all tests of this module."""
    with driver() as running:
        yield running


@each_table
def test_all_engines_agree_field_by_field_after_every_ply(
    web: Driver, game: Game, players: int, options: Options
) -> None:
    """CI plays 300 matches at each table, the soak 100,000 of each game."""
    here = [table for table in tables() if table[0] is game]
    if MODE == "interpreted":  # what the loader makes of the rules is the rules
        for seed in range(30):
            play(game, players, options, seed, FOLLOWERS)
        return
    count = fixed_size(300, 100_000 // len(here) + 1)
    for first in range(0, count, TOGETHER):
        seeds = range(first, min(first + TOGETHER, count))
        matches = [play(game, players, options, seed, FOLLOWERS) for seed in seeds]
        if (MODULES / f"{game.id}.wasm").exists():  # a game from elsewhere may have none
            follow(web, game, players, options, matches)


def follow(
    web: Driver, game: Game, players: int, options: Options, matches: list[dict[str, Any]]
) -> None:
    """Let WebAssembly play the same matches: it says where the first difference is."""
    found = web.ask(
        order="follow", game=game.id, players=players, options=game.option_indices(options),
        matches=matches,
    )  # fmt: skip
    if "ply" in found:
        state = state_at(game, players, options, found["seed"], found["ply"])
        there = type(state).of(base64.b64decode(found["state"]), 0)
        assert there == state, f"WebAssembly: ply {found['ply']} of match {found['seed']}"
    wrong = [match["answers"] for match in matches if match["seed"] == found.get("seed")]
    assert [found["answers"]] == wrong if wrong else found.keys() == {"plies"}
    assert found["plies"] == sum(len(match["sums"]) for match in matches)


@each_table
def test_both_engines_list_the_same_legal_actions(
    game: Game, players: int, options: Options
) -> None:
    loaded = loaded_for(game, MODE)
    states, _ = arrays(game, options, MODE)
    out: Any = np.zeros(20_000, dtype=np.int64)
    rng = seeded(9)
    state = game.new(players, options)
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda n: below(rng, n))
            continue
        seat = game.movers(state)[0]
        if MODE == "interpreted":
            states = [state]
        else:
            state.into(states, 0)
        count = loaded.legal_at(states, seat, out)
        legal = game.legal(state, seat)
        assert sorted(int(action) for action in out[:count]) == legal
        state = game.apply(state, seat, legal[below(rng, len(legal))])


@each_table
def test_nothing_is_lost_or_doubled_in_random_matches(
    game: Game, players: int, options: Options
) -> None:
    """The rules keep every piece; CI plays 8,000 matches a game in all, the soak 1,000,000."""
    here = [table for table in tables() if table[0] is game]
    small, large = (400, 2_000) if MODE == "interpreted" else (8_000, 1_000_000)
    count = size(small, large) // len(here) + 1
    loaded = loaded_for(game, MODE)
    states, indices = arrays(game, options, MODE)
    rng: Any = [0] if MODE == "interpreted" else np.zeros(1, dtype=np.int64)
    scores: Any = [0] * players if MODE == "interpreted" else np.zeros(players, dtype=np.int64)
    assert loaded.check_matches(states, players, indices, 11, count, rng, scores) == 0
