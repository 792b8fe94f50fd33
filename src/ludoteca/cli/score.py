"""Points for what lies on a real table."""

import argparse
import json
import sys
from collections.abc import Iterable
from typing import Any

from ludoteca import games
from ludoteca.cli.arguments import add_game, add_json, numbers
from ludoteca.cli.translation import say, say_paragraphs, speaking, translations
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.modules import ScoreSheet, Switches
from ludoteca.language import system_language

SUMMARY = "score a game played with the physical box"
EXAMPLES = "What to type depends on the game:\n\n" + "\n".join(
    f"{game.id}:\n{game.modules.score_sheet.HELP}"
    for game in map(games.load, games.names())
    if game.modules.score_sheet is not None
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the game and each game's own switches."""
    add_game(parser)
    parser.add_argument("--file", metavar="FILE", help="read from here instead of standard input")
    for name, takes in _switches().items():
        kind: dict[str, Any] = (
            {"metavar": takes, "type": numbers(0, 999)}
            if takes
            else {"action": "store_const", "const": ()}
        )
        parser.add_argument(
            f"--{name}", dest=name, help="{uses}", values={"uses": _uses(name)}, **kind
        )
    add_json(parser)


def _sheets() -> list[tuple[Game, ScoreSheet]]:
    loaded = [(game, game.modules.score_sheet) for game in map(games.load, games.names())]
    return [(game, sheet) for game, sheet in loaded if sheet is not None]


def _switches() -> dict[str, str]:
    """Return what each switch of a game takes, by its name."""
    found = {
        name: switch.takes for _, sheet in _sheets() for name, switch in sheet.SWITCHES.items()
    }
    return dict(sorted(found.items()))


def _uses(name: str) -> str:
    found = [
        (game, sheet.SWITCHES[name].help) for game, sheet in _sheets() if name in sheet.SWITCHES
    ]
    return "; ".join(f"{game.id}: {say(text)}" for game, text in found)


def run(given: argparse.Namespace) -> int:
    """Read, score and print."""
    game, language = games.load(given.game), given.language or system_language()
    sheet = game.modules.score_sheet
    if sheet is None:
        raise UsageError(f"{game.name} has nothing to score")
    found = {name: getattr(given, name) for name in _switches()}
    switches = {name: value for name, value in found.items() if value is not None}
    for name in switches:
        if name not in sheet.SWITCHES:
            raise UsageError(f"--{name} is not for {game.name}")
    if given.file:
        with open(given.file, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            text = file.read()
    else:
        if sys.stdin.isatty():
            with speaking(translations(language)):
                print(f"{say_paragraphs(sheet.HELP)}\n", file=sys.stderr)
                print(say("End with an empty line."), file=sys.stderr)
        text = _typed() if sys.stdin.isatty() else sys.stdin.read()
    if not text.strip():
        raise UsageError("there is nothing to score: type it, pipe it in, or name a --file")
    if text.lstrip().startswith("{"):
        _answer_lines(sheet, text.splitlines(), switches)
        return 0
    answer, account = sheet.answer_text(text, switches, game.words(language))
    print(json.dumps(answer) if given.json else account)
    return 0


def _typed() -> str:
    lines: list[str] = []
    while True:
        line = sys.stdin.readline()
        if not line.strip():
            return "".join(lines)
        lines.append(line)


def _answer_lines(sheet: ScoreSheet, lines: Iterable[str], switches: Switches) -> None:
    for count, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (RecursionError, ValueError):
            raise UsageError(f"line {count} is not JSON") from None
        try:
            print(json.dumps(sheet.answer_fields(fields, switches)))
        except UsageError as error:
            raise UsageError(f"line {count}: {error}") from None
