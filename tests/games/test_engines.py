"""Every engine plays the interpreted rules' matches: field by field, after every ply."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from ludoteca.core import kernel
from ludoteca.core.game import Game, Options
from ludoteca.core.generator import below, seeded
from tests.games import kernels
from tests.playing import table_name, tables
from tests.sizes import fixed_size, size

MODE = kernel.wanted_mode() or "native"


@cache
def loaded_for(game: Game) -> Any:
    """Load all entries at once."""
    state = type(game.new_state())
    return kernel.load(kernels.ENTRIES, vars(game.engine), state, f"{game.id}-test", MODE).functions


each_table = pytest.mark.parametrize(("game", "players", "options"), tables(), ids=table_name)


def arrays(game: Game, options: Options) -> tuple[Any, Any]:
    """Give the states and options in the form that the mode wants."""
    indices = game.option_indices(options)
    if MODE == "interpreted":
        return [game.new_state()], indices
    return game.new_state().array(1), np.array(indices, dtype=np.int64)


@each_table
def test_both_engines_agree_field_by_field_after_every_ply(
    game: Game, players: int, options: Options
) -> None:
    loaded = loaded_for(game)
    states, indices = arrays(game, options)
    expected = game.new_state().array(1)
    answers: Any = np.zeros(6, dtype=np.int64)
    asked: list[int] = [0] * 6
    rules = game.engine
    here = [table for table in tables() if table[0] is game]
    compared = fixed_size(300, 100_000 // len(here) + 1)
    for seed in range(30 if MODE == "interpreted" else compared):
        rng = seeded(seed, 1)
        state = game.new(players, options)
        loaded.start_at(states, players, indices)
        while not rules.is_over(state):
            rolls = rules.roll_size(state)
            seat = rules.seat_to_move(state)
            if rolls:
                outcome = rules.outcome_of(state, below(rng, rolls))
                rules.put_outcome(state, outcome)
                loaded.deal_at(states, outcome)
            else:
                action = rules.nth_legal(state, seat, below(rng, rules.count_legal(state, seat)))
                rules.apply(state, seat, action)
                loaded.move_at(states, seat, action)
            if MODE == "interpreted":
                assert states[0] == state
                continue
            state.into(expected, 0)
            assert states.tobytes() == expected.tobytes(), (states, expected)
        loaded.asked_at(states, players - 1, answers)
        kernels_asked(game, state, players - 1, asked)
        assert list(answers) == asked


@cache
def plainly_loaded(game: Game) -> Any:
    """Load the questions for the interpreted rules."""
    return kernel.load([kernels.asked_at], vars(game.engine), mode="interpreted").functions


def kernels_asked(game: Game, state: Any, seat: int, answers: list[int]) -> None:
    """Answer by the interpreted rules."""
    plainly_loaded(game).asked_at([state], seat, answers)


@each_table
def test_both_engines_list_the_same_legal_actions(
    game: Game, players: int, options: Options
) -> None:
    loaded = loaded_for(game)
    states, _ = arrays(game, options)
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
    """The rules keep every piece; CI plays 20,000 matches a game in all, the soak 1,000,000."""
    here = [table for table in tables() if table[0] is game]
    small, large = (400, 2_000) if MODE == "interpreted" else (20_000, 1_000_000)
    count = size(small, large) // len(here) + 1
    loaded = loaded_for(game)
    states, indices = arrays(game, options)
    rng: Any = [0] if MODE == "interpreted" else np.zeros(1, dtype=np.int64)
    scores: Any = [0] * players if MODE == "interpreted" else np.zeros(players, dtype=np.int64)
    assert loaded.check_matches(states, players, indices, 11, count, rng, scores) == 0
