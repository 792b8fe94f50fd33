"""A page at the tables of its device: frames and requests as at a server, without one."""

import asyncio
import json
from base64 import b64decode
from typing import Any

import pytest

from ludoteca import games
from ludoteca.device.http import offer
from ludoteca.device.service import Service
from ludoteca.games.my_shelfie.layout import MyShelfie
from ludoteca.protocol import VERSION
from ludoteca.record import read, verify

Frame = dict[str, Any]


class Texts:
    """Storage in memory; what is written stays when a service ends."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}

    async def read(self, key: str) -> str | None:
        """Return a text."""
        return self.kept.get(key)

    async def write(self, key: str, text: str) -> None:
        """Keep a text."""
        self.kept[key] = text

    async def remove(self, key: str) -> None:
        """Forget a text."""
        self.kept.pop(key, None)

    async def keys(self) -> list[str]:
        """List all names."""
        return list(self.kept)


class Page:
    """Somebody who plays by frames and requests alone, as the page does."""

    def __init__(self, storage: Texts) -> None:
        self.frames: asyncio.Queue[Frame] = asyncio.Queue()
        self.service = Service(
            storage,
            lambda text: self.frames.put_nowait(json.loads(text)),
            pause=0,
            adviser="mcts:2p",
        )
        self.count = 0

    async def come(self) -> Frame:
        """Come in, as somebody new or known."""
        await self.service.open()
        if (await self.request("GET", "/me"))[0] == 401:
            assert (await self.request("POST", "/guest", {"name": "Ada"}))[0] == 200
        self.service.connect()
        return await self.ask("hello", version=VERSION, language="en")

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Ask by HTTP."""
        text = "" if body is None else json.dumps(body)
        status, answer = await self.service.request(method, path, text, "en")
        return status, json.loads(answer)

    async def ask(self, kind: str, **fields: Any) -> Frame:
        """Send a message and return its answer; what is told before is passed over."""
        self.count += 1
        self.service.receive(json.dumps({"type": kind, "request": self.count, **fields}))
        while True:
            frame = await asyncio.wait_for(self.frames.get(), 20)
            if frame.get("request") == self.count:
                return frame

    async def open(self, **setting: Any) -> str:
        """Open a table and start its match."""
        opened = await self.ask("open_table", setting=setting)
        match: str = opened["match"]
        await self.ask("enter", match=match)
        await self.ask("ready", match=match)
        assert (await self.ask("start", match=match))["type"] == "done"
        return match

    async def play(self, match: str, moves: int = 10_000) -> int:
        """Play the first legal moves until so many are made or the match is over."""
        made = 0
        while made < moves:
            table = self.service.server.table(match)
            if not table.is_playing:
                break
            mine = [seat for seat in table.movers if table.seats[seat].kind == "person"]
            if not mine:
                await asyncio.wait_for(self.frames.get(), 20)
                continue
            assert table.progress is not None
            state, seat = table.progress.state, mine[0]
            action = table.game.legal(state, seat)[0]
            move = table.game.modules.notation.format_move(state, seat, action)
            await self.ask("enter", match=match, seat=seat)
            answer = await self.ask(
                "play_move", match=match, ply=table.progress.ply, move_id=f"{self.count:032x}",
                move=move,
            )  # fmt: skip
            assert answer["type"] == "accepted", answer
            made += 1
        return made

    async def leave(self) -> None:
        """Close the page."""
        await self.service.close()


@pytest.mark.parametrize("game", games.names())
async def test_a_match_survives_a_closed_page_and_its_record_verifies(game: str) -> None:
    storage = Texts()
    page = Page(storage)
    assert (await page.come())["seats"] == []
    match = await page.open(game=game, bots=["greedy"])
    assert match.startswith("device-")
    assert await page.play(match, moves=3) == 3
    await page.leave()

    page = Page(storage)
    assert (await page.come())["seats"] == [match]
    _, listed = await page.request("GET", "/me/matches")
    assert [one["status"] for one in listed["matches"]] == ["playing"]
    _, tables = await page.request("GET", "/me/tables?most=1")
    (glance,) = tables["matches"]
    assert (glance["table"]["match"], glance["seat"] in (0, 1)) == (match, True)
    assert glance["view"]
    assert not tables["more"]
    assert (await page.request("GET", f"/matches/{match}/record"))[0] == 404
    snapshot = await page.ask("enter", match=match)
    assert snapshot["table"]["seats"][snapshot["seat"]]["name"] == "Ada"
    assert await page.play(match) > 3

    _, saved = await page.request("GET", f"/matches/{match}/record")
    assert verify(saved["record"].encode()).rolls_checked
    assert read(saved["record"].encode()).header.seed is not None
    _, listed = await page.request("GET", "/me/matches")
    (past,) = listed["matches"]
    assert past["status"] == "final"
    assert (await page.request("GET", "/me/tables"))[1] == {"matches": [], "more": False}
    assert past["rank"] in (1, 2)
    status, replay = await page.request("GET", f"/matches/{match}/replay")
    assert status == 200
    assert replay["lines"][-1]["kind"] == "result"
    _, final = await page.request("GET", f"/matches/{match}/final")
    assert final["game"] == game
    _, opened = await page.request("POST", "/records/open", {"record": saved["record"]})
    assert opened["shuffle_checked"]
    _, seen = await page.request("GET", f"/matches/{match}/replay?seat=0")
    assert "view" in seen["lines"][0]
    assert (await page.request("GET", f"/matches/{match}/replay?seat=7"))[0] == 404
    await page.leave()


async def test_several_people_play_at_one_device() -> None:
    page = Page(Texts())
    await page.come()
    match = await page.open(game="my_shelfie", here=["Bo"], seats=2)
    assert [seat.kind for seat in page.service.server.table(match).seats] == ["person", "person"]
    assert await page.play(match) > 10
    assert page.service.server.table(match).status == "final"
    await page.leave()


async def test_moves_are_judged_and_hints_given() -> None:
    storage = Texts()
    page = Page(storage)
    await page.come()
    match = await page.open(game="my_shelfie", bots=["random"])
    while not (await page.ask("enter", match=match))["position"]["movers"]:
        await asyncio.sleep(0)
    await page.play(match, moves=1)
    while not _is_mine(page, match):
        await asyncio.wait_for(page.frames.get(), 20)
    hint = await page.ask("ask_hint", match=match)
    assert hint["type"] == "hint"
    assert 1 <= len(hint["lines"]) <= 5
    handed = await page.ask("ask_hint", match=match, view=True)
    assert handed["lines"] == []
    assert len(b64decode(handed["view"])) == MyShelfie.size
    assert (await page.request("POST", f"/matches/{match}/analysis"))[0] == 404
    await page.play(match)
    assert (await page.request("GET", f"/matches/{match}/analysis"))[1]["state"] == "none"
    assert (await page.request("POST", f"/matches/{match}/analysis"))[1]["state"] == "under_way"
    while (known := (await page.request("GET", f"/matches/{match}/analysis"))[1])[
        "state"
    ] != "done":
        await asyncio.sleep(0.01)
    assert known["of"] == len(known["judged"]) > 0
    assert len(known["mine"]) == 1
    again = await page.ask("play_on", match=match, ply=4, setting={"game": "my_shelfie"})
    assert again["type"] == "opened"
    await page.leave()


def _is_mine(page: Page, match: str) -> bool:
    table = page.service.server.table(match)
    return any(table.seats[seat].kind == "person" for seat in table.movers)


async def test_what_needs_a_server_is_refused_in_a_sentence() -> None:
    page = Page(Texts())
    await page.come()
    assert (await page.request("GET", "/leaderboard/my_shelfie/2"))[0] == 404
    status, problem = await page.request("POST", "/login", {"name": "Ada", "password": "x"})
    assert (status, problem["code"]) == (404, "not_in_this_process")
    assert problem["sentence"]
    assert (await page.request("PATCH", "/me", {"name": ""}))[0] == 400
    assert (await page.request("PATCH", "/me", {"name": "Bea"}))[1]["name"] == "Bea"
    quick = await page.ask("quick_match", game="my_shelfie")
    assert (quick["type"], quick["code"]) == ("refused", "not_in_this_process")
    missing = await page.ask("enter", match="device-nothing")
    assert (missing["type"], missing["code"]) == ("refused", "no_such_table")
    program = await page.ask("open_table", setting={"game": "my_shelfie", "bots": ["exec:rm"]})
    assert program["type"] == "refused"
    assert (await page.ask("watch_lobby"))["tables"] == []
    assert (await page.ask("leave_lobby"))["type"] == "done"
    await page.leave()


def test_the_offer_is_that_of_a_server() -> None:
    assert [game.id for game in offer().games] == list(games.names())
    assert "expert" in offer().levels
