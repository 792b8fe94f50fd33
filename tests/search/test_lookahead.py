"""Judging moves by the position after them."""

import pytest

from ludoteca.core.game import Game
from ludoteca.search.engine import SearchKernels, loaded, weights_of
from ludoteca.search.lookahead import POINT
from tests.playing import GAMES, random_match, table_name
from tests.search.positions import decisions

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)


def ranked(kernels: SearchKernels, game: Game, state: object, seat: int) -> dict[int, int]:
    """Return the value of the position after each legal action."""
    players = game.players(state)  # type: ignore[arg-type]
    weights = weights_of(game, players)
    most = game.modules.actions.ACTIONS
    actions, values = kernels.integers(most), kernels.integers(most)
    count = kernels.functions.rank_moves(
        kernels.states(state),  # type: ignore[arg-type]
        seat,
        kernels.given(weights),
        kernels.integers(len(weights)),
        actions,
        values,
        0,
        1,
    )
    return {int(actions[n]): int(values[n]) for n in range(count)}


@each_game
def test_every_legal_move_is_ranked_alike_by_both_engines(game: Game) -> None:
    plain = SearchKernels(game, "interpreted")
    for state, seat in decisions(game, 2, seed=1, every=9):
        seen = game.view(state, seat).state
        found = ranked(loaded(game), game, seen, seat)
        assert sorted(found) == game.legal(state, seat)
        assert found == ranked(plain, game, seen, seat)


@each_game
def test_the_end_is_worth_its_score(game: Game) -> None:
    timeline = random_match(game, 2, game.choose_options(), seed=2)
    last = [step for step in timeline.steps if step.kind == "move"][-1]
    assert last.before is not None
    assert last.seat is not None
    found = ranked(loaded(game), game, last.before, last.seat)
    expected = game.scores(timeline.state)[last.seat]["total"] * POINT
    assert last.action in found
    assert found[last.action] == expected
