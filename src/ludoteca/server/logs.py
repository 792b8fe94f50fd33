"""Structured logs: events with their facts, never a secret."""

import logging
import sys
import time
from collections.abc import Callable, MutableMapping
from functools import cache
from typing import Any

SECRET = {"token", "password", "cookie", "authorization", "seed", "contribution", "text", "body"}
"""Facts that are never written, wherever they come from; `text` is what people say."""


def hide_secrets(
    _logger: Any, _method: str, facts: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Put a mark in place of what must not be written."""
    for key in facts:
        if key.lower() in SECRET:
            facts[key] = "(hidden)"
    return facts


class Repeats:
    """Lets the first events of a kind through, then counts the rest until a while has passed."""

    MOST = 20
    """Events of one kind that are written in each period."""

    PERIOD = 10.0
    """Seconds."""

    KINDS = 1000
    """Kinds that are remembered."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seen: dict[tuple[object, ...], tuple[float, int]] = {}

    def __call__(
        self, _logger: Any, method: str, facts: MutableMapping[str, Any]
    ) -> MutableMapping[str, Any]:
        """Drop what is repeated too often; the next one written says how many were."""
        from structlog import DropEvent

        if method not in ("warning", "error"):
            return facts
        kind = tuple(facts.get(name) for name in ("event", "address", "owner", "user", "message"))
        now = self._clock()
        began, count = self._seen.pop(kind, (now, 0))
        if now - began >= self.PERIOD:
            if count > self.MOST:
                facts["left_out"] = count - self.MOST
            began, count = now, 0
        self._seen[kind] = (began, count + 1)
        if len(self._seen) > self.KINDS:
            self._seen.pop(next(iter(self._seen)))
        if count >= self.MOST:
            raise DropEvent
        return facts


class FromLibraries(logging.Handler):
    """Writes what libraries log as one event a record, without a traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        facts = {"library": record.name, "message": record.getMessage().strip()}
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            facts["error"] = f"{type(error).__name__}: {error}"[:200]
        method = "error" if record.levelno >= logging.ERROR else "warning"
        getattr(log, method)("library", **facts)


class Log:
    """Takes events; the library that writes them is imported with the first one.

    That takes a tenth of a second, in which a server that starts had better let people in.
    """

    def __init__(self) -> None:
        """Write in the usual form."""
        self._level, self._form = logging.INFO, "text"

    def set_up(self, level: str, form: str) -> None:
        """Decide how much is written, and in which form, to standard error."""
        self._level, self._form = logging.getLevelName(level.upper()), form
        if _writer.cache_info().currsize:  # it is in use already
            _writer.cache_clear()
            _writer(self._level, self._form)

    def __getattr__(self, method: str) -> Any:
        """Write an event: `log.warning("flooded", user=...)`."""
        return getattr(_writer(self._level, self._form), method)


@cache
def _writer(level: int, form: str) -> Any:
    """Set the library up; its own usual form would show variables: secrets too."""
    import structlog

    renderer: Any = (
        structlog.processors.JSONRenderer()
        if form == "json"
        else structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    )
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            hide_secrets,
            Repeats(),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    return structlog.get_logger("ludoteca")


log = Log()


def set_up_logs(level: str, form: str) -> None:
    """Decide how much is written, and in which form, to standard error."""
    log.set_up(level, form)
    number = logging.getLevelName(level.upper())
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(max(number, logging.WARNING))


def take_over_logging() -> None:
    """Write what libraries log in our form; for a process that does nothing but serve."""
    logging.getLogger().handlers = [FromLibraries(logging.WARNING)]


set_up_logs("info", "text")
