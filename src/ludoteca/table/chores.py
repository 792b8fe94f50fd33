"""How often somebody may change what is no part of the match: seats, readiness, whom they mute.

Each change is an entry in the table's log, which must not grow without bound while nobody plays. So
is a lost line: that somebody is away is noted later where their line comes and goes all the time.
"""

from ludoteca.protocol.from_client import (
    AddBot,
    Agree,
    AloneChoice,
    ChangeSetting,
    Exit,
    Kick,
    LeaveSeat,
    Mute,
    Propose,
    Ready,
    RemoveBot,
    SetSeats,
    TakeSeat,
)

CHORES = (
    AddBot, Agree, AloneChoice, ChangeSetting, Exit, Kick, LeaveSeat, Mute, Propose, Ready,
    RemoveBot, SetSeats, TakeSeat,
)  # fmt: skip
"""Messages that are counted."""

BURST = 60
"""Changes that one user may make at once."""

EVERY = 5.0
"""Seconds after which one more is allowed."""


class ChoreLimit:
    """Counts the changes of each user at one table.

    >>> limit = ChoreLimit()
    >>> [sum(limit.take("v", now) for _ in range(100)) for now in (0.0, 10.0)]
    [60, 2]
    """

    def __init__(self) -> None:
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, user: str, now: float) -> bool:
        """Count a change; False if there were too many."""
        left, at = self._left.get(user, (float(BURST), now))
        left = min(float(BURST), left + max(0.0, now - at) / EVERY)
        allowed = left >= 1
        self._left[user] = (left - allowed, now)
        return allowed
