"""How somebody at the page comes to a move: what is asked and shown on the way.

The page asks about a line of tiles with each tile that is taken, and about a card when it is
picked up. Tiles that are taken are shown to everybody, then the column, then that the choice is
over. Counted in a browser over whole matches: 2.2 questions and 3.7 showings a move in My Shelfie;
in Codex Naturalis one question a placing, none before drawing. Here it is no less, and one
question before drawing, by which the moves are known.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

Partial = dict[str, Any]


def look(choices: Mapping[str, Any], random: Random) -> Iterator[Partial]:
    """Return the partial choices of one look, each of which the page asks about.

    >>> list(look({"takes": [[[3, 4], [3, 5]]], "room": [6, 6, 6, 6, 6]}, Random(1)))
    [{'take': [[3, 4]]}, {'take': [[3, 4], [3, 5]]}]
    >>> list(look({"place": {"front": [], "back": [60]}, "places": [[1, 1]]}, Random(1)))
    [{'place': 60, 'side': 'back'}]
    >>> list(look({"draw": ["gold_deck", 44]}, Random(1)))
    [{}]
    """
    if "takes" in choices:
        line = max(random.choices(choices["takes"], k=2), key=len)  # people like to take more
        for tiles in range(1, len(line) + 1):
            yield {"take": line[:tiles]}
    elif "place" in choices:
        side = random.choice([side for side, cards in choices["place"].items() if cards])
        yield {"place": random.choice(choices["place"][side]), "side": side}
    else:
        yield {}


def is_shown(partial: Partial) -> bool:
    """Return whether the page shows the others such a choice."""
    return "take" in partial
