"""Structured logs: events with their facts, never a secret."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

SECRET = {"token", "password", "cookie", "authorization", "seed", "contribution", "text", "body"}
"""Facts that are never written, whoever hands them over; `text` is what people say."""

log: Any = structlog.get_logger("ludoteca")


def hide_secrets(
    _logger: Any, _method: str, facts: MutableMapping[str, Any]
) -> MutableMapping[str, Any]:
    """Put a mark in place of what must not be written."""
    for key in facts:
        if key.lower() in SECRET:
            facts[key] = "(hidden)"
    return facts


def set_up_logs(level: str, form: str) -> None:
    """Decide how much is written, and in which form, to standard error."""
    number = logging.getLevelName(level.upper())
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
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
        cache_logger_on_first_use=False,
    )
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logging.getLogger(name).setLevel(max(number, logging.WARNING))


set_up_logs("info", "text")  # the usual form of the library would show variables: secrets too
