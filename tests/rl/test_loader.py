"""Loading kernels and reading settings."""

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.rl.loader import ENTRIES, chosen, loaded
from tests.playing import GAMES


def test_kernels_are_loaded_once_for_a_game_and_a_mode() -> None:
    one, two = (loaded(game, "interpreted") for game in GAMES[:2])
    assert one is loaded(GAMES[0], "interpreted")
    assert one is not two
    assert all(hasattr(one.functions, entry.__name__) for entry in ENTRIES)


def test_an_unknown_setting_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UsageError, match="mask can't be 'thin'; it can be: dense, none"):
        chosen("mask", {"dense": 1, "none": 0}, "thin")
