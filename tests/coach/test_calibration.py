"""What the coach says of chances comes true as often as it says, and adds up to 1."""

import pytest

from ludoteca.bots import Budget
from ludoteca.coach import compare
from ludoteca.coach.percent import whole_percents
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.search.candidates import looks
from ludoteca.search.engine import loaded
from tests.playing import GAMES, table_name

each_game = pytest.mark.parametrize("game", GAMES, ids=table_name)

EVERY = 5
"""One decision in this many is asked about: no multiple of a round, so that all seats are."""

FIFTHS = 5


def said_and_true(game: Game, players: int, seed: int) -> list[tuple[list[float], list[float]]]:
    """Play a match by the looks of moves; give the chances said on the way, and the result."""
    chance, luck, state = seeded(seed), seeded(seed, 1), game.new(players)
    said = []
    turn = 0
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        view = game.view(state, seat)
        moves = looks(loaded(game), view, 3, distinct=False)[0]
        chosen = moves[0] if below(luck, 4) else moves[below(luck, len(moves))]
        turn += 1
        if turn % EVERY == seed % EVERY:
            found = compare(game, view, [chosen], luck, Budget(playouts=100))
            said.append(list(found.lines[0].chances))
        state = game.apply_legal(state, seat, chosen)
    winners = game.winners(state)
    true = [(seat in winners) / len(winners) for seat in range(players)]
    return [(chances, true) for chances in said]


def brier(said: list[float], true: list[float]) -> float:
    """Return the squared distance of what was said from what came."""
    return sum((one - other) ** 2 for one, other in zip(said, true, strict=True))


@each_game
def test_chances_are_better_than_knowing_nothing_in_every_fifth_of_a_match(game: Game) -> None:
    """With two to four players; without any allowance, for the same seeds say the same."""
    for players in game.player_counts:
        found: list[list[float]] = [[] for _ in range(FIFTHS)]
        nothing: list[list[float]] = [[] for _ in range(FIFTHS)]
        for match in range(200):
            rows = said_and_true(game, players, 8800 + match)
            for n, (said, true) in enumerate(rows):
                assert sum(said) == pytest.approx(1)
                assert sum(whole_percents(said)) == 100
                fifth = n * FIFTHS // len(rows)
                found[fifth].append(brier(said, true))
                nothing[fifth].append(brier([1 / players] * players, true))
        for fifth in range(FIFTHS):
            assert sum(found[fifth]) < sum(nothing[fifth]), (players, fifth)
        assert sum(map(sum, found)) < 0.85 * sum(map(sum, nothing)), players
