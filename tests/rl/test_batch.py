"""Batches: each match is the one that the interpreted rules play, whatever happens beside it."""

from typing import Any

import numpy as np
import pytest

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.rl.batch import Batch
from ludoteca.rl.loader import ENTRIES, KNOWLEDGE, loaded
from ludoteca.rl.tensor import tensor_length, tensor_of
from tests.rl.playing import begin, deal_out, each_game
from tests.search.compared import compare

SIZE = 4
STEPS = 260
"""Enough for the shortest matches to end and begin again."""


def expected(game: Game, state: Any, seat: int) -> tuple[bytes, list[int]]:
    """Return the tensor and the legal actions by the interpreted rules."""
    out = bytearray(tensor_length(game, game.players(state)))
    game.engine.observe_into(state, seat, out)
    return bytes(out), game.legal(state, seat)


@each_game
@pytest.mark.parametrize("autoreset", ["same_step", "next_step"])
def test_every_match_is_that_of_the_interpreted_rules(game: Game, autoreset: str) -> None:
    for players in (game.player_counts[0], game.player_counts[-1]):
        batch = Batch(game, SIZE, players=players, seed=5, autoreset=autoreset)
        matches = [begin(game, players, 5 + n) for n in range(SIZE)]
        ended = 0
        for _ in range(STEPS):
            actions = batch.random_actions()
            step = batch.step(actions)
            for n, (state, rng) in enumerate(matches):
                seat = game.to_move(state)
                assert step.movers[n] == (-1 if seat is None else seat)
                if seat is None:
                    state = deal_out(game, game.new(players), rng)
                else:
                    state = game.apply(state, seat, int(actions[n]))
                    state = deal_out(game, state, rng)
                assert step.ended[n] == (seat is not None and game.is_over(state))
                if step.ended[n]:
                    ended += 1
                    assert step.rewards[n].tolist() == pytest.approx(rewards(game, state))
                    if autoreset == "same_step":
                        assert step.finals[n].tobytes() == expected(game, state, seat or 0)[0]
                        state = deal_out(game, game.new(players), rng)
                else:
                    assert not step.rewards[n].any()
                matches[n] = state, rng
                viewer = game.to_move(state)
                assert step.seats[n] == (-1 if viewer is None else viewer)
                if viewer is not None:
                    observation, legal = expected(game, state, viewer)
                    assert step.observations[n].tobytes() == observation
                    assert np.flatnonzero(step.masks[n]).tolist() == legal
                else:
                    assert not step.masks[n].any()
            assert not step.illegal.any()
        assert ended >= SIZE


def rewards(game: Game, state: Any) -> list[float]:
    """Pay 1 to the winner and let the others pay for it."""
    players, winners = game.players(state), game.winners(state)
    shares = [(seat in winners) / len(winners) for seat in range(players)]
    return [(players * share - 1) / (players - 1) for share in shares]


@each_game
def test_all_forms_of_a_mask_say_the_same(game: Game) -> None:
    batches = {
        form: Batch(game, SIZE, seed=3, mask=form)
        for form in ("dense", "packed", "factored", "none")
    }
    tensor = tensor_of(game)
    for _ in range(30):
        actions = batches["dense"].random_actions()
        steps = {form: batch.step(actions) for form, batch in batches.items()}
        dense = steps["dense"].masks
        count = dense.shape[1]
        unpacked = np.unpackbits(steps["packed"].masks, axis=1, bitorder="little", count=count)
        assert (unpacked == dense).all()
        for n in range(SIZE):
            words = [int(word) for word in steps["factored"].masks[n]]
            legal = [action for action in range(count) if tensor.allows(words, action)]
            assert legal == np.flatnonzero(dense[n]).tolist()
        assert steps["none"].masks.shape == (SIZE, 0)


@each_game
def test_an_illegal_action_ends_its_match_and_no_other(game: Game) -> None:
    batch = Batch(game, 3, seed=1, illegal_reward=-7.0)
    actions = batch.random_actions()
    step = batch.step(np.array([actions[0], game.modules.actions.ACTIONS, -1]))
    assert step.illegal.tolist() == [False, True, True]
    assert step.ended.tolist() == [False, True, True]
    assert step.rewards[0].tolist() == [0, 0]
    for n in (1, 2):
        assert step.rewards[n][step.movers[n]] == -7
        assert step.rewards[n].sum() == -7
    assert (step.seats >= 0).all()


@each_game
@pytest.mark.parametrize("opponents", ["random", "quick", "greedy"])
def test_the_caller_plays_one_seat_and_the_others_answer(game: Game, opponents: str) -> None:
    batch = Batch(game, 4, players=3, seed=2, seat=1, opponents=opponents)
    ended = 0
    for _ in range(90):
        step = batch.step(batch.random_actions())
        assert (step.seats == 1).all()
        assert (step.movers == 1).all()
        ended += int(step.ended.sum())
    assert ended


@each_game
@pytest.mark.parametrize("autoreset", ["same_step", "next_step", "disabled"])
@pytest.mark.parametrize("reward", ["win", "points"])
def test_with_bots_outside_a_batch_keeps_its_conventions(
    game: Game, autoreset: str, reward: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludoteca.bots.planner.choose", lambda game, view, legal, *_: legal[0])
    batch = Batch(
        game, SIZE, players=3, seed=3, seat="any", opponents=["planner", "random"],
        reward=reward, autoreset=autoreset,
    )  # fmt: skip
    rows, totals, ended = np.arange(SIZE), np.zeros(SIZE), np.zeros(SIZE, dtype=np.int64)
    own = np.array(batch.owns)
    while not ended.all():
        step = batch.step(batch.random_actions())
        assert ((step.movers == own) | (step.movers < 0)).all()
        own = np.array(batch.owns)
        assert ((step.seats == own) | (step.seats < 0)).all()
        assert (step.masks.any(axis=1) == (step.seats >= 0)).all()
        totals += step.rewards[rows, np.maximum(step.movers, 0)]
        for n in map(int, np.flatnonzero(step.ended)):
            if reward == "points" and autoreset != "same_step":
                assert totals[n] == game.engine.score(batch.state(n), int(step.movers[n]))
            totals[n] = 0
        ended += step.ended
        if autoreset == "disabled" and step.ended.any():
            batch.reset(None, step.ended)
            own = np.array(batch.owns)


@each_game
def test_bots_outside_play_the_same_whatever_runs_the_kernels(game: Game) -> None:
    settings: dict[str, Any] = {"players": 3, "seat": 0, "opponents": ["planner:2p", "quick"]}
    one, two = (Batch(game, 2, seed=4, mode=mode, **settings) for mode in (None, "interpreted"))
    for _ in range(8):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        first, second = one.step(actions), two.step(actions)
        for name in ("observations", "masks", "seats", "movers", "rewards", "ended"):
            assert (getattr(first, name) == getattr(second, name)).all(), name


@each_game
@pytest.mark.parametrize(
    ("mask", "reward", "opponents", "autoreset"),
    [
        ("dense", "win", "random", "same_step"),
        ("factored", "points", "quick", "next_step"),
        ("packed", "margin", "random", "disabled"),
        ("none", "win", "greedy", "same_step"),
    ],
)
def test_every_setting_steps_the_same_in_every_engine(
    game: Game, mask: str, reward: str, opponents: str, autoreset: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """All arrays are compared after each call, bit for bit, until a match has ended."""
    kernels = loaded(game)
    if kernels.is_plain:
        pytest.skip("interpreted itself: there is nothing to compare")
    both = compare(kernels, ENTRIES, {**KNOWLEDGE, **vars(game.engine)}, monkeypatch)
    players = game.player_counts[0]
    batch = Batch(
        game, 1, players=players, seat="any", mask=mask, reward=reward, opponents=opponents,
        autoreset=autoreset, seed=9,
    )  # fmt: skip
    steps, ended = (3 if opponents == "greedy" else 100), False
    while steps > 0 and not ended:
        ended, steps = bool(batch.step(batch.random_actions()).ended.any()), steps - 1
    assert ended or opponents == "greedy"
    if ended and autoreset != "disabled":
        batch.step(batch.random_actions())
    assert both["step_matches"].calls > 3


@each_game
def test_any_seat_is_drawn_for_each_match(game: Game) -> None:
    batch = Batch(game, 64, players=4, seed=2, seat="any")
    assert set(batch.seats.tolist()) == {0, 1, 2, 3}


@each_game
def test_better_opponents_win_more_often(game: Game) -> None:
    """By the quick policy all but never loses to random moves."""
    wins = {}
    for opponents in ("random", "quick"):
        batch = Batch(game, 40, seed=4, seat="any", opponents=opponents, mask="none")
        total, ended = 0.0, 0
        for _ in range(150):
            step = batch.step(batch.random_actions())
            rows = np.flatnonzero(step.ended)
            total += float(step.rewards[rows, step.movers[rows]].sum())
            ended += len(rows)
        wins[opponents] = total / ended
    assert abs(wins["random"]) < 0.5
    assert wins["quick"] < -0.8


@each_game
def test_points_are_rewarded_when_they_are_made(game: Game) -> None:
    points = Batch(game, 2, seed=6, reward="points", autoreset="disabled")
    margins = Batch(game, 2, seed=6, reward="margin", autoreset="disabled")
    totals = np.zeros((2, 2))
    last = np.zeros((2, 2))
    while (points.seats >= 0).any():
        actions = points.random_actions()
        totals += points.step(actions).rewards
        last += margins.step(actions).rewards
    for n in range(2):
        scores = [game.engine.score(points.state(n), seat) for seat in range(2)]
        assert totals[n].tolist() == scores
        assert last[n].tolist() == [scores[0] - scores[1], scores[1] - scores[0]]


@each_game
def test_threads_change_nothing(game: Game) -> None:
    one, two = (Batch(game, 7, seed=8, threads=threads) for threads in (1, 2))
    for _ in range(40):
        actions = one.random_actions()
        assert (actions == two.random_actions()).all()
        first, second = one.step(actions), two.step(actions)
        for name in ("observations", "masks", "seats", "rewards", "ended"):
            assert (getattr(first, name) == getattr(second, name)).all()
    two.close()


@each_game
def test_the_same_seed_gives_the_same_matches_anywhere_in_a_batch(game: Game) -> None:
    large, small = Batch(game, 5, seed=10), Batch(game, 1, seed=13)
    assert (large.reset(10).observations[3] == small.reset(13).observations[0]).all()
    again = large.reset([13, 13, None, 0, 1])
    assert (again.observations[0] == again.observations[1]).all()
    assert (again.observations[2] != again.observations[0]).any()


@each_game
def test_some_matches_can_be_begun_again_alone(game: Game) -> None:
    batch = Batch(game, 3, seed=1)
    before = batch.step(batch.random_actions())
    step = batch.reset(1, [True, False, True])
    fresh = Batch(game, 3, seed=1).reset(1)
    assert (step.observations[1] == before.observations[1]).all()
    for n in (0, 2):
        assert (step.observations[n] == fresh.observations[n]).all()


def test_arrays_are_not_written_to_while_somebody_holds_them() -> None:
    batch = Batch("my_shelfie", 4, seed=1)
    steps, copies = [], []
    for _ in range(8):
        step = batch.step(batch.random_actions())
        steps.append(step.observations[0])  # a part of it is enough
        copies.append(step.observations[0].copy())
    assert all((held == copy).all() for held, copy in zip(steps, copies, strict=True))
    assert len({id(array.base) for array in steps}) == 8


def test_arrays_nobody_holds_serve_again() -> None:
    batch = Batch("my_shelfie", 4, seed=1)
    used = {id(batch.step(batch.random_actions()).observations) for _ in range(10)}
    assert len(used) <= 3


def test_without_copies_one_array_serves_always() -> None:
    batch = Batch("my_shelfie", 4, seed=1, copy=False)
    first, second = (batch.step(batch.random_actions()).observations for _ in range(2))
    assert first is second


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"opponents": "grandmaster"}, "no bot or level 'grandmaster'"),
        ({"opponents": ["random", "quick"]}, "1 opponents are expected, not 2"),
        ({"mask": "sparse"}, "mask can't be 'sparse'"),
        ({"reward": "fame"}, "reward can't be 'fame'"),
        ({"autoreset": "never"}, "autoreset can't be 'never'"),
        ({"seat": 2}, "there is no seat 2 at this table"),
        ({"seat": "best"}, "seat can't be 'best'"),
        ({"players": 9}, "not 9"),
    ],
)
def test_what_can_not_be_is_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        Batch("my_shelfie", 2, **settings)
