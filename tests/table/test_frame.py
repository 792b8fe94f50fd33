"""The one way out: who is told what, and what is told to nobody."""

from ludoteca.protocol.from_client import (
    AloneChoice,
    Enter,
    PlayMove,
    Propose,
    Ready,
    Resign,
    Say,
    Start,
)
from ludoteca.protocol.to_client import TableChange, Update
from ludoteca.table import Viewer, after_outage, seat_after, your_turn
from tests.playing import GAMES
from tests.table.stage import ADA, BO, EVE, POLICY, opened, started

GAME, HIDDEN = GAMES[-1].id, GAMES[0].id


def test_a_move_is_told_to_everybody_with_the_position() -> None:
    stage = started(GAME)
    stage.enter(EVE)
    for told in stage.told.values():
        told.clear()
    stage.move(ADA)
    for who in (ADA, BO, EVE):
        (update,) = stage.told[who.user]
        assert isinstance(update, Update)
        assert update.position.ply == stage.ply
        assert update.position.movers == (1,)
        assert bool(update.position.choices) == (who is BO), "only the mover gets choices"
        assert [each.seat for each in update.happened if each.kind == "move"] == [0]


def test_who_gives_up_is_told_that_there_is_nothing_to_choose_any_more() -> None:
    stage = started(GAME, 3)
    position = stage.enter(ADA).position
    assert position is not None
    assert position.choices
    for told in stage.told.values():
        told.clear()
    stage.do(ADA, Resign)
    [update] = [frame for frame in stage.told[ADA.user] if isinstance(frame, Update)]
    assert (update.position.choices, update.position.undo_to) == ({}, None)
    assert not any(isinstance(frame, Update) for frame in stage.told[BO.user])


def test_a_refusal_is_told_to_nobody_else() -> None:
    stage = started(GAME)
    for told in stage.told.values():
        told.clear()
    stage.refuse(BO, PlayMove, ply=stage.ply, move_id="a" * 32, move="d4>1")
    assert not any(stage.told.values())


def test_the_start_is_told_with_all_deals_so_far() -> None:
    stage = started(GAME)
    update = next(each for each in stage.told[BO.user] if isinstance(each, Update))
    assert [each.ply for each in update.happened] == list(range(1, stage.ply + 1))


def test_a_pause_is_told_though_nothing_was_played() -> None:
    stage = started(GAME, 1, bots=("random",))
    stage.told[ADA.user].clear()
    stage.do(ADA, Propose, matter="pause")
    kinds = [type(each) for each in stage.told[ADA.user]]
    assert kinds == [TableChange, Update]


def test_talk_changes_nothing_of_the_table() -> None:
    stage = started(GAME)
    stage.told[BO.user].clear()
    stage.do(ADA, Say, text="hm")
    assert not any(isinstance(each, TableChange | Update) for each in stage.told[BO.user])


def test_the_view_follows_the_seat() -> None:
    stage = opened(GAME, 2)
    assert seat_after(stage.table, Viewer(BO.user, None)) == 1
    assert seat_after(stage.table, Viewer(EVE.user, 1)) is None


def test_whose_turn_has_begun() -> None:
    stage = started(GAME, 2)
    before = stage.table
    stage.move(ADA)
    assert your_turn(before, stage.table) == [BO.user]
    assert your_turn(stage.table, stage.table) == []


def test_nobody_watches_where_the_host_does_not_want_it() -> None:
    stage = opened(GAME, 2, spectators=False)
    stage.enter(EVE)
    for who in (ADA, BO):
        stage.do(who, Ready)
    stage.told[EVE.user].clear()
    stage.do(ADA, Start)
    assert not any(isinstance(each, Update) for each in stage.told[EVE.user])
    stage.move(ADA)
    assert not any(isinstance(each, Update) for each in stage.told[EVE.user])
    assert stage.refuse(EVE, Enter) == "no_spectators"


def test_that_an_end_can_be_reversed_for_longer_is_told() -> None:
    """The time in which nothing could be saved does not count."""
    stage = started(GAME, 2)
    stage.drop(BO)
    stage.pass_time(31)
    stage.do(ADA, AloneChoice, choice="win")
    stage.pass_time(61)
    until = stage.table.reversible_until
    assert until is not None
    stage.told[ADA.user].clear()
    since, stage.now = stage.now, stage.now + 500
    stage.take(after_outage(stage.table, since, stage.now, POLICY))
    ends = [each.ending for each in stage.told[ADA.user] if isinstance(each, Update)]
    assert [end and end.reversible_until for end in ends] == [until + 500]


def test_once_final_those_who_are_there_are_told_what_was_hidden_from_them() -> None:
    stage = started(HIDDEN, 2)
    stage.enter(EVE)
    stage.play(6)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="end")
    assert stage.table.status == "final"
    for who in (ADA, BO, EVE):
        updates = [each for each in stage.told[who.user] if isinstance(each, Update)]
        assert not any(each.revealed for each in updates[:-1])
        known = {line.ply: line for each in updates for line in each.happened}
        assert any("?" in line.text for line in known.values())
        assert all(
            "?" in known[line.ply].text for line in updates[-1].revealed if line.ply in known
        )
        known |= {line.ply: line for line in updates[-1].revealed}
        told = {line.ply: line for line in stage.enter(who).happened}
        assert {ply: told[ply] for ply in known} == known
    assert stage.told[ADA.user] != stage.told[BO.user], "each is told only what they knew"
