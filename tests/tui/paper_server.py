"""A server of paper: its lobby and one table, always the same."""

from typing import Any

from ludoteca.protocol.common import BankClock, TableSetting
from ludoteca.protocol.from_client import Enter, Message, WatchLobby
from ludoteca.protocol.http import (
    HistoryPage,
    Leaderboard,
    PastMatch,
    Profile,
    Ranked,
    RatingInfo,
    Seats,
)
from ludoteca.protocol.to_client import (
    Answer,
    ChatLine,
    Done,
    Invited,
    LobbyList,
    LobbyTable,
    SeatInfo,
    Snapshot,
    TableInfo,
    Welcome,
)

SEATS = (
    SeatInfo(seat=0, kind="person", name="Ada", ready=False),
    SeatInfo(seat=1, kind="person", name="Bo", ready=True),
    SeatInfo(seat=2, kind="bot", name="bot:hard", bot="hard", ready=True),
    SeatInfo(seat=3, kind="free"),
)
SETTING = TableSetting(game="codex_naturalis", seats=4, seating="set")
OPEN = LobbyTable(
    match="w5n2q8d4j6f0",
    status="open",
    setting=TableSetting(game="my_shelfie", seats=2, clock=BankClock(600, 10)),
    seats=(SeatInfo(seat=0, kind="person", name="Cy"), SeatInfo(seat=1, kind="free")),
    opened_at=0.0,
)
INVITED = Invited(match="p7r3t9y1u5i2", setting=OPEN.setting, by="Dora")
NOON = 1_789_992_000.0
"""A day in the history of the server."""

PEOPLE: dict[type, Any] = {
    Seats: Seats(["k3v9x0c2b7m1"]),
    Leaderboard: Leaderboard(
        "my_shelfie",
        2,
        [
            Ranked(1, "bot:expert", True, 1893, 1.0, 210),
            Ranked(2, "Dora", False, 1640, 1.0, 31),
        ],
    ),
    Profile: Profile("Dora", "account", NOON, [RatingInfo("my_shelfie", 2, 1640, 1.0, 31)]),
    HistoryPage: HistoryPage(
        [
            PastMatch("a1", "my_shelfie", "final", ["Dora", "bot:hard"], 0, NOON, 1),
            PastMatch("b2", "codex_naturalis", "playing", ["Ada", "Dora"], 1, NOON),
        ],
        NOON,
    ),
}
"""What is answered over HTTP."""


class PaperSession:
    """Answers as a server would."""

    is_remote, is_connected = True, True
    welcome = Welcome(
        request=1, version=1, server="", user="a", name="Ada", account=False, language="en",
        now=0.0, seats=("k3v9x0c2b7m1",),
    )  # fmt: skip

    async def ask(self, kind: type[Message], **fields: Any) -> Answer:
        """Answer a message."""
        if kind is WatchLobby:
            return LobbyList(request=1, tables=(await self.fetch_table("k3v9x0c2b7m1"), OPEN))
        if kind is Enter:
            return self._snapshot()
        return Done(request=1)

    async def fetch_table(self, match: str) -> LobbyTable:
        """Tell of a table."""
        return LobbyTable(match=match, status="open", setting=SETTING, seats=SEATS, opened_at=0.0)

    async def fetch(self, path: str, kind: type) -> Any:
        """Tell of people."""
        return PEOPLE[kind]

    def _snapshot(self) -> Snapshot:
        table = TableInfo(
            match="k3v9x0c2b7m1", status="open", setting=SETTING, options={}, host=0, seats=SEATS,
            commitment="", spectators=0,
        )  # fmt: skip
        line = ChatLine(number=1, at=0.0, name="Bo", text="One moment, please.", seat=1)
        return Snapshot(
            request=1, table=table, seat=0, seats=(0,), position=None, happened=(), chat=(line,)
        )

    def now(self) -> float:
        """Stand still."""
        return 0.0

    def link(self, match: str) -> str:
        """Lead to a table."""
        return f"https://games.example/t/{match}"

    def listen(self, *_: object) -> None:
        """Have nothing to tell."""

    def leave_alone(self, *_: object) -> None:
        """Tell nothing."""

    def watch_connection(self, *_: object) -> None:
        """Be always there."""
