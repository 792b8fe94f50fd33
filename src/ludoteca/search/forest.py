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


class TreeSettings(Protocol):
    """How a tree grows; `bots.mcts` explains each."""

    @property
    def belief(self) -> bool:
        """Whether what the others did tells what they hide."""

    @property
    def growth(self) -> float:
        """How fast the root looks at more moves."""

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
        *,
        in_turn: bool = False,
    ) -> None:
        """Take the moves of the root, and how they look; in turn, all are tried equally often."""
        assert view.seat is not None
        self._kernels, self._view = kernels, view
        self._seat, self._in_turn = view.seat, in_turn
        self._players = players = kernels.game.players(view.state)
        self._moves, self.playouts = list(moves), 0
        weights, room = weights_of(kernels.game, players), kernels.game.modules.actions.ACTIONS
        size = PLAIN_NODES if kernels.is_plain else NODES
        rows = len(moves) + (size - 1) * WIDTH
        parts = len(part_names(kernels.game))
        states = kernels.states(view.state)
        network = network_of(kernels.game, players) if settings.learned else NOTHING
        inputs = len(kernels.game.modules.value.INPUTS) if kernels.game.modules.value else 1
        self._before = (
            states, view.seat, players, kernels.given(weights), settings.spread,
            settings.exploring, WIDTH, settings.growth, kernels.given(moves),
            kernels.given(looks), kernels.beliefs(states, view.seat, wanted=settings.belief),
            kernels.given_floats(network.weights), settings.judgement, in_turn,
        )  # fmt: skip
        self._edges = kernels.counters(rows, 3)
        self._ends = kernels.grid(len(moves), 2 * players + parts)
        self._after = (
            kernels.integers(1), kernels.integers(max(inputs, len(weights))),
            kernels.floats(network.hidden), kernels.integers(room), kernels.integers(room),
            kernels.integers(players), kernels.floats(2 * players), kernels.integers(DEEPEST),
            kernels.given([1]), kernels.integers(parts),
            kernels.counters(size, 3), self._edges, kernels.floats(rows),
            kernels.grid(rows, players), self._ends,
        )  # fmt: skip

    def grow(self, playouts: int, seed: int) -> None:
        """Add some playouts."""
        self._kernels.functions.grow_tree(*self.arguments(playouts, seed))
        self.playouts += playouts

    def arguments(self, playouts: int, seed: int) -> tuple[Any, ...]:
        """Return what the kernel takes to add some playouts."""
        return (*self._before, self.playouts, playouts, seed, *self._after)

    def is_decided(self, used: float) -> bool:
        """Return whether no move can catch up in what is left of a budget."""
        if len(self._moves) == 1:
            return True
        if used <= 0:
            return False
        visits = sorted(int(edge[TIMES]) for edge in self._edges[: len(self._moves)])
        return visits[-1] - visits[-2] > self.playouts * (1 / used - 1)

    def sums(self) -> list[list[float]]:
        """Return what the playouts of every move at the root add up to, as `search.tree` has it."""
        return [[float(value) for value in row] for row in self._ends[: len(self._moves)]]

    def lines(self) -> list[Line]:
        """Return what to expect of every move that was tried: those tried most often first."""
        found = [
            line_of(int(edge[ACTION]), self._seat, self._players, end, times)
            for edge, end in zip(self._edges, self._ends, strict=False)
            for times in [int(edge[TIMES])]
            if times
        ]
        if not self._in_turn:
            found.sort(key=lambda line: (-line.playouts, -line.win, line.action))
        return found
