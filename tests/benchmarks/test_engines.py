"""The engines can be measured beside each other."""

import shutil

import pytest

from benchmarks import engines
from ludoteca import games


def test_every_engine_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SLICE": 0.001, "WORLDS": 2, "PLAYOUTS": 8}.items():
        monkeypatch.setattr(engines, name, value)
    monkeypatch.setitem(engines.MATCHES, "c", 400)
    results = engines.main(["--rounds", "1", "--json"])
    assert list(results) == list(games.names())
    for found in results.values():
        assert {"random matches", "tree search", "vector environment"} <= set(found)
        assert found["random matches"]["native"] > found["random matches"]["interpreted"] > 0
    if shutil.which("cc"):
        rates = results["my_shelfie"]["random matches"]
        assert rates["ratio"] == rates["native"] / rates["c"]
        assert rates["median ratio"] > 0
