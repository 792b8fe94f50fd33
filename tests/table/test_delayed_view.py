"""Spectators who see everything later, but hear each other at once."""

from msgspec.structs import replace

from ludoteca.protocol.from_client import Mute, Say
from ludoteca.protocol.to_client import Chat, Reacted, Update
from ludoteca.table import DelayedView, Table, Viewer, events, frames, prompt_frames
from tests.playing import GAMES
from tests.table.stage import ADA, EVE, Stage, started

VIEWER = Viewer(EVE.user, None)


def delayed() -> tuple[Stage, DelayedView]:
    """Begin a match that spectators see a minute later."""
    stage = started(GAMES[-1].id, spectator_delay=60)
    stage.enter(EVE)
    return stage, DelayedView(stage.table)


def happen(stage: Stage, delayed_view: DelayedView) -> tuple[Table, list[events.Event]]:
    """Return what happened last, to the delayed_view too."""
    before = delayed_view.table
    new: list[events.Event] = [events.decode(each) for each in stage.log[before.events :]]
    delayed_view.add(new, stage.now)
    return before, new


def test_a_move_is_seen_when_its_time_has_come() -> None:
    stage, delayed_view = delayed()
    assert delayed_view.next_wake() is None
    stage.move(ADA)
    happen(stage, delayed_view)
    assert delayed_view.next_wake() == stage.now + 60
    before, happened = delayed_view.catch_up(stage.now + 59)
    assert not delayed_view.frames(before, happened, VIEWER)
    before, happened = delayed_view.catch_up(stage.now + 60)
    told = delayed_view.frames(before, happened, VIEWER)
    assert [type(each) for each in told] == [Update]
    assert replace(delayed_view.table, watchers=()) == replace(stage.table, watchers=())
    assert delayed_view.next_wake() is None


def test_a_newcomer_sees_the_past_position() -> None:
    stage, delayed_view = delayed()
    ply = stage.ply
    stage.move(ADA)
    happen(stage, delayed_view)
    shown = delayed_view.snapshot(stage.table, VIEWER, 1)
    assert shown.position is not None
    assert (shown.position.ply, stage.ply) == (ply, ply + 1)
    assert shown.table.spectators == 1


def test_after_a_restart_spectators_know_no_more_than_before() -> None:
    stage, _ = delayed()
    stage.pass_time(100)
    stage.move(ADA)
    log = [events.decode(body) for body in stage.log]
    for later, expected in ((59.0, 1), (60.0, 0)):
        again = DelayedView.from_log(log, stage.now + later)
        assert again.table.progress is not None
        shown = again.snapshot(stage.table, VIEWER, 1).position
        assert shown is not None
        assert stage.ply - shown.ply == expected
        assert (again.next_wake() is None) == (expected == 0)
    early = DelayedView.from_log(log, log[0].at)
    assert early.table.status == "open"


def test_a_delay_that_was_chosen_after_the_table_was_opened_counts_after_a_restart() -> None:
    stage, _ = delayed()
    stage.move(ADA)
    opened, *log = (events.decode(body) for body in stage.log)
    assert isinstance(opened, events.TableOpened)
    at_once = replace(opened, setting=replace(opened.setting, spectator_delay=0))
    changed = events.SettingChanged(at=opened.at, setting=opened.setting)
    again = DelayedView.from_log([at_once, changed, *log], stage.now)
    shown = again.snapshot(stage.table, VIEWER, 1).position
    assert shown is None or shown.ply < stage.ply


def test_spectators_hear_each_other_at_once_and_once() -> None:
    stage, delayed_view = delayed()
    stage.do(EVE, Say, text="Look!")
    stage.do(ADA, Say, text="My plan is ...")
    before, new = happen(stage, delayed_view)
    said = list(prompt_frames(before, stage.table, new, VIEWER))
    assert [each.line.text for each in said if isinstance(each, Chat)] == ["Look!"]
    assert [line.text for line in delayed_view.snapshot(stage.table, VIEWER, 1).chat] == ["Look!"]
    before, happened = delayed_view.catch_up(stage.now + 61)
    late = delayed_view.frames(before, happened, VIEWER)
    assert [each.line.text for each in late if isinstance(each, Chat)] == ["My plan is ..."]


def test_spectators_see_at_once_and_once_how_others_of_them_feel() -> None:
    stage, delayed_view = delayed()
    before = stage.table
    new: list[events.Event] = [
        events.ReactionSent(at=stage.now, user="x", name="Di", reaction="wow"),
        events.ReactionSent(at=stage.now, user=ADA.user, name="Ada", reaction="sad", seat=0),
    ]
    delayed_view.add(new, stage.now)
    shown = prompt_frames(before, stage.table, new, VIEWER)
    assert [each.name for each in shown if isinstance(each, Reacted)] == ["Di"]
    late = delayed_view.frames(*delayed_view.catch_up(stage.now + 61), VIEWER)
    assert [each.name for each in late if isinstance(each, Reacted)] == ["Ada"]


def test_who_is_muted_is_not_heard_from_then_on() -> None:
    stage, delayed_view = delayed()
    stage.do(ADA, Say, text="bla")
    stage.do(EVE, Mute, name="Ada")
    _, new = happen(stage, delayed_view)
    again = DelayedView.from_log([events.decode(body) for body in stage.log], stage.now)
    for each in (delayed_view, again):
        assert each.snapshot(stage.table, VIEWER, 1).muted == ("Ada",)
    before, happened = delayed_view.catch_up(stage.now + 60)
    assert len(happened) == len(new)
    assert not delayed_view.frames(before, happened, VIEWER)
    stage.do(EVE, Mute, name="Ada", muted=False)
    happen(stage, delayed_view)
    assert [line.text for line in delayed_view.snapshot(stage.table, VIEWER, 1).chat] == ["bla"]


def test_without_a_gallery_spectators_see_all_at_once() -> None:
    stage = started(GAMES[-1].id)
    stage.enter(EVE)
    before = stage.table
    stage.move(ADA)
    assert any(isinstance(each, Update) for each in frames(before, stage.table, [], VIEWER))
    assert any(isinstance(each, Update) for each in stage.told[EVE.user])
