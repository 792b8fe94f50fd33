"""The benchmark of environments runs, briefly."""

import os

import pytest

from benchmarks import learning
from benchmarks.learning import Runner
from ludoteca import games


def test_every_environment_is_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learning, "WINDOW", 0.001)
    monkeypatch.setattr(learning, "BATCH", 8)
    monkeypatch.setattr(learning, "pgx", lambda: iter(()))
    monkeypatch.setattr(learning, "stay_on_one_core", lambda: None)
    learning.main(["--seconds", "0.002"])
    printed = capsys.readouterr().out
    for name in games.names():
        assert f"| AEC | ludoteca {name} |" in printed
        assert f"| one agent | ludoteca {name}, greedy |" in printed
        assert f"| vector | ludoteca {name}, dense mask |" in printed


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="only Linux binds to a core")
def test_one_core_is_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[set[int]] = []
    monkeypatch.setattr(os, "sched_setaffinity", lambda _, cores: chosen.append(cores))
    monkeypatch.setattr(os, "environ", dict(os.environ))
    learning.stay_on_one_core()
    assert [len(cores) for cores in chosen] == [1]


def test_the_middle_window_is_compared_with_the_peer() -> None:
    ours = Runner("AEC", "ours", lambda: 1, rates=[400.0, 300.0, 200.0])
    peer = Runner("AEC", "theirs", lambda: 1, is_peer=True, rates=[100.0])
    assert ours.row({"AEC": peer}) == "| AEC | ours | 400 | 300 | 3.0 |"
    assert ours.row({}) == "| AEC | ours | 400 | 300 |  |"


def test_rounds_are_measured_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(learning, "WINDOW", 0.0005)
    runner = Runner("AEC", "ours", lambda: 1)
    assert learning.measure([runner], 0.004).count("\n") == 2
    assert runner.best >= runner.middle > 0
