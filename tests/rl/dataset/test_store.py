"""Datasets on disk: complete parts only, and everything reads back."""

from pathlib import Path

import msgspec
import numpy as np
import pyarrow.parquet
import pytest

from ludoteca.bots.base import Line, Thought
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game, View
from ludoteca.rl.dataset import read, read_plan, rows, schema, store
from ludoteca.rl.dataset.plan import DataPlan
from ludoteca.rl.dataset.rows import Scribe
from tests.playing import GAMES
from tests.rl.dataset.making import interpreted, plan_of, written
from tests.rl.playing import each_game

__all__ = ["interpreted"]

pytestmark = pytest.mark.usefixtures("interpreted")


@each_game
def test_what_is_written_reads_back(game: Game, tmp_path: Path) -> None:
    plan = plan_of(game, 3, policy="quick")
    made = [row for number in range(3) for row in Scribe(plan).rows(number)]
    assert written(plan, tmp_path)[-1] == len(made)
    names = [column.name for column in schema.COLUMNS if not column.name.startswith("searched")]
    found = list(read(tmp_path, names))
    for name in names:
        values = np.concatenate([group[name] for group in found])
        if name == "legal_actions":
            assert [value.tolist() for value in values] == [row[name] for row in made]
        elif values.ndim == 2:
            assert [value.tobytes() for value in values] == [row[name] for row in made]
        else:
            assert values.tolist() == [row[name] for row in made]
    assert read_plan(tmp_path) == plan


@each_game
def test_searched_values_are_written(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that knows everything at once stands in for a real one."""

    def think(game: Game, view: View, legal: list[int], *_: object) -> Thought:
        return Thought([Line(action, 0.75, 30.5, 4) for action in legal[:2]], 8)

    monkeypatch.setattr(rows, "searcher", lambda spec: (think, None))
    written(plan_of(game, 1, searched="4p", policy="searched"), tmp_path)
    names = ["action", "searched_action", "searched_win", "searched_score", "searched_actions"]
    (group,) = read(tmp_path, [*names, "searched_playouts", "legal_actions"])
    assert (group["searched_win"] == 0.75).all()
    assert (group["searched_score"] == 30.5).all()
    assert (group["action"] == group["searched_action"]).all()
    for action, actions, playouts, legal in zip(
        *(
            group[name]
            for name in ("action", "searched_actions", "searched_playouts", "legal_actions")
        ),
        strict=True,
    ):
        assert actions[0] == action
        assert len(actions) == len(playouts) == min(2, len(legal))


@each_game
def test_any_reader_of_parquet_knows_the_columns(game: Game, tmp_path: Path) -> None:
    written(plan_of(game, 2), tmp_path)
    (path,) = tmp_path.glob("*.parquet")
    table = pyarrow.parquet.read_table(path)
    assert table.column_names == [column.name for column in schema.COLUMNS]
    assert table.schema.metadata[b"ludoteca.game"] == game.id.encode()
    assert table.column("searched_win").null_count == table.num_rows


def test_groups_keep_memory_within_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "GROUP", 30)
    written(plan_of(GAMES[-1], 5), tmp_path)
    (path,) = tmp_path.glob("*.parquet")
    with pyarrow.parquet.ParquetFile(path) as file:
        groups = [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)]
    assert len(groups) > 2
    assert max(groups) < 200


def test_another_plan_is_refused(tmp_path: Path) -> None:
    written(plan_of(GAMES[-1], 2), tmp_path)
    with pytest.raises(UsageError, match="holds another dataset: 2 matches of"):
        store.open_dataset(tmp_path, plan_of(GAMES[-1], 2, policy="quick"))
    with pytest.raises(UsageError, match="holds another dataset"):
        store.open_dataset(tmp_path, plan_of(GAMES[-1], 1))


def test_a_directory_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear diary")
    with pytest.raises(UsageError, match="neither empty nor a dataset"):
        store.open_dataset(tmp_path, plan_of(GAMES[-1], 2))
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [(None, "holds no dataset"), ("{", "holds no dataset"), ('{"format": 9}', "holds no dataset")],
)
def test_what_is_no_dataset_is_refused(tmp_path: Path, text: str | None, sentence: str) -> None:
    if text is not None:
        (tmp_path / store.PLAN).write_text(text)
    with pytest.raises(UsageError, match=sentence):
        list(read(tmp_path, ["win"]))


def test_a_later_format_is_refused(tmp_path: Path) -> None:
    plan = plan_of(GAMES[-1], 1)
    text = msgspec.json.encode(msgspec.structs.replace(plan, format=3))
    (tmp_path / store.PLAN).write_bytes(text)
    assert isinstance(plan, DataPlan)
    with pytest.raises(UsageError, match="has format 3; this version reads 2"):
        read_plan(tmp_path)
