"""A hint that the page thinks out itself is the one that the server would give."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from ludoteca.bots import mcts
from ludoteca.bots.base import Budget
from ludoteca.coach.hint import packed_view, shown_lines
from ludoteca.core.game import Game, View
from ludoteca.core.generator import next_word, seeded
from ludoteca.search import forest
from tests.games.webassembly import Driver, driver
from tests.playing import GAMES, decisions, table_name
from tests.sizes import SOAK

MATCHES = 10 if SOAK else 1
"""Of each number of players."""

EVERY = 1 if SOAK else 4
"""Positions from one that is thought about to the next."""

BUDGETS = tuple(Budget(playouts=playouts) for playouts in (150, 700, 11_000))


@pytest.fixture(scope="module")
def web() -> Iterator[Driver]:
    """Run Node for all tests of this module."""
    with driver() as running:
        yield running


def think_in_the_page(
    web: Driver, game: Game, view: View, movers: list[int], seed: int, budget: Budget
) -> list[dict[str, Any]]:
    """Let Node think with the page's code; it gets what the server hands over."""
    players = game.players(view.state)
    answer = web.ask(
        order="advise",
        game=game.id,
        asked={"view": packed_view(view), "seat": view.seat, "players": players},
        seen={
            "view": msgspec.to_builtins(game.position(view.state)),
            "movers": movers,
            "seat": view.seat,
            "options": game.options_of(view.state),
        },
        seed=seed,
        limit={
            "playouts": budget.playouts,
            "width": mcts.width_for(budget, mcts.USUAL.width),
            "width_below": forest.width_below(game, players, budget.playouts or 0),
            "policy": forest.policy_for(game, players, budget.playouts or 0),
        },
    )
    lines: list[dict[str, Any]] = answer["lines"]
    return lines


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_the_page_thinks_as_the_server_does(web: Driver, game: Game) -> None:
    compared = 0
    for players in game.player_counts:
        for match in range(MATCHES):
            for number, (view, movers) in enumerate(decisions(game, players, match)):
                if number % EVERY or view.seat is None:
                    continue
                budget = BUDGETS[number // EVERY % len(BUDGETS)]
                seed = next_word(seeded(number))
                legal = game.legal(view.state, view.seat)
                wanted = mcts.think(game, view, legal, seeded(number), budget).lines
                found = think_in_the_page(web, game, view, movers, seed, budget)
                assert [(line["action"], line["win"], line["score"]) for line in found] == [
                    (line.action, line.win, line.score) for line in wanted
                ]
                named = [(line["text"], line["move"]) for line in found]
                shown = shown_lines(game, view, wanted)
                assert named[: len(shown)] == [
                    (line["text"], msgspec.to_builtins(line["move"])) for line in shown
                ]
                compared += 1
    assert compared > 30


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_a_view_that_is_handed_over_is_the_same_in_every_world_that_agrees_with_it(
    game: Game,
) -> None:
    for players in game.player_counts:
        for number, (view, _) in enumerate(decisions(game, players, 3)):
            assert view.seat is not None
            world = view.state.copy()
            game.engine.fill_unknown(world, view.seat, seeded(number))
            assert packed_view(game.view(world, view.seat)) == packed_view(view)
