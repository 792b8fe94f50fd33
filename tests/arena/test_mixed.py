"""Tables at which every seat has a bot of its own."""

import json

import pytest

from ludoteca.arena.mixed import (
    MixedDeal,
    MixedRunner,
    mixed_plan,
    play_mixed,
    rotations,
    summarise,
)
from ludoteca.arena.tournament import make_plan
from ludoteca.arena.workers import Here
from ludoteca.cli import main
from ludoteca.core.game import Game
from tests.playing import GAMES, table_name

BOTS = ["greedy", "random", "novice?share=10", "random"]


def test_every_bot_sits_in_every_seat_once() -> None:
    for seat in range(4):
        assert sorted(sitting[seat] for sitting in rotations(4)) == [0, 1, 2, 3]


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_four_different_bots_share_the_wins_of_their_tables(game: Game) -> None:
    plan = mixed_plan(make_plan(game, 4, {}, BOTS, 3, seed=5))
    heard: list[int] = []
    found = summarise(plan, play_mixed(plan, Here(), heard.append))
    assert heard == [1, 2, 3]
    assert [row["bot"] for row in found["bots"]] == [*BOTS[:3], "random#2"]
    assert found["matches"] == 12
    assert found["complete"]
    assert sum(row["wins"] for row in found["bots"]) == pytest.approx(1)
    assert sum(row["place"] for row in found["bots"]) == pytest.approx(10)
    assert found["bots"][0]["wins"] > found["bots"][1]["wins"]


@pytest.mark.parametrize("before", [0, 2])
def test_an_interruption_keeps_what_was_played(
    before: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    play = MixedRunner.play
    closed: list[MixedRunner] = []

    def interrupted(table: MixedRunner, task: tuple[int, int]) -> MixedDeal:
        if task[1] == before:
            raise KeyboardInterrupt
        return play(table, task)

    monkeypatch.setattr(MixedRunner, "play", interrupted)
    monkeypatch.setattr(MixedRunner, "close", lambda table: closed.append(table))
    words = ["arena", GAMES[0].id, "--bots", "greedy,random", "--deals", "4", "--on", "local"]
    assert main([*words, "--together", "--json"]) == 130
    said = capsys.readouterr()
    assert f"interrupted after {before} of 4 deals" in said.err
    assert len(closed) == 1
    if before:
        fields = json.loads(said.out)
        assert (fields["deals"], fields["matches"], fields["complete"]) == (2, 4, False)
    else:
        assert said.out == ""


def test_the_command_plays_them_and_wants_a_bot_for_each_seat(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["arena", GAMES[0].id, "--players", "3", "--deals", "1", "--on", "local", "--together"]
    assert main([*words, "--bots", "greedy,random,random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 3
    assert main([*words, "--bots", "greedy,random,random"]) == 0
    assert "random#2" in capsys.readouterr().out
    assert main([*words, "--bots", "greedy,random"]) == 2
    assert "a bot for each of the 3 seats" in capsys.readouterr().err
