"""Final matches: results, ratings, history and leaderboards of people with accounts."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.client.http import ask, log_in, sign_up
from ludoteca.client.remote import RemoteClient
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import PlayOn, Propose, Resign
from ludoteca.protocol.to_client import Opened
from ludoteca.record.ranks import ranks_of
from ludoteca.record.read import ReadRecord, read
from ludoteca.server.tables import registry, results
from tests.page.recorded import HOME
from tests.server.live import Person, arrive, pair, running

GAME = games.names()[-1]


def test_winners_share_the_first_rank() -> None:
    assert ranks_of([20, 20, 10], winners=[0, 1]) == [1, 1, 3]
    assert ranks_of([20, 30], winners=[0]) == [1, 2]  # the other one resigned


def test_who_gave_up_is_last_though_a_bot_won_on_that_seat() -> None:
    assert ranks_of([90, 30, 20, 10], winners=[0], resigned=[0, 3]) == [3, 1, 2, 3]


async def with_account(address: str, name: str) -> Person:
    token = await sign_up(address, name, "correct horse")
    client = RemoteClient(address, token)
    await client.open()
    return Person(client, name, token=token)


async def begin(address: str, bot: str) -> tuple[Person, Person, str]:
    """Let two people with accounts begin a match against a bot."""
    ada, bo = await with_account(address, "Ada"), await with_account(address, "Bo")
    match = await ada.open_table(TableSetting(game=GAME, seats=3, bots=(bot,)))
    await bo.join(match)
    await ada.be_ready()
    await bo.be_ready()
    await ada.start()
    return ada, bo, match


async def test_a_match_of_accounts_is_rated_and_remembered(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, bo, match = await begin(server.address, "beginner")
        await asyncio.gather(ada.play(), bo.play())
        assert ada.table is not None
        assert ada.table.rated
        await ask(server.address, f"/api/matches/{match}/replay?seat=1")
        board = await ask(server.address, f"/api/leaderboard/{GAME}/3")
        assert {line["name"] for line in board["ranked"]} == {"Ada", "Bo", "beginner"}
        assert {line["bot"] for line in board["ranked"] if line["name"] == "beginner"} == {True}
        profile = await ask(server.address, "/api/people/ada")
        assert [(r["game"], r["players"], r["matches"]) for r in profile["ratings"]] == [
            (GAME, 3, 1)
        ]
        [past] = (await ask(server.address, "/api/people/Ada/matches"))["matches"]
        assert (past["match"], past["game"]) == (match, GAME)
        assert past["rank"] in (1, 2, 3)
        assert sorted(past["players"]) == ["Ada", "Bo", "bot:beginner"]
        expected = {each["name"]: each["rating"] for each in board["ranked"]}
        table = await ada.open_table(TableSetting(game=GAME, seats=3))
        await bo.join(table)
        seated = (await ada.enter(table)).table.seats
        assert [seat.rating for seat in seated] == [expected["Ada"], expected["Bo"], None]
        for person in (ada, bo):
            await person.enter(match)
            await person.client.send(Propose(request=1, match=match, matter="rematch"))
        await ada.wait(lambda me: bool(me.table and me.table.rematch))
        assert ada.table.rematch is not None
        seated = (await ada.enter(ada.table.rematch)).table.seats
        assert {seat.name: seat.rating for seat in seated if seat.kind == "person"} == {
            name: expected[name] for name in ("Ada", "Bo")
        }
        for person in (ada, bo):
            await person.close()


async def test_a_history_tells_no_end_that_spectators_do_not_know_yet(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with running(tmp_path, clock=lambda: now[0]) as server:
        ada = await with_account(server.address, "Ada")
        setting = TableSetting(game=GAME, bots=("random",), spectator_delay=60)
        match = await ada.open_table(setting)
        await ada.be_ready()
        await ada.start()
        await ada.client.send(Resign(request=1, match=match))
        token = ada.client_token
        await ask(server.address, f"/api/matches/{match}/replay", token=token)
        assert (await ask(server.address, "/api/people/Ada/matches"))["matches"] == []
        assert (await ask(server.address, "/api/me/matches", token=token))["matches"]
        now[0] += 61
        [past] = (await ask(server.address, "/api/people/Ada/matches"))["matches"]
        assert past["match"] == match
        await ada.close()


async def test_who_gave_up_loses_rating_however_the_bot_fares(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, bo, match = await begin(server.address, "random")
        await ada.client.send(Resign(request=1, match=match))
        await bo.play()
        await ask(server.address, f"/api/matches/{match}/replay")
        [past] = (await ask(server.address, "/api/people/Ada/matches"))["matches"]
        assert past["rank"] == 3
        board = await ask(server.address, f"/api/leaderboard/{GAME}/3")
        assert [line["name"] for line in board["ranked"]][-1] == "Ada"
        for person in (ada, bo):
            await person.close()


async def test_an_account_takes_over_what_its_guest_did(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        await sign_up(server.address, "Ada", "correct horse")
        guest = await arrive(server.address, "Somebody")
        match = await guest.open_table(TableSetting(game=GAME, bots=("beginner",)))
        await guest.be_ready()
        await guest.start()
        await guest.wait(lambda me: me.may_move)
        token = await log_in(server.address, "Ada", "correct horse", guest.client_token)
        await guest.ended()  # its session is over
        client = RemoteClient(server.address, token)
        welcome = await client.open()
        assert welcome.seats == (match,)
        ada = Person(client, "Ada", token=token)
        assert (await ada.enter(match)).seat is not None
        await ada.play()
        await ask(server.address, f"/api/matches/{match}/replay")
        mine = (await ask(server.address, "/api/me/matches", token=token))["matches"]
        assert [(past["match"], past["status"]) for past in mine] == [(match, "final")]
        assert mine[0]["rank"] in (1, 2)
        await ada.close()
        await guest.close()


async def test_no_record_is_read_in_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[tuple[str, bool]] = []

    def watched(module: Any) -> Callable[[bytes], ReadRecord]:
        def reading(data: bytes) -> ReadRecord:
            here = threading.current_thread() is threading.main_thread()
            readers.append((module.__name__.rpartition(".")[2], here))
            return read(data)

        return reading

    for module in (results, registry):
        monkeypatch.setattr(module, "read", watched(module))
    async with running(tmp_path) as server:
        ada, bo = await pair(server)
        await ada.move()
        await ada.client.send(Resign(request=1, match=ada.match))
        setting = TableSetting(game=GAME, bots=("beginner",))
        await server.runtime.archive.read_record(ada.match)
        asked = PlayOn(request=1, match=ada.match, ply=1, setting=setting)
        assert isinstance(await ada.client.send(asked), Opened)
        assert set(readers) == {("results", False), ("registry", False)}
        for person in (ada, bo):
            await person.close()


async def test_a_bot_has_one_rating_however_it_is_called(tmp_path: Path) -> None:
    [record, *_] = [path.read_text(encoding="utf-8") for path in sorted(HOME.glob("*.ludo"))]
    header = read(record.encode()).header
    game, players = header.game.id, len(header.players)
    async with running(tmp_path, bot_seconds=2.0) as server:
        runtime = server.runtime
        called = ("mcts:2s", "mcts:2000ms", "mcts:59s", "mcts:60s", "mcts:50p", "expert", "gone")
        for number, bot in enumerate(called):
            seats = [f"bot:{bot}", *["v"] * (players - 1)]
            assert await runtime.results.keep(f"match{number}", record, seats, rated=True)
        board = await runtime.store.history.leaderboard(game, players)
        assert {rating.player: rating.matches for rating in board} == {
            "bot:mcts:2000ms": 4,  # as long as the server allows
            "bot:mcts:50p": 1,
            "bot:expert": 1,
            "bot:gone": 1,
            "v": len(called),
        }
