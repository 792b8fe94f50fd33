"""The course of a tournament: which deals are still to play, what is known, when it is over."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludoteca.arena.statistics import Sprt
from ludoteca.arena.tournament import PairedDeal, Task, TournamentPlan, seatings
from ludoteca.arena.workers import Runner


def share_of_first(plan: TournamentPlan, deal: PairedDeal) -> float:
    """Return the mean share of the wins that went to the first bot of the pair, ties split."""
    shares = shares_of_first(plan, deal)
    return sum(shares) / len(shares)


def shares_of_first(plan: TournamentPlan, deal: PairedDeal) -> list[float]:
    """Return the share of the win that went to the first bot of the pair, seating by seating."""
    return [
        sum(share for share, side in zip(match.shares(), seating, strict=True) if side == 0)
        for seating, match in zip(seatings(plan.players), deal.matches, strict=True)
    ]


@dataclass
class Contest:
    """A tournament under way."""

    plan: TournamentPlan
    results: dict[Task, PairedDeal] = field(default_factory=dict)
    tests: list[Sprt] = field(default_factory=list)
    """For each pair the test that may stop it early, if one is asked for."""
    _done: list[int] = field(default_factory=list)
    """For each pair: the number of deals without a gap."""

    def __post_init__(self) -> None:
        """Begin."""
        if self.plan.sprt is not None:
            self.tests = [Sprt(*self.plan.sprt) for _ in self.plan.pairs]
        self._done = [0] * len(self.plan.pairs)

    def take(self, deal: PairedDeal) -> None:
        """Take a result in."""
        self.results.setdefault((deal.pair, deal.deal), deal)
        if self.tests:
            self._test(deal.pair)

    def _test(self, pair: int) -> None:
        """Hand on to the test what it has not seen: in order, however the results came in."""
        while (pair, self._done[pair]) in self.results:
            deal = self.results[pair, self._done[pair]]
            self.tests[pair].take(round(share_of_first(self.plan, deal), 9))
            self._done[pair] += 1

    def is_decided(self, pair: int) -> bool:
        """Return whether a pair has enough deals."""
        return bool(self.tests) and self.tests[pair].is_decided

    def tasks(self) -> Iterator[Task]:
        """Name what is to be played, all pairs deal by deal; what is decided is left out."""
        for deal in range(self.plan.deals):
            for pair in range(len(self.plan.pairs)):
                if (pair, deal) not in self.results and not self.is_decided(pair):
                    yield pair, deal

    @property
    def is_over(self) -> bool:
        """Return whether nothing is left to play."""
        return next(self.tasks(), None) is None

    @property
    def left(self) -> int:
        """The number of deals that may still be played."""
        open_pairs = [n for n in range(len(self.plan.pairs)) if not self.is_decided(n)]
        played = sum(pair in open_pairs for pair, _ in self.results)
        return self.plan.deals * len(open_pairs) - played

    def counted(self) -> list[PairedDeal]:
        """List the results that count, in order: of a decided pair, those it was decided by.

        So it does not matter how many more were under way when the answer became clear.
        """
        return [
            self.results[task]
            for task in sorted(self.results)
            if not self.is_decided(task[0]) or task[1] < self.tests[task[0]].deals
        ]


def run(
    contest: Contest, runner: Runner, keep: Callable[[PairedDeal], None], report: Callable[[], None]
) -> bool:
    """Play what is left to play; False if it was interrupted. `keep` gets each new result."""
    results = runner.play(contest.plan, contest.tasks())
    try:
        for deal in results:
            keep(deal)
            contest.take(deal)
            report()
            if contest.tests and all(test.is_decided for test in contest.tests):
                break
    except KeyboardInterrupt:
        return False
    finally:
        results.close()
    return True
