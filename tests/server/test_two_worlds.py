"""From outside: two servers that differ in hidden cards alone send a viewer the same bytes."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from itertools import count, islice
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from ludoteca.core.game import Game
from ludoteca.protocol import encode
from ludoteca.protocol.from_client import AskMoves, AtTable, Enter, PlayMove
from ludoteca.server.accounts.accounts import SESSION, digest_of
from ludoteca.server.store.values import StoredSession, User
from ludoteca.table import Actor, BotTask, Decision, Viewer, actor, apply, events
from tests.playing import GAMES, table_name
from tests.server.live import FAST, Running, running
from tests.server.raw_socket import RawSocket
from tests.sizes import SOAK, size
from tests.table import leaks
from tests.table.test_no_secret_leaks_early import lie_face_down
from tests.table.worlds import Twins, questions, twins

FRAMES = size(60, 10_000)
BEGINNING = 1000.0
"""The time before all logs."""

EVENTS = size(20, 10_000)
"""Events of each pair of logs that happen before the viewer's eyes, at most."""

THOROUGH = 12
"""After each such number of events everything is asked."""


class SilentBots:
    """Bots that never move: the log tells what they do."""

    async def choose(self, task: BotTask) -> int:
        """Think for ever."""
        await asyncio.Event().wait()
        raise AssertionError


class World:
    """A server at which one log after the other happens, and a viewer at one of its sockets."""

    def __init__(self, server: Running, browser: httpx.AsyncClient) -> None:
        self._server, self._browser = server, browser
        server.runtime.parts.bots = SilentBots()
        self._users: set[str] = set()
        self._requests = count(10)

    async def show(self, log: Sequence[events.Event], first: int, viewer: Viewer) -> list[str]:
        """Let a log happen; return what the viewer gets from event `first` on.

        That is every frame, and at some moments what they can ask for over HTTP.
        """
        opened = log[0]
        assert isinstance(opened, events.TableOpened)
        match = opened.match
        at_table = await self._server.runtime.tables.open_new(opened)
        raw = await RawSocket.open(self._server.address, await self._session(viewer.user))
        await raw.greet()
        enter = Enter(request=1, match=match, drawing=True)
        await self._ask(raw, enter)
        await self._happen(at_table, log[1:first])
        await self._ask(raw, enter)
        start, asked = len(raw.texts), list[str]()
        for number, some in enumerate(together(log[first:])):
            await self._happen(at_table, some)
            await self._ask(raw, AskMoves(request=1, match=match, partial={}))
            seat, table = viewer.seat, at_table.table
            if number % THOROUGH == 0:
                if seat is None or not table.seats[seat].away:  # the log has who comes back
                    await self._ask(raw, enter)
                for message in questions(table):
                    if isinstance(message, PlayMove) and seat in table.movers:
                        continue  # it might be played
                    await self._ask(raw, replace(message, match=match))
                asked += await self._ask_over_http(match, viewer.user)
        await raw.close()
        self._server.runtime.tables.forget(at_table)
        await at_table.stop()
        return raw.texts[start:] + asked

    async def _ask_over_http(self, match: str, user: str) -> list[str]:
        """Ask for the table, and for one's own view of it; at other tables they may know more."""
        headers = {"authorization": f"Bearer {await self._session(user)}"}
        shown = await self._browser.get(f"/api/tables/{match}", headers=headers)
        own = await self._browser.get("/api/me/tables", headers=headers)
        assert (shown.status_code, own.status_code) == (200, 200)
        here = [one for one in own.json()["matches"] if one["table"]["match"] == match]
        return [shown.text, json.dumps(here)]

    async def _happen(self, at_table: Actor, log: Sequence[events.Event]) -> None:
        """Store and publish events as the actor does it with its own."""
        after = at_table.table
        for event in log:
            after = apply(after, event)
        await at_table.do(partial(at_table.commit, lambda _: Decision(tuple(log), after)))

    async def _ask(self, raw: RawSocket, message: AtTable) -> None:
        """Ask something, and hear all up to the answer."""
        request = next(self._requests)
        await raw.socket.send(encode(replace(message, request=request)).decode())
        await raw.answer_to(request)

    async def _session(self, user: str) -> str:
        """Let somebody whom the log knows come in; return their token."""
        token, users = f"session-of-{user}", self._server.runtime.store.users
        if user not in self._users:
            self._users.add(user)
            await users.add_user(User(user, user.title(), "guest", 0.0))
            await users.add_session(StoredSession(digest_of(token), user, SESSION, 0.0))
        return token


CONSEQUENCES = (events.Dealt, events.Withdrawn, events.Undone, events.Ended)
"""Events that come together with the one before them."""


def together(log: Sequence[events.Event]) -> Iterator[list[events.Event]]:
    """Divide a log into what happens at once."""
    some: list[events.Event] = []
    for event in log:
        if some and not isinstance(event, CONSEQUENCES):
            yield some
            some = []
        some.append(event)
    yield some


@asynccontextmanager
async def world(folder: Path) -> AsyncIterator[World]:
    """Start a server at which time stands still."""
    limits = replace(FAST, message_burst=10**9, request_burst=10**9)  # without time none come back
    async with (
        running(folder, clock=lambda: BEGINNING, limits=limits) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        yield World(server, browser)


def let_the_log_tell(patch: pytest.MonkeyPatch) -> None:
    """Let nothing happen but what the logs have."""
    patch.setattr(actor, "SLOW", 600.0)  # on a busy machine one world may be told to wait
    patch.setattr(actor, "tick", lambda table, *_: Decision((), table))


def pairs(game: str) -> Iterator[Twins]:
    """Return the worlds of one match after the other, each with an id of its own."""
    numbers = count()
    for seed in count():
        for found in twins(game, seed):
            opened = found.log[0]
            assert isinstance(opened, events.TableOpened)
            own = replace(opened, match=f"{next(numbers):012}")
            yield Twins([own, *found.log[1:]], [own, *found.twin[1:]], found.moments)


@pytest.mark.parametrize("game", GAMES if SOAK else GAMES[:1], ids=table_name)
async def test_sockets_of_two_worlds_get_the_same_bytes(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_the_log_tell(monkeypatch)
    compared = hidden = 0
    has_areas = game.id == "codex_naturalis"
    folders = [tmp_path / name for name in ("one", "two")]
    async with world(folders[0]) as one, world(folders[1]) as two:
        for found in pairs(game.id):
            face_down = [each for each in found.moments if has_areas and lie_face_down(each)]
            if has_areas and not hidden and not face_down:
                continue
            hidden += len(face_down)
            first = (found.moments if SOAK else face_down)[0].number
            here = await one.show(found.log[: first + EVENTS], first, found.viewer)
            there = await two.show(found.twin[: first + EVENTS], first, found.viewer)
            assert here == there
            compared += len(here)
            if compared >= FRAMES:
                break
    print(f"{compared} frames, {hidden} moments with other cards face down")
    assert compared >= FRAMES
    assert hidden or not has_areas


PLANTED: list[leaks.Leak] = [
    leaks.the_whole_position,
    leaks.the_position_in_one_line,
    leaks.all_texts_of_the_past,
]

PAIRS = 4
"""Pairs of worlds in which a leak must be seen."""


async def test_planted_leaks_are_seen_from_outside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_the_log_tell(monkeypatch)
    last, *some = islice(pairs(GAMES[0].id), 1 + PAIRS * len(PLANTED))  # before anything leaks
    async with world(tmp_path / "one") as one, world(tmp_path / "two") as two:
        for number, plant in enumerate(PLANTED):
            with monkeypatch.context() as patch:
                plant(patch)
                found = some[number * PAIRS : (number + 1) * PAIRS]
                assert await tells_apart(one, two, found), plant.__name__
        assert not await tells_apart(one, two, [last])


async def tells_apart(one: World, two: World, some: Sequence[Twins]) -> bool:
    """Return whether the viewer can tell two worlds apart, in one of some pairs."""
    for found in some:
        first = found.moments[len(found.moments) // 2].number
        last = first + THOROUGH // 2
        here = await one.show(found.log[:last], first, found.viewer)
        there = await two.show(found.twin[:last], first, found.viewer)
        if here != there:
            return True
    return False
