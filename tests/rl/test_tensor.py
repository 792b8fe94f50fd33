"""Tensors of any game and their parts."""

from dataclasses import replace

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.rl.tensor import highest, split, tensor_length, tensor_of
from tests.playing import GAMES
from tests.rl.playing import each_game


@each_game
def test_a_tensor_is_cut_into_its_parts(game: Game) -> None:
    for players in game.player_counts:
        parts = split(game, players, highest(game, players))
        slots = {slot.name: slot for slot in tensor_of(game).slots(players)}
        assert list(parts) == list(slots)
        for name, part in parts.items():
            assert part.shape == slots[name].shape
            assert (part == slots[name].most).all()
        assert tensor_length(game, players) == len(highest(game, players))


def test_a_game_without_tensors_is_refused_in_words() -> None:
    bare = replace(GAMES[0], modules=replace(GAMES[0].modules, tensor=None))
    with pytest.raises(UsageError, match="has no tensors yet"):
        tensor_of(bare)
