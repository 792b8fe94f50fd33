"""Profiles, past matches and leaderboards of a real server, as a client reads them."""

from pathlib import Path

import msgspec
import pytest

from ludoteca.client.http import HttpRefused, ask, log_in, sign_up
from ludoteca.client.people import history_path, profile_path
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.http import HistoryPage, Leaderboard, Profile, Seats
from tests.server.live import arrive, running


async def test_what_the_server_tells_of_people_can_be_read(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        token = await sign_up(server.address, "Zoë", "correct horse")
        profile = msgspec.convert(await ask(server.address, profile_path("Zoë")), Profile)
        assert (profile.name, profile.kind, profile.ratings) == ("Zoë", "account", [])
        best = await ask(server.address, "/api/leaderboard/my_shelfie/2")
        assert all(each.bot for each in msgspec.convert(best, Leaderboard).ranked)
        path = history_path(None, profile.since)
        history = msgspec.convert(await ask(server.address, path, token=token), HistoryPage)
        assert history == HistoryPage([], None)


async def test_ones_own_seats_and_matches_are_told(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game="my_shelfie"))
        token = ada.client._token
        seats = msgspec.convert(await ask(server.address, "/api/me/seats", token=token), Seats)
        assert seats.matches == [match]
        own = msgspec.convert(
            await ask(server.address, history_path(None), token=token), HistoryPage
        )
        assert [each.status for each in own.matches] == ["open"]
        await ada.close()


async def test_a_refusal_comes_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        said = set()
        for language in ("en", "it", "de"):
            with pytest.raises(HttpRefused) as refused:
                await log_in(server.address, "Nobody", "guess", language=language)
            said.add(str(refused.value))
        assert len(said) == 3
