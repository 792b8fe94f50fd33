"""Record frames for the page's story page: python -m tests.games.codex_naturalis.frames.

Real positions of real matches, as a seat's board is given them: the view, what may be chosen and
what it would bring.
"""

from collections.abc import Callable, Iterator

import msgspec

from ludoteca import games
from ludoteca.core.game import View
from ludoteca.core.generator import below
from tests.games import moments
from tests.games.moments import Fields, Moment

GAME = games.load("codex_naturalis")


def choose(view: View, rng: list[int]) -> Fields:
    """Choose a sensible move: points first, then symbols; of equal ones any."""

    def worth(move: Fields) -> tuple[int, int]:
        notes = move["notes"]
        symbols = sum(notes.get("symbols", {}).values())
        objectives = sum(notes.get("objectives", {}).values())
        return 10 * move["points"].get("total", 0) + 4 * objectives + 2 * symbols, below(rng, 100)

    return max(GAME.continuations(view, {}), key=worth)


def play(players: int, seed: int) -> Iterator[Moment]:
    """Play a match; its board tells of moves, not of deals."""
    for moment in moments.play(GAME, choose, players, seed):
        moves = [line for line in moment.history if line["kind"] == "move"]
        yield moment._replace(history=moves)


def asked(view: View) -> list[Fields]:
    """Answer what the board may ask: everything in a choice of few, else card by card."""
    choices = GAME.choices(view)
    partials: list[Fields] = [{}]
    if "place" in choices:
        partials = [
            {"place": card, "side": side}
            for side, cards in choices["place"].items()
            for card in cards
        ]
    return [{"partial": p, "moves": GAME.continuations(view, p)} for p in partials]


def frame(about: str, moment: Moment, seat: int | None, shown: int = 0) -> Fields:
    """Return a frame: what the board of a seat is told."""
    props, view = moments.props(GAME, moment, seat, shown), GAME.view(moment.state, seat)
    return {"about": about, "props": props, "asked": asked(view) if seat is not None else []}


def find(players: int, seed: int, wanted: Callable[[Fields, int], bool]) -> Moment:
    """Play matches, from a seed on, until a position is as wanted."""
    for trial in range(seed, seed + 200):
        for moment in play(players, trial):
            view = msgspec.to_builtins(GAME.position(moment.state))
            if wanted(view, moment.ply):
                return moment
    raise LookupError(f"no such position from seed {seed} on")


def own(seat: int, phase: str, cards: int) -> Callable[[Fields, int], bool]:
    """Want a seat to be at its turn with at least so many cards in its area."""

    def wanted(view: Fields, ply: int) -> bool:
        mine = view["seats"][seat]
        front = view["phase"] == phase and view["to_move"] == seat
        return front and len(mine["play_area"]) >= cards and mine["secret_objective"] is not None

    return wanted


def frames() -> Iterator[tuple[str, Fields]]:
    """Make all frames with their names."""
    start = find(2, 1, lambda view, ply: view["phase"] == "starter")
    yield "starter", frame("The side of the starter card", start, 0)
    keep = find(3, 2, lambda view, ply: view["phase"] == "objective")
    yield "objective", frame("One of two objectives", keep, 0)
    yield "early", frame("Two players, the second turn", find(2, 3, own(0, "place", 2)), 0)
    middle = find(3, 5, own(1, "place", 10))
    yield "middle", frame("Three players, the middle of the match", middle, 1)
    yield "waiting", frame("The same, seen by one who waits", middle, 0)
    yield "watching", frame("The same, seen by a spectator", middle, None, 2)
    yield "draw", frame("Three players, after placing", find(3, 5, own(1, "draw", 9)), 1)
    yield "late", frame("Two players, a large area", find(2, 8, own(0, "place", 22)), 0)
    yield "four", frame("Four players, some cards each", find(4, 11, own(2, "place", 8)), 2)
    last = find(2, 13, lambda view, ply: view["last_round"] and view["to_move"] == 0)
    yield "last", frame("The last round", last, 0)
    over = find(3, 5, lambda view, ply: view["over"])
    yield "over", {**frame("The end", over, 0)}
    steps = GAME.final_steps(over.state)
    for step in steps:
        shown = frame(f"Final scoring: {step['step']}", over, 0)
        props = {key: shown["props"][key] for key in ("view", "standing", "seat", "names")}
        yield f"scoring_{step['step']}", {"about": shown["about"], "props": {**props, "step": step}}


if __name__ == "__main__":
    moments.write(GAME, frames())
