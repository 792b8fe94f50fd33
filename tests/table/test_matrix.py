"""Who may send what, and when: one row for each message; a new message without a row fails."""

import typing
from copy import copy
from functools import cache
from typing import Any

import pytest

from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import AtTable, FromClient, Message
from ludoteca.protocol.to_client import Refused
from ludoteca.table import Who
from tests.playing import GAMES
from tests.table.stage import ADA, BO, EVE, MATCH, Stage, opened, started

PHASES = ("open", "playing", "over", "final")
WHO = {"host": ADA, "player": BO, "spectator": EVE}

MOVE = {"ply": 0, "move_id": "a" * 32, "move": "nonsense"}
GIVEN: dict[str, dict[str, Any]] = {
    "kick": {"seat": 1},
    "set_seats": {"order": (1, 0, 2, 3)},
    "add_bot": {"bot": "random"},
    "remove_bot": {"seat": 3},
    "change_setting": {"setting": TableSetting(game=GAMES[-1].id, seats=4, grace=60)},
    "invite": {"name": "Eve"},
    "play_move": MOVE,
    "select": {"ply": 0, "partial": {}},
    "ask_moves": {"partial": {}},
    "ask_why_not": {"partial": {}},
    "propose": {"matter": "pause"},
    "agree": {"matter": "end", "agree": True},
    "alone_choice": {"choice": "wait"},
    "say": {"text": "hello"},
    "react": {"reaction": "wow"},
    "mute": {"name": "Cy"},
}
ELSEWHERE = ("hello", "watch_lobby", "leave_lobby", "open_table", "quick_match", "play_on")
"""Messages that are not for a table; the policy around it answers them."""

NOT_THE_TABLE = ("invite", "ask_hint")
"""Said at a table, but answered by the policy."""

OK = "ok"
BEFORE = "already_started"
MATRIX: dict[str, tuple[str, ...]] = {
    "enter": (OK, OK, OK, OK),
    "exit": (OK, OK, OK, OK),
    "take_seat": ("seated_already seated_already ok", BEFORE, BEFORE, BEFORE),
    "leave_seat": ("ok ok not_seated", BEFORE, BEFORE, BEFORE),
    "kick": ("ok not_host not_host", BEFORE, BEFORE, BEFORE),
    "set_seats": ("ok not_host not_host", BEFORE, BEFORE, BEFORE),
    "add_bot": ("ok not_host not_host", BEFORE, BEFORE, BEFORE),
    "remove_bot": ("ok not_host not_host", BEFORE, BEFORE, BEFORE),
    "change_setting": ("ok not_host not_host", BEFORE, BEFORE, BEFORE),
    "ready": ("ok ok not_seated", BEFORE, BEFORE, BEFORE),
    "start": ("not_ready not_host not_host", BEFORE, BEFORE, BEFORE),
    "play_move": (
        "not_started not_started not_seated",
        "unreadable_move not_your_turn not_seated",
        "match_over match_over not_seated",
        "match_over match_over not_seated",
    ),
    "select": (
        "not_started not_started not_seated",
        "ok not_your_turn not_seated",
        "match_over match_over not_seated",
        "match_over match_over not_seated",
    ),
    "ask_moves": ("not_started not_started not_seated", *["ok ok not_seated"] * 3),
    "ask_why_not": (
        "not_started not_started not_seated",
        "ok ok not_seated",
        "match_over match_over not_seated",
        "match_over match_over not_seated",
    ),
    "propose": (
        "not_started not_started not_seated",
        "ok ok not_seated",
        "not_now not_now not_seated",
        "not_now not_now not_seated",
    ),
    "agree": (
        "nothing_proposed nothing_proposed not_seated",
        "nothing_proposed nothing_proposed not_seated",
        "nothing_proposed nothing_proposed not_seated",
        "nothing_proposed nothing_proposed not_seated",
    ),
    "resign": (
        "not_started not_started not_seated",
        "ok ok not_seated",
        "match_over match_over not_seated",
        "match_over match_over not_seated",
    ),
    "alone_choice": ("not_started", "not_alone", "match_over", "match_over"),
    "say": (OK, OK, OK, OK),
    "react": (OK, OK, OK, OK),
    "mute": (OK, OK, OK, OK),
} | dict.fromkeys(NOT_THE_TABLE, ("not_at_table",) * 4)
"""What host, player and spectator get, in each phase; one word if all get the same."""


def tags() -> dict[str, type[Message]]:
    """Return every message by the name of its type."""
    return {str(kind.__struct_config__.tag): kind for kind in typing.get_args(FromClient)}


def stage_in(phase: str) -> Stage:
    """Return a fresh copy of a table in this phase."""
    stage = copy(_stage_in(phase))
    stage.log, stage.viewers = list(stage.log), dict(stage.viewers)
    stage.told = {user: [] for user in stage.told}
    return stage


@cache
def _stage_in(phase: str) -> Stage:
    """Set up a table with a host, a player, a free seat or a bot, and a spectator."""
    game = GAMES[-1].id
    stage = opened(game, 2, seats=4, bots=("random",)) if phase == "open" else started(game, 2)
    stage.enter(EVE)
    if phase == "over":
        stage.drop(BO)
        stage.pass_time(30)
        stage.do(ADA, tags()["alone_choice"], choice="win")
        stage.pass_time(60)
        stage.enter(BO)
    elif phase == "final":
        stage.do(ADA, tags()["resign"])
    assert stage.table.status == phase
    return stage


def outcome(phase: str, tag: str, who: str) -> str:
    """Send one message and name what came of it."""
    stage = stage_in(phase)
    given = dict(GIVEN.get(tag, {}))
    if "ply" in given and stage.table.progress is not None:
        given["ply"] = stage.ply
    answer = stage.say(WHO[who], tags()[tag], **given)
    if isinstance(answer, Refused):
        assert answer.sentence.strip()
        assert answer.match == MATCH
        return answer.code
    return OK


def test_every_message_has_a_row() -> None:
    assert set(MATRIX) | set(ELSEWHERE) == set(tags())


def test_messages_to_the_server_are_said_at_no_table() -> None:
    for tag in ELSEWHERE:
        assert not issubclass(tags()[tag], AtTable)


@pytest.mark.parametrize("tag", MATRIX)
def test_everybody_may_do_what_the_row_says_and_nothing_else(tag: str) -> None:
    for phase, expected in zip(PHASES, MATRIX[tag], strict=True):
        found = [outcome(phase, tag, who) for who in WHO]
        words = expected.split()
        assert found == (words * 3 if len(words) == 1 else words), phase


def test_a_message_for_another_table_is_refused() -> None:
    stage = stage_in("playing")
    for tag in MATRIX:
        make: Any = tags()[tag]
        answer = stage.say(ADA, make(request=1, match="elsewhere", **GIVEN.get(tag, {})))
        assert isinstance(answer, Refused)
        assert answer.code == "other_table"


def test_a_stranger_who_has_not_entered_may_do_next_to_nothing() -> None:
    stage = stage_in("playing")
    stranger = Who("user-stranger", "Mallory")
    allowed = {
        tag
        for tag in MATRIX
        if not isinstance(stage.say(stranger, tags()[tag], **GIVEN.get(tag, {})), Refused)
        and tag != "enter"
    }
    assert allowed == {"exit"}
