"""The careful policy of playouts: legal, blind to what is face down, and much better than quick."""

from collections.abc import Iterator

from ludoteca.core.generator import below, seeded
from ludoteca.games.codex_naturalis import GAME
from ludoteca.games.codex_naturalis.actions import side_of, slot_of, spot_of
from ludoteca.games.codex_naturalis.catalog import (
    KINGDOM,
    PATTERN_CARDS,
    PATTERN_CELLS,
    PATTERN_KINGDOMS,
)
from ludoteca.games.codex_naturalis.evaluation.careful import careful_choice, more_patterns
from ludoteca.games.codex_naturalis.evaluation.quick import quick_choice
from ludoteca.games.codex_naturalis.layout import FRONT, PLACE, CodexNaturalis
from ludoteca.games.codex_naturalis.play_area import card_at, cell_of_spot
from ludoteca.games.codex_naturalis.scoring.objectives import count_patterns
from tests.sizes import size


def turns(players: int, seed: int) -> Iterator[tuple[CodexNaturalis, int]]:
    """Play a match by the careful policy; yield each position and whose turn it is."""
    chance, luck, state = seeded(seed), seeded(seed, 1), GAME.new(players)
    while not GAME.is_over(state):
        if GAME.deal_name(state):
            state, _ = GAME.deal_all(state, lambda number: below(chance, number))
            continue
        seat = GAME.movers(state)[0]
        assert isinstance(state, CodexNaturalis)
        yield state, seat
        state = GAME.apply(state, seat, careful_choice(state, seat, luck))


def test_every_choice_is_legal_with_any_number_of_players() -> None:
    """Applying a move refuses an illegal one."""
    for players in GAME.player_counts:
        assert len(list(turns(players, 40 + players))) > 20 * players


def test_it_wins_nearly_always_against_the_quick_policy() -> None:
    won, matches = 0.0, size(24, 400)
    for match in range(matches):
        chance, luck, state = seeded(50, match), seeded(51, match), GAME.new(2)
        while not GAME.is_over(state):
            if GAME.deal_name(state):
                state, _ = GAME.deal_all(state, lambda number: below(chance, number))  # noqa: B023
                continue
            seat = GAME.movers(state)[0]
            choose = careful_choice if seat == match % 2 else quick_choice
            state = GAME.apply_legal(state, seat, choose(state, seat, luck))  # type: ignore[arg-type]
        winners = GAME.winners(state)
        won += (match % 2 in winners) / len(winners)
    assert won > 0.85 * matches


def test_cards_that_nobody_can_see_do_not_count() -> None:
    """Neither the fronts on top of the decks nor the hands of others change a choice."""
    changed = 0
    for state, seat in turns(3, 44):
        other = GAME.resample(GAME.view(state, seat), seeded(45))
        assert isinstance(other, CodexNaturalis)
        changed += other != state
        assert careful_choice(state, seat, seeded(46)) == careful_choice(other, seat, seeded(46))
    assert changed > 20


def test_a_pattern_is_counted_as_often_as_scoring_counts_it() -> None:
    """Where a card completes one pattern, also if its neighbours in a row share cards with it."""
    completed = shared = 0
    for match in range(size(3, 40)):
        for state, seat in turns(2, 60 + match):
            if state.phase != PLACE:
                continue
            for action in GAME.legal(state, seat):
                card = state.hand[seat][slot_of(action)]
                cell = cell_of_spot(state, spot_of(action))
                after = GAME.apply_legal(state, seat, action)
                assert isinstance(after, CodexNaturalis)
                for objective in range(PATTERN_CARDS):
                    firsts = completed_by(state, seat, objective, KINGDOM[card], cell)
                    before = count_patterns(state, seat, objective)
                    if len(firsts) == 1:
                        more = more_patterns(state, seat, objective, firsts[0])
                        assert before + more == count_patterns(after, seat, objective)
                        completed += 1
                        shared += more == 0
                    elif not firsts:
                        assert before == count_patterns(after, seat, objective)
    assert completed > shared > 0


def completed_by(
    state: CodexNaturalis, seat: int, objective: int, kingdom: int, cell: int
) -> list[int]:
    """List where patterns begin that a card of a kingdom at a cell completes."""
    cells, kingdoms = PATTERN_CELLS[objective], PATTERN_KINGDOMS[objective]
    found = []
    for part in range(3):
        first = cell - cells[part]
        others = [card_at(state, seat, first + cells[n]) for n in range(3) if n != part]
        wanted = [kingdoms[n] for n in range(3) if n != part]
        if kingdoms[part] == kingdom and [KINGDOM[card] for card in others] == wanted:
            found.append(first)
    return found


def test_in_the_last_round_nothing_but_points_counts() -> None:
    """Room and symbols for later are worth nothing then."""
    placed = 0
    for match in range(size(12, 100)):
        for state, seat in turns(2, 80 + match):
            if state.phase == PLACE and state.last_round:
                gains = {}
                for action in GAME.legal(state, seat):
                    after = GAME.apply_legal(state, seat, action)
                    gains[action] = GAME.engine.score(after, seat)
                chosen = careful_choice(state, seat, seeded(90, match))
                assert gains[chosen] == max(gains.values())
                placed += side_of(chosen) == FRONT
    assert placed > 0
