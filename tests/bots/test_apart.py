"""Bots in a process of their own: the same moves, from the seat's view alone."""

import os
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.bots.external import ExternalPlayer
from ludoteca.bots.external.apart import ApartPlayer
from ludoteca.bots.spec import parse_player
from ludoteca.core.errors import UnreadableMove, UsageError
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded

pytestmark = pytest.mark.skipif(os.name != "posix", reason="programs are spoken to over pipes")

THIEF = """
import gc
from ludoteca.bots import greedy

def choose(game, view, legal, rng, budget):
    whole = [each for each in gc.get_objects() if type(each) is type(view.state)]
    known = {tuple(state.personal_goal[:2]) for state in whole}
    assert not any(all(goals) for goals in known), known
    return greedy.choose(game, view, legal, rng, budget)
"""


def position(game: Game) -> tuple[View, list[int]]:
    """Deal a match; return what the first mover knows, and may do."""
    rng = seeded(5)
    state, _ = game.deal_all(game.new(2), lambda most: below(rng, most))
    seat = game.movers(state)[0]
    return game.view(state, seat), game.legal(state, seat)


def test_it_plays_as_the_bot_does_here() -> None:
    game = games.load("my_shelfie")
    view, legal = position(game)
    here, there = seeded(3), seeded(3)
    wanted = [parse_player("random").choose(game, view, legal, here) for _ in range(3)]
    player = parse_player("apart:random")
    assert isinstance(player, ApartPlayer)
    with player:
        assert [player.choose(game, view, legal, there) for _ in range(3)] == wanted
        assert list(there) == list(here), "its luck goes on as it would here"
        assert player.forfeits == 0


def test_a_thief_finds_nothing_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Walking through its process, a bot meets no state but the masked one of its seat."""
    (tmp_path / "thievery").mkdir()
    (tmp_path / "thievery" / "__init__.py").touch()
    (tmp_path / "thievery" / "thief.py").write_text(THIEF, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    game = games.load("my_shelfie")
    view, legal = position(game)
    player = parse_player("apart:thievery.thief")
    assert isinstance(player, ExternalPlayer)
    with player:
        assert player.choose(game, view, legal, seeded(1)) in legal
        assert (player.forfeits, player.notes) == (0, [])


def test_what_does_not_exist_is_refused_at_once() -> None:
    with pytest.raises(UsageError):
        parse_player("apart:nobody")


@pytest.mark.parametrize("answer", ["", "x", "1", "1 2 3", "-1 2 3 4 5"])
def test_an_answer_is_numbers_and_nothing_else(answer: str) -> None:
    game = games.load("my_shelfie")
    view, legal = position(game)
    player = ApartPlayer("apart:random", "random")
    with pytest.raises(UnreadableMove):
        player.read(game, view, legal, seeded(1), answer)
