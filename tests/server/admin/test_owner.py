"""What is asked of one process about a table of another."""

import asyncio
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import HttpRefused, ask, download, upload
from ludoteca.protocol.common import TableSetting
from tests.server.live import TIMEOUT, arrive
from tests.server.services import ValkeyService
from tests.server.several_processes import processes

GAME = games.names()[-1]
TOKEN = "a0" * 32


async def test_any_process_can_be_asked_about_any_table(
    tmp_path: Path, postgres_url: str, valkey: ValkeyService
) -> None:
    with processes(tmp_path, postgres_url, valkey.url, admin_token=TOKEN) as servers:
        owner, other = (server.address for server in servers)
        ada, bo = await arrive(owner, "Ada"), await arrive(other, "Bo")
        match = await ada.open_table(TableSetting(game=GAME))
        await bo.join(match)
        for person in (ada, bo):
            await person.be_ready()
        await ada.start()
        await bo.wait(lambda me: me.position is not None)
        ended = await ask(other, f"/api/admin/tables/{match}/end", {}, TOKEN)
        assert (ended["status"], ended["awake"]) == ("over", True)
        for person in (ada, bo):
            await person.wait(lambda me: me.is_over)
        with pytest.raises(HttpRefused) as refused:
            await ask(other, f"/api/admin/tables/{match}/end", {}, TOKEN)
        assert refused.value.code == "match_over"
        await ask(other, f"/api/admin/tables/{match}/reopen", {}, TOKEN)
        await bo.wait(lambda me: not me.is_over)
        await ask(owner, "/api/admin/bans", {"who": bo.user, "banned": True}, TOKEN)
        async with asyncio.timeout(TIMEOUT):
            await bo.ended()  # at the other process
        with (tmp_path / "backup.sqlite").open("wb+") as file:
            await download(other, "/api/admin/backup", {}, TOKEN, file)
            eve = await arrive(owner, "Eve")
            await upload(other, "/api/admin/restore", file, TOKEN)
        async with asyncio.timeout(TIMEOUT):
            await eve.ended()  # the backup does not know her, and the owner has heard of it
        [line] = await ask(owner, "/api/admin/tables", None, TOKEN)
        assert line["match"] == match
        for person in (ada, bo, eve):
            await person.close()
