"""Chat: to the table, whispered, among spectators; reactions, mute, and what is kept."""

from ludoteca.protocol.from_client import (
    Enter,
    LeaveSeat,
    Mute,
    React,
    Ready,
    Say,
    SetSeats,
    Start,
    TakeSeat,
)
from ludoteca.protocol.to_client import Chat, Reacted, Snapshot
from tests.playing import GAMES
from tests.table.stage import ADA, BO, CY, DI, EVE, Stage, opened, started

GAME = GAMES[-1].id


def table() -> Stage:
    """Begin a match of three with two spectators."""
    stage = started(GAME, 3)
    for who in (DI, EVE):
        stage.enter(who)
    return stage


def heard(stage: Stage, who: object) -> list[str]:
    """Return the lines somebody was told."""
    told = stage.told[getattr(who, "user", "")]
    return [each.line.text for each in told if isinstance(each, Chat)]


def test_what_players_say_everybody_hears() -> None:
    stage = table()
    stage.do(ADA, Say, text="Good luck!")
    assert all(heard(stage, who) == ["Good luck!"] for who in (ADA, BO, CY, DI, EVE))


def test_orders_to_a_terminal_are_left_out_of_what_is_said() -> None:
    stage = table()
    stage.do(ADA, Say, text="\x1b[2JGood\x00\nluck,\t\u202e🏴‍☠️!\x9b")
    assert heard(stage, BO) == ["[2JGood luck, 🏴‍☠️!"]
    assert [line.text for line in stage.enter(CY).chat] == heard(stage, BO)
    assert stage.refuse(ADA, Say, text="\x1b\u2066 \x07") == "nothing_said"


def test_a_whisper_is_heard_by_one() -> None:
    stage = table()
    stage.do(ADA, Say, text="psst", to=1)
    assert [heard(stage, who) for who in (ADA, BO, CY, EVE)] == [["psst"], ["psst"], [], []]
    assert [line.text for line in stage.enter(CY).chat] == []
    assert stage.refuse(ADA, Say, text="me", to=0) == "nobody_there"
    assert stage.refuse(ADA, Say, text="who", to=9) == "nobody_there"


def test_a_whisper_stays_with_whom_it_was_for_when_seats_change() -> None:
    stage = opened(GAME, 3, seats=4)
    stage.do(ADA, Say, text="psst", to=1)
    stage.do(ADA, SetSeats, order=(0, 2, 1, 3))
    heard_again = {who: stage.enter(who).chat for who in (ADA, BO, CY)}
    assert [len(heard_again[who]) for who in (ADA, BO, CY)] == [1, 1, 0]
    assert heard_again[ADA][0].to_name == "Bo"
    stage.do(BO, LeaveSeat)
    stage.enter(DI)
    stage.do(DI, TakeSeat, seat=2)
    assert not stage.enter(DI).chat
    stage.check()


def test_spectators_talk_apart() -> None:
    stage = table()
    stage.do(EVE, Say, text="She will win")
    assert [heard(stage, who) for who in (ADA, BO, DI)] == [[], [], ["She will win"]]
    assert stage.refuse(EVE, Say, text="take the cat", to=0) == "not_seated"


def test_whoever_is_not_here_says_nothing() -> None:
    stage = started(GAME, 2)
    assert stage.refuse(EVE, Say, text="hello") == "enter_first"
    assert stage.refuse(EVE, React, reaction="wow") == "enter_first"
    assert stage.refuse(ADA, Say, text=" \t ") == "nothing_said"


def test_five_lines_in_ten_seconds_are_enough() -> None:
    stage = table()
    for number in range(5):
        stage.do(ADA, Say, text=str(number))
    assert stage.refuse(ADA, Say, text="more") == "too_fast"
    stage.do(BO, Say, text="I may")
    stage.now += 10
    stage.do(ADA, Say, text="again")


def test_lines_of_a_clock_that_was_set_back_keep_nobody_silent() -> None:
    stage = table()
    for number in range(5):
        stage.do(ADA, Say, text=str(number))
    stage.now -= 3600
    for number in range(5):
        stage.do(ADA, Say, text=f"again {number}")
    assert stage.refuse(ADA, Say, text="more") == "too_fast"


def test_a_muted_name_is_not_heard_and_that_is_kept() -> None:
    stage = table()
    stage.do(ADA, Mute, name="Bo")
    stage.do(BO, Say, text="bla")
    stage.do(BO, React, reaction="laugh")
    assert heard(stage, ADA) == []
    assert not [each for each in stage.told[ADA.user] if isinstance(each, Reacted)]
    assert heard(stage, CY) == ["bla"]
    again = stage.enter(ADA)
    assert (again.muted, again.chat) == (("Bo",), ())
    stage.do(ADA, Mute, name="Bo", muted=False)
    assert [line.text for line in stage.enter(ADA).chat] == ["bla"]
    stage.check()


def test_one_can_not_mute_without_end() -> None:
    stage = table()
    for number in range(50):
        stage.do(ADA, Mute, name=f"name {number}")
    assert stage.refuse(ADA, Mute, name="one more") == "too_many_muted"


def test_after_a_lost_connection_only_new_lines_are_told() -> None:
    stage = table()
    stage.do(ADA, Say, text="one")
    stage.do(ADA, Say, text="two")
    number = stage.enter(BO).chat[0].number
    answer = stage.do(BO, Enter, after=number)
    assert isinstance(answer, Snapshot)
    assert [line.text for line in answer.chat] == ["two"]


def test_reactions_are_shown_to_all() -> None:
    stage = table()
    stage.do(EVE, React, reaction="applause")
    shown = [each for each in stage.told[ADA.user] if isinstance(each, Reacted)]
    assert [(each.name, each.reaction, each.seat) for each in shown] == [("Eve", "applause", None)]


def test_where_nobody_may_watch_whoever_watched_before_the_start_is_gone() -> None:
    stage = opened(GAME, 2, spectators=False)
    stage.enter(EVE)
    stage.do(EVE, Say, text="May I?")
    for who in (ADA, BO):
        stage.do(who, Ready)
    stage.do(ADA, Start)
    assert stage.enter(ADA).table.spectators == 0
    for kind, given in ((Say, {"text": "Look!"}), (React, {"reaction": "wow"})):
        assert stage.refuse(EVE, kind, **given) == "no_spectators"


def test_what_nobody_can_see_is_not_said() -> None:
    stage = table()
    for text in ("\u200b\u200d", "\u2060 \ufe0f", "\u3164"):
        assert stage.refuse(ADA, Say, text=text) == "nothing_said"
