"""Objective cards: how often a play area fulfils each of them."""

from ludoteca.games.codex_naturalis.catalog import (
    FIRST_OBJECTIVE,
    KINGDOM,
    OBJECTIVE_POINTS,
    PATTERN_CARDS,
    PATTERN_CELLS,
    PATTERN_KINGDOMS,
    PATTERN_REACH,
    SET_NEEDS,
)
from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from ludoteca.games.codex_naturalis.play_area import card_at, count_symbol

MANY = 99
"""More than any count of symbols."""


def times_fulfilled(s: CodexNaturalis, seat: int, card: int) -> int:
    """Count how often an area fulfils an objective card; an unknown card is never fulfilled."""
    if card <= 0 or s.placed[seat] == 0:
        return 0
    objective = card - FIRST_OBJECTIVE
    if objective < PATTERN_CARDS:
        return count_patterns(s, seat, objective)
    return count_sets(s.symbols[seat], objective)


def objective_points(s: CodexNaturalis, seat: int, card: int) -> int:
    """Count the points of an objective card, 0 for an unknown one."""
    if card <= 0:
        return 0
    return OBJECTIVE_POINTS[card - FIRST_OBJECTIVE] * times_fulfilled(s, seat, card)


def count_sets(symbols: int, objective: int) -> int:
    """Count the sets of symbols that an objective asks for."""
    sets = MANY
    for symbol in range(7):
        need = SET_NEEDS[objective][symbol]
        if need > 0:
            sets = min(sets, count_symbol(symbols, symbol) // need)
    return sets


def count_patterns(s: CodexNaturalis, seat: int, objective: int) -> int:
    """Count the most patterns of an objective that share no card.

    Two patterns can share a card only if their first cards lie along one line, step by step. So
    each row of neighbouring patterns is counted for itself, taking the first, leaving out those
    that share a card with it, and so on: no other choice gives more.
    """
    step = PATTERN_CELLS[objective][1]
    reach = PATTERN_REACH[objective]
    kingdom = PATTERN_KINGDOMS[objective][0]
    patterns = 0
    for n in range(1, s.placed[seat]):
        card = s.area[seat][n]
        if KINGDOM[card] != kingdom or not has_pattern(s, seat, objective, s.cell[card]):
            continue
        cell = s.cell[card]
        if has_pattern(s, seat, objective, cell - step):
            continue
        neighbours = 0
        while has_pattern(s, seat, objective, cell):
            neighbours += 1
            cell += step
        patterns += (neighbours + reach - 1) // reach
    return patterns


def has_pattern(s: CodexNaturalis, seat: int, objective: int, cell: int) -> bool:
    """Return whether a pattern has its first card at a cell."""
    for n in range(3):
        card = card_at(s, seat, cell + PATTERN_CELLS[objective][n])
        if KINGDOM[card] != PATTERN_KINGDOMS[objective][n]:
            return False
    return True
