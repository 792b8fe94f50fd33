"""A tree that grows from a view: its arrays, and what its root has found."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from ludoteca.core.game import Game, View
from ludoteca.search.engine import SearchKernels, weights_of
from ludoteca.search.expectation import Line, line_of, part_names
from ludoteca.search.network import NOTHING, network_of
from ludoteca.search.policy import CAREFUL, QUICK
from ludoteca.search.tree import DEEPEST, OPEN_AFTER, TIMES

WIDTH, GROWTH, MOST_WIDTH = 14, 0.2, 64
"""Moves kept at every node but the root; where a game wants more of them, they grow with the square
root of the playouts, to a limit."""

PLAYOUTS_PER_MILLISECOND = 100
"""About as many as a processor does: where that decides how to search, it need not be exact."""

NODES, PLAIN_NODES = 16_000, 200
"""The most nodes that a second opens; interpreted, there is no time for many."""

MOST_SECONDS = 4
"""The longest thought that a tree makes room for: 64,000 nodes, some 100 MB once all are open."""

SEEN = 8
"""Rows for nodes that are not open yet, for each one that may be: few of them want the same row."""

FINISH = 8
"""One playout in eight is played to the end in any case, to know what to expect of the scores."""


FAR = 1 << 40
"""Worlds between the first ones of two threads: they never meet."""


def most_nodes(playouts: int | None, milliseconds: int | None = None) -> int:
    """Return how many nodes a tree needs room for if it grows by some playouts or for some time.

    A few playouts can't open more: all nodes but the root end some walks before.

    >>> most_nodes(50), most_nodes(None), most_nodes(None, 500), most_nodes(1_000_000)
    (11, 16000, 8000, 64000)
    """
    most = NODES if playouts is milliseconds is None else NODES * MOST_SECONDS
    if playouts is not None:
        most = min(most, 1 + playouts // (OPEN_AFTER - 1))
    if milliseconds is not None:
        most = min(most, max(1, NODES * milliseconds // 1000))
    return most


def expected_playouts(playouts: int | None, milliseconds: int | None) -> int:
    """Return about how many playouts a budget is enough for; 0 if nothing is known of it."""
    return PLAYOUTS_PER_MILLISECOND * (milliseconds or 0) if playouts is None else playouts


def width_below(game: Game, players: int, playouts: int) -> int:
    """Return how many moves every node but the root keeps, by the number of playouts.

    >>> from ludoteca import games
    >>> game = games.load("my_shelfie")
    >>> [width_below(game, 2, playouts) for playouts in (5000, 20_000, 1_000_000)]
    [14, 28, 64]
    """
    value = game.modules.value
    if value is None or players not in value.WIDENED:
        return WIDTH
    return min(MOST_WIDTH, max(WIDTH, int(GROWTH * math.sqrt(playouts))))


def policy_for(game: Game, players: int, playouts: int) -> int:
    """Return the policy of playouts, by their number."""
    value = game.modules.value
    if value is None:
        return CAREFUL
    least = value.CAREFUL_FROM.get(players)
    return QUICK if least is None or playouts < least else CAREFUL


class TreeSettings(Protocol):
    """How a tree grows; `bots.mcts` explains each."""

    @property
    def belief(self) -> bool:
        """Whether what the others did tells what they hide."""

    @property
    def widening(self) -> bool:
        """Whether nodes keep more moves if there are many playouts."""

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
    def careful(self) -> bool:
        """Whether playouts go by the careful policy of the game, where that is better."""

    @property
    def solo(self) -> bool:
        """Whether the others have no nodes, where the game says that they hardly interfere."""

    @property
    def informed(self) -> bool:
        """Whether a node is for what its mover knows, where the game tells it."""

    @property
    def spread(self) -> float:
        """How fast the bonus for looks falls."""


class _Arrays(NamedTuple):
    """What the kernel takes before and after the work it is given, and where its results are."""

    before: tuple[Any, ...]
    after: tuple[Any, ...]
    counts: Any
    edges: Any
    values: Any
    ends: Any


class Tree:
    """A tree over some moves of a view; with several threads, one a thread, joined at the root."""

    def __init__(
        self,
        kernels: SearchKernels,
        view: View,
        moves: Sequence[int],
        looks: Sequence[int],
        settings: TreeSettings,
        finish: int = FINISH,
        threads: int = 1,
        playouts: int | None = None,
        milliseconds: int | None = None,
    ) -> None:
        """Take the moves of the root, and how they look; one playout in `finish` gets to its end.

        All of them do where the game knows no horizon. `playouts` is how many will be asked for and
        `milliseconds` how long it will grow, as far as that is known: a tree for few needs little
        memory, one for many looks at more moves.
        """
        assert view.seat is not None
        self._kernels, self._view = kernels, view
        self._seat, self._worlds = view.seat, 0
        self._players = kernels.game.players(view.state)
        self._moves, self.playouts = list(moves), 0
        self._turns: tuple[tuple[int, ...], Any] = (), kernels.integers(0)
        self.threads = threads
        size, expected = (
            most_nodes(playouts, milliseconds),
            expected_playouts(playouts, milliseconds),
        )
        asked = kernels.game, self._players, expected
        self._policy = policy_for(*asked) if settings.careful else QUICK
        self.width = width_below(*asked) if settings.widening else WIDTH
        if kernels.is_plain:
            size, self.width = min(size, PLAIN_NODES), WIDTH
        self._parts = [self._arrays(looks, settings, finish, size) for _ in range(threads)]
        self._pool = _pool(threads) if threads > 1 else None

    def _arrays(
        self, looks: Sequence[int], settings: TreeSettings, finish: int, size: int
    ) -> _Arrays:
        """Make room for a tree."""
        kernels, view, players, moves = self._kernels, self._view, self._players, self._moves
        weights, most = weights_of(kernels.game, players), kernels.game.modules.actions.ACTIONS
        rows = len(moves) + (size - 1) * self.width
        parts = len(part_names(kernels.game))
        states = kernels.states(view.state)
        network = network_of(kernels.game, players) if settings.learned else NOTHING
        value = kernels.game.modules.value
        inputs = len(value.INPUTS) if value else 1
        horizon = value.HORIZON * players if value and settings.horizon and network.hidden else 0
        solo = settings.solo and value is not None and value.SOLO
        before = (
            states, self._seat, players, kernels.given(weights), settings.spread,
            settings.exploring, self.width, kernels.given(moves), kernels.given(looks),
            kernels.beliefs(states, self._seat, wanted=settings.belief),
            kernels.given_floats(network.weights), settings.judgement, horizon,
            finish if horizon else 1, int(solo), self._policy, int(settings.informed),
        )  # fmt: skip
        edges = kernels.counters(rows, 3)
        values = kernels.grid(rows, players)
        ends = kernels.grid(len(moves), 2 * players + 1 + parts)
        counts = kernels.given([1])
        after = (
            kernels.integers(1), kernels.integers(max(inputs, len(weights))),
            kernels.floats(network.hidden), kernels.integers(most), kernels.integers(most),
            kernels.integers(players), kernels.floats(2 * players), kernels.integers(DEEPEST),
            counts, kernels.integers(parts),
            kernels.counters(size, 4), edges, kernels.counters(SEEN * size, 3),
            kernels.floats(rows), values, ends,
        )  # fmt: skip
        return _Arrays(before, after, counts, edges, values, ends)

    def grow(self, playouts: int, seed: int) -> None:
        """Add some playouts; each one chooses its move at the root."""
        self._kernels.functions.grow_tree(*self.arguments(playouts, seed))
        self.playouts += playouts
        self._worlds += playouts

    def grow_in_turn(self, turns: Sequence[int], worlds: int, seed: int) -> int:
        """Try some moves of the root, by their numbers, in the same worlds with the same luck.

        Every thread does it in as many worlds of its own; returns how many they are together.
        """
        if self._turns[0] != tuple(turns):
            self._turns = tuple(turns), self._kernels.given(turns)

        def grow(part: int) -> None:
            before, after, *_ = self._parts[part]
            first = (self._worlds + part * FAR) * len(turns)
            playouts = worlds * len(turns)
            self._kernels.functions.grow_tree(
                *before, self._turns[1], first, playouts, seed, *after
            )

        if self._pool is None:
            grow(0)
        else:
            list(self._pool.map(grow, range(len(self._parts))))
        found = worlds * len(self._parts)
        self.playouts += found * len(turns)
        self._worlds += worlds
        return found

    def arguments(self, playouts: int, seed: int) -> tuple[Any, ...]:
        """Return what the kernel takes to add some playouts."""
        nothing = self._kernels.integers(0)
        before, after, *_ = self._parts[0]
        return (*before, nothing, self._worlds, playouts, seed, *after)

    def is_decided(self, used: float) -> bool:
        """Return whether no move can catch up in what is left of a budget."""
        if len(self._moves) == 1:
            return True
        if used <= 0:
            return False
        visits = sorted(self.visits())
        return visits[-1] - visits[-2] > self.playouts * (1 / used - 1)

    @property
    def nodes(self) -> int:
        """How many nodes are open; those of all threads together."""
        return sum(int(part.counts[0]) for part in self._parts)

    def visits(self) -> list[int]:
        """Return how often each move of the root was tried."""
        rows = zip(*(part.edges[: len(self._moves)] for part in self._parts), strict=True)
        return [sum(int(edge[TIMES]) for edge in row) for row in rows]

    def worths(self) -> list[float]:
        """Return what each move of the root was worth on average to its seat; -1: never tried."""
        rows = zip(*(part.values[: len(self._moves)] for part in self._parts), strict=True)
        values = (sum(float(value[self._seat]) for value in row) for row in rows)
        known = zip(values, self.visits(), strict=True)
        return [value / times if times else -1.0 for value, times in known]

    def sums(self) -> list[list[float]]:
        """Return what the playouts of every move at the root add up to, as `search.tree` has it."""
        rows = zip(*(part.ends[: len(self._moves)] for part in self._parts), strict=True)
        return [[sum(map(float, cells)) for cells in zip(*row, strict=True)] for row in rows]

    def lines(self) -> list[Line]:
        """Return what to expect of every move of the root that was tried, in their order."""
        return [
            line_of(action, self._seat, self._players, sums, times)
            for action, sums, times in zip(self._moves, self.sums(), self.visits(), strict=True)
            if times
        ]

    def ranked_lines(self) -> list[Line]:
        """Return the same, best one first: what was tried most often, then what was worth most."""
        worth = dict(zip(self._moves, self.worths(), strict=True))
        return sorted(
            self.lines(), key=lambda line: (-line.playouts, -worth[line.action], line.action)
        )


def _pool(threads: int) -> Any:
    from concurrent.futures import ThreadPoolExecutor  # here: browsers have no threads

    return ThreadPoolExecutor(threads, thread_name_prefix="tree")
