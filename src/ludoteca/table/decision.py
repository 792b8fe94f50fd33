"""A decision in the making: who asks, what would happen, and why it may not."""

from collections.abc import Callable
from dataclasses import dataclass, field

from msgspec import Struct

from ludoteca.core.errors import TableError
from ludoteca.language import words
from ludoteca.protocol.common import Language
from ludoteca.protocol.reconnect import RETRY_AFTER
from ludoteca.protocol.to_client import Answer
from ludoteca.table.events import Event
from ludoteca.table.fold import apply
from ludoteca.table.table import REPLACEMENT, Table


class Who(Struct, frozen=True):
    """Somebody who speaks at a table, as the server or this program knows them."""

    user: str
    """An id that stays; the holder of its session is trusted to be that user."""
    name: str
    language: Language = "en"
    account: bool = False
    rating: int | None = None
    avatar: str = ""
    seat: int | None = None
    """As which seat the connection entered, where people share a device."""
    is_bot: bool = False
    """A bot that plays this seat; it has no user."""


class Viewer(Struct, frozen=True):
    """Somebody who sees a table: from a seat, or as a spectator."""

    user: str
    seat: int | None
    language: Language = "en"
    drawing: bool = False
    """Wants each position as text too."""


def _no_bot(name: str) -> bool:
    return False


class TablePolicy(Struct, frozen=True):
    """What a table must know of the policy it stands in."""

    knows_bot: Callable[[str], bool] = _no_bot
    """Whether people may put such a bot on a seat."""
    replacement: str = REPLACEMENT


class Refusal(TableError):
    """Something may not be done; the code names a sentence in every language."""

    def __init__(
        self,
        code: str,
        sentence: str | None = None,
        ply: int | None = None,
        retry_after: float | None = None,
        **values: object,
    ) -> None:
        """Take the code, and what its sentence mentions or the sentence itself."""
        super().__init__(sentence or code, code)
        self.ply = ply
        self.retry_after = RETRY_AFTER.get(code) if retry_after is None else retry_after
        """Seconds after which the same may be taken; none: it would be refused again."""
        self._sentence = sentence
        self._values = values

    def sentence(self, language: str) -> str:
        """Return why, in a language."""
        return self._sentence or words(language).say(f"refusal.{self.code}", **self._values)


class Decision(Struct, frozen=True):
    """What is to be saved, the table after it, and what the asker is then told."""

    events: tuple[Event, ...]
    after: Table
    answer: Answer | None = None
    """None: nobody asked, or the answer is the snapshot for `viewer`."""
    viewer: Viewer | None = None
    """Somebody who comes to the table now."""
    parts: tuple["Decision", ...] = ()
    """The decision on each message, where several were decided together."""

    @property
    def kept(self) -> tuple[Event, ...]:
        """The events that go into the log."""
        return tuple(event for event in self.events if event.kept)


@dataclass
class Draft:
    """Collects events; each is applied at once, so that the next can build on it."""

    table: Table
    now: float
    policy: TablePolicy
    events: list[Event] = field(default_factory=list)

    def add(self, event: Event) -> None:
        """Let something happen."""
        self.table = apply(self.table, event)
        self.events.append(event)

    def decision(self, answer: Answer | None = None, viewer: Viewer | None = None) -> Decision:
        """Close the draft."""
        return Decision(tuple(self.events), self.table, answer, viewer)

    def own_seat(self, who: Who) -> int:
        """Return the seat that somebody acts for; refuse those without one."""
        seat = acting_seat(self.table, who)
        if seat is None:
            raise Refusal("not_seated")
        return seat

    def check_host(self, who: Who) -> None:
        """Refuse everybody but the host."""
        if self.table.host != who.user:
            raise Refusal("not_host")

    def check_open(self) -> None:
        """Refuse what can only be done before the start."""
        if self.table.status != "open":
            raise Refusal("closed" if self.table.status == "closed" else "already_started")


def acting_seat(table: Table, who: Who) -> int | None:
    """Return the seat that somebody acts for: the one entered as, else the one to move."""
    if who.is_bot:
        return who.seat
    own = table.seats_of(who.user)
    if not own:
        return None
    if who.seat in own:
        return who.seat
    return next((seat for seat in own if seat in table.movers), own[0])
