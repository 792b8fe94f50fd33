"""Positions of real matches, as a seat's board on the page is given them."""

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State

FRAMES = Path(__file__).parents[2] / "web" / "dev" / "frames"
NAMES = ("Mira", "Bo", "Chiara", "Dario")

Fields = dict[str, Any]
Choose = Callable[[View, list[int]], Fields]


class Moment(NamedTuple):
    """A position in which somebody has to choose, or the last one, with what led to it."""

    state: State
    ply: int
    history: list[Fields]


def happening(ply: int, kind: str, seat: int | None, text: str, move: Fields | None) -> Fields:
    """Return one ply as the page is told it."""
    line = {"ply": ply, "kind": kind, "seat": seat, "text": text}
    return {**line, "move": move, "by_bot": False}


def play(game: Game, choose: Choose, players: int, seed: int) -> Iterator[Moment]:
    """Play a match and give each position in which somebody has to choose, and the last one."""
    rng = seeded(seed)
    state, ply, history = game.new(players), 0, list[Fields]()
    while not game.is_over(state):
        if name := game.deal_name(state):
            state, _ = game.deal_one(state, lambda size: below(rng, size))
            ply += 1
            history.append(happening(ply, "deal", None, name, None))
            continue
        yield Moment(state, ply, list(history))
        seat = game.movers(state)[0]
        move = choose(game.view(state, seat), rng)
        action = game.modules.notation.parse_move(state, seat, move["text"])
        state, ply = game.apply(state, seat, action), ply + 1
        history.append(happening(ply, "move", seat, move["text"], move["move"]))
    yield Moment(state, ply, list(history))


def props(game: Game, moment: Moment, seat: int | None, shown: int = 0) -> Fields:
    """Return what the board of a seat is told."""
    state = moment.state
    view, players = game.view(state, seat), game.players(state)
    return {
        "view": msgspec.to_builtins(game.position(view.state)),
        "ply": moment.ply,
        "choices": game.choices(view) if seat is not None else {},
        "standing": game.standing(view),
        "seat": seat,
        "shown": shown,
        "names": list(NAMES[:players]),
        "movers": game.movers(state),
        "history": moment.history[-8:],
        "interactive": seat in game.movers(state),
        "options": game.options_of(state),
    }


def write(game: Game, frames: Iterable[tuple[str, Fields]]) -> None:
    """Keep frames for the story page."""
    home = FRAMES / game.id
    home.mkdir(parents=True, exist_ok=True)
    for name, content in frames:
        text = json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        (home / f"{name}.json").write_text(text + "\n", encoding="utf-8")
