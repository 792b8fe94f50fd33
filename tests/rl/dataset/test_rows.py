"""A row is a decision as its seat saw it, and what became of it."""

import msgspec
import numpy as np
import pytest

from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.rl.dataset.rows import Row, Scribe
from ludoteca.rl.dataset.schema import COLUMNS
from ludoteca.rl.tensor import tensor_length
from tests.rl.dataset.making import plan_of
from tests.rl.playing import deal_out, each_game


def seen(game: Game, state: object, seat: int) -> bytes:
    out = bytearray(tensor_length(game, 2))
    game.engine.observe_into(state, seat, out)
    return bytes(out)


@each_game
@pytest.mark.parametrize("policy", ["random", "quick", "greedy", "varied"])
def test_a_row_agrees_with_the_rules(game: Game, policy: str) -> None:
    """Interpreted, the same moves lead through the same positions to the same end."""
    plan = plan_of(game, policy=policy)
    rows = Scribe(plan).rows(3)
    notation, rng = game.modules.notation, seeded(plan.seed, 6)
    state = deal_out(game, game.new(2), rng)
    for ply, row in enumerate(rows):
        seat, action = row["seat"], row["action"]
        view = game.view(state, seat).state
        assert (row["match"], row["ply"], seat) == (3, ply, game.to_move(state))
        assert row["position"] == msgspec.json.encode(game.position(view)).decode()
        assert row["observation"] == seen(game, view, seat)
        legal = game.legal(view, seat)
        assert action in legal
        assert row["legal_actions"] == sorted(legal)
        assert notation.parse_move(view, seat, row["move"]) == action
        assert row["points"] == game.engine.score(view, seat)
        state = game.apply(state, seat, action)
        assert row["after"] == seen(game, state, seat)
        assert row["points_after"] == game.engine.score(state, seat)
        state = deal_out(game, state, rng)
    assert game.is_over(state)
    finals = {row["seat"]: row["score"] for row in rows}
    for row in rows:
        assert row["score"] == finals[row["seat"]]
        assert row["margin"] == finals[row["seat"]] - finals[1 - row["seat"]]
        assert row["win"] in (0, 0.5, 1)
        if row["margin"]:
            assert row["win"] == (row["margin"] > 0)


@each_game
def test_the_last_position_after_a_move_tells_the_score(game: Game) -> None:
    rows = Scribe(plan_of(game)).rows(0)
    assert rows[-1]["points_after"] == rows[-1]["score"]


def _searched(row: Row) -> list[object]:
    return [row[column.name] for column in COLUMNS if column.name.startswith("searched")]


@each_game
def test_searched_values_are_those_of_the_search(game: Game) -> None:
    plan = plan_of(game, policy="searched", searched="24p")
    rows, again = Scribe(plan).rows(1), Scribe(plan).rows(1)
    assert [_searched(row) for row in rows] == [_searched(row) for row in again]
    for row in rows:
        assert row["action"] == row["searched_action"] == row["searched_actions"][0]
        assert row["searched_win"] == row["searched_wins"][0]
        assert 0 <= row["searched_win"] <= 1
        count = len(row["searched_actions"])
        assert len(row["searched_wins"]) == len(row["searched_playouts"]) == count
        assert len(set(row["searched_actions"])) == count <= len(row["legal_actions"])
    assert np.mean([row["searched_score"] for row in rows]) > 0


@each_game
def test_matches_of_a_plan_differ(game: Game) -> None:
    scribe = Scribe(plan_of(game))
    openings = {scribe.rows(number)[0]["position"] for number in range(5)}
    assert len(openings) == 5
