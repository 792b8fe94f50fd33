"""How a client comes back: the one policy, which the page has too (`protocol.typescript`).

A lost connection is opened again after pauses that grow. Then the client says hello, enters its
tables again, and sends again what is safe to send twice. A refusal with `retry_after` passes: the
same may be taken that many seconds later. A refusal without it stays. How fast messages may come
stands in `Welcome`.
"""

from typing import Literal

RETRY_AFTER = {"busy": 1.0, "fault": 1.0, "store_away": 1.0, "too_fast": 1.0}
"""Codes of refusals that are not about what was asked: seconds until it may be tried again."""

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 4.0
"""Seconds before the first new connection; each failure doubles them, up to the longest."""

SPREAD = 0.2
"""By what share pauses differ, so that not all clients come back at once."""

MARGIN = 0.9
"""The share of the server's pace that a client uses: what is sent evenly may arrive together."""

AfterClose = Literal["retry", "sign_in", "replaced", "banned"]

AFTER_CLOSE: dict[int, AfterClose] = {4001: "sign_in", 4003: "replaced", 4010: "banned"}
"""What a client does when the server closes with a code; with all others it connects again."""


def after_close(code: int | None) -> AfterClose:
    """Decide what to do after a connection was closed.

    >>> after_close(1012), after_close(4003)
    ('retry', 'replaced')
    """
    return AFTER_CLOSE.get(code or 0, "retry")


def pause_before(attempt: int, chance: float) -> float:
    """Return the seconds before an attempt to connect, from 0; `chance` is below 1.

    >>> pause_before(0, 0.5), pause_before(9, 0.5)
    (0.25, 4.0)
    """
    return _spread(min(FIRST_PAUSE * 2.0 ** min(attempt, 16), LONGEST_PAUSE), chance)


def pause_after(retry_after: float, chance: float) -> float:
    """Return the seconds to wait after a refusal that passes: never less than it says.

    >>> pause_after(1.0, 0.0), pause_after(1.0, 0.5)
    (1.0, 1.2)
    """
    return _spread(retry_after, chance) + retry_after * SPREAD


def _spread(seconds: float, chance: float) -> float:
    return seconds * (1 - SPREAD + 2 * SPREAD * chance)
