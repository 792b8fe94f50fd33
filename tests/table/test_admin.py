"""What an admin decides over the heads of the people: it can be reversed, and hides as before."""

import pytest

from ludoteca.protocol.from_client import Propose
from ludoteca.record import verify
from ludoteca.table import Refusal, end_by_admin, record_of, reopen_by_admin, snapshot
from tests.playing import GAMES
from tests.table.stage import ADA, BO, POLICY, Stage, started

GAME = GAMES[-1].id


def end(stage: Stage) -> None:
    stage.take(end_by_admin(stage.table, stage.now, POLICY))


def reopen(stage: Stage) -> None:
    stage.take(reopen_by_admin(stage.table, stage.now, POLICY))


def test_an_end_can_be_reversed_for_a_day_and_shows_nothing_until_then() -> None:
    stage = started(GAME, 2)
    before = stage.table.progress
    assert before is not None
    end(stage)
    assert stage.table.status == "over"
    assert stage.table.reversible_until == stage.now + 86_400
    shown = snapshot(stage.table, stage.viewers[BO.user], 1)
    assert shown.ending is not None
    assert (shown.ending.seed, shown.ending.how) == (None, "admin")
    reopen(stage)
    assert not stage.table.ended_by_admin
    assert stage.table.is_playing
    assert stage.table.progress is not None
    assert stage.table.progress.state == before.state
    stage.play()
    assert verify(record_of(stage.table).encode()).rolls_checked


def test_after_a_day_the_end_stands() -> None:
    stage = started(GAME, 2)
    end(stage)
    stage.pass_time(86_401)
    assert stage.table.status == "final"
    stage.check()
    ending = snapshot(stage.table, stage.viewers[BO.user], 1).ending
    assert ending is not None
    assert ending.how == "admin"
    record = record_of(stage.table)
    assert "end agreed" in record
    assert verify(record.encode()).rolls_checked
    for overrule in (end, reopen):
        with pytest.raises(Refusal) as refused:
            overrule(stage)
        assert refused.value.code == "match_over"


def test_a_paused_match_goes_on_or_is_ended() -> None:
    stage = started(GAME, 2)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="pause")
    assert stage.table.status == "paused"
    reopen(stage)
    assert stage.table.is_playing
    for who in (ADA, BO):
        stage.do(who, Propose, matter="pause")
    end(stage)
    assert stage.table.reversible_until is not None


def test_what_goes_on_by_itself_needs_no_reopening() -> None:
    stage = started(GAME, 2)
    assert reopen_by_admin(stage.table, stage.now, POLICY).events == ()
