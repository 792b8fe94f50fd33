"""One socket, with a bounded queue of frames to send, so a slow reader harms only itself."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from ludoteca.core.errors import LudotecaError, StoreAway
from ludoteca.protocol import encode
from ludoteca.protocol.common import Language
from ludoteca.protocol.to_client import Answer, Outage, Refused, Resync, Told
from ludoteca.server.accounts.accounts import Identity
from ludoteca.server.logs import log
from ludoteca.server.metrics import Metrics
from ludoteca.server.problem import sentence_of, wait_after
from ludoteca.server.settings import Limits
from ludoteca.table import Shared, Table, Who

TOO_SLOW = 1013
TAKEN_OVER = 4003

NOT_ALLOWED = frozenset(
    ("account_needed", "move_id_used", "no_spectators", "not_host", "not_seated", "not_your_seat",
     "sent_away")
)  # fmt: skip
"""Refusals of what is somebody else's to do: these are logged, one by one."""

Frame = tuple[bytes, bool]
"""What is sent, and whether it is an answer, which is never left out."""

_RESYNC = encode(Resync())


class FrameSink(Protocol):
    """Where the frames of a connection go."""

    def write(self, frame: bytes) -> bool:
        """Send a frame at once; False if it has to wait."""

    def wake(self) -> None:
        """Send what waits, or close, as soon as the reader allows it."""

    def cut(self) -> None:
        """End the socket soon, whether its reader takes anything or not."""


class Connection:
    """A socket of a user who is known."""

    def __init__(
        self,
        number: int,
        identity: Identity,
        limits: Limits,
        wire: FrameSink,
        token: str = "",
        passed_on: bool = False,
        metrics: Metrics | None = None,
    ) -> None:
        """Start with nothing to send.

        `token` is what the client showed, to speak in its name with another process;
        `passed_on`: such a process speaks here.
        """
        self.number, self.identity = number, identity
        self.token, self.passed_on = token, passed_on
        self.language: Language = "en"
        self.greeted = False
        self.ratings: dict[tuple[str, int], int] = {}
        """The user's ratings as shown, by game and number of players."""
        self.tables: set[str] = set()
        self.invited: set[str] = set()
        """Tables to which it was told that its user is invited."""
        self.known_tables: dict[str, int] = {}
        """The tables at which its user sits, and how far their logs were when the user was told."""
        self.told_turns: dict[str, int] = {}
        """At which ply of which match it was told that it is its user's turn."""
        self.pending = 0
        self.closing: int | None = None
        self._limits, self._wire = limits, wire
        self._metrics = metrics
        self._idle = True
        """Whether nothing waits, nor is under way: only then may a frame go ahead at once."""
        self._queue: deque[Frame] = deque()
        self._bytes = 0
        self._resyncing = False

    @property
    def is_closed(self) -> bool:
        """Whether the socket is closed, or about to be."""
        return self.closing is not None

    def identify(self, table: Table, seat: int | None) -> Who:
        """Return as whom the user speaks at a table: by the id that holds a seat, if one does."""
        identity = self.identity
        seated = [player for player in identity.ids if table.seats_of(player)]
        return Who(
            user=seated[0] if seated else identity.id,
            name=identity.user.name,
            language=self.language,
            account=identity.user.kind != "guest",
            rating=self.ratings.get((table.game.id, len(table.seats))),
            avatar=identity.user.avatar,
            seat=seat,
        )

    def tell(self, message: Told) -> None:
        """Send a message as soon as the reader takes it."""
        if isinstance(message, Refused):
            if self._metrics is not None:
                self._metrics.refusals.labels(message.code).inc()
            if message.code in NOT_ALLOWED:
                user, code, match = self.identity.id, message.code, message.match
                log.warning("not_allowed", user=user, code=code, match=match)
        self.put(encode(message), isinstance(message, Answer))

    def refuse(
        self,
        request: int,
        error: LudotecaError,
        match: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        """Answer that something has not happened, in the reader's language."""
        refused = Refused(
            request=request,
            code=error.code,
            sentence=sentence_of(error, self.language),
            match=getattr(error, "match", None) or match,
            retry_after=retry_after or wait_after(error),
        )
        self.tell(refused)

    def deliver(self, shared: Shared) -> None:
        """Send a message that other subscribers of a table get too."""
        self.put(shared.frame)

    def tell_outage(self, match: str) -> None:
        """Tell that nothing can be saved at a table now."""
        sentence = sentence_of(StoreAway(""), self.language)
        self.tell(Outage(match=match, up=False, sentence=sentence))

    def answered(self, seconds: float) -> None:
        """Note how long an answer took."""
        if self._metrics is not None:
            self._metrics.answer_seconds.observe(seconds)

    def taken_over(self) -> None:
        """Close the socket, because a newer one of the same seat acts."""
        self.close(TAKEN_OVER)

    def put(self, frame: bytes, is_answer: bool = False) -> None:
        """Send a frame, or queue it; too many: leave frames out and say so, then close."""
        if self.closing is not None or (self._idle and self._wire.write(frame)):
            return
        self._idle = False
        self._queue.append((frame, is_answer))
        self._bytes += len(frame)
        if self._is_over():
            self._leave_out()
        self._wire.wake()

    def _is_over(self) -> bool:
        limits = self._limits
        return len(self._queue) > limits.queue_messages or self._bytes > limits.queue_bytes

    def _leave_out(self) -> None:
        if self._resyncing:
            self.close(TOO_SLOW)
            return
        answers = [frame for frame in self._queue if frame[1]]
        self._queue = deque([*answers, (_RESYNC, False)])
        self._bytes = sum(len(frame) for frame, _ in self._queue)
        self._resyncing = True
        if self._is_over():
            self.close(TOO_SLOW)

    def close(self, code: int) -> None:
        """Close the socket, after what is queued if the reader takes it; the first code counts."""
        if self.closing is None:
            self.closing = code
            if code == TOO_SLOW:
                self._queue.clear()
            self._wire.wake()
            self._wire.cut()

    def take(self) -> bytes | None:
        """Return the next frame to send; None if there is none."""
        if not self._queue:
            self._idle = True
            return None
        frame, _ = self._queue.popleft()
        self._bytes -= len(frame)
        if frame is _RESYNC:
            self._resyncing = False
        return frame

    @property
    def waiting(self) -> int:
        """Count what waits to be sent."""
        return len(self._queue)


async def pump(
    connection: Connection,
    wake: asyncio.Event,
    send: Callable[[str], Awaitable[None]],
    close: Callable[[int], Awaitable[None]],
) -> None:
    """Send what is queued until the connection closes."""
    while True:
        await wake.wait()
        wake.clear()
        while (frame := connection.take()) is not None:
            await send(frame.decode())
        if connection.closing is not None:
            with suppress(Exception):  # the reader may be gone already
                await close(connection.closing)
            return
