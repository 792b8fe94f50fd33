"""What the tests of the terminal program share."""

import asyncio
from contextlib import suppress

import pytest
import textual.app
import textual.pilot
from textual._context import active_app
from textual.pilot import Pilot

from tests.tui.pilots import fix_seed

ROUNDS = 3
"""A message may bring another one, which brings another one."""

BREATH, LONGEST_DRAWING = 0.1, 20.0
"""Seconds after which one sees whether the screen is still the same, and until one gives up."""


async def until_quiet(*_: float) -> None:
    """Wait until all that was told to the screen has been heard, and is to be seen.

    Textual would wait until the process is idle instead: at least for a while, and for a second
    with every key while a bot thinks.
    """
    app = active_app.get()
    pilot: Pilot[object] = Pilot(app)
    for _round in range(ROUNDS):
        await asyncio.sleep(0)
        await pilot._wait_for_screen()
    loop, drawn, asked = asyncio.get_running_loop(), asyncio.Event(), None
    end = loop.time() + LONGEST_DRAWING
    while app.is_running and app.screen_stack and not drawn.is_set() and loop.time() < end:
        if app.screen is not asked:  # one that has gone draws nothing
            asked = app.screen
            if not asked.call_after_refresh(drawn.set):
                return
        with suppress(TimeoutError):
            async with asyncio.timeout(BREATH):
                await drawn.wait()


@pytest.fixture(autouse=True)
def no_idling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let keys and pauses last as long as the screen needs."""
    for module in (textual.app, textual.pilot):
        monkeypatch.setattr(module, "wait_for_idle", until_quiet)


@pytest.fixture
def fixed_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every match be the same one."""
    fix_seed(monkeypatch)
