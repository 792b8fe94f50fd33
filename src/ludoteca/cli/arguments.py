"""What the commands share: a parser with short errors, the options of a match, records."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from ludoteca import games
from ludoteca.cli.translation import say, say_paragraphs
from ludoteca.core.errors import RecordError, UsageError
from ludoteca.language import LANGUAGES

if TYPE_CHECKING:  # read only by the commands that need them
    from ludoteca.core.game import Game, Options
    from ludoteca.record.read import ReadRecord

MOST_DIGITS = 20
"""No number that a command takes is longer."""


class Parser(argparse.ArgumentParser):
    """A parser that answers bad input with one sentence."""

    def __init__(self, **more: Any) -> None:
        values = more.pop("values", {})
        more["description"] = say(more.get("description") or "", **values)
        more["epilog"] = say_paragraphs(more.get("epilog") or "", **values)
        more.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(**more, allow_abbrev=False)

    def add_argument(self, *names: str, **more: Any) -> argparse.Action:
        """Take an argument, and translate its help, which names `values` in braces."""
        text = say(more.get("help") or "", **more.pop("values", {}))
        return super().add_argument(*names, **more | {"help": text})

    def error(self, message: str) -> NoReturn:
        """Return what was wrong and where help is; exit with 2."""
        sentence = " ".join(message.split())
        pointer = say("(see {prog} --help)", prog=self.prog)
        print(f"{self.prog}: {sentence} {pointer}", file=sys.stderr)
        raise SystemExit(2)


def number(least: int, most: int) -> Any:
    """Make an argument type: a whole number within bounds."""

    def parse(text: str) -> int:
        digits = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        if not digits or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(
                say(
                    "a whole number from {least} to {most} is expected, not {text}",
                    least=f"{least:,}",
                    most=f"{most:,}",
                    text=repr(text[:40]),
                )
            )
        return int(text)

    return parse


def numbers(least: int, most: int) -> Any:
    """Make an argument type: whole numbers within bounds, with commas between them."""
    one = number(least, most)
    return lambda text: tuple(one(part) for part in text.split(","))


def add_game(parser: argparse.ArgumentParser, needed: bool = True) -> None:
    """Take the id of a game."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs=None if needed else "?",
        help="one of: {games}",
        values={"games": ", ".join(games.names())},
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Take the options of a match."""
    parser.add_argument("--edition", metavar="NAME", help="play by the rules of an edition")
    parser.add_argument(
        "--option",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="set one option of the game (repeatable); `ludoteca games` lists them",
    )


def chosen_options(game: "Game", given: argparse.Namespace) -> "Options":
    """Join defaults, edition and options as they were given."""
    pairs: dict[str, str] = {}
    for text in given.option:
        key, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option {text!r}: write it as KEY=VALUE")
        if key in pairs:
            raise UsageError(f"--option {key} is given twice")
        pairs[key] = value
    return game.choose_options(given.edition, pairs)


def add_players(parser: argparse.ArgumentParser) -> None:
    """Take how many play."""
    parser.add_argument(
        "--players",
        type=number(1, 99),
        default=2,
        metavar="N",
        help="number of players (default: %(default)s)",
    )


def add_seed(parser: argparse.ArgumentParser, usual: int = 0, most: int = 2**62 - 1) -> None:
    """Take the seed of all luck."""
    parser.add_argument(
        "--seed",
        type=number(0, most),
        default=usual,
        metavar="N",
        help="the same seed gives the same luck (default: %(default)s)",
    )


def add_jobs(parser: argparse.ArgumentParser) -> None:
    """Take how many processes may work; none given is for the command to decide."""
    parser.add_argument(
        "--jobs", type=number(1, 1024), metavar="N", help="number of processes (default: all cores)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Take the switch for machines."""
    parser.add_argument("--json", action="store_true", help="print JSON only, for programs")


def add_record(parser: argparse.ArgumentParser) -> None:
    """Take the file of a record."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.ludo)")


def read_record(path: Path) -> "ReadRecord":
    """Read a record; the error names the file."""
    from ludoteca.record import read

    try:
        return read(path.read_bytes())
    except RecordError as error:
        raise UsageError(f"{path}: {error}") from None


def add_language(parser: argparse.ArgumentParser, usual: str | None = None) -> None:
    """Take the language of help and of what players read."""
    parser.add_argument(
        "--language",
        choices=sorted(LANGUAGES),
        default=usual,
        help="the language of help and play (default: that of your system)",
    )
