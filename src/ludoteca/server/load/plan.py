"""How much load, and for how long, with limits that keep it harmless."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from msgspec import Struct

from ludoteca.core.errors import UsageError

MOST_TABLES, MOST_SOCKETS, MOST_SECONDS = 5000, 20_000, 600

MOST_PROCESSES = 16
HERE = ("localhost", "127.0.0.1", "::1")

SEATS = (2, 4)
"""The fewest and the most people at a table."""


class Asks(Struct, frozen=True):
    """What clients leave to the server."""

    previews: bool = False
    """Asked for before a move, by clients without the game's engine."""
    drawings: bool = False
    """Told with every position, to clients without a board of the game."""


PAGE = Asks()
"""The page has engine and board of our games: it asks for neither."""

PAGE_BEFORE = Asks(previews=True, drawings=True)
"""The page before it had the engine: it entered every table with `drawing: true`, and asked for
previews with every tile and card that was taken up (decision 21 has what was counted)."""

COMPARED = {
    "page before": PAGE_BEFORE,
    "page before, without drawings": Asks(previews=True),
    "page now": PAGE,
}
"""Clients whose cost is compared: the first with the last one is what the page's engine saves."""


class LoadPlan(Struct, frozen=True, kw_only=True):
    """What is asked of the server."""

    tables: int = 1000
    sockets: int = 3000
    pace: float = 4.0
    """Seconds between two moves at one table, on average."""
    seconds: float = 30.0
    """How long is measured at that pace, and as long at the bare echo."""
    step: float = 5.0
    """How long each faster pace is measured, when the knee is looked for; 0: it is not."""
    seed: int = 1
    compare: bool = False
    """Whether the server's work a move is also measured for clients that ask more than the page."""
    processes: int = 1
    """Of one server, all on this machine; people come to them in turn, also those of a table."""
    database: str = ""
    """PostgreSQL; else SQLite in a temporary folder, for one process alone."""
    redis: str = ""

    def people(self) -> list[int]:
        """Return how many sockets each table has: seats first, spectators on top.

        >>> LoadPlan(tables=3, sockets=10).people()
        [4, 3, 3]
        """
        each, more = divmod(self.sockets, self.tables)
        return [each + (number < more) for number in range(self.tables)]


def check(plan: LoadPlan) -> LoadPlan:
    """Refuse a plan that can't be carried out, or that is too much."""
    if not 1 <= plan.tables <= MOST_TABLES:
        raise UsageError(f"tables: 1 to {MOST_TABLES}, not {plan.tables}")
    if not SEATS[0] * plan.tables <= plan.sockets <= MOST_SOCKETS:
        least = SEATS[0] * plan.tables
        raise UsageError(f"sockets: {least} (two a table) to {MOST_SOCKETS}, not {plan.sockets}")
    if not 0.01 <= plan.pace <= 3600 or not 0.5 <= plan.seconds <= MOST_SECONDS:
        raise UsageError(f"pace: 0.01 to 3600 s; seconds: 0.5 to {MOST_SECONDS}")
    if not 1 <= plan.processes <= MOST_PROCESSES:
        raise UsageError(f"processes: 1 to {MOST_PROCESSES}, not {plan.processes}")
    if plan.processes > 1 and not (plan.database and plan.redis):
        raise UsageError("several processes need --database and --redis")
    for name, url in (("--database", plan.database), ("--redis", plan.redis)):
        if url and urlsplit(url).hostname not in (None, *HERE):
            raise UsageError(f"{name} must be on this machine, not {urlsplit(url).hostname}")
    return plan


class Times(Struct, frozen=True, kw_only=True):
    """How long answers took, in milliseconds."""

    count: int
    a_second: float
    p50: float
    p99: float
    most: float


def times_of(seconds: Sequence[float], lasted: float) -> Times:
    """Sum up how long answers took.

    >>> times_of([0.001, 0.002, 0.004], lasted=1.5)
    Times(count=3, a_second=2.0, p50=2.0, p99=4.0, most=4.0)
    """
    if not seconds:
        raise UsageError("nothing was answered: measure longer, or at a faster pace")
    ordered = sorted(seconds)

    def at(share: float) -> float:
        return round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))], 2)

    return Times(
        count=len(ordered),
        a_second=round(len(ordered) / lasted, 2),
        p50=at(0.5),
        p99=at(0.99),
        most=at(1),
    )
