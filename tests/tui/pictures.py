"""Pictures of the terminal program for the documents: `python -m tests.tui.pictures`.

They are SVG: single screens of the tour, and a demo in which a match is begun and played by keys.
Everything in them is always the same, so a change of a picture is a change of the program.
"""

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from ludoteca.tui.app import TerminalApp
from ludoteca.tui.boards.my_shelfie import MyShelfieBoard
from ludoteca.tui.screens.table import TableScreen
from tests.tui.pilots import fix_seed, make_app, until, until_asked
from tests.tui.svg import Film, capture
from tests.tui.tour import tour

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"

SCREENS = {
    "start": ("terminal-start", "The start screen: play now, online, new match, replays, rules"),
    "shelfie-column": ("terminal-my-shelfie", "My Shelfie in the terminal: a tile is being placed"),
    "codex-place": ("terminal-codex-naturalis", "Codex Naturalis in the terminal: placing a card"),
}
"""Screens of the tour that the documents show: name of the file, and what is seen."""

SIZE = (120, 36)
DEMO_SIZE = (100, 30)
TURNS = 4
"""Turns of the demo."""


@asynccontextmanager
async def opened(size: tuple[int, int]) -> AsyncIterator[tuple[Pilot[None], TerminalApp]]:
    """Open the program in full colour, with a match that is always the same."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        fix_seed(patch)
        app = make_app(Path(folder), name="Ada")
        async with app.run_test(size=size) as pilot:
            yield pilot, app


def film(app: TerminalApp) -> Film:
    """Begin a film in the size and the colours of the program."""
    palette = app.look.palette
    return Film(*app.size, palette.ground, palette.ink)


async def take_pictures() -> None:
    """Walk through the screens, and draw those that the documents show."""
    async with opened(SIZE) as (pilot, app):
        async for name in tour(pilot, app):
            if name in SCREENS:
                file, title = SCREENS[name]
                picture = film(app)
                picture.add(capture(app), 1)
                (FOLDER / f"{file}.svg").write_text(picture.write(title), encoding="utf-8")


async def record_demo() -> None:
    """Begin a match of My Shelfie from the start screen, and play some turns by keys."""
    async with opened(DEMO_SIZE) as (pilot, app):
        demo = film(app)
        demo.add(capture(app), 2.0)
        await _press(pilot, demo, "down", 0.6)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        screen = app.screen
        assert isinstance(screen, TableScreen)
        for _ in range(TURNS):
            await until_asked(pilot, screen)
            demo.add(capture(app), 1.0)
            await _play_turn(pilot, demo, screen)
        await until_asked(pilot, screen)
        demo.add(capture(app), 3.0)
        title = "A match of My Shelfie in the terminal, played with the keyboard"
        (FOLDER / "terminal-demo.svg").write_text(demo.write(title), encoding="utf-8")


async def _press(pilot: Pilot[None], demo: Film, key: str, seconds: float) -> None:
    await pilot.press(key)
    await pilot.pause()
    demo.add(capture(pilot.app), seconds)


async def _play_turn(pilot: Pilot[None], demo: Film, screen: TableScreen) -> None:
    """Take as many tiles as the arrows reach, and place them in the column with most points."""
    board = screen.board
    assert isinstance(board, MyShelfieBoard)
    assert board.choice
    ply = board.scene.position.ply
    await _press(pilot, demo, "space", 0.7)
    for arrow in ("right", "left", "down", "up"):
        before = board.cursor
        await _press(pilot, demo, arrow, 0.3)
        if board.cursor in board.choice.partners():
            await _press(pilot, demo, "space", 0.7)
            break
        board.cursor = before
    await until(pilot, lambda: board.foreseen)
    best = max(board.foreseen, key=lambda each: each["points"].get("total", 0))
    await _press(pilot, demo, str(best["move"]["column"] + 1), 0.9)
    await _press(pilot, demo, "enter", 0.4)
    await until(pilot, lambda: board.scene.position.ply > ply)


def main() -> None:
    """Take all pictures."""
    os.environ.update({"COLORTERM": "truecolor", "TERM": "xterm"})
    asyncio.run(take_pictures())
    asyncio.run(record_demo())


if __name__ == "__main__":
    main()
