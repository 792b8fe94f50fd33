"""The modules of every game offer what is asked of them."""

import dataclasses
import inspect

import pytest

from ludoteca.core import modules
from ludoteca.core.game import Game
from ludoteca.core.modules import GameModules
from tests.playing import GAMES, table_name


def asked_of(which: str) -> dict[str, object]:
    """Return what a module must offer, by name; nothing special is asked of `actions`."""
    kind = GameModules.__dataclass_fields__[which].type
    protocols = [part.strip() for part in str(getattr(kind, "__name__", kind)).split("|")]
    protocol = getattr(modules, protocols[0].rpartition(".")[2], object)
    return {name: value for name, value in vars(protocol).items() if name[0] != "_"}


@pytest.mark.parametrize("game", GAMES, ids=table_name)
@pytest.mark.parametrize("which", [field.name for field in dataclasses.fields(GameModules)])
def test_a_module_offers_all_that_is_asked_of_it(game: Game, which: str) -> None:
    module = getattr(game.modules, which)
    if module is None:
        return
    for name, wanted in asked_of(which).items():
        offered = getattr(module, name, None)
        assert offered is not None, name
        if inspect.isfunction(wanted):
            parameters = list(inspect.signature(wanted).parameters)[1:]
            own = inspect.signature(offered).parameters
            assert list(own)[: len(parameters)] == parameters, name
            more = list(own.values())[len(parameters) :]
            assert all(parameter.default is not parameter.empty for parameter in more), name


def test_something_is_asked_of_the_modules() -> None:
    assert "mask" in asked_of("view")
    assert "REFUSALS" in asked_of("rules")
