"""`ludoteca games`: what there is to play."""

import json

from ludoteca import bots, games
from tests.cli.running import Run


def test_every_game_is_listed_with_all_one_can_choose(run: Run) -> None:
    ran = run("games")
    assert ran.code == 0
    assert ran.err == ""
    for name in games.names():
        game = games.load(name)
        assert f"{game.id}: {game.name}" in ran.out
        for option in game.options:
            assert f"--option {option.key}=" in ran.out
            assert all(f"{value}: " in ran.out for value in option.values)
        assert all(f"--edition {edition}" in ran.out for edition in game.editions)
    assert all(bot in ran.out.splitlines()[-1] for bot in bots.names())


def test_machines_get_the_same_list(run: Run) -> None:
    ran = run("games", "--json")
    assert ran.err == ""
    listed = json.loads(ran.out)
    assert [entry["game"] for entry in listed] == list(games.names())
    for entry in listed:
        game = games.load(entry["game"])
        assert list(entry) == ["game", "name", "rules", "players", "options", "editions"]
        assert entry["players"] == list(game.player_counts)
        assert entry["options"] == {option.key: list(option.values) for option in game.options}
