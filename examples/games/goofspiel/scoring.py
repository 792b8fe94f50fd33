"""Points of Goofspiel: a prize counts what is printed on it."""

from collections.abc import MutableSequence, Sequence

from ludoteca.games.goofspiel.layout import MOST_CARDS, Goofspiel


def score(s: Goofspiel, seat: int) -> int:
    """Add up the prizes of a seat."""
    points = 0
    for card in range(1, s.cards + 1):
        if s.won[seat] >> card & 1:
            points += card
    return points


def score_parts(s: Goofspiel, seat: int) -> dict[str, int]:
    """Show where a seat's score comes from."""
    points = score(s, seat)
    return {"prizes": points, "total": points}


def winners(s: Goofspiel, scores: Sequence[int]) -> int:
    """Let all seats with the best score win together."""
    best = 0
    for seat in range(s.players):
        best = max(best, scores[seat])
    found = 0
    for seat in range(s.players):
        if scores[seat] == best:
            found |= 1 << seat
    return found


TALLY_ROWS = tuple(f"prize_{card}" for card in range(1, MOST_CARDS + 1))
TALLY_COLUMNS = ("in_play", "won_by_0", "won_by_1", "won_by_2")
"""What a simulation counts: how often each prize was in play, and won by each seat."""


def tally_into(s: Goofspiel, counts: MutableSequence[MutableSequence[int]]) -> None:
    """Count who won which prize."""
    for card in range(1, s.cards + 1):
        counts[card - 1][0] += 1
        for seat in range(s.players):
            if s.won[seat] >> card & 1:
                counts[card - 1][1 + seat] += 1
