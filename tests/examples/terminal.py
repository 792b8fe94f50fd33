"""Plays a match of a game on its board in the terminal: `python -m tests.examples.terminal GAME`.

The move is always the last of the list, so that the list is gone through by keys.
"""

import asyncio
import sys
import tempfile
from pathlib import Path

from ludoteca import games
from ludoteca.tui.boards.plain import PlainBoard
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.result import ResultScreen
from tests.tui.pilots import make_app, seated, setting, text, until


async def play(game: str, folder: Path) -> str:
    """Play against the easiest bot; give what is on the screen at the end."""
    app = make_app(folder, TableOpening(setting(game, (), "beginner")))
    async with seated(app) as (pilot, screen):
        board = screen.board
        assert isinstance(board, PlainBoard)
        while True:
            await until(pilot, lambda: board.scene.may_move or isinstance(app.screen, ResultScreen))
            if isinstance(app.screen, ResultScreen):
                await pilot.pause()
                return text(app)
            ply = board.scene.position.ply
            await pilot.press("pagedown", "pagedown", "enter")
            await until(pilot, lambda: board.scene.position.ply > ply)  # noqa: B023


def main() -> None:
    """Play, and print the last screen."""
    (game,) = sys.argv[1:]
    assert game in games.names()
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(play(game, Path(folder))))


if __name__ == "__main__":
    main()
