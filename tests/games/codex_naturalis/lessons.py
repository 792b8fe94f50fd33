"""Record the positions of the page's lessons: python -m tests.games.codex_naturalis.lessons."""

from collections.abc import Iterator

from tests.games.codex_naturalis.frames import GAME, asked, frame, play
from tests.games.lessons import BOARDS, Recorder
from tests.games.moments import Fields, Moment

LESSONS = BOARDS / "codex_naturalis" / "lessons.json"
PLACES = {
    "starter": (1, 0),
    "place": (1, 4),
    "cover": (14, 14),
    "back": (25, 12),
    "gold": (13, 14),
    "draw": (1, 5),
    "objective": (4, 4),
    "last": (12, 52),
}
"""The match of each lesson, by its seed, and the place in it."""
FIRST_GOLD = 41
DECKS = ("resource_deck", "gold_deck")


def props(moment: Moment, seat: int) -> Fields:
    """Return what the board of a seat is told."""
    told: Fields = frame("", moment, seat)["props"]
    return told


def wrong(moment: Moment) -> Iterator[Fields]:
    """List what somebody may try: cards beside the page and on it, and drawing too early."""
    told = props(moment, 0)
    mine = told["view"]["seats"][0]
    face_up = [card for cards in told["view"]["face_up"].values() for card in cards]
    if "place" not in told["choices"]:
        return
    yield from ({"draw": source} for source in (*DECKS, *face_up))
    area = mine["play_area"]
    rows = range(min(card["y"] for card in area) - 1, max(card["y"] for card in area) + 2)
    columns = range(min(card["x"] for card in area) - 1, max(card["x"] for card in area) + 2)
    spots = [{"x": x, "y": y} for y in rows for x in columns if (x + y) % 2 == 0]
    for card in mine["hand"]:
        for side in ("front", "back"):
            yield from ({"place": card, "side": side, **spot} for spot in spots)


def is_right(name: str, move: Fields) -> bool:
    """Return whether a move is what a lesson is about."""
    fields, notes = move["move"], move["notes"]
    if name == "cover":
        return notes["covers"] > 1 and fields["side"] == "front"
    if name == "gold":
        return fields["place"] >= FIRST_GOLD and fields["side"] == "front"
    if name == "objective":
        return max(notes["objectives"].values(), default=0) > 0
    if name in ("place", "back"):
        return bool(fields["side"] == ("front" if name == "place" else "back"))
    return True


def points(move: Fields) -> int:
    """Read what a move brings."""
    gain: int = move["points"].get("total", 0)
    return gain


def right(name: str, moment: Moment) -> list[Fields]:
    """List the moves that a lesson awaits: of those it is about the best; of one card, if any."""
    moves = GAME.continuations(GAME.view(moment.state, 0), {})
    found = [move for move in moves if is_right(name, move)]
    if "place" not in found[0]["move"]:
        return found
    best = max(found, key=points)
    card = best["move"]["place"]
    same = [move for move in found if move["move"]["place"] == card]
    return [best, *(move for move in same if move != best and points(move) == points(best))]


def record() -> str:
    """Return all lessons as the page reads them."""
    made = Recorder(GAME, props)
    matches = {seed: list(play(2, seed)) for seed, _ in PLACES.values()}
    for name, (seed, at) in PLACES.items():
        moment = matches[seed][at]
        asks = [answer["partial"] for answer in asked(GAME.view(moment.state, 0))]
        made.position(name, moment, asks, wrong(moment))
        made.move(name, moment, right(name, moment), outlined=name not in ("starter", "draw"))
    return made.text()


if __name__ == "__main__":
    LESSONS.write_text(record(), encoding="utf-8")
