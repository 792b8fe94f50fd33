"""Learning a value by self-play."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from ludoteca.arena import learn as learning
from ludoteca.arena.learn import LearningTask, fit, learn
from ludoteca.arena.learning_plot import plot_learning
from ludoteca.arena.workers import Here, WorkerPool
from ludoteca.core.errors import UsageError
from ludoteca.search.network import network_path
from tests.playing import GAMES


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> LearningTask:
    """Learn from few matches."""
    monkeypatch.setattr(learning, "CHUNK", 4)
    return LearningTask(GAMES[0].id, 2, rounds=2, matches=12, hidden=4, epochs=2, every=2, seed=5)


def test_a_finished_round_is_not_played_again_and_gives_the_same_network(
    small: LearningTask, tmp_path: Path
) -> None:
    heard: list[tuple[int, str, float]] = []
    whole, history = learn(small, Here(), lambda *said: heard.append(said), tmp_path)
    assert {(number, what) for number, what, _ in heard} == {
        (number, what) for number in range(2) for what in ("playing", "fitting")
    }
    heard.clear()
    again, _ = learn(small, Here(), lambda *said: heard.append(said), tmp_path)
    assert again == whole
    assert {what for _, what, _ in heard} == {"fitting"}
    picture = tmp_path / "learning.svg"
    plot_learning(history, "learning", picture)
    assert "<svg" in picture.read_text()


def damages(whole: bytes) -> Iterator[bytes]:
    """Damage a file in many ways."""
    yield from (b"", b"nothing of the kind", whole[:100], whole[: len(whole) // 2], whole[:-1])
    for at in range(0, len(whole), max(1, len(whole) // 40)):
        yield whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
    one, made = np.ones(1, np.int64), [io.BytesIO() for _ in range(3)]
    np.save(made[0], one)
    np.savez(made[1], rows=one)
    np.savez(made[2], rows=one, shares=one, lengths=one)
    yield from (file.getvalue() for file in made)


def test_a_damaged_round_is_refused_with_its_name(small: LearningTask, tmp_path: Path) -> None:
    learn(small, Here(), lambda *_: None, tmp_path)
    path = next(tmp_path.glob("*round2.npz"))
    whole = path.read_bytes()
    refusals = []
    for damaged in damages(whole):
        path.write_bytes(damaged)
        try:
            learning._kept_round(tmp_path, small, 1, len(learning.inputs_of(GAMES[0])))
        except UsageError as error:
            refusals.append(str(error))
    assert len(refusals) > 20  # some bytes of the format say nothing
    assert all(str(path) in refusal and "delete it" in refusal for refusal in refusals)
    path.write_bytes(whole[:-1])
    with pytest.raises(UsageError, match="plays that round again"):
        learn(small, Here(), lambda *_: None, tmp_path)


def test_a_file_in_place_of_the_folder_is_refused_before_anything_is_played(
    small: LearningTask, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    heard: list[tuple[int, str, float]] = []
    with pytest.raises(UsageError, match="is not a folder"):
        learn(small, Here(), lambda *said: heard.append(said), path)
    assert heard == []


def test_the_usual_number_of_matches_is_that_of_the_networks_that_ship() -> None:
    usual = LearningTask("", 2)
    for game in GAMES:
        for players in game.player_counts:
            file = json.loads(network_path(game, players).read_text(encoding="utf-8"))
            learned = file["learned"]
            assert (learned["rounds"], learned["matches"]) == (usual.rounds, usual.matches)
            assert (learned["seed"], file["hidden"]) == (usual.seed, usual.hidden)


def test_a_pool_learns_the_same_network() -> None:
    task = LearningTask(GAMES[0].id, 2, rounds=1, matches=500, hidden=4, epochs=1, every=6, seed=6)
    pooled, _ = learn(task, WorkerPool(1), lambda *_: None)
    assert pooled == learn(task, Here(), lambda *_: None)[0]


def test_fitting_finds_what_decides() -> None:
    """Who has more of the first input wins; the second one is noise."""
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 20, (4000, 2, 2)).astype(np.int16)
    wins = (rows[:, :, 0] > rows[:, ::-1, 0]).astype(np.float32)
    wins[rows[:, 0, 0] == rows[:, 1, 0]] = 0.5
    task = LearningTask("none", 2, hidden=8, epochs=150)
    found = fit(rows, wins, (rows, wins), task, 0)
    assert found.losses[-1] < 0.3 * found.nothing
