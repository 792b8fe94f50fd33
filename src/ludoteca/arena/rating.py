"""Ratings from results: Plackett-Luce on final rankings, which for two seats is Bradley-Terry.

Only two bots meet in a match. So each choice "who is next in the ranking" among those left is a
coin between the two, weighted by how many of either are left: all choices together are a logistic
regression, and its maximum is found by Newton's method, for all bootstrap samples at once.
"""

import math
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations

import numpy as np
import numpy.typing as npt

from ludoteca.arena.statistics import CONFIDENCE
from ludoteca.arena.tournament import PairedDeal, TournamentMatch, TournamentPlan, seatings

Floats = npt.NDArray[np.float64]

SCALE = 400 / math.log(10)
"""Elo points in one unit of log-strength: 400 points are odds of ten to one."""

SAMPLES = 1_000
"""Bootstrap samples."""

ANCHOR = "random"
"""This bot, or else the first one, is rated 0."""

VIRTUAL = 0.5
"""Wins added to each side of a pair: an unbeaten bot keeps a finite rating.

Where one side won everything a bootstrap has nothing to vary: there they are drawn in each sample,
with this mean, and the interval is that of a chance never seen (Jeffreys).
"""

TINY = 1e-3
"""Least amount that is added, so that every strength is finite."""

MOST_STEPS, LONGEST_STEP, CLOSE = 60, 2.0, 1e-9
"""Newton's method: most steps, longest step, and the step short enough to end."""

Choice = tuple[int, int, int]
"""Which bot of the pair came next (0 or 1), and how many of either were left."""


def ranking(match: TournamentMatch) -> tuple[tuple[int, ...], ...]:
    """Rank the seats: winners, then by score; equals together.

    >>> ranking(TournamentMatch(0b0010, (31, 31, 20, 31)))
    ((1,), (0, 3), (2,))
    """
    seats = range(len(match.scores))
    keys = [(match.winners >> seat & 1, match.scores[seat]) for seat in seats]
    order = sorted(set(keys), reverse=True)
    return tuple(tuple(seat for seat in seats if keys[seat] == key) for key in order)


@cache
def choices(groups: tuple[tuple[int, ...], ...]) -> dict[Choice, float]:
    """Count the choices behind a ranking of bots 0 and 1; equals stand in every order, evenly.

    >>> choices(((1,), (0,))), choices(((0, 1),))
    ({(1, 1, 1): 1.0}, {(0, 1, 1): 0.5, (1, 1, 1): 0.5})
    """
    found: dict[Choice, float] = {}
    left = [sum(group.count(side) for group in groups) for side in (0, 1)]
    for group in groups:
        orders = list(permutations(group))
        for order in orders:
            now = list(left)
            for side in order:
                if min(now):  # among bots of one kind there is no choice
                    choice = (side, now[0], now[1])
                    found[choice] = found.get(choice, 0.0) + 1 / len(orders)
                now[side] -= 1
        for side in group:
            left[side] -= 1
    return found


def rate(plan: TournamentPlan, deals: Sequence[PairedDeal]) -> list[tuple[float, float, float]]:
    """Rate all bots: rating, low and high end of the bootstrap interval, in Elo points."""
    columns, table = _tabulate(plan, deals)
    counts = np.stack([table.sum(axis=0), *_samples(table, plan.seed)])
    strengths = fit(len(plan.bots), columns, counts, _virtual(plan, columns, counts[0])) * SCALE
    anchor = plan.bots.index(ANCHOR) if ANCHOR in plan.bots else 0
    strengths -= strengths[:, anchor : anchor + 1]
    tail = (1 - CONFIDENCE) / 2
    lows, highs = np.quantile(strengths[1:], [tail, 1 - tail], axis=0)
    rows = np.stack([strengths[0], lows, highs], axis=1)
    return [(float(rating), float(low), float(high)) for rating, low, high in rows]


def _samples(table: Floats, seed: int) -> Iterator[Floats]:
    """Draw as many deals as there are, with repetition, and sum them up; again and again."""
    rows = len(table)
    rng = np.random.default_rng([seed, rows])
    for _ in range(SAMPLES):
        yield np.bincount(rng.integers(rows, size=rows), minlength=rows) @ table


Coin = tuple[int, int, float]
"""A choice between two bots: the first, the second, and the log of the odds between equals."""


def _tabulate(plan: TournamentPlan, deals: Sequence[PairedDeal]) -> tuple[list[Coin], Floats]:
    """Count choices: a row for each deal, two columns for each coin, one for either side."""
    rows = {deal: row for row, deal in enumerate(sorted({result.deal for result in deals}))}
    kinds: dict[tuple[int, int, int], int] = {}
    entries: list[tuple[int, int, float]] = []
    for result in deals:
        for seating, match in zip(seatings(plan.players), result.matches, strict=True):
            groups = (sorted(seating[seat] for seat in group) for group in ranking(match))
            for (side, *left), times in choices(tuple(map(tuple, groups))).items():
                kind = kinds.setdefault((result.pair, left[0], left[1]), len(kinds))
                entries.append((rows[result.deal], 2 * kind + side, times))
    table = np.zeros((len(rows), 2 * len(kinds)))
    for row, column, times in entries:
        table[row, column] += times
    return [(*plan.pairs[pair], math.log(a / b)) for pair, a, b in kinds], table


def _virtual(plan: TournamentPlan, coins: Sequence[Coin], counts: Floats) -> Floats:
    """Return the wins added to either side of each pair: for the results, then for each sample."""
    added = np.full((1 + SAMPLES, 2, len(plan.pairs)), VIRTUAL)
    rng = np.random.default_rng([plan.seed, len(plan.bots)])
    for number, pair in enumerate(plan.pairs):
        own = [n for n, (first, second, _) in enumerate(coins) if (first, second) == pair]
        sides = [sum(counts[2 * n + side] for n in own) for side in (0, 1)]
        if min(sides) == 0 < max(sides):
            added[1:, :, number] = TINY + rng.gamma(VIRTUAL, size=(SAMPLES, 2))
    return added


def fit(bots: int, coins: Sequence[Coin], counts: Floats, added: Floats | None = None) -> Floats:
    """Find the likeliest log-strengths for each row of counts; their mean is 0.

    Counts alternate: how often either side of the first coin came up, of the second, and so on.
    To each row wins are `added` to either side of each pair of bots.
    """
    virtual = [(*pair, 0.0) for pair in combinations(range(bots), 2)]
    if added is None:
        added = np.full((len(counts), 2, len(virtual)), VIRTUAL)
    wins = np.hstack([counts[:, 0::2], added[:, 0]])
    totals = np.hstack([counts[:, 1::2], added[:, 1]]) + wins
    signs = np.zeros((len(coins) + len(virtual), bots))
    odds = np.zeros(len(signs))
    for n, (first, second, log_odds) in enumerate([*coins, *virtual]):
        signs[n, first], signs[n, second], odds[n] = 1, -1, log_odds
    products = (signs[:, :, None] * signs[:, None, :]).reshape(len(signs), -1)
    strengths = np.zeros((len(counts), bots))
    for _ in range(MOST_STEPS):
        chance = 1 / (1 + np.exp(-(strengths @ signs.T + odds)))
        pull = (wins - totals * chance) @ signs
        curve = ((totals * chance * (1 - chance)) @ products).reshape(-1, bots, bots)
        curve += 1 / bots  # only differences count: this keeps the mean at 0
        step = np.linalg.solve(curve, pull[:, :, None])[:, :, 0]
        strengths += np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < CLOSE:
            break
    return strengths
