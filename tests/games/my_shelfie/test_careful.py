"""The careful policy of playouts: it leaves the state alone, aims at the goals, and beats quick."""

from collections.abc import Iterator
from itertools import islice

from ludoteca.core.generator import below, seeded
from ludoteca.games.my_shelfie import GAME
from ludoteca.games.my_shelfie.evaluation.careful import careful_choice, outlook, outlook_after
from ludoteca.games.my_shelfie.evaluation.quick import quick_choice
from ludoteca.games.my_shelfie.layout import MyShelfie

MATCHES = 40


def turns(players: int, match: int, careful: int) -> Iterator[tuple[MyShelfie, int]]:
    """Play a match, the seats in `careful` by that policy and the others by the quick one.

    Yields each position and whose turn it is, and the end with seat -1.
    """
    chance, luck, state = seeded(70, match), seeded(71, match), GAME.new(players)
    while not GAME.is_over(state):
        assert isinstance(state, MyShelfie)
        if GAME.deal_name(state):
            state, _ = GAME.deal_all(state, lambda number: below(chance, number))
            continue
        seat = GAME.movers(state)[0]
        yield state, seat
        choose = careful_choice if careful >> seat & 1 else quick_choice
        state = GAME.apply(state, seat, choose(state, seat, luck))
    assert isinstance(state, MyShelfie)
    yield state, -1


def after(state: MyShelfie, seat: int, action: int) -> MyShelfie:
    """Make a move."""
    found = GAME.apply_legal(state, seat, action)
    assert isinstance(found, MyShelfie)
    return found


def test_looking_at_a_move_gives_the_outlook_after_it_and_leaves_the_state_alone() -> None:
    """Tokens are dealt out when a move is made, so moves that meet a goal are left out."""
    compared = 0
    for players in GAME.player_counts:
        for state, seat in islice(turns(players, players, 0), 5, None, 5):
            if seat < 0:
                continue
            before = state.to_bytes()
            for action in list(GAME.legal(state, seat))[::7]:
                made = after(state, seat, action)
                if made.tokens == state.tokens:
                    assert outlook_after(state, seat, action) == outlook(made, seat)
                    compared += 1
            assert state.to_bytes() == before
    assert compared > 100


def test_a_move_that_meets_a_goal_is_preferred() -> None:
    """Not every one is among the random moves that are compared."""
    possible = chosen = 0
    for match in range(MATCHES):
        for state, seat in turns(2, match, 0b11):
            if seat < 0:
                continue
            legal = GAME.legal(state, seat)
            meeting = {a for a in legal if after(state, seat, a).tokens != state.tokens}
            if meeting:
                possible += 1
                chosen += careful_choice(state, seat, seeded(60, possible)) in meeting
                break
    assert possible > 5
    assert 2 * chosen > possible


def test_it_beats_the_quick_policy() -> None:
    won = 0.0
    for match in range(MATCHES):
        seat = match % 2
        *_, (end, _) = turns(2, match, 1 << seat)
        winners = GAME.winners(end)
        won += (seat in winners) / len(winners)
    assert won > 0.65 * MATCHES
