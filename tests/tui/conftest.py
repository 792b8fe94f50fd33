"""What the tests of the terminal program share."""

import secrets
from itertools import count

import pytest

from ludoteca.bots.spec import LEVELS


@pytest.fixture
def fixed_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match be the same one: dice, names, and a bot that does not look at the clock."""
    monkeypatch.setitem(LEVELS, "medium", "planner:100p")
    numbers = count()
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[next(numbers) % len(letters)])
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)
