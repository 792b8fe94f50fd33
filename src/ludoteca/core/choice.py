"""What choosing needs on its own: limits, and differences between scores."""

from collections.abc import Mapping, Sequence
from typing import Any

Fields = Mapping[str, Any]
"""Some or all fields of a `move` of the record."""

HIDDEN = "?"
"""In a text: what its reader may not know."""

MOST_CONTINUATIONS = 200
"""Most continuations that are worked out, in the order of the game's actions."""

NO_ACTION = -1
"""No action of any game: refused as such, unless the seat may not move at all."""


def without_hidden(text: str) -> str:
    """Leave out of a move's text what its reader may not know; nothing may be left.

    >>> without_hidden("? back 2,0"), without_hidden("?"), without_hidden("5 back 2,0")
    ('back 2,0', '', '5 back 2,0')
    """
    return text.removeprefix(HIDDEN).lstrip()


def single_parts(parts: Mapping[str, int | Sequence[int]]) -> dict[str, int]:
    """Name each part of a score that has several numbers one by one, without the total.

    >>> single_parts({"track": 7, "common": [2, 0], "total": 9})
    {'track': 7, 'common_1': 2, 'common_2': 0}
    """
    single: dict[str, int] = {}
    for name, points in parts.items():
        if isinstance(points, int):
            single[name] = points
        else:
            single |= {f"{name}_{n}": each for n, each in enumerate(points, 1)}
    del single["total"]
    return single


def gain_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the change of each part of a score that changes, and of the total.

    >>> gain_of({"a": 7, "b": [2, 0], "total": 9}, {"a": 7, "b": [2, 3], "total": 12})
    {'b': [0, 3], 'total': 3}
    """
    gain: dict[str, Any] = {}
    for name, points in after.items():
        if isinstance(points, int):
            change: Any = points - before[name]
        else:
            change = [now - then for now, then in zip(points, before[name], strict=True)]
        if name == "total" or points != before[name]:
            gain[name] = change
    return gain
