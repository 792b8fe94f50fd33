"""DuckDB, Polars and Hugging Face datasets read our datasets as they are."""

from pathlib import Path

import datasets
import duckdb
import numpy as np
import polars
import pytest

from ludoteca.core.game import Game
from ludoteca.rl.dataset import DataPlan, read, write
from tests.rl.playing import each_game


@pytest.fixture
def made(game: Game, tmp_path: Path) -> tuple[Path, DataPlan]:
    """Write a small dataset."""
    plan = DataPlan.of(game, 2, game.choose_options(), 1, matches=3, policy="quick")
    write(plan, tmp_path / "data", 1, lambda done: None)
    return tmp_path / "data", plan


@each_game
def test_duckdb_reads_lists(game: Game, made: tuple[Path, DataPlan]) -> None:
    folder, plan = made
    rows = duckdb.sql(
        f"select len(observation), list_contains(legal_actions, action), typeof(after)"
        f" from '{folder}/*.parquet'"
    ).fetchall()
    assert {(length, legal) for length, legal, _ in rows} == {(plan.numbers, True)}
    assert all(kind.startswith("UTINYINT[") for *_, kind in rows)


@each_game
def test_polars_reads_arrays(game: Game, made: tuple[Path, DataPlan]) -> None:
    folder, _ = made
    table = polars.read_parquet(folder / "*.parquet")
    assert table.select(polars.col("action").is_in(polars.col("legal_actions")).all()).item()
    tensors = table["observation"].to_numpy()
    (group,) = read(folder, ["observation"])
    assert tensors.dtype == np.uint8
    assert (tensors == group["observation"]).all()


@each_game
def test_hugging_face_reads_tensors(
    game: Game, made: tuple[Path, DataPlan], tmp_path: Path
) -> None:
    folder, plan = made
    data = datasets.load_dataset(str(folder), split="train", cache_dir=str(tmp_path / "cache"))
    batch = data.with_format("torch")[:4]
    assert tuple(batch["observation"].shape) == (4, plan.numbers)
    legal = data.with_format("numpy")[0]["legal_actions"]
    assert data[0]["action"] in legal
