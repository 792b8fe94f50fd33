"""What a seat expects to see after its moves depends on its view alone."""

from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.rl.afterstate import see_after
from ludoteca.rl.match import LearnerMatch
from ludoteca.rl.policy import QUICK
from tests.rl.playing import each_game


@each_game
def test_after_a_move_a_seat_knows_no_more_than_its_view_told(game: Game) -> None:
    """Two worlds that look the same to a seat promise it the same after each of its moves."""
    match = LearnerMatch(game, 2)
    match.open(2)
    whim = match.generator(1, 1)
    while not match.is_over:
        view = match.view(match.seat)
        other = game.view(game.resample(view, seeded(3)), match.seat)
        legal = game.legal(view.state, match.seat)
        one, two = see_after(game, view, legal), see_after(game, other, legal)
        assert (one[0] == two[0]).all()
        assert (one[1] == two[1]).all()
        match.move(match.choose(QUICK, whim))
