"""Records, replays and analyses: of final matches only."""

import asyncio
from pathlib import Path

import httpx
import pytest

from ludoteca import games
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import PlayOn, Resign, Say
from ludoteca.protocol.to_client import Refused
from ludoteca.record.verify import verify
from ludoteca.server.lobby.lobby import Lobby
from ludoteca.server.transport.hub import Hub
from tests.server.live import TIMEOUT, arrive, pair, running

GAME = games.names()[-1]


async def test_a_record_is_given_once_the_match_is_final(tmp_path: Path) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
        await ada.be_ready()
        await ada.start()
        for part in ("record", "replay", "final", "analysis"):
            answer = await browser.get(f"/api/matches/{match}/{part}")
            assert (answer.status_code, answer.json()["code"]) == (409, "not_final")
        await ada.play()
        record = await browser.get(f"/api/matches/{match}/record")
        assert record.headers["content-type"] == "text/plain; charset=utf-8"
        assert f'"{match}.ludo"' in record.headers["content-disposition"]
        assert verify(record.content).rolls_checked
        everything = (await browser.get(f"/api/matches/{match}/replay")).json()["lines"]
        own = (await browser.get(f"/api/matches/{match}/replay?seat=1")).json()["lines"]
        assert "position" in everything[0]
        assert "view" in own[0]
        assert len(own) == len(everything)
        assert (await browser.get(f"/api/matches/{match}/replay?seat=5")).status_code == 404
        assert (await browser.get("/api/matches/nothing/record")).status_code == 404
        await ada.close()


async def test_a_final_match_is_listed_with_scores_and_its_file_opens_anywhere(
    tmp_path: Path,
) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
        await ada.be_ready()
        await ada.start()
        await ada.play()
        record = (await browser.get(f"/api/matches/{match}/record")).text
        result = verify(record.encode()).record.timeline.result()
        headers = {"authorization": f"Bearer {ada.client_token}"}
        listed = (await browser.get("/api/me/matches", headers=headers)).json()["matches"][0]
        assert listed["totals"] == [parts["total"] for parts in result.scores]
        final = (await browser.get(f"/api/matches/{match}/final")).json()
        everything = (await browser.get(f"/api/matches/{match}/replay")).json()["lines"]
        assert final["position"] == everything[-2]["position"]
        assert final["winners"] == list(result.winners)
        opened = (await browser.post("/api/records/open", json={"record": record})).json()
        assert opened["lines"] == everything
        assert opened["shuffle_checked"]
        one = await browser.post("/api/records/open?seat=1", json={"record": record})
        assert "view" in one.json()["lines"][0]
        changed = record.replace("seed: ", "seed: 0", 1)
        for bad in (changed, record[:-2], "no record", "x" * 20_000):
            answer = await browser.post("/api/records/open", json={"record": bad})
            assert answer.status_code in (400, 413), bad[:40]
        await ada.close()


async def test_what_spectators_see_later_is_not_shown_before(tmp_path: Path) -> None:
    now = [1_000_000.0]
    async with (
        running(tmp_path, clock=lambda: now[0]) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        setting = TableSetting(game=GAME, public=True, spectator_delay=60)
        first, other = await pair(server, setting)
        eve, match = await arrive(server.address, "Eve"), first.match
        running_before = (await browser.get("/api/running")).json()
        assert [table["match"] for table in running_before["tables"]] == [match]
        await first.client.send(Resign(request=1, match=match))
        await other.wait(lambda me: me.is_over)
        assert (await browser.get("/api/running")).json() == running_before
        for later, listed in ((59, ["playing"]), (61, [])):  # after a restart it is the same
            lobby = Lobby(Hub(5))
            await lobby.restore(server.runtime.store, now[0] + later)
            assert [table.status for table in lobby.running()] == listed
        now[0] += 59
        await other.client.send(Say(request=1, match=match, text="thank you"))
        asked = [
            f"/api/matches/{match}/{part}" for part in ("record", "replay", "final", "analysis")
        ]
        for path in asked:
            for token in ("", eve.client_token):
                headers = {"authorization": f"Bearer {token}"} if token else {}
                answer = await browser.get(path, headers=headers)
                assert (answer.status_code, answer.json()["code"]) == (409, "not_final"), path
            own = {"authorization": f"Bearer {other.client_token}"}
            assert (await browser.get(path, headers=own)).status_code == 200
        table = f"/api/tables/{match}"
        seen, truth = (
            (await browser.get(table)).json(),
            (await browser.get(table, headers=own)).json(),
        )
        assert (seen["status"], truth["status"]) == ("playing", "final")
        assert [seat["resigned"] for seat in seen["seats"]] == [False, False]
        assert sorted(seat["resigned"] for seat in truth["seats"]) == [False, True]
        setting = TableSetting(game=GAME, bots=("beginner",))
        play_on = PlayOn(request=1, match=match, ply=1, setting=setting)
        refused = await eve.client.send(play_on)
        assert isinstance(refused, Refused)
        assert refused.code == "not_final"
        now[0] += 2
        for path in asked:
            assert (await browser.get(path)).status_code == 200
        assert (await browser.get(table)).json()["status"] == "final"
        assert not isinstance(await eve.client.send(play_on), Refused)
        for person in (first, other, eve):
            await person.close()


@pytest.mark.parametrize("part", ["record", "replay", "final", "analysis", "play_on"])
async def test_a_match_that_ends_while_it_is_asked_for_is_not_shown_early(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        first, other = await pair(server, TableSetting(game=GAME, spectator_delay=60))
        eve, match = await arrive(server.address, "Eve"), first.match
        history = server.runtime.store.history
        name = "read_results" if part == "analysis" else "read_record"
        read = getattr(history, name)

        async def end_just_before(asked: str) -> object:
            if not first.is_over:
                await first.client.send(Resign(request=1, match=match))
                await other.wait(lambda me: me.table is not None and me.table.status == "final")
                async with asyncio.timeout(TIMEOUT):
                    while await history.unkept():
                        await asyncio.sleep(0.01)
            return await read(asked)

        monkeypatch.setattr(history, name, end_just_before)
        if part == "play_on":
            setting = TableSetting(game=GAME, bots=("beginner",))
            answer = await eve.client.send(PlayOn(request=1, match=match, ply=1, setting=setting))
            assert isinstance(answer, Refused)
            assert answer.code == "not_final"
        else:
            status = (await browser.get(f"/api/matches/{match}/{part}")).status_code
            assert status == 409
        for person in (first, other, eve):
            await person.close()


async def test_an_analysis_is_made_once_and_then_there_for_everybody(tmp_path: Path) -> None:
    async with (
        running(tmp_path, analysis="mcts:2p") as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as browser,
    ):
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=GAME, bots=("beginner",)))
        await ada.be_ready()
        await ada.start()
        path = f"/api/matches/{match}/analysis"
        own = {"authorization": f"Bearer {ada.client_token}"}
        assert (await browser.post(path, headers=own)).json()["code"] == "not_final"
        await ada.play()
        await ada.close()
        before = (await browser.get(path)).json()
        assert (before["state"], before["judged"], before["mine"]) == ("none", [], [])
        assert (await browser.post(path)).status_code == 401
        begun = await browser.post(path, headers=own)
        assert (begun.status_code, begun.json()["state"]) == (202, "under_way")
        assert begun.json()["mine"] == [ada.seat]
        async with asyncio.timeout(240):
            while (found := (await browser.get(path)).json())["state"] != "done":
                await asyncio.sleep(0.05)
        assert len(found["judged"]) == found["of"] > 10
        assert (await browser.post(path, headers=own)).json()["state"] == "done"
