"""The example of a bot from outside: invited, it plays a whole match."""

import asyncio
import runpy
from pathlib import Path

from ludoteca import games
from ludoteca.client.http import ask, sign_up
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Invite
from ludoteca.protocol.to_client import Done
from tests.server.live import arrive, running

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"


async def test_it_accepts_an_invitation_and_plays_to_the_end(tmp_path: Path) -> None:
    main = runpy.run_path(str(EXAMPLE))["main"]
    async with running(tmp_path) as server:
        session = await sign_up(server.address, "Robo", "correct horse")
        made = await ask(server.address, "/api/me/tokens", {"label": ""}, session)
        bot = asyncio.create_task(main(server.address, made["token"]))
        ada = await arrive(server.address, "Ada")
        match = await ada.open_table(TableSetting(game=games.names()[-1]))
        while len(server.runtime.hub) < 2:
            await asyncio.sleep(0.01)
        assert isinstance(await ada.client.send(Invite(request=1, match=match, name="Robo")), Done)
        await ada.wait(lambda me: me.table is not None and me.table.seats[1].ready)
        await ada.be_ready()
        await ada.start()
        await ada.play()
        assert ada.table is not None
        assert ada.table.status == "final"
        bot.cancel()
        await asyncio.gather(bot, return_exceptions=True)
        await ada.close()


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) < 40
