"""What results prove: intervals on deals, corrections for many claims, tests that stop early.

The deal is the unit: the matches of one deal share their shuffle, so they are not independent.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist

CONFIDENCE = 0.95
QUANTILE = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

LEAST_MATCHES = 400
"""With fewer matches nothing is claimed."""

ERROR = 0.05
"""How often the test that stops early may be wrong, in either direction."""

LOOK_EVERY = 16
"""Number of deals between two looks."""

PSEUDO = 0.001
"""Times that each of loss, tie and win count as seen, so that no outcome is thought impossible."""


@dataclass(frozen=True)
class Interval:
    """A mean over deals and where the true one lies, with 95 % confidence."""

    mean: float
    low: float
    high: float
    error: float
    """The standard error of the mean."""


def interval(values: Sequence[float]) -> Interval:
    """Return the mean of a share (0 to 1) with its interval, on one value a deal.

    It is Wilson's, with as many matches as would have this error: near 0 and 1 it is not the same
    on both sides. Where all deals came out the same, the bound is that on a chance never seen in
    that many deals.

    >>> outcome = interval([0.5, 1.0, 0.5, 0.0] * 25)
    >>> round(outcome.low, 3), outcome.mean, round(outcome.high, 3)
    (0.431, 0.5, 0.569)
    >>> round(interval([1.0] * 100).low, 3)
    0.964
    """
    mean, error = mean_and_error(values)
    if error == 0:
        width = 1 - ((1 - CONFIDENCE) / 2) ** (1 / len(values))
        return Interval(mean, max(0.0, mean - width), min(1.0, mean + width), error)
    matches = mean * (1 - mean) / error**2
    pull = QUANTILE**2 / matches
    middle = (mean + pull / 2) / (1 + pull)
    width = QUANTILE * math.sqrt(error**2 + pull / (4 * matches)) / (1 + pull)
    return Interval(mean, min(mean, middle - width), max(mean, middle + width), error)


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean and its standard error; 0 where the values do not differ."""
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1 or min(values) == max(values):
        return mean, 0.0
    variance = math.fsum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, math.sqrt(variance / count)


def correlation(rows: Sequence[Sequence[float]]) -> float | None:
    """Return how much the matches of one deal go together, from one row a deal.

    Below 0, what one seating gains by luck the other one loses: duplicate deals then pay. None if
    it can't be said.

    >>> correlation([[1, 0], [0, 1], [1, 0]])
    -1.0
    """
    width = len(rows[0])
    cells = [value for row in rows for value in row]
    mean = math.fsum(cells) / len(cells)
    spread = math.fsum((value - mean) ** 2 for value in cells) / len(cells)
    if width < 2 or spread < 1e-12:
        return None
    between = math.fsum((math.fsum(row) / width - mean) ** 2 for row in rows) / len(rows)
    return (between * width / spread - 1) / (width - 1)


def probability_of_luck(outcome: Interval, deals: int) -> float:
    """Return the chance of a mean at least so far from one half between equal bots."""
    distance = abs(outcome.mean - 0.5)
    if outcome.error == 0:  # the exact one for deals that all go the same way
        return min(1.0, 2 * 0.5**deals) if distance else 1.0
    return 2 * NormalDist().cdf(-distance / outcome.error)


def holm(chances: Sequence[float]) -> list[float]:
    """Correct the chances of luck for a whole family of claims (Holm's method).

    >>> [round(chance, 3) for chance in holm([0.01, 0.04, 0.03])]
    [0.03, 0.06, 0.06]
    """
    order = sorted(range(len(chances)), key=lambda n: chances[n])
    corrected = [0.0] * len(chances)
    highest = 0.0
    for rank, n in enumerate(order):
        highest = max(highest, min(1.0, (len(chances) - rank) * chances[n]))
        corrected[n] = highest
    return corrected


def log_likelihood_ratio(counts: Mapping[float, int], low: float, high: float) -> float:
    """Weigh a true mean of `high` against one of `low`, given how often each deal mean came up.

    For either one, the likeliest distribution with this mean is taken (generalised; with two seats
    the five deal means make the pentanomial model).
    """
    total = sum(counts.values())
    if total == 0:
        return 0.0
    seen: dict[float, float] = {0.0: PSEUDO, 0.5: PSEUDO, 1.0: PSEUDO}
    for value, times in counts.items():
        seen[value] = seen.get(value, 0.0) + times
    pairs = sorted(seen.items())
    return _log_likelihood(pairs, high) - _log_likelihood(pairs, low)


def _log_likelihood(pairs: list[tuple[float, float]], mean: float) -> float:
    """Return the log-likelihood of the likeliest distribution with a mean, but for a constant.

    Its chances are those seen, each over 1 + tilt (value - mean); the tilt makes the mean right.
    """
    least, most = -1 / (pairs[-1][0] - mean), -1 / (pairs[0][0] - mean)
    for _ in range(100):
        tilt = (least + most) / 2
        pull = sum(times * (v - mean) / (1 + tilt * (v - mean)) for v, times in pairs)
        if pull > 0:
            least = tilt
        else:
            most = tilt
    tilt = (least + most) / 2
    return -sum(times * math.log(1 + tilt * (value - mean)) for value, times in pairs)


@dataclass
class Sprt:
    """A test that stops as soon as it is clear whether the true mean is `low` or `high`."""

    low: float
    high: float
    looks: list[tuple[int, float]] = field(default_factory=list)
    """The log-likelihood ratio by number of deals."""
    verdict: str = "undecided"
    """Or `accepted` (as good as `high`), or `rejected` (no better than `low`)."""
    _counts: Counter[float] = field(default_factory=Counter)
    _deals: int = 0

    @property
    def bounds(self) -> tuple[float, float]:
        """Return the ratios at which it stops."""
        bound = math.log((1 - ERROR) / ERROR)
        return -bound, bound

    @property
    def is_decided(self) -> bool:
        """Return whether the answer is clear."""
        return self.verdict != "undecided"

    @property
    def deals(self) -> int:
        """The number of deals taken in."""
        return self._deals

    def take(self, value: float) -> None:
        """Take in the mean of the next deal; look if it is time."""
        if self.is_decided:
            return
        self._counts[value] += 1
        self._deals += 1
        if self._deals % LOOK_EVERY == 0:
            ratio = log_likelihood_ratio(self._counts, self.low, self.high)
            self.looks.append((self._deals, ratio))
            reject, accept = self.bounds
            if ratio >= accept:
                self.verdict = "accepted"
            elif ratio <= reject:
                self.verdict = "rejected"
