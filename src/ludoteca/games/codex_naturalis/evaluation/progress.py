"""What is begun of an objective: knowledge for bots, not rules."""

from ludoteca.games.codex_naturalis.catalog import (
    KINGDOM,
    PATTERN_CELLS,
    PATTERN_KINGDOMS,
    SET_NEEDS,
)
from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from ludoteca.games.codex_naturalis.play_area import card_at, count_symbol


def half_patterns(s: CodexNaturalis, seat: int, objective: int) -> int:
    """Count the patterns that lack one card whose place is still free."""
    count = 0
    for n in range(1, s.placed[seat]):
        card = s.area[seat][n]
        for part in range(3):
            if KINGDOM[card] == PATTERN_KINGDOMS[objective][part]:
                first = s.cell[card] - PATTERN_CELLS[objective][part]
                count += lacks_one(s, seat, objective, first)
    return min(count, 6)


def lacks_one(s: CodexNaturalis, seat: int, objective: int, first: int) -> bool:
    """Return whether a pattern with its first card at a cell lacks exactly one, in a free place."""
    fits = 0
    free = 0
    for part in range(3):
        card = card_at(s, seat, first + PATTERN_CELLS[objective][part])
        fits += card != 0 and KINGDOM[card] == PATTERN_KINGDOMS[objective][part]
        free += card == 0
    return fits == 2 and free == 1


def half_sets(symbols: int, objective: int) -> int:
    """Count the symbols towards the next set of an objective."""
    count = 0
    for symbol in range(7):
        need = SET_NEEDS[objective][symbol]
        if need > 0:
            count += count_symbol(symbols, symbol) % need
    return count
