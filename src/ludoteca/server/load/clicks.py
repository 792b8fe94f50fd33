"""The requests that a person at the page causes on the way to a move.

The page previews a line of tiles with each tile that is taken, and a card when it is picked up.
With the game's engine it does so by itself; without one it asks the server. Tiles that are taken
are shown to everybody, then the column.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

Partial = dict[str, Any]


class Click:
    """One way to a move: what is looked at first, and the move in fields and in text.

    >>> click = Click({"takes": [[[3, 4], [3, 5]]], "room": [0, 0, 6, 0, 0]}, Random(1))
    >>> click.looks, click.text
    ([{'take': [[3, 4]]}, {'take': [[3, 4], [3, 5]]}], 'e4f4>3')
    >>> click = Click({"place": {"front": [], "back": [60]}, "places": [[1, 1]]}, Random(1))
    >>> click.looks, click.text
    ([{'place': 60, 'side': 'back'}], '60 back 1,1')
    >>> Click({"draw": [44]}, Random(1)).text, Click({"keep_objective": [90]}, Random(1)).looks
    ('draw 44', [{}])
    """

    def __init__(self, choices: Mapping[str, Any], random: Random) -> None:
        self.looks: list[Partial] = []
        self.move: Partial = {}
        if "takes" in choices:
            self._take(choices, random)
        elif "place" in choices:
            side = random.choice([side for side, cards in choices["place"].items() if cards])
            card, (x, y) = random.choice(choices["place"][side]), random.choice(choices["places"])
            self.looks = [{"place": card, "side": side}]
            self.move = {**self.looks[0], "x": x, "y": y}
            self.text = f"{card} {side} {x},{y}"
        elif "keep_objective" in choices:
            self.looks = [{}]
            self.text = f"keep {random.choice(choices['keep_objective'])}"
        elif "draw" in choices:
            self.text = f"draw {str(random.choice(choices['draw'])).removesuffix('_deck')}"
        else:
            self.text = random.choice(choices["starter_side"])

    def _take(self, choices: Mapping[str, Any], random: Random) -> None:
        line = max(random.choices(choices["takes"], k=2), key=len)  # people like to take more
        self.looks = [{"take": line[:tiles]} for tiles in range(1, len(line) + 1)]
        wide = [column for column, room in enumerate(choices["room"]) if room >= len(line)]
        column = random.choice(wide)
        self.move = {"take": line, "column": column}
        cells = "".join(f"{'abcdefghi'[at]}{row + 1}" for row, at in line)
        self.text = f"{cells}>{column + 1}"


def is_shown(partial: Partial) -> bool:
    """Return whether the page shows the others such a choice."""
    return "take" in partial
