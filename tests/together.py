"""Kernels of a game loaded together, so that what several of them call is compiled once.

Each load compiles all it reaches anew. Under `./check checked` no compiled code is there yet, and
one load for all tests of a game takes less than half the time of one for each bot and each test.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

from ludoteca import games
from ludoteca.core import kernel
from ludoteca.search import duel, flat, lookahead, playout, tree
from ludoteca.search.engine import KNOWLEDGE
from tests.games.kernels import ENTRIES

TOGETHER = (
    *ENTRIES,
    playout.play_matches,
    playout.play_logged,
    lookahead.rank_moves,
    lookahead.look_ahead,
    flat.play_candidates,
    tree.grow_tree,
    duel.play_duels,
)

_load_apart = kernel.load


@cache
def _load_all(game_id: str) -> SimpleNamespace:
    provided = {**KNOWLEDGE, **games.load(game_id).functions}
    return _load_apart(TOGETHER, provided, "checked")


def load(
    entries: Iterable[Callable[..., Any]],
    provided: Mapping[str, Callable[..., Any]],
    mode: str | None = None,
) -> SimpleNamespace:
    """Load as `kernel.load` does; with bounds checks, everything of that game at once."""
    wanted = tuple(entries)
    game_id = next(
        (name for name in games.names() if _is_of(games.load(name).functions, provided)), None
    )
    if game_id and (mode or kernel.best_mode()) == "checked" and set(wanted) <= set(TOGETHER):
        return _load_all(game_id)
    return _load_apart(wanted, provided, mode)


def _is_of(
    functions: Mapping[str, Callable[..., Any]], provided: Mapping[str, Callable[..., Any]]
) -> bool:
    return all(provided.get(name) is function for name, function in functions.items())
