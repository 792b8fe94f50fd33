"""How tables are opened: refused settings, names, rematches, and playing on."""

import msgspec
import pytest
from msgspec.structs import replace

from ludoteca.core.game import Game
from ludoteca.language import LANGUAGES
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.protocol.from_client import Agree, Propose, Ready, Start
from ludoteca.record import read, verify
from ludoteca.table import (
    Refusal,
    Who,
    new_name,
    open_played_on,
    open_rematch,
    open_table,
    record_of,
)
from tests.playing import GAMES, table_name
from tests.table.stage import ADA, BO, CY, POLICY, Stage, started

GAME = GAMES[-1].id
SEED = bytes(32)
each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"options": {"refill": "never"}}, "bad_options"),
        ({"options": {"nonsense": 1}}, "bad_options"),
        ({"edition": "martian"}, "bad_options"),
        ({"bots": ("nobody",)}, "no_such_bot"),
        ({"bots": ("exec:./x",)}, "no_such_bot"),
        ({"bots": ("random", "random")}, "table_full"),
        ({"here": ("Bo", "Cy")}, "table_full"),
        ({"here": ("\u202eoB",)}, "bad_name"),
        ({"here": ("bot:greedy",)}, "name_taken"),
        ({"here": ("Admin",)}, "name_taken"),
        ({"seats": 9}, "wrong_seats"),
    ],
)
def test_what_does_not_exist_is_refused(change: dict[str, object], code: str) -> None:
    setting = msgspec.structs.replace(TableSetting(game=GAME), **change)
    with pytest.raises(Refusal) as refused:
        open_table("abcd", setting, ADA, SEED, 0.0, POLICY)
    assert refused.value.code == code
    for language in ("en", "it", "de"):
        assert refused.value.sentence(language)


@each_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_whose_options_do_not_fit_is_told_those_that_do(game: Game, language: str) -> None:
    setting = TableSetting(game=game.id, options={"nonsense": 1})
    with pytest.raises(Refusal) as refused:
        open_table("abcd", setting, ADA, SEED, 0.0, POLICY)
    said = refused.value.sentence(language)
    assert all(f"{option.key}: {option.values[0]}, " in said for option in game.options)
    assert "has no option" not in said, "this is English, whatever the language"


@pytest.mark.parametrize("name", ["", "   ", "x" * 21, "a\x00b", "\u200b", "a\u202eb", "\u0301"])
def test_what_nobody_can_read_is_no_name(name: str) -> None:
    with pytest.raises(Refusal):
        new_name(name)


def test_names_have_one_form() -> None:
    assert new_name("  Zoë   \uff21da ") == "Zoë Ada"


@each_game
def test_in_a_rematch_everybody_sits_a_seat_further(game: Game) -> None:
    stage = started(game.id, 2, bots=("random",))
    stage.play()
    for who in (ADA, BO):
        stage.do(who, Propose, matter="rematch")
    assert stage.table.rematch_due
    again = Stage(open_rematch(stage.table, "rematch00000", SEED, stage.now))
    before = [seat.name for seat in stage.table.seats]
    assert [seat.name for seat in again.table.seats] == [*before[1:], before[0]]
    assert again.table.commitment != stage.table.commitment
    for who in (ADA, BO):
        again.say(who, Ready(request=1, match="rematch00000"))
    again.say(ADA, Start(request=1, match="rematch00000"))
    assert [seat.name for seat in again.table.seats] == [*before[1:], before[0]]


def test_a_rematch_knows_people_as_whom_they_are_by_now() -> None:
    stage = started(GAME, 1, bots=("random",), here=("Ann",), seats=4)
    stage.table = replace(stage.table, rematch_seats=(0, 1))
    now = {ADA.user: Who("account-ada", "Ann", account=True, rating=1100)}
    again = Stage(open_rematch(stage.table, "rematch00000", SEED, stage.now, now)).table
    people = [seat for seat in again.seats if seat.kind == "person"]
    assert again.host == "account-ada"
    assert {seat.user for seat in people} == {"account-ada"}
    assert {(seat.name, seat.account, seat.rating, seat.shared) for seat in people} == {
        ("Ann 2", True, 1100, False),
        ("Ann", False, None, True),
    }


def test_whoever_has_left_is_not_in_the_rematch() -> None:
    stage = started(GAME, 3)
    stage.play()
    stage.drop(CY)
    for who in (ADA, BO):
        stage.do(who, Propose, matter="rematch")
    again = Stage(open_rematch(stage.table, "rematch00000", SEED, stage.now))
    assert sorted(seat.name for seat in again.table.seats) == ["Ada", "Bo"]


def test_in_a_match_of_days_all_people_are_asked_for_a_rematch_and_have_a_seat_in_it() -> None:
    stage = started(GAME, 3, clock=DaysClock(days=1))
    for who in (CY, BO):
        stage.do(who, Propose, matter="end")
        stage.drop(who)
    stage.do(ADA, Agree, matter="end", agree=True)
    stage.pass_time(86_400)
    stage.do(ADA, Propose, matter="rematch")
    assert not stage.table.rematch_due
    for who in (BO, CY):
        stage.enter(who)
        stage.do(who, Agree, matter="rematch", agree=True)
        stage.drop(who)
    again = Stage(open_rematch(stage.table, "rematch00000", SEED, stage.now))
    assert [seat.name for seat in again.table.seats] == ["Bo", "Cy", "Ada"]


def test_who_agreed_to_a_rematch_is_in_it_though_all_have_gone_since() -> None:
    stage = started(GAME, 2)
    stage.play()
    for who in (ADA, BO):
        stage.do(who, Propose, matter="rematch")
    for who in (ADA, BO):
        stage.drop(who)
    again = Stage(open_rematch(stage.table, "rematch00000", SEED, stage.now))
    assert [seat.name for seat in again.table.seats] == ["Bo", "Ada"]


@each_game
@pytest.mark.parametrize("share", [0.2, 0.7])
def test_one_can_play_on_from_any_position_of_a_finished_match(game: Game, share: float) -> None:
    first = started(game.id, 2)
    first.play()
    record = read(record_of(first.table).encode())
    ply = int(share * first.ply)
    while record.timeline.steps[ply - 1].kind == "deal":
        ply += 1
    setting = TableSetting(game=game.id)
    opened = open_played_on("playedon0000", setting, record, ply, ADA, SEED, 0.0, POLICY)
    stage = Stage(opened)
    stage.say(ADA, Ready(request=1, match="playedon0000"))
    stage.say(ADA, Start(request=1, match="playedon0000"))
    assert stage.table.source == (first.table.match, ply)
    assert stage.ply >= ply
    stage.play()
    written = record_of(stage.table)
    assert f"from: {first.table.match} {ply}\n" in written
    assert verify(written.encode()).rolls_checked
    stage.check()


@each_game
def test_who_plays_on_sits_where_the_next_move_is_due(game: Game) -> None:
    first = started(game.id, 3)
    first.play()
    record = read(record_of(first.table).encode())
    steps, setting = record.timeline.steps, TableSetting(game=game.id)
    due = [step.ply - 1 for step in steps if step.kind == "deal"]
    assert due
    for ply in due:
        opened = open_played_on("playedon0000", setting, record, ply, ADA, SEED, 0.0, POLICY)
        then = next(step.seat for step in steps[ply:] if step.kind == "move")
        assert [bool(it and it.user) for it in opened.sitters].index(True) == then


def test_one_can_not_play_on_from_the_end_or_beyond() -> None:
    first = started(GAME, 2)
    first.play()
    record = read(record_of(first.table).encode())
    for ply, code in ((first.ply, "over_there"), (first.ply + 1, "no_such_ply")):
        with pytest.raises(Refusal) as refused:
            open_played_on(
                "playedon0000", TableSetting(game=GAME), record, ply, ADA, SEED, 0.0, POLICY
            )
        assert refused.value.code == code


def test_pictures_that_are_joined_into_one_may_stand_in_a_name() -> None:
    for name in ("👩‍👩‍👧‍👦", "Ada 👩🏽‍🚀", "🏳️‍🌈 Bo", "❤️‍🔥"):
        assert new_name(name) == name
    for name in ("A\u200dda", "👩\u200d", "\u200d👩", "👩\u200d\u200d👧", "👩\u202e"):
        with pytest.raises(Refusal):
            new_name(name)
