"""Luck and skill apart: what a seat's own moves, the others' moves and chance made of its match.

Each choice is counted by what the best known move would have been worth to every seat at that
moment, so what is left between two choices is chance: the deals, and what they showed. The
three parts add up exactly to the result less an even share, and over all seats to nothing.
"""

from dataclasses import dataclass

from ludoteca.coach.analysis import Analysis


@dataclass(frozen=True)
class MatchAccount:
    """What made a seat's result, in shares of a win: below 0 it cost chances."""

    own: float
    others: float
    luck: float


def account_of(analysis: Analysis, seat: int) -> MatchAccount:
    """Take the result of a seat apart; before the end, its chance stands for the result."""
    own = others = 0.0
    for each in analysis.judgements:
        change = each.played.chances[seat] - each.best.chances[seat]
        if each.seat == seat:
            own += change
        else:
            others += change
    chances = analysis.chances(seat)
    even = 1 / len(analysis.record.header.players)
    result = chances[-1][1] if chances else even
    return MatchAccount(own, others, result - even - own - others)
