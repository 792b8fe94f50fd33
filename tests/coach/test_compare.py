"""Given moves side by side."""

from itertools import count
from typing import Any

import pytest

from ludoteca.bots import Budget
from ludoteca.coach import compare
from ludoteca.coach.hint import decision_at
from ludoteca.core.game import Game, View
from ludoteca.core.generator import seeded
from tests.coach.records import random_record
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def middle(game: Game, players: int = 2) -> tuple[View, list[int]]:
    """Return a position in the middle of a match, and what is legal there."""
    record = random_record(game, players, seed=41)
    states = [step.state for step in record.timeline.steps]
    state = next(s for s in states[len(states) // 2 :] if game.to_move(s) is not None)
    seat = game.movers(state)[0]
    view = game.view(state, seat)
    return view, game.legal(view.state, seat)


@each_game
def test_every_given_move_gets_a_line_in_its_order(game: Game) -> None:
    for players in game.player_counts:
        view, legal = middle(game, players)
        given = legal[::-2][:5]
        lines = compare(game, view, given, seeded(1), Budget(playouts=50)).lines
        assert [line.action for line in lines] == given
        assert {line.playouts for line in lines} == {50 // len(given)}
        for line in lines:
            assert 0 <= line.win <= 1
            assert line.score >= 0


@each_game
def test_the_same_luck_gives_the_same_lines(game: Game) -> None:
    view, legal = middle(game)
    budget = Budget(playouts=60)
    first = compare(game, view, legal[:3], seeded(2), budget).lines
    assert compare(game, view, legal[:3], seeded(2), budget).lines == first
    assert compare(game, view, legal[:3], seeded(3), budget).lines != first


@each_game
def test_a_move_is_judged_alike_whatever_stands_beside_it(game: Game) -> None:
    """All meet the same worlds and the same luck, so the company does not matter."""
    view, legal = middle(game)
    alone = compare(game, view, legal[:1], seeded(4), Budget(playouts=20)).lines
    beside = compare(game, view, [legal[-1], legal[0]], seeded(4), Budget(playouts=40)).lines
    assert beside[1] == alone[0]
    twice = compare(game, view, [legal[0], legal[0]], seeded(4), Budget(playouts=40)).lines
    assert twice[0] == twice[1] == alone[0]


@each_game
def test_engines_agree(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    view, legal = middle(game)
    budget = Budget(playouts=30)
    best = compare(game, view, legal[:3], seeded(5), budget).lines
    monkeypatch.setenv("LUDOTECA_ENGINE", "interpreted")
    assert compare(game, view, legal[:3], seeded(5), budget).lines == best


@each_game
def test_time_is_kept(game: Game) -> None:
    """By a clock of the test's own, which goes on by 10 ms at every look."""
    view, legal = middle(game)
    ticks = count()
    clock: Any = lambda: next(ticks) / 100  # noqa: E731
    lines = compare(game, view, legal[:2], seeded(6), Budget(milliseconds=50, clock=clock)).lines
    assert next(ticks) <= 8
    assert lines[0].playouts >= 1


@each_game
def test_the_last_move_decides(game: Game) -> None:
    """Where one move ends the match, its line is no estimate."""
    record = random_record(game, 2, seed=42)
    final = record.timeline.steps[-1]
    assert final.kind == "move"
    assert final.seat is not None
    assert final.action is not None
    decision = decision_at(record)
    (line,) = compare(game, decision.view, [final.action], seeded(7), Budget(playouts=5)).lines
    assert line.score == game.scores(final.state)[final.seat]["total"]
