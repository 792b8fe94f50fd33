"""Kernels of a game for learners, loaded once, and settings by their names."""

from collections.abc import Mapping
from functools import cache

from ludoteca.core import kernel
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.rl import kernels, match_kernels, plain
from ludoteca.search import engine

ENTRIES = (
    kernels.step_matches,
    kernels.choose_at_random,
    match_kernels.open_match,
    match_kernels.make_move,
    match_kernels.choose,
    match_kernels.see,
    match_kernels.see_after,
    match_kernels.results_into,
)
"""All of them together: they share what is compiled. Each is compiled when it is first called."""


class Kernels(engine.Kernels):
    """The kernels of one game in one mode, and what to hand to them."""

    def __init__(self, game: Game, mode: str) -> None:
        """Load the kernels."""
        self.game = game
        self.mode = mode
        self.is_plain = mode == "interpreted"
        provided = {**engine.KNOWLEDGE, "mask_into": plain.mask_into, **game.functions}
        self.functions = kernel.load(ENTRIES, provided, mode)


@cache
def _loaded(game: Game, mode: str) -> Kernels:
    return Kernels(game, mode)


def loaded(game: Game, mode: str | None = None) -> Kernels:
    """Give the kernels of a game, in the best mode there is unless one is given."""
    return _loaded(game, mode or kernel.best_mode())


def chosen(kind: str, names: Mapping[str, int], name: str) -> int:
    """Give the number of a setting by its name.

    >>> chosen("mask", {"dense": 1}, "dense")
    1
    """
    if name not in names:
        raise UsageError(f"{kind} can't be {name!r}; it can be: {', '.join(names)}")
    return names[name]
