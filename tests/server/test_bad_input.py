"""Bad input from anybody is refused with a code, and disturbs nobody else."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.language import LANGUAGES, words
from ludoteca.protocol import VERSION
from ludoteca.server.settings import Limits
from tests.server.live import Running, pair, running
from tests.server.raw_socket import RawSocket

GAME = games.names()[-1]
MOVE_ID = "0" * 32


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path, limits=Limits(guest_burst=1000)) as server:
        yield server


async def newcomer(server: Running, name: str = "Eve", greet: bool = True) -> RawSocket:
    raw = await RawSocket.open(server.address, await come_in(server.address, name))
    if greet:
        assert (await raw.greet())["type"] == "welcome"
    return raw


UNREADABLE = [
    "", "{", "[]", "null", "1", '"hello"', "{}", '{"type": 3}', "\x00", "[" * 2000,
    '{"type": "no_such", "request": 9}', '{"type": "enter"}', '{"request": 1e400}',
    '{"type": "enter", "request": 0, "match": "abcd"}',
    '{"type": "enter", "request": 2, "match": "../../etc/passwd"}',
    '{"type": "enter", "request": 2, "match": {"a": 1}}',
    '{"type": "say", "request": 2, "match": "abcd", "text": ""}',
    '{"type": "play_move", "request": 2, "match": "abcd", "ply": -1, "move_id": "x", "move": "y"}',
    '{"type": "hello", "request": 5, "version": "1"}',
    '{"type": "open_table", "request": 3, "setting": {"game": "x", "seats": 99}}',
]  # fmt: skip


async def test_what_is_no_message_is_refused_and_the_socket_lives(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        raw = await newcomer(server)
        for frame in UNREADABLE:
            await raw.socket.send(frame)
            answer = await raw.hear()
            assert answer["type"] == "refused", frame
            assert answer["code"] == "unreadable", frame
            try:
                number = json.loads(frame)["request"]
            except (ValueError, TypeError, KeyError, RecursionError):
                number = 0
            assert answer["request"] in (number, 0)
            assert (await raw.ask(type="watch_lobby", request=7))["type"] == "lobby_list"
        await raw.close()


async def test_binary_frames_are_read_like_text(server: Running) -> None:
    raw = await newcomer(server, greet=False)
    hello = {"type": "hello", "request": 1, "version": VERSION}
    await raw.socket.send(json.dumps(hello).encode())
    assert (await raw.hear())["type"] == "welcome"
    await raw.socket.send(b"\xff\xfe\x00")
    assert (await raw.hear())["code"] == "unreadable"
    await raw.close()


async def test_a_frame_that_is_too_large_closes_the_socket(server: Running) -> None:
    raw = await newcomer(server)
    await raw.socket.send("x" * 5000)
    assert await raw.close_code() == 1009


async def test_nothing_goes_before_hello_and_the_version_counts(server: Running) -> None:
    raw = await newcomer(server, greet=False)
    assert (await raw.ask(type="watch_lobby", request=1))["code"] == "hello_first"
    old = await raw.ask(type="hello", request=2, version=VERSION + 1)
    assert old["code"] == "wrong_version"
    assert (await raw.ask(type="watch_lobby", request=3))["code"] == "hello_first"
    await raw.close()


async def test_refusals_are_in_the_language_of_the_reader(server: Running) -> None:
    raw = await newcomer(server, greet=False)
    for language in LANGUAGES:
        await raw.ask(type="hello", request=1, version=VERSION, language=language)
        refused = await raw.ask(type="enter", request=2, match="nothing")
        assert refused["code"] == "no_such_table"
        assert refused["sentence"] == words(language)["refusal.no_such_table"]
    await raw.close()


async def test_out_of_turn_foreign_and_forged_messages_are_refused(server: Running) -> None:
    first, other = await pair(server)
    eve = await newcomer(server)
    assert first.position is not None
    move: dict[str, Any] = {
        "type": "play_move",
        "request": 2,
        "match": first.match,
        "ply": first.position.ply,
        "move_id": MOVE_ID,
        "move": "a1>1",
    }
    assert (await eve.ask(**move))["code"] == "not_seated"
    assert (await eve.ask(**{**move, "match": "abcdefgh"}))["code"] == "no_such_table"
    assert (await eve.ask(type="enter", request=3, match=first.match, seat=0))["code"] == (
        "not_your_seat"
    )
    for kind in ("start", "ready", "resign"):
        assert (await eve.ask(type=kind, request=4, match=first.match))["type"] == "refused"
    assert (await eve.ask(type="ask_moves", request=5, match=first.match, partial={}))["code"] == (
        "not_seated"
    )
    assert (await eve.ask(type="ask_hint", request=6, match=first.match))["code"] == "not_seated"
    raw = await RawSocket.open(server.address, other.client_token)
    await raw.greet()
    assert (await raw.ask(**move))["code"] == "not_your_turn"
    assert (await raw.ask(**{**move, "ply": 0}))["code"] == "stale_move"
    first.frames.clear()
    assert (await first.move()).request  # nobody else is disturbed
    for one in (eve, raw):
        await one.close()
    for person in (first, other):
        await person.close()


async def test_somebody_with_the_same_name_gets_no_seat(server: Running) -> None:
    first, other = await pair(server)
    eve = await newcomer(server, name=first.name)
    entered = await eve.ask(type="enter", request=2, match=first.match)
    assert entered["seat"] is None
    assert first.table is not None
    assert not any(seat.away for seat in first.table.seats)
    await eve.close()
    for person in (first, other):
        await person.close()


async def test_a_page_from_elsewhere_gets_no_socket(server: Running) -> None:
    token = await come_in(server.address, "Ada")
    local = "127.0.0.1"
    for origin in (
        "http://evil.example", "null", f"http://{local}", f"https://{local}:{server.port}", "",
        f"http://{local}:{server.port}.evil.example", f"http://{local}:{server.port}/",
    ):  # fmt: skip
        with pytest.raises(InvalidStatus) as refused:
            await RawSocket.open(server.address, token, headers={"Origin": origin})
        assert refused.value.response.status_code == 403, origin


async def test_our_own_page_and_the_cookie_get_one(server: Running) -> None:
    token = await come_in(server.address, "Ada")
    for host in ("127.0.0.1", "localhost"):
        headers = {"Cookie": f"ludoteca={token}", "Origin": f"http://{host}:{server.port}"}
        raw = await RawSocket.open(server.address, headers=headers)
        assert (await raw.greet())["name"] == "Ada"
        await raw.close()


async def test_without_a_session_the_socket_closes_with_a_code(server: Running) -> None:
    for token in ("", "nobody", "bot_nobody", "x" * 500):
        raw = await RawSocket.open(server.address, token)
        assert await raw.close_code() == 4001


async def test_a_flood_is_refused_then_closed(server: Running) -> None:
    raw = await newcomer(server)
    for number in range(100):
        await raw.say(type="leave_lobby", request=number + 2)
    answers = [await raw.hear() for _ in range(50)]
    kinds = [answer.get("code", answer["type"]) for answer in answers]
    assert set(kinds) == {"done", "too_fast"}
    assert [answer["request"] for answer in answers] == list(range(2, 52))
    assert await raw.close_code() == 1008


async def test_the_sixth_socket_of_a_session_closes_the_first(server: Running) -> None:
    token = await come_in(server.address, "Ada")
    sockets = []
    for _ in range(6):
        sockets.append(await RawSocket.open(server.address, token))
        assert (await sockets[-1].greet())["type"] == "welcome"  # now it has arrived
    assert await sockets[0].close_code() == 4008
    await asyncio.gather(*(raw.close() for raw in sockets))


async def test_a_newer_connection_of_a_seat_takes_over(server: Running) -> None:
    """The late close of the older one changes nothing."""
    first, other = await pair(server)
    raw = await RawSocket.open(server.address, first.client_token)
    await raw.greet()
    snapshot = await raw.ask(type="enter", request=2, match=first.match)
    assert snapshot["seat"] == first.seat
    await first.ended()
    assert first.gone is not None
    assert first.gone.close_code == 4003
    assert other.table is not None
    assert not any(seat.away for seat in other.table.seats)
    actor = await server.runtime.tables.of(first.match)
    assert not any(seat.away for seat in actor.table.seats)
    await raw.close()
    await other.wait(lambda me: me.table is not None and any(s.away for s in me.table.seats))
    for person in (first, other):
        await person.close()
