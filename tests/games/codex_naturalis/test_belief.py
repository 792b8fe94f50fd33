"""What a hand probably holds: known backs and cards drawn face up, and what was not placed."""

import math
from collections import Counter
from collections.abc import Iterator

from ludoteca.core.generator import seeded
from ludoteca.games.codex_naturalis import GAME
from ludoteca.games.codex_naturalis.belief import WEIGHTS, held_weight
from ludoteca.games.codex_naturalis.catalog import BACK_SIZE
from ludoteca.games.codex_naturalis.layout import DECK, GOLD, CodexNaturalis
from tests.games.beliefs import positions
from tests.sizes import size


def hidden_golds(matches: int) -> Iterator[tuple[CodexNaturalis, int, int, list[int]]]:
    """Yield positions, the seat that guesses, a gold card that another holds, and what it may be.

    Cards that were drawn face up are left out.
    """
    for match in range(matches):
        for state, seat in positions(GAME, 2, 900 + match):
            assert isinstance(state, CodexNaturalis)
            deck = GAME.view(state, seat).state.deck[GOLD]  # type: ignore[attr-defined]
            for card in state.hand[1 - seat]:
                if card > DECK and not state.seen[1 - seat][GOLD] >> card - 1 - DECK & 1:
                    first = (card - 1) // BACK_SIZE * BACK_SIZE + 1
                    backs = range(first, first + BACK_SIZE)
                    yield state, seat, card, [c for c in backs if deck >> c - 1 - DECK & 1]


def test_gold_cards_that_were_not_placed_are_guessed_better_than_by_chance() -> None:
    """Measured as the loss of the chance given to the card that is there."""
    found = nothing = 0.0
    for state, seat, card, possible in hidden_golds(size(10, 200)):
        weights = {each: held_weight(state, 1 - seat, each) for each in possible}
        found -= math.log(weights[card] / sum(weights.values()))
        nothing += math.log(len(possible))
    assert found < nothing


def test_worlds_have_cards_in_a_hand_as_often_as_they_weigh() -> None:
    state, seat, card, possible = next(
        row
        for row in hidden_golds(40)
        if len({held_weight(row[0], 1 - row[1], each) for each in row[3]}) == 3
        and sum(other > DECK for other in row[0].hand[1 - row[1]]) == 1
    )
    view = GAME.view(state, seat)
    weights = [0] * WEIGHTS
    GAME.engine.weigh_unknown(view.state, seat, weights)
    counts: Counter[int] = Counter()
    worlds = 3000
    for world in range(worlds):
        filled = view.state.copy()
        GAME.engine.fill_weighed(filled, seat, weights, seeded(70, world))
        held = [c for c in filled.hand[1 - seat] if c > DECK]  # type: ignore[attr-defined]
        counts.update(held)
    assert set(counts) == set(possible)
    total = sum(held_weight(state, 1 - seat, each) for each in possible)
    for each in possible:
        share = held_weight(state, 1 - seat, each) / total
        error = math.sqrt(share * (1 - share) / worlds)
        assert abs(counts[each] / worlds - share) < 5 * error
    assert counts[card] > 0
