"""One match for a learner, compared with the interpreted rules."""

import numpy as np
import pytest

from ludoteca.core.game import Game
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import RANDOM
from tests.rl.playing import begin, deal_out, each_game


@each_game
def test_a_match_is_that_of_the_interpreted_rules(game: Game) -> None:
    match = LearnerMatch(game, 3)
    match.open(9)
    state, rng = begin(game, 3, 9)
    whim = match.generator(1, 1)
    while not match.is_over:
        assert match.state() == state
        assert match.seat == game.to_move(state)
        assert match.view(match.seat) == game.view(state, match.seat)
        action = match.choose(RANDOM, whim)
        after, points = match.see_after(action)
        moved = game.apply(state, match.seat, action)
        seen = bytearray(match.length)
        game.engine.observe_into(moved, match.seat, seen)
        assert after.tobytes() == bytes(seen)
        assert points == game.engine.score(moved, match.seat)
        assert match.move(action)
        state = deal_out(game, moved, rng)
    assert game.is_over(state)
    scores, shares = match.results()
    assert scores == [parts["total"] for parts in game.scores(state)]
    assert [seat for seat, share in enumerate(shares) if share] == game.winners(state)
    assert sum(shares) == pytest.approx(1)


@each_game
def test_only_the_seat_to_move_may_do_something(game: Game) -> None:
    match = LearnerMatch(game, 2)
    match.open(1)
    own, other = match.see(match.seat), match.see(1 - match.seat)
    assert np.flatnonzero(own["action_mask"]).tolist() == game.legal(match.state(), match.seat)
    assert not other["action_mask"].any()
    assert (own["observation"] != other["observation"]).any()


@each_game
def test_an_illegal_move_changes_nothing(game: Game) -> None:
    match = LearnerMatch(game, 2)
    match.open(1)
    before = match.state()
    for action in (-1, game.modules.actions.ACTIONS, game.modules.actions.ACTIONS - 1):
        assert not match.move(action)
    assert match.state() == before


@each_game
def test_a_match_can_be_drawn(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    match = LearnerMatch(game, 2)
    match.open(1)
    names = ["Ann", "Bob"]
    drawing = match.render("ansi", names)
    assert drawing is not None
    assert "Ann" in drawing
    assert "\x01" not in drawing
    assert match.render("human", names) is None
    assert capsys.readouterr().out == drawing + "\n"
    assert match.render(None, names) is None
