"""Every message of every kind gets exactly one answer, from anybody, at any time."""

from pathlib import Path
from typing import Any, get_args

import pytest

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.language import words
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import FromClient, Message
from tests.docs import refusals
from tests.server.live import Person, Running, arrive, running
from tests.server.raw_socket import RawSocket

GAME = games.names()[-1]
MATCH = "match of the test"
"""Stands for the id of the table."""

SAMPLES: dict[str, dict[str, Any]] = {
    "hello": {"version": 1},
    "watch_lobby": {},
    "leave_lobby": {},
    "open_table": {"setting": {"game": GAME}},
    "quick_match": {"game": GAME},
    "play_on": {"match": MATCH, "ply": 1, "setting": {"game": GAME}},
    "enter": {},
    "exit": {},
    "take_seat": {},
    "change_setting": {"setting": {"game": GAME}},
    "leave_seat": {},
    "kick": {"seat": 1},
    "set_seats": {"order": [1, 0]},
    "add_bot": {"bot": "easy"},
    "remove_bot": {"seat": 1},
    "invite": {"name": "Nobody"},
    "ready": {},
    "start": {},
    "play_move": {"ply": 1, "move_id": "0" * 32, "move": "nonsense"},
    "select": {"ply": 1, "partial": {"nonsense": 1}},
    "ask_moves": {"partial": {"nonsense": [1]}},
    "ask_why_not": {"partial": {"nonsense": None}},
    "ask_hint": {},
    "propose": {"matter": "pause"},
    "agree": {"matter": "undo", "agree": True},
    "resign": {},
    "alone_choice": {"choice": "wait"},
    "say": {"text": "hello"},
    "react": {"reaction": "wow"},
    "mute": {"name": "Eve"},
}
"""One of each kind; a new message without a sample fails the test below."""

ANSWERS = {
    "done", "refused", "welcome", "lobby_list", "opened", "accepted", "snapshot", "continuations",
    "why_not", "hint",
}  # fmt: skip


def kind_of(message: type[Message]) -> str:
    """Name a message as the wire does."""
    return str(message.__struct_config__.tag)


def test_every_kind_of_message_has_a_sample() -> None:
    assert {kind_of(message) for message in get_args(FromClient)} == set(SAMPLES)


async def prepared(server: Running, stage: str) -> Person:
    """Let a host open a table, and perhaps begin."""
    host = await arrive(server.address, "Host")
    await host.open_table(TableSetting(game=GAME, bots=("beginner",)))
    if stage == "playing":
        await host.be_ready()
        await host.start()
        await host.wait(lambda me: me.may_move)
    return host


@pytest.mark.parametrize("stage", ["open", "playing"])
async def test_every_message_is_answered_once(stage: str, tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        known = words("en")
        for role in ("host", "stranger", "spectator"):
            host = await prepared(server, stage)
            token = host.client_token if role == "host" else await come_in(server.address, role)
            for kind, sample in SAMPLES.items():
                raw = await RawSocket.open(server.address, token)
                await raw.greet()
                if role == "spectator":
                    await raw.ask(type="enter", request=2, match=host.match)
                filled = {k: host.match if v == MATCH else v for k, v in sample.items()}
                message = {"type": kind, "request": 3, "match": host.match, **filled}
                answer = await raw.ask(**message)
                assert answer["type"] in ANSWERS, (role, kind)
                if answer["type"] == "refused":
                    assert answer["sentence"], (role, kind)
                    assert answer["code"] != "fault", (role, kind, answer)
                    _check_listed(kind, answer["code"])
                    own = f"refusal.{answer['code']}" in known
                    assert own or answer["code"] in _codes_of_games(), answer["code"]
                last = await raw.ask(type="leave_lobby", request=4)
                assert last["type"] == "done"
                assert [frame.get("request") for frame in raw.heard].count(3) == 1
                await raw.close()
            await host.close()


def _check_listed(kind: str, code: str) -> None:
    """Compare with the reference, which names every code that a message is refused with."""
    message = next(each for each in get_args(FromClient) if kind_of(each) == kind)
    listed = {*refusals.EVERYWHERE, *refusals.AT_TABLES, *refusals.codes_of(message)}
    if kind == "play_move":
        listed |= _codes_of_games()
    assert code in listed, (kind, code)


def _codes_of_games() -> set[str]:
    keys = (key for name in games.names() for key in games.load(name).words())
    return {key.removeprefix("refusal.") for key in keys if key.startswith("refusal.")}
