"""Open the full-screen program."""

import argparse
import importlib.util
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ludoteca.cli.arguments import read_record
from ludoteca.core.errors import UsageError

if TYPE_CHECKING:  # not read when the program starts
    from ludoteca.cli.plain_game import PlainSeat
    from ludoteca.client.unfinished import UnfinishedMatch
    from ludoteca.core.game import Game, Options
    from ludoteca.tui.settings import TerminalSettings

SUMMARY = "open the full-screen program: play, watch replays, read the rules"
EXAMPLES = """\
Works with keyboard or mouse, over SSH, from 80 columns and 24 rows, with or without colours
(NO_COLOR=1), in English, Italian and German. Press ? on any screen for its keys.

examples:
  ludoteca tui
  ludoteca tui match.ludo
  ludoteca tui --language it
  ludoteca tui --server https://games.example --name Ann
"""

LACKING = "the full-screen program needs textual: pip install 'ludoteca[terminal]'"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take a record to begin with."""
    parser.add_argument(
        "--server", metavar="ADDRESS", help="play online: the address of a ludoteca server"
    )
    parser.add_argument("--name", metavar="NAME", help="your name, this time")
    add_graphics(parser)
    parser.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="a record (.ludo) to watch"
    )


def add_graphics(parser: argparse.ArgumentParser) -> None:
    """Take how the terminal shows pictures."""
    parser.add_argument(
        "--graphics",
        choices=("auto", "off", "kitty", "sixel"),
        help="show the table as a picture with i, in this protocol (default: as in your settings)",
    )


def run(given: argparse.Namespace) -> int:
    """Open the program."""
    if not is_installed():
        raise UsageError(LACKING)
    if not has_terminal():
        if given.file is None and given.server is None:
            return _play_by_lines(given.language)
        raise UsageError("the full-screen program needs a terminal; try: ludoteca play --plain")
    if given.file is not None:
        read_record(given.file)  # a damaged one is refused before the screen is taken
    return open_program(given.file, given.server, given.name, given.language, given.graphics)


def _play_by_lines(language: str | None) -> int:
    """Play where there is no screen: in a pipe, or in a terminal that can't move its cursor."""
    from ludoteca.cli import main

    return main(["play", "--plain", *(["--language", language] if language else [])])


def open_program(
    record: Path | None = None,
    server: str | None = None,
    name: str | None = None,
    language: str | None = None,
    graphics: str | None = None,
) -> int:
    """Open the program at its first screen, in a replay, or in the lobby of a server."""
    from ludoteca.tui.app import TerminalApp

    settings, shown = _taste(language, graphics)
    if name is not None:
        from ludoteca.record.header import check_name

        settings.name = check_name(name)
    TerminalApp(settings, record=record, server=server, apart=True, graphics=shown).run()
    return 0


def _taste(language: str | None, graphics: str | None) -> "tuple[TerminalSettings, str | None]":
    """Read the player's settings; what was asked for this time counts more. Ask the terminal."""
    from ludoteca.tui.graphics import protocol
    from ludoteca.tui.settings import TerminalSettings, settings_path

    settings = TerminalSettings.load(settings_path())
    settings.language = language or settings.language
    return settings, protocol(graphics or settings.graphics)


def open_table(
    game: "Game",
    seats: "Sequence[PlainSeat]",
    options: "Options",
    save_as: Path | None,
    language: str | None = None,
    graphics: str | None = None,
) -> int:
    """Open the program at a local match."""
    from ludoteca.protocol.common import TableSetting
    from ludoteca.tui.app import TerminalApp
    from ludoteca.tui.opening import TableOpening

    if save_as is not None and save_as.exists():
        raise UsageError(f"{save_as} exists already; choose another name with --record")
    people = [number for number, seat in enumerate(seats) if seat.bot is None]
    bots = [number for number, seat in enumerate(seats) if seat.bot is not None]
    setting = TableSetting(
        game=game.id,
        seats=len(seats),
        options=options,
        here=tuple(seats[number].name for number in people[1:]),
        bots=tuple(seats[number].bot or "" for number in bots),
        seating="set",
    )
    order = tuple((people + bots).index(number) for number in range(len(seats)))
    opening = TableOpening(setting, seats[people[0]].name, order, save_as=save_as)
    settings, shown = _taste(language, graphics)
    TerminalApp(settings, opening=opening, apart=True, graphics=shown).run()
    return 0


def resume(unfinished: "UnfinishedMatch", language: str, graphics: str | None = None) -> int:
    """Open the program in a match that was left."""
    from ludoteca.tui.app import TerminalApp

    settings, shown = _taste(language, graphics)
    TerminalApp(settings, apart=True, resume=unfinished, graphics=shown).run()
    return 0


def is_installed() -> bool:
    """Return whether what the program stands on is there."""
    return importlib.util.find_spec("textual") is not None


def has_terminal() -> bool:
    """Return whether input and output are a terminal that can show a full screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
