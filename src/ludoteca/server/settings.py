"""Settings of the server, from the environment (`LUDOTECA_…`) and the options of `serve`."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from ludoteca.coach.hint import parse_adviser
from ludoteca.core import folders
from ludoteca.core.errors import UsageError

PREFIX = "LUDOTECA_"
KINDS: dict[Any, str] = {int: "a whole number", float: "a number", bool: "1 or 0"}
SHORTEST_TOKEN = 20
"""A token of fewer characters could be guessed."""


LEAST = {"bot_threads": 0, "bot_seconds": 0.1, "bot_pause": 0, "lease": 1, "notice_pause": 0}
"""The smallest numbers that make sense."""


class Limits(Struct, frozen=True):
    """How much one user may do; a bad client harms only itself."""

    messages_a_second: float = 5
    message_burst: int = 20
    floods: int = 40
    """Messages a minute beyond the limit after which the session's socket is closed."""
    pending: int = 32
    """Messages of one socket that wait for their answer."""
    frames_a_second: float = 50
    frame_burst: int = 200
    """WebSocket frames of one connection, pings and fragments included; beyond, it is closed."""
    fragments: int = 64
    """Pieces of one message."""
    bytes_a_second: float = 64 * 1024
    byte_burst: int = 512 * 1024
    """Bytes that one WebSocket may send."""
    address_frames_a_second: float = 500
    address_frame_burst: int = 2000
    """Frames of all sockets of one address."""
    sockets: int = 5
    """Sockets of one session."""
    address_sockets: int = 100
    """Sockets of one address."""
    handshakes_a_second: float = 10
    handshake_burst: int = 100
    """New sockets of one address."""
    connections: int = 100
    """Connections of one address on which no request or socket is being served."""
    waiting_connections: int = 400
    """Such connections of all addresses; beyond, the oldest makes room."""
    header_seconds: float = 10
    """Time for a request to arrive up to its body."""
    body_seconds: float = 20
    """Time for a body to arrive, or for 16 KiB of a large one."""
    reader_seconds: float = 30
    """Time for a client to take some of an answer."""
    queue_messages: int = 64
    queue_bytes: int = 256 * 1024
    """What may wait to be sent to one socket."""
    entered: int = 20
    """Tables that one socket hears of."""
    requests_a_second: float = 20
    request_burst: int = 60
    """HTTP requests of one address that write something."""
    guests_a_minute: float = 30
    guest_burst: int = 60
    """New guests and log-ins of one address."""
    log_ins_a_minute: float = 6
    log_in_burst: int = 20
    """Tries to log in to one account, from wherever they come."""
    codes_an_hour: float = 10
    code_burst: int = 10
    """Wrong codes of an authenticator, for one account: six digits could be guessed."""


class Settings(Struct, frozen=True, kw_only=True):
    """All settings; each can be given as `LUDOTECA_` and its name in capitals."""

    host: str = "0.0.0.0"
    """The address to listen on: 127.0.0.1 is for this machine alone."""
    port: int = 8000
    """The port to listen on; 0: any that is free."""
    data: Path = field(default_factory=folders.data)
    """The folder of the embedded database (SQLite)."""
    database_url: str = ""
    """PostgreSQL (postgresql://…) instead of the embedded database."""
    redis_url: str = ""
    """Redis or Valkey (redis://…), for hints between several processes."""
    public_url: str = ""
    """The address people use, where a proxy stands in front; with https://, cookies need it."""
    hsts: str = "max-age=31536000; includeSubDomains"
    """With https: how long browsers use nothing else; empty: they are not told."""
    origins: tuple[str, ...] = ()
    """Further pages that may open sockets, exactly as browsers write their Origin."""
    webhook_url: str = ""
    """URL that receives a POST when a player's turn begins in a correspondence match."""
    smtp_url: str = ""
    """Sends e-mail: smtp://USER:PASSWORD@HOST:PORT (encrypted if the server can), or smtps://…"""
    mail_from: str = ""
    """Who sends e-mail, such as ludoteca <play@example.org>; push services are told it too."""
    notice_pause: float = 30.0
    """Seconds that a notice for somebody who is away waits: they may come back, others join it."""
    push_anywhere: bool = False
    """Whether push messages may go to private addresses and without https: for tests only."""
    bot_threads: int = 0
    """How many bots think at once; 0: half the cores."""
    bot_seconds: float = 5.0
    """The longest budget of a bot for one move; at twice that it is given up."""
    bot_pause: float = 0.6
    """Seconds a bot waits at least before it moves, so that people can follow."""
    analysis: str = "mcts:300ms"
    """Who judges the moves of finished matches, with what budget for each; empty: nobody."""
    log: str = "info"
    """How much is logged: debug, info, warning, error."""
    log_form: str = "text"
    """How it is logged: text for people, json for programs."""
    metrics: bool = True
    """Whether /metrics answers; 0: no."""
    lease: float = 10.0
    """Seconds after which a process that says nothing has lost its tables."""
    process: str = ""
    """The name of this process among several, the same after a restart; else host and port."""
    address: str = ""
    """Where other processes reach this one, HOST:PORT, if not where it listens."""
    admin_token: str = ""
    """What `ludoteca admin` shows: 20 letters and digits or more. Else made, and kept in the data
    folder; with PostgreSQL there is none."""
    limits: Limits = Limits()

    @property
    def is_https(self) -> bool:
        """Return whether people come by https, so that cookies are for https alone."""
        return self.public_url.startswith("https://")


def read_settings(
    environment: Mapping[str, str] = os.environ, given: Mapping[str, Any] = {}
) -> Settings:
    """Join defaults, environment and options (None: not given); refuse what can't be.

    >>> read_settings({"LUDOTECA_PORT": "8080"}, {"host": "127.0.0.1"}).port
    8080
    """
    values: dict[str, Any] = {}
    for name, kind in Settings.__annotations__.items():
        text = environment.get(f"{PREFIX}{name.upper()}")
        if text is None or kind is Limits:
            continue
        values[name] = _parse(name, kind, text)
    values |= {name: value for name, value in given.items() if value is not None}
    settings = Settings(**values)
    _check(settings)
    if settings.analysis:
        parse_adviser(settings.analysis)
    return settings


def _parse(name: str, kind: Any, text: str) -> Any:
    if kind is Path:
        return Path(text)
    value: Any = text
    if kind == tuple[str, ...]:
        value = tuple(part for part in text.replace(",", " ").split() if part)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        wanted = KINDS.get(kind, "a text")
        raise UsageError(f"{PREFIX}{name.upper()} can't be {text!r}: {wanted}, please") from None


def _check_numbers(settings: Settings) -> None:
    if not 0 <= settings.port <= 65535:
        raise UsageError(f"a port is a number from 0 to 65535, not {settings.port}")
    for name, least in LEAST.items():
        value = getattr(settings, name)
        if not value >= least:
            raise UsageError(f"{PREFIX}{name.upper()} is {least} or more, not {value}")


def _check(settings: Settings) -> None:
    _check_numbers(settings)
    for name, allowed in (
        ("log", ("debug", "info", "warning", "error")),
        ("log_form", ("text", "json")),
    ):
        if getattr(settings, name) not in allowed:
            value = getattr(settings, name)
            raise UsageError(f"{PREFIX}{name.upper()} is one of {', '.join(allowed)}, not {value}")
    for name in ("public_url", "webhook_url"):
        url = getattr(settings, name)
        if url and not url.startswith(("http://", "https://")):
            raise UsageError(f"{PREFIX}{name.upper()} begins with http:// or https://, not {url!r}")
    token = settings.admin_token
    if token and (len(token) < SHORTEST_TOKEN or not (token.isascii() and token.isalnum())):
        raise UsageError(
            f"{PREFIX}ADMIN_TOKEN has {SHORTEST_TOKEN} characters or more, letters and digits only:"
            " openssl rand -hex 32 makes one"
        )
    if settings.redis_url and not settings.database_url:
        raise UsageError(
            "several processes (LUDOTECA_REDIS_URL) need PostgreSQL: set LUDOTECA_DATABASE_URL too"
        )
