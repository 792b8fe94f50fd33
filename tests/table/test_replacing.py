"""Replacing fields: like the standard library's, only quicker."""

import dataclasses

import pytest

from ludoteca.protocol.common import TableSetting
from ludoteca.table import Table, fold, open_table
from ludoteca.table import progress as progress
from ludoteca.table import table as state
from ludoteca.table.replacing import replace
from tests.table.stage import ADA, MATCH, POLICY


def opened() -> Table:
    setting = TableSetting(game="my_shelfie", seats=2)
    return fold([open_table(MATCH, setting, ADA, bytes(32), 1.0, POLICY)])


def test_it_gives_what_the_standard_library_gives() -> None:
    table = opened()
    changes = {"touched_at": 7.0, "status": "closed"}
    assert replace(table, **changes) == dataclasses.replace(table, **changes)  # type: ignore[arg-type]
    assert replace(table) == table
    assert replace(table) is not table


def test_what_was_worked_out_is_not_taken_over() -> None:
    table = opened()
    table.worked_out["anything"] = 1
    assert not replace(table, touched_at=7.0).worked_out


def test_a_field_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="Table has no field colour"):
        replace(opened(), colour="red")


def test_every_class_that_is_replaced_holds_its_fields_in_a_plain_way() -> None:
    for module in (progress, state):
        for thing in vars(module).values():
            if dataclasses.is_dataclass(thing):
                assert not hasattr(thing, "__post_init__")
                assert not hasattr(thing, "__slots__")
