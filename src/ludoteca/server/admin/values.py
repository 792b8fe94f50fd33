"""Request and response bodies for admins."""

from typing import Annotated

from msgspec import Meta, Struct

from ludoteca.server.store.values import Kind, Status


class TableLine(Struct, frozen=True):
    """One table of the list, with what the lobby knows of its match."""

    match: str
    status: Status
    game: str
    public: bool
    players: list[str]
    away: list[str]
    opened_at: float
    updated_at: float
    awake: bool
    """Whether the process that was asked looks after it now."""
    set_aside: bool
    """Whether its log can't be read."""


class Person(Struct, frozen=True):
    """A user."""

    id: str
    name: str
    kind: Kind
    since: float
    banned: bool
    became: str | None = None
    """The account that took over what this guest did."""


class WhoBody(Struct, frozen=True):
    """Somebody: the name of an account, or the id of any user."""

    who: Annotated[str, Meta(min_length=1, max_length=80)]


class BanBody(WhoBody, frozen=True):
    """Whether a user is banned, or allowed again."""

    banned: bool
