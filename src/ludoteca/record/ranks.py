"""Who came where in a match."""

from collections.abc import Sequence


def ranks_of(
    totals: Sequence[int], winners: Sequence[int], resigned: Sequence[int] = ()
) -> list[int]:
    """Rank the seats: winners first, then by score; equal ones share a rank.

    A player who resigned comes last, however well a bot played that seat to the end.

    >>> ranks_of([10, 30, 20, 20], winners=[1])
    [4, 1, 2, 2]
    >>> ranks_of([10, 30, 20], winners=[1], resigned=[1])
    [2, 3, 1]
    """
    order = [
        (True, True, 0)
        if seat in resigned
        else (False, seat not in winners, 0 if seat in winners else -total)
        for seat, total in enumerate(totals)
    ]
    return [1 + sum(other < own for other in order) for own in order]
