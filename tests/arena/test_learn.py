"""Learning a value by self-play."""

from pathlib import Path

import numpy as np
import pytest

from ludoteca.arena import learn as learning
from ludoteca.arena.learn import LearningTask, fit, learn
from ludoteca.arena.learning_plot import plot_learning
from ludoteca.arena.workers import Here, WorkerPool
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
