"""Somebody who sits at the terminal: opens the program, presses keys, clicks and reads."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.pilot import Pilot

from ludoteca.bots.spec import LEVELS
from ludoteca.protocol.common import TableSetting
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.boards import Board
from ludoteca.tui.boards.codex_naturalis import CodexNaturalisBoard
from ludoteca.tui.canvas import ClickArea
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.table import TableScreen
from ludoteca.tui.settings import TerminalSettings

SIZE = (80, 24)
LONGEST_WAIT = 50.0
BREATH = 0.005
"""Seconds left to others before one looks again."""


def fix_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fix what is random: the shuffle, names, and a bot that does not look at the clock."""
    monkeypatch.setitem(LEVELS, "medium", "planner:100p")
    numbers = count()
    monkeypatch.setattr(secrets, "token_bytes", bytes)
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    monkeypatch.setattr(secrets, "choice", lambda letters: letters[next(numbers) % len(letters)])
    monkeypatch.setattr(secrets, "randbits", lambda _: 7)


def setting(game: str, people: tuple[str, ...] = (), *bots: str) -> TableSetting:
    """Make a table for oneself, people who share the screen, and bots."""
    bots = bots or ("easy",)
    return TableSetting(game=game, seats=1 + len(people) + len(bots), here=people, bots=bots)


def make_app(folder: Path, opening: TableOpening | None = None, **taste: str) -> TerminalApp:
    """Make the program with settings and records of its own."""
    settings = TerminalSettings(**{"language": "en", "letters": "unicode", **taste})
    return TerminalApp(settings, folder / "settings.json", folder / "matches", opening)


@asynccontextmanager
async def seated(
    app: TerminalApp, size: tuple[int, int] = SIZE
) -> AsyncIterator[tuple[Pilot[None], TableScreen]]:
    """Run the program until its first table is ready."""
    async with app.run_test(size=size) as pilot:
        await until(pilot, lambda: any(isinstance(s, TableScreen) for s in app.screen_stack))
        screen = next(s for s in app.screen_stack if isinstance(s, TableScreen))
        await until(pilot, lambda: screen.match is not None)
        yield pilot, screen


async def until(pilot: Pilot[None], true: Callable[[], Any]) -> None:
    """Wait for something to become true."""
    end = asyncio.get_running_loop().time() + LONGEST_WAIT
    while not true():
        late = asyncio.get_running_loop().time() > end
        assert not late, f"that never came true; this is on the screen:\n{text(pilot.app)}"
        await asyncio.sleep(BREATH)
        await pilot.pause()


async def until_moved(pilot: Pilot[None], screen: TableScreen, ply: int) -> None:
    """Wait until a table is beyond a ply."""
    await until(
        pilot, lambda: screen.match and screen.match.position and screen.match.position.ply > ply
    )


def is_asked(screen: TableScreen) -> bool:
    """Return whether the board shows the latest that was told, and asks for a move."""
    told, scene = screen.match.position if screen.match else None, screen.board._scene
    return told is not None and scene is not None and scene.may_move and scene.position == told


async def until_asked(pilot: Pilot[None], screen: TableScreen) -> None:
    """Wait until a table asks for a move."""
    await until(pilot, lambda: is_asked(screen))


async def until_alone(pilot: Pilot[None], screen: TableScreen, kind: str) -> None:
    """Wait until a choice of Codex Naturalis is asked for, and of nobody else any more."""
    board = screen.board
    assert isinstance(board, CodexNaturalisBoard)

    def is_so() -> bool:
        alone = is_asked(screen) and len(board.scene.position.movers) == 1
        return alone and board.choice is not None and board.choice.kind == kind

    await until(pilot, is_so)


def text(app: App[None]) -> str:
    """Read what is on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join(strip.text.rstrip() for strip in strips)


def spot_named(board: Board, name: str) -> ClickArea | None:
    """Find where something lies on a board."""
    return next((spot for spot in reversed(board.picture.spots) if spot.name == name), None)


async def click(pilot: Pilot[None], board: Board, name: str) -> None:
    """Click on something, as soon as a board has drawn it."""
    await until(pilot, lambda: spot_named(board, name))
    spot = spot_named(board, name)
    assert spot is not None
    x, y = spot.left + spot.width // 2, spot.top + spot.height // 2
    assert await pilot.click(board, offset=(x, y))
