"""Small things to store."""

from ludoteca.server.store.port import Store
from ludoteca.server.store.values import Entry, Status, Summary, Visitor

NOW = 1_800_000_000.0


def entry(number: int, ply: int | None = None, move_id: str | None = None) -> Entry:
    """Make an entry that can be told from others."""
    return Entry(number, "move", b'{"number":%d}' % number, NOW + number, ply, move_id)


def entries(first: int, last: int) -> list[Entry]:
    """Make entries in a row."""
    return [entry(number) for number in range(first, last + 1)]


def summary(
    status: Status = "playing",
    game: str = "chess",
    public: bool = True,
    wake_at: float | None = None,
    host: str | None = None,
) -> Summary:
    """Make a summary."""
    return Summary(status, game, public, b'["Ada","Bo"]', wake_at, host)


def visitor(name: str, kind: str = "guest", at: float = NOW) -> Visitor:
    """Make a visitor whose id is the name in small letters."""
    return Visitor(name.lower(), name, kind, at)  # type: ignore[arg-type]


async def opened(store: Store, match: str = "m1", process: str = "here", length: int = 2) -> int:
    """Open a table with a short log; give its epoch."""
    await store.beat(process, f"http://{process}", NOW, lease=10)
    return await store.open_table(match, process, NOW, entries(1, length), summary())
