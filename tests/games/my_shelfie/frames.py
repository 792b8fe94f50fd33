"""Record frames for the page's story page: python -m tests.games.my_shelfie.frames.

Real positions of real matches, as a seat's board is given them: the view, what may be chosen, what
it would bring, and what follows when the shown move is made.
"""

from collections.abc import Iterator
from functools import partial
from itertools import permutations

import msgspec

from ludoteca import games
from ludoteca.core.game import View
from ludoteca.core.generator import below
from tests.games import moments
from tests.games.moments import Fields, Moment

GAME = games.load("my_shelfie")


def choose(view: View, rng: list[int]) -> Fields:
    """Choose a sensible move: the most points of some takes tried; of equal ones many tiles."""
    takes = GAME.choices(view)["takes"]
    tried = [takes[below(rng, len(takes))] for _ in range(14)]
    moves = [move for take in tried for move in GAME.continuations(view, {"take": take})]

    def worth(move: Fields) -> tuple[int, int]:
        points: int = move["points"].get("total", 0)
        return 10 * points + 4 * len(move["move"]["take"]), below(rng, 100)

    return max(moves, key=worth)


play = partial(moments.play, GAME, choose)
props = partial(moments.props, GAME)


def asked(view: View, line: list[list[int]]) -> list[Fields]:
    """Answer what the board may ask: each single tile, and all orders of tiles of one line."""
    takes = GAME.choices(view)["takes"]
    partials = [take for take in takes if len(take) == 1]
    for size in (2, 3):
        partials += [list(cells) for cells in permutations(line, size)]
    answers = ({"take": take} for take in partials)
    found = [{"partial": p, "moves": GAME.continuations(view, p)} for p in answers]
    return [answer for answer in found if answer["moves"]]


def frame(about: str, match: list[Moment], at: int, seat: int | None) -> Fields:
    """Return a frame: a position of a match as a seat sees it, and the next one."""
    moment = match[at]
    content: Fields = {"about": about, "props": props(moment, seat)}
    if at + 1 < len(match):
        after = match[at + 1]
        happened = [line for line in after.history if line["ply"] > moment.ply]
        content["then"] = {**props(after, seat), "happened": happened}
        if seat in GAME.movers(moment.state):
            view = GAME.view(moment.state, seat)
            take = next(line["move"]["take"] for line in happened if line["kind"] == "move")
            content["asked"] = asked(view, take)
            content["refusals"] = refusals(view)
    return content


def refusals(view: View) -> list[Fields]:
    """Return why each tile that may not be taken alone may not be."""
    found = []
    position = msgspec.to_builtins(GAME.position(view.state))
    for row, marks in enumerate(position["living_room"]):
        for column, mark in enumerate(marks):
            taken = {"take": [[row, column]]}
            answer = None if mark == " " else GAME.why_not(view, taken, "en")
            if answer:
                found.append({"partial": taken, "sentence": answer[1]})
    return found


def turn(match: list[Moment], seat: int, least: int, size: int = 1) -> int:
    """Find a position in which a seat moves, with so many tiles on its shelf, taking so many."""
    for at, moment in enumerate(match[:-1]):
        view = msgspec.to_builtins(GAME.position(moment.state))
        tiles = sum(mark != "." for row in view["seats"][seat]["bookshelf"] for mark in row)
        moves = [line for line in match[at + 1].history[-2:] if line["kind"] == "move"]
        if view["to_move"] == seat and tiles >= least and len(moves[-1]["move"]["take"]) >= size:
            return at
    raise LookupError("no such position")


def frames() -> Iterator[tuple[str, Fields]]:
    """Make all frames with their names."""
    two, three, four = list(play(2, 9)), list(play(3, 37)), list(play(4, 21))
    yield "two_start", frame("Two players, the first turn", two, 0, 0)
    yield "two_middle", frame("Two players, the middle", two, turn(two, 0, 12, 3), 0)
    yield "two_over", frame("Two players, the end", two, len(two) - 1, 0)
    middle = turn(three, 0, 14, 3)
    yield "three_middle", frame("Three players, the middle", three, middle, 0)
    waiting = frame("The same, seen by one who waits", three, middle, 1)
    made = [line["move"] for line in three[middle + 1].history if line["kind"] == "move"][-1]
    waiting["props"]["selecting"] = {"0": {"take": made["take"][:2]}}
    yield "three_waiting", waiting
    hinted = frame("The same with a hint", three, middle, 0)
    hinted["props"]["hint"] = {"stage": 2, "line": {"text": "", "move": made}}
    yield "three_hint", hinted
    yield "three_watching", frame("The same, seen by a spectator", three, middle, None)
    yield "four_start", frame("Four players, the first turn", four, 0, 0)
    yield "four_middle", frame("Four players, the middle", four, turn(four, 2, 12, 3), 2)
    last = next(at for at, one in enumerate(four) if max(_ended(one)) and at + 2 < len(four))
    seat = GAME.movers(four[last].state)[0]
    yield "four_last", frame("Four players, last turns", four, last, seat)
    refill = next(
        at for at, one in enumerate(four[:-1]) if "refill" in _texts(four[at + 1], one.ply)
    )
    mover = GAME.movers(four[refill].state)[0]
    yield "four_refill", frame("Before a refill", four, refill, (mover + 1) % 4)
    yield "four_over", frame("Four players, the end", four, len(four) - 1, 0)
    for name, match in (("two", two), ("three", three), ("four", four)):
        for step in GAME.final_steps(match[-1].state):
            shown = props(match[-1], 0)
            kept = {key: shown[key] for key in ("view", "standing", "seat", "names")}
            content = {"about": f"Final scoring: {step['step']}", "props": {**kept, "step": step}}
            yield f"{name}_scoring_{step['step']}", content


def _ended(moment: Moment) -> list[bool]:
    position = msgspec.to_builtins(GAME.position(moment.state))
    return [seat["end_game_token"] for seat in position["seats"]]


def _texts(moment: Moment, ply: int) -> list[str]:
    return [line["text"] for line in moment.history if line["ply"] > ply]


if __name__ == "__main__":
    moments.write(GAME, frames())
