"""Play a match in the terminal: full screen, or line by line."""

import argparse
import secrets
import shlex
import sys
from pathlib import Path

from ludoteca import bots, games
from ludoteca.bots.spec import LEVELS, parse_player
from ludoteca.cli import tui
from ludoteca.cli.arguments import add_game, add_options, chosen_options
from ludoteca.cli.plain_game import PlainGame, PlainSeat
from ludoteca.client.unfinished import UnfinishedMatch, find_unfinished, open_unfinished
from ludoteca.core import folders
from ludoteca.core.errors import UsageError
from ludoteca.core.shuffle import SEED_BYTES, commitment_of
from ludoteca.language import system_language, words
from ludoteca.record import Header
from ludoteca.record.header import NAME_LENGTH, check_name

SUMMARY = "play a match in the terminal, together at one screen or against bots"
EXAMPLES = """\
Opens the full-screen program. With --plain, and where there is no terminal, the match is played
line by line.

A seat is a name, or bot:WHO. WHO is a bot ({bots}), perhaps with a budget like mcts:200ms;
a level ({levels}); or exec:PROGRAM, a bot of your own.

The record of the match is saved, and its shuffles can be checked afterwards: ludoteca verify FILE

examples:
  ludoteca play
  ludoteca play --resume
  ludoteca play my_shelfie --seats Ann,bot:random
  ludoteca play my_shelfie --seats Ann,bot:hard,bot:exec:./mybot
  ludoteca play my_shelfie --seats Ann,Bob,bot:greedy --edition italian --record ours.ludo
"""
VALUES = {"bots": ", ".join(bots.names()), "levels": ", ".join(LEVELS)}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the game, the seats and where to save the record."""
    add_game(parser, needed=False)
    parser.add_argument(
        "--seats",
        metavar="LIST",
        help="who plays, in turn order (default: You,bot:greedy)",
    )
    parser.add_argument("--plain", action="store_true", help="play line by line, in any terminal")
    parser.add_argument("--record", type=Path, metavar="FILE", help="where to save the match")
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue the match you left last, or the one in --record FILE",
    )
    tui.add_graphics(parser)
    add_options(parser)


def run(given: argparse.Namespace) -> int:
    """Play."""
    full_screen = not given.plain and tui.is_installed() and tui.has_terminal()
    language = given.language or system_language()
    if given.resume:
        return _resume(_unfinished(given.record), full_screen, language, given.graphics)
    if full_screen and given.game is None:
        return tui.open_program(language=given.language, graphics=given.graphics)
    game = games.load(_asked_game(language) if given.game is None else given.game)
    usual = f"{words(language)['tui.you']},bot:greedy"
    seats = parse_seats(usual if given.seats is None else given.seats)
    options = chosen_options(game, given)
    game.new(len(seats), options)
    if full_screen and _fit_the_screen(seats):
        return tui.open_table(game, seats, options, given.record, given.language, given.graphics)
    seed = secrets.token_bytes(SEED_BYTES)
    header = Header(
        game=game,
        match=secrets.token_hex(8),
        options=options,
        players=tuple(seat.name for seat in seats),
        commitment=commitment_of(seed),
    )
    path = given.record or default_path(game.id, header.match)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            raise UsageError(f"{path} exists already; choose another name with --record")
        name = game.words(language)["name"]
        said = words(language)
        print(said.say("plain.commitment", game=name, commitment=header.commitment))
        finished = PlainGame(header, seed, seats, path, language).run()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise UsageError(f"{path} can't be written: {error.strerror or error}") from None
    print(words(language).say("plain.saved" if finished else "plain.left", path=path))
    return 0


def _unfinished(record: Path | None) -> UnfinishedMatch:
    """Find the match to continue."""
    folder = default_path("", "").parent
    found = [open_unfinished(record)] if record else list(find_unfinished(folder))[:1]
    if not found or found[0] is None:
        raise UsageError("there is no unfinished match; begin one: ludoteca play")
    return found[0]


def _resume(
    unfinished: UnfinishedMatch, full_screen: bool, language: str, graphics: str | None
) -> int:
    """Continue a match, full screen or line by line."""
    if full_screen:
        return tui.resume(unfinished, language, graphics)
    opened, path = unfinished.opened, unfinished.record
    game = games.load(opened.setting.game)
    header = Header(game=game, match=opened.match, options={}, players=(), commitment="")
    finished = PlainGame(header, b"", [], path, language, unfinished).run()
    print(words(language).say("plain.saved" if finished else "plain.left", path=path))
    return 0


def _fit_the_screen(seats: list[PlainSeat]) -> bool:
    """Return whether the full-screen program can seat them: a person plays, no outside program."""
    people = [seat for seat in seats if seat.bot is None]
    return bool(people) and not any((seat.bot or "").startswith("exec:") for seat in seats)


def _asked_game(language: str) -> str:
    names = games.names()
    if len(names) == 1 or not sys.stdin.isatty():
        return names[0]
    for count, name in enumerate(names, 1):
        own = games.load(name).words(language)
        print(f"  {count}  {own['name']}: {own['about']}")
    while True:
        answer = input(words(language).say("plain.which", n=len(names)) + " ").strip()
        if answer in names:
            return answer
        if answer.isdigit() and 1 <= int(answer) <= len(names):
            return names[int(answer) - 1]


def parse_seats(text: str) -> list[PlainSeat]:
    """Read a list of seats.

    >>> [(seat.name, seat.bot) for seat in parse_seats("Ann,bot:random")]
    [('Ann', None), ('bot:random', 'random')]
    """
    seats = []
    for part in text.split(","):
        kind, colon, name = part.strip().partition(":")
        if colon and kind == "bot":
            parse_player(name)
            seats.append(PlainSeat(check_name(bot_name(name)), name))
        elif colon:
            raise UsageError(f"seat {part!r}: a name or bot:NAME is expected")
        else:
            seats.append(PlainSeat(check_name(kind), None))
    people = [seat.name for seat in seats if seat.bot is None]
    if len(set(people)) < len(people):
        raise UsageError(f"--seats {text}: everybody needs a name of their own")
    return seats


def bot_name(bot: str) -> str:
    """Name a bot as a player; a program without its folders, which are nobody's business.

    >>> bot_name("mcts:200ms"), bot_name("exec:python3 bots/mybot.py --eager")
    ('bot:mcts:200ms', 'bot:exec:python3 mybot.py --eager')
    """
    kind, colon, command = bot.partition(":")
    if kind == "exec":
        command = " ".join(Path(word).name for word in shlex.split(command))
    name = f"bot:{kind}{colon}{command}"
    return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1] + "…"


def default_path(game_id: str, match: str) -> Path:
    """Name the file a match is saved in unless the player says otherwise."""
    try:
        home = folders.data()
    except RuntimeError:
        raise UsageError("you have no home directory; say with --record where to save") from None
    return home / "matches" / f"{game_id}-{match}.ludo"
