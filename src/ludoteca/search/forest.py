"""A tree that grows from a view: its arrays, and what its root has found."""

from collections.abc import Sequence
from typing import Any, Protocol

from ludoteca.core.game import View
from ludoteca.search.engine import SearchKernels, weights_of
from ludoteca.search.expectation import Line, line_of, part_names
from ludoteca.search.network import NOTHING, network_of
from ludoteca.search.tree import ACTION, DEEPEST, TIMES

WIDTH = 14
"""Moves kept at every node but the root."""

NODES, PLAIN_NODES = 6000, 200
"""The most nodes of a tree; interpreted, there is no time for many."""


FINISH = 8
"""One playout in eight is played to the end in any case, to know what to expect of the scores."""


class TreeSettings(Protocol):
    """How a tree grows; `bots.mcts` explains each."""

    @property
    def belief(self) -> bool:
        """Whether what the others did tells what they hide."""

    @property
    def exploring(self) -> float:
        """How much good looks and few visits count beside results."""

    @property
    def learned(self) -> bool:
        """Whether positions are judged by what was learned, else by the tuned weights."""

    @property
    def judgement(self) -> float:
        """How much the look of a position counts beside the end of a playout."""

    @property
    def horizon(self) -> bool:
        """Whether playouts end where the game says that the network judges well enough."""

    @property
    def spread(self) -> float:
        """How fast the bonus for looks falls."""


class Tree:
    """A tree over some moves of a view."""

    def __init__(
        self,
        kernels: SearchKernels,
        view: View,
        moves: Sequence[int],
        looks: Sequence[int],
        settings: TreeSettings,
        finish: int = FINISH,
    ) -> None:
        """Take the moves of the root, and how they look; one playout in `finish` gets to its end.

        All of them do where the game knows no horizon.
        """
        assert view.seat is not None
        self._kernels, self._view = kernels, view
        self._seat, self._worlds = view.seat, 0
        self._players = players = kernels.game.players(view.state)
        self._moves, self.playouts = list(moves), 0
        weights, room = weights_of(kernels.game, players), kernels.game.modules.actions.ACTIONS
        size = PLAIN_NODES if kernels.is_plain else NODES
        rows = len(moves) + (size - 1) * WIDTH
        parts = len(part_names(kernels.game))
        states = kernels.states(view.state)
        network = network_of(kernels.game, players) if settings.learned else NOTHING
        value = kernels.game.modules.value
        inputs = len(value.INPUTS) if value else 1
        horizon = value.HORIZON * players if value and settings.horizon and network.hidden else 0
        self._before = (
            states, view.seat, players, kernels.given(weights), settings.spread,
            settings.exploring, WIDTH, kernels.given(moves), kernels.given(looks),
            kernels.beliefs(states, view.seat, wanted=settings.belief),
            kernels.given_floats(network.weights), settings.judgement, horizon,
            finish if horizon else 1,
        )  # fmt: skip
        self._edges = kernels.counters(rows, 3)
        self._ends = kernels.grid(len(moves), 2 * players + 1 + parts)
        values = kernels.grid(rows, players)
        self._after = (
            kernels.integers(1), kernels.integers(max(inputs, len(weights))),
            kernels.floats(network.hidden), kernels.integers(room), kernels.integers(room),
            kernels.integers(players), kernels.floats(2 * players), kernels.integers(DEEPEST),
            kernels.given([1]), kernels.integers(parts),
            kernels.counters(size, 3), self._edges, kernels.floats(rows),
            values, self._ends,
        )  # fmt: skip
        self._values = values
        self._turns: tuple[tuple[int, ...], Any] = (), kernels.integers(0)

    def grow(self, playouts: int, seed: int) -> None:
        """Add some playouts; each one chooses its move at the root."""
        self._kernels.functions.grow_tree(*self.arguments(playouts, seed))
        self.playouts += playouts
        self._worlds += playouts

    def grow_in_turn(self, turns: Sequence[int], worlds: int, seed: int) -> None:
        """Try some moves of the root, by their numbers, in the same worlds with the same luck."""
        first, playouts = self._worlds * len(turns), worlds * len(turns)
        if self._turns[0] != tuple(turns):
            self._turns = tuple(turns), self._kernels.given(turns)
        given = self._turns[1]
        self._kernels.functions.grow_tree(*self._before, given, first, playouts, seed, *self._after)
        self.playouts += playouts
        self._worlds += worlds

    def arguments(self, playouts: int, seed: int) -> tuple[Any, ...]:
        """Return what the kernel takes to add some playouts."""
        nothing = self._kernels.integers(0)
        return (*self._before, nothing, self._worlds, playouts, seed, *self._after)

    def is_decided(self, used: float) -> bool:
        """Return whether no move can catch up in what is left of a budget."""
        if len(self._moves) == 1:
            return True
        if used <= 0:
            return False
        visits = sorted(int(edge[TIMES]) for edge in self._edges[: len(self._moves)])
        return visits[-1] - visits[-2] > self.playouts * (1 / used - 1)

    def worths(self) -> list[float]:
        """Return what each move of the root was worth on average to its seat; -1: never tried."""
        count = len(self._moves)
        known = zip(self._edges[:count], self._values[:count], strict=True)
        return [
            float(values[self._seat]) / int(edge[TIMES]) if edge[TIMES] else -1.0
            for edge, values in known
        ]

    def sums(self) -> list[list[float]]:
        """Return what the playouts of every move at the root add up to, as `search.tree` has it."""
        return [[float(value) for value in row] for row in self._ends[: len(self._moves)]]

    def lines(self) -> list[Line]:
        """Return what to expect of every move of the root that was tried, in their order."""
        count = len(self._moves)
        return [
            line_of(int(edge[ACTION]), self._seat, self._players, end, times)
            for edge, end in zip(self._edges[:count], self._ends[:count], strict=True)
            for times in [int(edge[TIMES])]
            if times
        ]

    def ranked_lines(self) -> list[Line]:
        """Return the same, best one first: what was tried most often, then what was worth most."""
        worth = dict(zip(self._moves, self.worths(), strict=True))
        return sorted(
            self.lines(), key=lambda line: (-line.playouts, -worth[line.action], line.action)
        )
