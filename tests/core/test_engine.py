"""The declarations that a game fills in."""

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.core import engine
from ludoteca.core.game import Game
from tests.playing import GAMES, table_name

DECLARED: dict[str, Callable[..., Any]] = {
    name: value
    for name, value in vars(engine).items()
    if inspect.isfunction(value) and not name.startswith("_")
}


@pytest.mark.parametrize("name", DECLARED)
def test_a_declaration_alone_does_nothing_but_say_so(name: str) -> None:
    function = DECLARED[name]
    with pytest.raises(RuntimeError, match="declaration only"):
        function(*(0 for _ in inspect.signature(function).parameters))


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_every_game_provides_the_declarations_with_the_same_parameters(game: Game) -> None:
    assert set(DECLARED) - set(engine.KNOWLEDGE) <= set(vars(game.engine)) <= set(DECLARED)
    for name, function in vars(game.engine).items():
        wanted = list(inspect.signature(DECLARED[name]).parameters)
        assert list(inspect.signature(function).parameters) == wanted, name
