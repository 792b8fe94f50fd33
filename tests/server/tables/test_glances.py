"""A user's matches at a glance: loaded or not, whose turn it is, and nothing of other seats."""

from pathlib import Path

from ludoteca import games
from ludoteca.client.http import ask
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Resign
from ludoteca.table import Viewer
from ludoteca.table.present import position_info
from tests.server.live import arrive, running

GAME, OTHER = games.names()[0], games.names()[-1]


async def test_matches_are_shown_as_ones_own_seat_sees_them(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada, bo = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        waiting = await ada.open_table(TableSetting(game=GAME, public=False))
        alone = await ada.open_table(TableSetting(game=OTHER, public=False, bots=("beginner",)))
        await ada.be_ready()
        await ada.start()
        await ada.wait(lambda me: me.may_move)
        both = await bo.open_table(TableSetting(game=OTHER))
        await ada.join(both)
        for person in (bo, ada):
            await person.be_ready()
        await bo.start()
        await ada.wait(lambda me: me.position is not None)
        found = await ask(server.address, "/api/me/tables", token=ada.client_token)
        by_match = {each["table"]["match"]: each for each in found["matches"]}
        assert set(by_match) == {waiting, alone, both}
        assert by_match[waiting]["view"] is None
        assert by_match[alone]["mine"]
        assert not found["more"]
        assert ada.position is not None
        assert by_match[both]["view"] == ada.position.view
        assert by_match[both]["movers"] == list(ada.position.movers)
        one = await ask(server.address, "/api/me/tables?most=1", token=ada.client_token)
        assert (len(one["matches"]), one["more"]) == (1, True)

        # Unloaded, it is read from its log; one that was given up is not shown any more.
        await server.runtime.tables.close()
        again = await ask(server.address, "/api/me/tables", token=ada.client_token)
        assert {each["table"]["match"]: each["view"] for each in again["matches"]} == {
            match: each["view"] for match, each in by_match.items()
        }
        for person in (ada, bo):
            await person.close()


async def test_a_match_that_was_given_up_and_one_shared_on_a_device(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        ada = await arrive(server.address, "Ada")
        shared = await ada.open_table(TableSetting(game=OTHER, public=False, here=("Eve",)))
        await ada.be_ready()
        await ada.start()
        three = TableSetting(game=GAME, seats=3, public=False, bots=("beginner", "beginner"))
        given_up = await ada.open_table(three)
        await ada.be_ready()
        await ada.start()
        await ada.client.send(Resign(request=1, match=given_up))
        found = await ask(server.address, "/api/me/tables", token=ada.client_token)
        [glance] = found["matches"]
        assert glance["table"]["match"] == shared
        table = (await server.runtime.tables.of(shared)).table
        seen = position_info(table, Viewer("", None))
        assert seen is not None
        assert glance["view"] == seen.view
        await ada.close()
