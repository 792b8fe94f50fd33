"""What the page works out from its own view is what the server would answer."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludoteca.core.game import Game, Options, View
from tests.games.webassembly import Driver, driver
from tests.playing import GAMES, decisions, table_name
from tests.sizes import SOAK

MATCHES = 20 if SOAK else 1
"""Of each number of players and each option."""

EVERY = 1 if SOAK else 3
"""Positions from one that is compared to the next."""


@pytest.fixture(scope="module")
def web() -> Iterator[Driver]:
    """Run Node for all tests of this module."""
    with driver() as running:
        yield running


def partials(choices: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """List partial choices as somebody comes to them at the page."""
    if "takes" in choices:
        line = choices["takes"][number % len(choices["takes"])]
        return [{"take": line[: n + 1]} for n in range(len(line))] + [{"take": line[::-1]}]
    if "place" in choices:
        cards = [(side, card) for side, cards in choices["place"].items() for card in cards]
        side, card = cards[number % len(cards)]
        x, y = choices["places"][number % len(choices["places"])]
        place = {"place": card, "side": side}
        return [place, {**place, "x": x, "y": y}, {"x": x}, {"place": 99}]
    return [{}]


def compare(web: Driver, game: Game, view: View, movers: list[int], number: int) -> None:
    """Compare every continuation of one position with those that the browser finds."""
    seen = {
        "view": msgspec.to_builtins(game.position(view.state)),
        "movers": movers,
        "seat": view.seat,
        "options": game.options_of(view.state),
    }
    for partial in partials(game.choices(view), number):
        answer = web.ask(order="preview", game=game.id, seen=seen, partial=partial)
        wanted = msgspec.to_builtins(game.continuations(view, partial))
        assert answer["continuations"] == wanted, partial


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_the_browser_previews_every_move_as_the_server_does(web: Driver, game: Game) -> None:
    tables: list[tuple[int, Options]] = [(n, {}) for n in game.player_counts]
    tables += [(2, {o.key: value}) for o in game.options for value in o.values[1:]]
    compared = 0
    for players, options in tables:
        for seed in range(MATCHES):
            found = decisions(game, players, 1000 * players + seed, options)
            for number, (view, movers) in enumerate(found, 1):
                if number % EVERY == 0 or number < 2 * players:
                    compare(web, game, view, movers, number)
                    compared += 1
    assert compared > 60
