"""Kernels of a game for learners, loaded once, and settings by their names."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

from ludoteca.core import kernel
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.rl import kernels, match_kernels, plain
from ludoteca.search import engine

ENTRIES = (
    kernels.step_matches,
    kernels.answer_matches,
    kernels.choose_at_random,
    match_kernels.open_match,
    match_kernels.make_move,
    match_kernels.choose,
    match_kernels.see,
    match_kernels.see_after,
    match_kernels.results_into,
)
"""Every kernel of this package that Python calls."""


KNOWLEDGE = {**engine.KNOWLEDGE, "mask_into": plain.mask_into}
"""For games that have none of their own."""


class LearningKernels(engine.SearchKernels):
    """The kernels of one game in one mode, and what to hand to them."""

    def __init__(self, game: Game, mode: str | None = None) -> None:
        """Load the kernels in a mode, else in the best there is."""
        provided = {**KNOWLEDGE, **vars(game.engine)}
        self._take(game, kernel.load(ENTRIES, provided, type(game.new_state()), game.id, mode))

    def bind(self, name: str, *arguments: Any) -> Callable[[], Any]:
        """Return a function without parameters that calls a kernel on the same arrays each time."""
        function = getattr(self.functions, name)
        return partial(function, *arguments) if self.is_plain else function.bind(*arguments)


@cache
def _loaded(game: Game, mode: str | None) -> LearningKernels:
    return LearningKernels(game, mode)


def loaded(game: Game, mode: str | None = None) -> LearningKernels:
    """Return the kernels of a game, in the best mode there is unless one is given."""
    return _loaded(game, mode or kernel.wanted_mode())


def chosen(kind: str, names: Mapping[str, int], name: str) -> int:
    """Return the number of a setting by its name.

    >>> chosen("mask", {"dense": 1}, "dense")
    1
    """
    if name not in names:
        raise UsageError(f"{kind} can't be {name!r}; it can be: {', '.join(names)}")
    return names[name]
