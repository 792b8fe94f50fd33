"""The columns are described, and pyarrow is asked for politely."""

import sys

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.rl.dataset import schema
from tests.playing import GAMES
from tests.rl.dataset.making import plan_of


def test_every_column_is_named_once_and_explained() -> None:
    names = [column.name for column in schema.COLUMNS]
    assert len(set(names)) == len(names)
    assert all(column.meaning for column in schema.COLUMNS)


def test_a_tensor_is_a_list_of_its_length() -> None:
    for game in GAMES:
        plan = plan_of(game)
        assert schema.schema_of(plan).field("after").type.list_size == plan.numbers


def test_without_pyarrow_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"pip install 'ludoteca\[data\]'"):
        schema.arrow()
