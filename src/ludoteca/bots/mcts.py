"""Grows a tree of moves over all the worlds it thinks possible (information-set tree search).

The moves at its root are tried equally often, in the same worlds with the same luck; then the
better half of them, and so on (sequential halving), and what falls far behind is dropped at once.
Below the root every seat plays for itself, and moves that look good are tried first.
"""

import math
import time
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass

from ludoteca.bots.base import Budget, Stopwatch, Thought, bounded
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, next_word
from ludoteca.core.numeric import exp
from ludoteca.search.candidates import looks
from ludoteca.search.engine import loaded
from ludoteca.search.forest import Tree, expected_playouts

USUAL_MILLISECONDS = 500
SLICE = 64
"""Playouts after which something may be decided."""

AT_ONCE = 1 / 32
"""Slices without a decision are made in one call, up to this share of those before: a call costs,
most of all in a browser, and where time is the budget, the clock is to be read often enough."""

LEAST_WIDTH, GROWTH = 8, 0.7
"""Moves at the root in any case, and how many more: times the square root of the playouts."""

FAR_BEHIND = 1.5
"""A move is dropped if it is worth less than the best by this, divided by the root of its visits:
about four standard errors of their difference."""

ENOUGH = 40_000
"""Worlds after which moves that are still close are as good as equal: within 0.75 % of a win."""

A_LITTLE = 0.05
"""What people may overlook with a variety of 1."""


@dataclass(frozen=True)
class MctsSettings:
    """What can be set: `mcts?width=30&belief=off`."""

    belief: bool = True
    """Whether what the others did tells what they hide."""
    width: int = bounded(32, 1, 200)
    """Moves at the root at most; a small budget has fewer."""
    halving: bool = True
    """Whether moves at the root are halved; else good results and good looks choose, and all of the
    width count from the start."""
    widening: bool = True
    """Whether a large budget has more moves below the root, too, where the game says so."""
    distinct: bool = True
    """Whether moves to the same position count as one."""
    exploring: float = bounded(0.9, 0, 100)
    """How much good looks and few visits count beside results."""
    spread: float = bounded(2500.0, 1, 100_000)
    """How fast the bonus for looks falls: by a factor e per this many thousandths of a point."""
    learned: bool = True
    """Whether positions are judged by what was learned, if the game has learned anything."""
    judgement: float = bounded(0.5, 0, 1)
    """How much the look of a position counts beside a quick playout from it."""
    horizon: bool = True
    """Whether playouts end where the game says that the network judges well enough."""
    careful: bool = True
    """Whether playouts go by the careful policy, where the game says that there are enough of them
    for that, else by the quick one."""
    solo: bool = True
    """Whether only its own moves have nodes, where the game says that the others hardly interfere;
    these then play by the policy of playouts."""
    informed: bool = True
    """Whether below the root each player's moves are chosen by what that player then knows, where
    the game tells it: what chance has laid open, and the player's own secrets."""
    stop: bool = True
    """Whether moves that can't be the best any more are given up at once."""
    threads: int = bounded(1, 1, 64)
    """Threads that think about a move side by side, each in worlds of its own, where moves are
    halved; one alone if its processor time is the budget."""
    variety: float = bounded(0.0, 0, 100)
    """How far from the best move it may stray, as people do not always see which of two good moves
    is better: with 1, a move is less likely by a factor e for every twentieth of a win that it is
    worth less, with 0.5 for every fortieth; 0: the best one."""


USUAL = MctsSettings()


def think(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: MctsSettings = USUAL,
) -> Thought:
    """Grow a tree and rank the moves at its root."""
    assert view.seat is not None
    seed = next_word(rng)
    watch = Stopwatch(budget, USUAL_MILLISECONDS)
    kernels = loaded(game)
    width = width_for(budget, settings.width) if settings.halving else settings.width
    moves, values = looks(kernels, view, width, distinct=settings.distinct)
    threads = _threads(budget, settings)
    tree = Tree(
        kernels, view, moves, values, settings, threads=threads, playouts=budget.playouts,
        milliseconds=budget.milliseconds or (None if budget.playouts else USUAL_MILLISECONDS),
    )  # fmt: skip
    a_slice = 4 if kernels.is_plain else SLICE
    if settings.halving:
        _halve(tree, len(moves), a_slice, seed, watch, stop=settings.stop)
    else:
        _choose_freely(tree, a_slice, seed, watch, stop=settings.stop)
    lines = tree.ranked_lines()
    if settings.variety > 0:
        worth = dict(zip(moves, tree.worths(), strict=True))
        drawn = _drawn([worth[line.action] for line in lines], settings.variety, rng)
        lines.insert(0, lines.pop(drawn))
    return Thought(lines, tree.playouts)


def _threads(budget: Budget, settings: MctsSettings) -> int:
    """Return how many threads think: the clock of one thread can't tell the time of others."""
    own_time = getattr(time, "thread_time", None)  # a browser has none
    is_alone = not settings.halving or budget.clock is own_time
    return 1 if is_alone else settings.threads


def width_for(budget: Budget, most: int) -> int:
    """Return how many moves at the root a budget is enough for.

    >>> [width_for(Budget(playouts=playouts), 32) for playouts in (50, 500, 5000)]
    [8, 15, 32]
    """
    playouts = expected_playouts(budget.playouts, budget.milliseconds or USUAL_MILLISECONDS)
    return min(most, max(LEAST_WIDTH, int(GROWTH * math.sqrt(playouts))))


def _halve(
    tree: Tree, count: int, a_slice: int, seed: int, watch: Stopwatch, *, stop: bool
) -> None:
    """Try all moves equally often, then the better half, and so on; each round has its share."""
    active, worlds, look, slices = list(range(count)), 0, 0, 0
    rounds = max(1, (count - 1).bit_length())
    used = 0.0
    for number in range(rounds):
        share = (number + 1) / rounds
        while used < share:
            more = max(1, a_slice // len(active))
            gain, together = more * tree.threads, 1
            while (
                together < slices * AT_ONCE
                and (worlds + together * gain < look or not stop)
                and watch.planned(tree.playouts + together * gain * len(active)) < share
            ):
                together += 1
            slices += together
            worlds += tree.grow_in_turn(active, more * together, seed)
            used = watch.used(tree.playouts)
            if stop and worlds >= look:
                look = worlds * 5 // 4 + 1
                active = _near(active, tree.worths(), worlds)
                if len(active) == 1 or worlds >= ENOUGH:
                    return
        worths = tree.worths()
        active.sort(key=lambda move: worths[move], reverse=True)
        active = active[: min(len(active), -(-count >> number + 1))]


def _near(active: list[int], worths: list[float], visits: int) -> list[int]:
    """Keep the moves that may still be the best one, after as many visits each.

    >>> _near([0, 1, 2], [0.50, 0.45, 0.10], visits=100)
    [0, 1]
    """
    least = max(worths[move] for move in active) - FAR_BEHIND / math.sqrt(visits)
    return [move for move in active if worths[move] >= least]


def _choose_freely(tree: Tree, a_slice: int, seed: int, watch: Stopwatch, *, stop: bool) -> None:
    """Let every playout choose its move at the root, until no other can catch up."""
    used = 0.0
    while used < 1:
        tree.grow(a_slice, seed)
        used = watch.used(tree.playouts)
        if stop and tree.is_decided(used):
            return


def _drawn(worths: Sequence[float], variety: float, rng: MutableSequence[int]) -> int:
    """Draw a move by what each is worth.

    >>> _drawn([0.6, 0.55, 0.1], 0.5, [7])
    0
    """
    best = max(worths)
    shares = [exp((worth - best) / (A_LITTLE * variety)) for worth in worths]
    roll = below(rng, 1 << 30) / (1 << 30) * sum(shares)
    for n, share in enumerate(shares):
        roll -= share
        if roll < 0:
            return n
    return 0


def choose(
    game: Game,
    view: View,
    legal: Sequence[int],
    rng: MutableSequence[int],
    budget: Budget,
    settings: MctsSettings = USUAL,
) -> int:
    """Choose the action that did best."""
    return think(game, view, legal, rng, budget, settings).action
