"""A table folded from its log."""

import pytest

from ludoteca.core.errors import TableError
from ludoteca.protocol.common import TableSetting
from ludoteca.table import events, fold
from ludoteca.table.fold import options_of
from tests.playing import GAMES
from tests.table.stage import started


def test_an_empty_log_is_no_table() -> None:
    with pytest.raises(TableError):
        fold([])


def test_a_log_begins_with_the_opening() -> None:
    with pytest.raises(TableError):
        fold([events.Closed(at=1.0)])


def test_any_beginning_of_a_log_is_a_table() -> None:
    stage = started(GAMES[-1].id)
    stage.play(8)
    log = [events.decode(body) for body in stage.log]
    tables = [fold(log[:length]) for length in range(1, len(log) + 1)]
    assert [table.events for table in tables] == list(range(1, len(log) + 1))
    assert tables[-1] == stage.table


def test_all_options_are_named_also_those_left_at_their_default() -> None:
    options = options_of(TableSetting(game=GAMES[-1].id, options={"common_goals": 1}))
    assert options["common_goals"] == 1
    assert len(options) == len(GAMES[-1].options)
