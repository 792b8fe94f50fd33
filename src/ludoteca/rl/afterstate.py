"""The positions that a seat's moves lead to, in numbers: for learners that judge positions."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludoteca.core.game import Game, View
from ludoteca.rl.loader import loaded
from ludoteca.rl.tensor import tensor_length

Array = npt.NDArray[Any]


def see_after(game: Game, view: View, actions: Sequence[int]) -> tuple[Array, Array]:
    """Return what a seat would see, and its score, right after each of some legal moves.

    Only the view is known: what a move would uncover stays unknown.
    """
    assert view.seat is not None
    kernels = loaded(game)
    length = tensor_length(game, game.players(view.state))
    observations = np.zeros((len(actions), length), dtype=np.uint8)
    scores = kernels.integers(len(actions))
    kernels.functions.see_after(
        kernels.states(view.state), view.seat, kernels.given(actions), observations, scores
    )
    return observations, np.asarray(scores, dtype=np.int64)
