"""A guest under load asks, hears, and says what went wrong."""

from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.client.http import come_in
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, OpenTable
from ludoteca.server.load.player import Frame, LoadPlayer, Unanswered
from tests.server.live import running


async def test_a_guest_gets_answers_and_hears_what_happens(tmp_path: Path) -> None:
    heard: list[Frame] = []
    async with running(tmp_path) as server:
        token = await come_in(server.address, "Ada")
        address = server.address.removeprefix("http://")
        ada = await LoadPlayer.arrive(address, token, lambda _, frame: heard.append(frame))
        opened = await ada.ask(OpenTable, setting=TableSetting(game=games.names()[0]))
        entered, took = await ada.time(Enter, match=opened.match)
        assert took > 0
        assert entered.table is not None
        assert entered.table.status == "open"
        assert heard[-1] is entered
        with pytest.raises(Unanswered, match="no_such_table"):
            await ada.ask(Enter, match="0" * 12)
        await ada.leave()
