"""The example bots play whole matches, in Python and in another language."""

import os
import shutil
from pathlib import Path

import pytest

from ludoteca.bots.external import ExternalPlayer
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from tests.playing import GAMES, table_name

FOLDER = Path(__file__).parents[2] / "examples" / "bots"
PROGRAMS = sorted(path for path in FOLDER.iterdir() if path.is_file())
INTERPRETERS = {".py": "python3", ".pl": "perl"}

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)
each_program = pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.name)


def program(path: Path) -> ExternalPlayer:
    """Return an example as a player."""
    assert shutil.which(INTERPRETERS[path.suffix]), "the examples need Python and Perl"
    player = parse_player(f"exec:'{path}'")
    assert isinstance(player, ExternalPlayer)
    return player


def play(game: Game, players: list[Player], seed: int) -> State:
    """Play a match to its end."""
    rng, state = seeded(seed), game.new(len(players))
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda n: below(rng, n))
            continue
        seat = game.movers(state)[0]
        view = game.view(state, seat)
        action = players[seat].choose(game, view, game.legal(view.state, seat), rng)
        state = game.apply(state, seat, action)
    return state


@each_game
@each_program
def test_an_example_plays_whole_matches(game: Game, path: Path) -> None:
    with program(path) as player:
        for seat in range(2):
            players: list[Player] = [parse_player("random"), parse_player("random")]
            players[seat] = player
            play(game, players, seed=seat)
            player.end_match()
        assert player.notes == []
        assert player.forfeits == 0


@each_game
def test_the_examples_play_each_other(game: Game) -> None:
    players = [program(path) for path in PROGRAMS]
    play(game, list(players), seed=3)
    for player in players:
        player.close()
        assert player.notes == []


@each_program
def test_an_example_can_be_run_as_it_is(path: Path) -> None:
    assert os.access(path, os.X_OK)
    assert path.read_text(encoding="utf-8").startswith(
        f"#!/usr/bin/env {INTERPRETERS[path.suffix]}\n"
    )


@each_program
def test_an_example_is_short(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 35


def test_there_is_more_than_one_language() -> None:
    assert {path.suffix for path in PROGRAMS} == set(INTERPRETERS)
