"""A server of paper: its hall and one table, always the same."""

from typing import Any

from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, Message, WatchHall
from ludoteca.protocol.to_client import (
    Answer,
    ChatLine,
    Done,
    Hall,
    HallTable,
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
SETTING = TableSetting(game="codex_naturalis", seats=4)


class PaperDesk:
    """Answers as a server would."""

    is_remote, is_connected = True, True
    welcome = Welcome(
        request=1, version=1, server="", visitor="a", name="Ada", account=False, language="en",
        now=0.0, seats=("k3v9x0c2b7m1",),
    )  # fmt: skip

    async def ask(self, kind: type[Message], **fields: Any) -> Answer:
        """Answer a message."""
        if kind is WatchHall:
            return Hall(request=1, tables=(await self.fetch_table("k3v9x0c2b7m1"),))
        if kind is Enter:
            return self._snapshot()
        return Done(request=1)

    async def fetch_table(self, match: str) -> HallTable:
        """Tell of a table."""
        return HallTable(match=match, status="open", setting=SETTING, seats=SEATS, opened_at=0.0)

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
