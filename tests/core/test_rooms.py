"""The rooms of every game offer what is asked of them."""

import dataclasses
import inspect

import pytest

from ludoteca.core import rooms
from ludoteca.core.game import Game
from ludoteca.core.rooms import Rooms
from tests.playing import GAMES, table_name


def asked_of(room: str) -> dict[str, object]:
    """Give what a room must offer, by name; nothing special is asked of `actions`."""
    kind = next(field for field in dataclasses.fields(Rooms) if field.name == room).type
    protocols = [part.strip() for part in str(getattr(kind, "__name__", kind)).split("|")]
    protocol = getattr(rooms, protocols[0].rpartition(".")[2], object)
    return {name: value for name, value in vars(protocol).items() if name[0] != "_"}


@pytest.mark.parametrize("game", GAMES, ids=table_name)
@pytest.mark.parametrize("room", [field.name for field in dataclasses.fields(Rooms)])
def test_a_room_offers_all_that_is_asked_of_it(game: Game, room: str) -> None:
    module = getattr(game.rooms, room)
    if module is None:
        return
    for name, wanted in asked_of(room).items():
        offered = getattr(module, name, None)
        assert offered is not None, name
        if inspect.isfunction(wanted):
            parameters = list(inspect.signature(wanted).parameters)[1:]
            own = inspect.signature(offered).parameters
            assert list(own)[: len(parameters)] == parameters, name
            more = list(own.values())[len(parameters) :]
            assert all(parameter.default is not parameter.empty for parameter in more), name


def test_something_is_asked_of_the_rooms() -> None:
    assert "veil" in asked_of("view")
    assert "REFUSALS" in asked_of("rules")
