"""The reference page of the games' JSON, written from the types of their own functions."""

import json
import sys
from typing import Any

from ludoteca import games
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State
from ludoteca.protocol import describe, schema
from ludoteca.protocol.games import forms_of
from tests.docs import protocol as reference

HEAD = """\
# The JSON of each game

<!-- Written by `python -m tests.docs.pages`; edit the Python types instead. -->

What [the protocol](protocol.md) leaves to the games, type by type: it is the same over the socket,
over HTTP, in `ludoteca replay --json` and for [bots of other languages](../bots.md). The schemas
are in [`asyncapi.json`](asyncapi.json). A `PlayedMove` is a move of which a field is null where the
viewer may not know it, a `PartialMove` some or all fields of a move, and `Points` the change of
each part of a score that changes, and of `total`.

Seats are numbered from 0 in turn order. In place of choices, a game that does not declare its own
lists its moves: `{"moves": ["text", …]}`.
"""

EXAMPLES = (2, 30)
"""After how many moves an example is taken: in the first choices, and in play."""

LONGEST = 1200
"""An example is cut after this number of characters."""


def page() -> str:
    """Write the page."""
    return "\n".join([HEAD, *(_game(games.load(name)) for name in games.names())])


def _game(game: Game) -> str:
    texts = describe.texts_of_aliases()
    rows = [
        (title, ", ".join(schema.names_of(game.id, title)), texts[title]) for title in schema.OPEN
    ]
    lines = [f"## {game.name}\n", reference.table(("in the protocol", "type", ""), rows)]
    homes = dict.fromkeys(kind.__module__ for form in forms_of(game.id) for kind in form.kinds)
    shapes = [
        describe.describe(kind) for home in homes for kind in describe.structs_of(sys.modules[home])
    ]
    lines += [reference.section(shape) for shape in shapes]
    lines.append(_examples(game))
    return "\n".join(lines)


def _examples(game: Game) -> str:
    lines = [f"### Examples of {game.name}\n"]
    for count in EXAMPLES:
        state = _played(game, count)
        view = game.view(state, game.movers(state)[0])
        lines.append(_example(game, view))
    return "\n".join(lines)


def _example(game: Game, view: View) -> str:
    """Show the choices of a seat, and one move with what it would bring."""
    move = game.continuations(view, {}, most=1)[0]
    return "\n".join(
        f"```json\n{_json({name: value})}\n```\n"
        for name, value in (("choices", game.choices(view)), ("continuation", move))
    )


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _played(game: Game, moves: int) -> State:
    """Play some moves at random, always the same ones."""
    rng = seeded(7)
    state = game.new(players=2)
    state, _ = game.deal_all(state, lambda most: below(rng, most))
    for _ in range(moves):
        seat = game.movers(state)[0]
        legal = game.legal(state, seat)
        state = game.apply(state, seat, legal[below(rng, len(legal))])
        state, _ = game.deal_all(state, lambda most: below(rng, most))
    return state
