"""Chances in whole percent that still add up to 100."""

from collections.abc import Sequence


def whole_percents(chances: Sequence[float]) -> list[int]:
    """Round chances that add up to 1 so that the percentages add up to 100.

    >>> whole_percents([0.505, 0.495]), whole_percents([1 / 3, 1 / 3, 1 / 3])
    ([51, 49], [34, 33, 33])
    """
    found = [int(100 * chance) for chance in chances]
    rest = [100 * chance - whole for chance, whole in zip(chances, found, strict=True)]
    left = 100 - sum(found)
    for seat in sorted(range(len(found)), key=lambda seat: (-rest[seat], seat))[:left]:
        found[seat] += 1
    return found
