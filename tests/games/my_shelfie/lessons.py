"""Record the positions of the page's lessons: python -m tests.games.my_shelfie.lessons."""

from collections.abc import Iterator
from itertools import permutations

from tests.games.lessons import BOARDS, Recorder
from tests.games.moments import Fields, Moment
from tests.games.my_shelfie.frames import GAME, play, props

LESSONS = BOARDS / "my_shelfie" / "lessons.json"
COLUMNS, THREE = 5, 3
PLACES = {"line": (24, 6), "order": (18, 18), "groups": (44, 10), "goals": (7, 20), "end": (43, 28)}
"""The match of each position, by its seed, and the place in it."""
PARTS = {"order": "personal", "groups": "groups", "goals": "common", "end": "end_game_token"}
"""The lessons that await a move, and what it has to bring."""


def takes(moment: Moment) -> list[Fields]:
    """List what may be taken, in every order."""
    view = GAME.view(moment.state, 0)
    lines = GAME.choices(view)["takes"]
    return [{"take": list(order)} for line in lines for order in permutations(line)]


def cells(moment: Moment) -> list[list[int]]:
    """List where tiles lie."""
    room = props(moment, 0)["view"]["living_room"]
    return [[r, c] for r, row in enumerate(room) for c, mark in enumerate(row) if mark not in " ."]


def wrong(moment: Moment) -> Iterator[Fields]:
    """List what somebody may try: each tile after each take, and each take in each column."""
    begun = [{"take": []}, *takes(moment)]
    for taken in begun:
        for cell in cells(moment):
            if cell not in taken["take"]:
                yield {"take": [*taken["take"], cell]}
    for taken in begun[1:]:
        yield from ({**taken, "column": column} for column in range(COLUMNS))


def moves(moment: Moment) -> list[Fields]:
    """List all legal moves."""
    view = GAME.view(moment.state, 0)
    return [move for take in takes(moment) for move in GAME.continuations(view, take)]


def points(move: Fields, part: str = "total") -> int:
    """Read what a move brings."""
    gain: int = move["points"].get(part, 0)
    return gain


def right(part: str, moment: Moment) -> list[Fields]:
    """List the moves that bring the most in one part of the score."""
    found = moves(moment)
    most = max(points(move, part) for move in found)
    return [move for move in found if points(move, part) == most > 0]


def record() -> str:
    """Return all lessons as the page reads them."""
    made = Recorder(GAME, props)
    matches = {seed: list(play(2, seed)) for seed, _ in PLACES.values()}
    moments = {name: matches[seed][at] for name, (seed, at) in PLACES.items()}
    for name, moment in moments.items():
        made.position(name, moment, takes(moment), wrong(moment))
    three = next(move for move in moves(moments["line"]) if len(move["move"]["take"]) == THREE)
    made.lesson("one", "line", {"act": "choosing", "counts": {"take": 1}})
    made.lesson("three", "line", {"act": "choosing", "counts": {"take": THREE}}, three)
    made.lesson("why", "line", {"act": "why", "codes": ["no_free_side"]})
    made.lesson("column", "line", {"act": "choosing", "counts": {"column": 1}}, three)
    for name, part in PARTS.items():
        made.move(name, moments[name], right(part, moments[name]), outlined=name != "end")
    return made.text()


if __name__ == "__main__":
    LESSONS.write_text(record(), encoding="utf-8")
