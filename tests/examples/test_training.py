"""The example that trains a value model runs, small, from end to end."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ludoteca import games
from ludoteca.rl.tensor import tensor_length
from tests.conventions.tree import ROOT
from tests.sizes import SOAK


@pytest.fixture(scope="module")
def example() -> ModuleType:
    """Load the example as a module."""
    path = ROOT / "examples" / "train_value_model.py"
    spec = importlib.util.spec_from_file_location("train_value_model", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_a_small_model_already_beats_greedy(
    example: ModuleType, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small part of the usual data and few deals; the whole example wins more clearly."""
    usual = [] if SOAK else ["--matches", "600", "--deals", "16", "--jobs", "1"]
    share = example.main(usual)
    assert share > (0.55 if SOAK else 0.5)
    printed = capsys.readouterr().out
    assert "off by" in printed
    assert "wins against greedy" in printed


def test_the_model_learns_what_is_there_to_learn(example: ModuleType) -> None:
    """Weights that made the data up are found again."""
    game = games.load("my_shelfie")
    rng = np.random.default_rng(1)
    tensors = rng.integers(0, 2, size=(5, 800, tensor_length(game, 2))).astype(np.uint8)
    groups = [example.features(game, tensor) for tensor in tensors]
    truth = rng.normal(size=groups[0].shape[1]).astype(np.float32)
    model = example.train(game, iter([(given, given @ truth) for given in groups]))
    off = model.predict(tensors[0]) - groups[0] @ truth
    assert np.abs(off).mean() < 0.3 * np.std(groups[0] @ truth)


def test_the_example_is_for_any_game_and_keeps_its_data(
    example: ModuleType, tmp_path: Path
) -> None:
    for name in games.names():
        few = ["--matches", "3", "--deals", "1", "--jobs", "1", "--data", str(tmp_path / name)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("ludoteca.rl.dataset.store.GROUP", 60)
            assert 0 <= example.main(["--game", name, *few]) <= 1
        assert (tmp_path / name / "dataset.json").exists()
