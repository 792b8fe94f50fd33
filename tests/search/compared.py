"""Kernels that are called twice, loaded and interpreted, and must leave equal arrays."""

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ludoteca.core import kernel
from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search.engine import SearchKernels


class Compared:
    """One kernel of a game."""

    def __init__(
        self, native: Callable[..., Any], plain: Callable[..., Any], state: type[State]
    ) -> None:
        """Take both forms of it, and the type of state."""
        self._native, self._plain, self._state = native, plain, state
        self.calls = 0

    def __call__(self, *arguments: Any) -> Any:
        """Call both; the result and all that was written must be equal, bit for bit."""
        copies = [self._plain_form(value) for value in arguments]
        result = self._native(*arguments)
        assert self._plain(*copies) == result, self._plain.__name__
        for index, (given, copy) in enumerate(zip(arguments, copies, strict=True)):
            if isinstance(given, np.ndarray):
                where = f"argument {index} of {self._plain.__name__}"
                assert self._bytes(given) == self._bytes(copy, given.dtype), where
        self.calls += 1
        return result

    def _plain_form(self, value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return value
        if value.dtype == self._state.dtype:
            return [self._state.of(value, n) for n in range(len(value))]
        return value.tolist()

    def _bytes(self, value: Any, dtype: Any = None) -> bytes:
        if len(value) and isinstance(value[0], State):
            return b"".join(state.to_bytes() for state in value)
        if dtype is None and value.dtype == self._state.dtype:
            return b"".join(self._state.of(value, n).to_bytes() for n in range(len(value)))
        return np.asarray(value, dtype=dtype).tobytes()


def compare(
    kernels: SearchKernels,
    entries: tuple[Callable[..., Any], ...],
    provided: Mapping[str, Callable[..., Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> dict[str, Compared]:
    """Let everything that uses a game's kernels call both forms of them."""
    game: Game = kernels.game
    plain = kernel.load(entries, provided, mode="interpreted").functions
    both = {
        entry.__name__: Compared(
            getattr(kernels.functions, entry.__name__),
            getattr(plain, entry.__name__),
            type(game.new_state()),
        )
        for entry in entries
    }
    monkeypatch.setattr(kernels, "functions", SimpleNamespace(**both))
    return both
