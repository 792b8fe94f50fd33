"""Small things to store."""

from ludoteca.server.store import Store
from ludoteca.server.store.values import LogEntry, Status, TableSummary, User

NOW = 1_800_000_000.0


def entry(number: int, ply: int | None = None, move_id: str | None = None) -> LogEntry:
    """Make an entry that can be told from others."""
    return LogEntry(number, "move", b'{"number":%d}' % number, NOW + number, ply, move_id)


def entries(first: int, last: int) -> list[LogEntry]:
    """Make entries in a row."""
    return [entry(number) for number in range(first, last + 1)]


def summary(
    status: Status = "playing",
    game: str = "chess",
    public: bool = True,
    wake_at: float | None = None,
    host: str | None = None,
) -> TableSummary:
    """Make a summary."""
    return TableSummary(status, game, public, b'["Ada","Bo"]', wake_at, host)


def user(name: str, kind: str = "guest", at: float = NOW) -> User:
    """Make a user whose id is the name in small letters."""
    return User(name.lower(), name, kind, at)  # type: ignore[arg-type]


async def opened(store: Store, match: str = "m1", process: str = "here", length: int = 2) -> int:
    """Open a table with a short log; give its epoch."""
    await store.owners.beat(process, f"http://{process}", NOW, lease=10)
    return await store.tables.open_table(match, process, NOW, entries(1, length), summary())
