"""The record of a table's match: unfinished without seed and checksum, final with both."""

import pytest

from ludoteca.core.errors import TableError
from ludoteca.protocol.from_client import Resign
from ludoteca.record import read
from ludoteca.table import record_of, result_of
from tests.playing import GAMES
from tests.table.stage import ADA, opened, started

GAME = GAMES[-1].id


def test_a_match_that_has_not_begun_has_no_record() -> None:
    with pytest.raises(TableError):
        record_of(opened(GAME).table)


def test_an_unfinished_record_has_no_seed() -> None:
    stage = started(GAME)
    stage.play(6)
    record = read(record_of(stage.table).encode())
    assert not record.is_finished
    assert record.header.seed is None
    assert record.header.commitment == stage.table.commitment


def test_who_resigned_does_not_win() -> None:
    stage = started(GAME)
    stage.play(6)
    stage.do(ADA, Resign)
    assert result_of(stage.table).winners == [1]
    assert read(record_of(stage.table).encode()).timeline.result() == result_of(stage.table)
