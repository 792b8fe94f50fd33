"""What there is to play."""

from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.bots.spec import LEVELS
from ludoteca.client.http import HttpRefused, ask
from tests.server.live import running


async def test_whoever_asks_is_told_where_links_for_others_lead(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        assert (await ask(server.address, "/api/games"))["address"] == ""
    async with running(tmp_path, public_url="https://games.example") as server:
        offer = await ask(server.address, "/api/games")
        assert offer["address"] == "https://games.example"


async def test_every_game_is_offered_with_its_options(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        offer = await ask(server.address, "/api/games")
        assert [game["id"] for game in offer["games"]] == list(games.names())
        for described in offer["games"]:
            game = games.load(described["id"])
            assert described["players"] == list(game.player_counts)
            assert [o["key"] for o in described["options"]] == [o.key for o in game.options]
        assert offer["levels"] == list(LEVELS)
        with pytest.raises(HttpRefused) as refused:
            await ask(server.address, "/api/tables/nothing")
        assert refused.value.code == "no_such_table"


async def test_pages_can_ask_for_the_words_of_a_game_they_do_not_know(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        for game_id in games.names():
            for language in ("it", "xx"):
                told = await ask(server.address, f"/api/games/{game_id}/text/{language}")
                assert told["words"] == dict(games.load(game_id).words(language))
                assert told["rules"].startswith("# ")
        with pytest.raises(HttpRefused) as refused:
            await ask(server.address, "/api/games/chess/text/en")
        assert refused.value.code == "no_such_game"
