"""Compiling ahead."""

import pytest

from ludoteca import bots, games
from ludoteca.bots import warm


@pytest.mark.parametrize("name", games.names())
def test_the_first_choice_of_a_match_is_a_real_one(name: str) -> None:
    game = games.load(name)
    state, seat, legal = warm.first_choice(game)
    assert seat in game.movers(state)
    assert legal == game.legal(state, seat)
    assert len(legal) > 1


def test_every_bot_named_chooses_once(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Asked:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, *_: object) -> int:
            asked.append(self.name)
            return 0

    monkeypatch.setattr(bots, "load", Asked)
    warm.warm_up(games.load("my_shelfie"), ["greedy", "planner"])
    assert asked == ["greedy", "planner"]
    asked.clear()
    warm.warm_up(games.load("my_shelfie"))
    assert asked == list(bots.names())
