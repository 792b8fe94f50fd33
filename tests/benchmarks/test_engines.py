"""The engines can be measured beside each other."""

import pytest

from benchmarks import engines
from ludoteca import games


def test_every_engine_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "SLICE", 0.001)
    results = engines.main(["--rounds", "1", "--json"])
    assert list(results) == list(games.names())
    for found in results.values():
        assert {"random matches", "tree search", "vector environment"} <= set(found)
        assert found["random matches"]["native"] > found["random matches"]["interpreted"] > 0
