"""What the tests of the terminal program share."""

import asyncio
import secrets
from contextlib import suppress
from itertools import count

import pytest
import textual.app
import textual.pilot
from textual._context import active_app
from textual.pilot import Pilot

from ludoteca.bots.spec import LEVELS
from ludoteca.core.kernel import MODE_SETTING

ROUNDS = 3
"""A message may bring another one, which brings another one."""


async def until_quiet(*_: float) -> None:
    """Wait until all that was told to the screen has been heard.

    Textual would wait until the process is idle instead: at least for a while, and for a second
    with every key while a bot thinks.
    """
    app = active_app.get()
    pilot: Pilot[object] = Pilot(app)
    for _round in range(ROUNDS):
        await asyncio.sleep(0)
        await pilot._wait_for_screen()
    drawn = asyncio.Event()
    if app.is_running and app.screen_stack and app.screen.call_after_refresh(drawn.set):
        with suppress(TimeoutError):  # a screen that has gone draws nothing
            async with asyncio.timeout(1):
                await drawn.wait()


@pytest.fixture(autouse=True)
def no_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys and pauses last as long as the screen needs, and compile nothing."""
    monkeypatch.setenv(MODE_SETTING, "interpreted")
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", until_quiet)


@pytest.fixture
def fixed_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match be the same one: dice, names, and a bot that does not look at the clock."""
    monkeypatch.setitem(LEVELS, "medium", "planner:100p")
    numbers = count()
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[next(numbers) % len(letters)])
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)
