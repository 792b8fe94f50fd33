"""A seat's legal actions, listed by a compiled kernel: Python takes a millisecond for many."""

from ludoteca.core.game import Game
from ludoteca.core.types import State
from ludoteca.search.engine import loaded


class LegalActions:
    """Lists legal actions of one game, as `Game.legal` does, for seats that may move."""

    def __init__(self, game: Game) -> None:
        kernels = loaded(game)
        self._game = game
        self._is_plain = kernels.is_plain
        self._list = kernels.functions.list_legal
        self._states = kernels.states(game.new_state())
        self._actions = kernels.integers(game.modules.actions.ACTIONS)

    def of(self, state: State, seat: int) -> list[int]:
        """List a seat's legal actions, rising."""
        if self._is_plain:
            return self._game.legal(state, seat)
        state.into(self._states, 0)
        count = self._list(self._states, seat, self._actions)
        return sorted(self._actions[:count].tolist())
