"""Show the best moves in a position of a record."""

import argparse
from typing import Any

import msgspec

from ludoteca.bots.base import Line
from ludoteca.cli.arguments import add_json, add_record, add_seed, number, read_record
from ludoteca.coach import DecisionPoint, decision_at, hint, parse_adviser
from ludoteca.coach.hint import USUAL_ADVISER, advisers, margin_of, tried_lines
from ludoteca.coach.wording import format_number, format_percent
from ludoteca.core.game import Game
from ludoteca.core.generator import seeded
from ludoteca.language import Words, system_language, words

SUMMARY = "show the best moves in a position of a record"
EXAMPLES = """\
Hints use only what the player to move may know, nothing hidden. Bots that can give them:
{advisers}, with a budget like 500ms, 2s or 1000p (playouts; with them, the same --seed gives the
same answer).

examples:
  ludoteca hint match.ludo
  ludoteca hint match.ludo --at 12 --bot monte_carlo:2000p --seed 3
  ludoteca hint match.ludo --json
"""
VALUES = {"advisers": ", ".join(advisers())}

SHOWN = 5
"""Number of moves shown to a person."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the record, the place in it and whom to ask."""
    add_record(parser)
    parser.add_argument(
        "--at",
        type=number(0, 10**6),
        metavar="PLY",
        help="the position after this ply (default: the last)",
    )
    parser.add_argument(
        "--bot", default=USUAL_ADVISER, metavar="BOT", help="the bot to ask (default: %(default)s)"
    )
    add_seed(parser)
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the best moves, best first."""
    adviser = parse_adviser(given.bot)
    record = read_record(given.file)
    game, decision = record.header.game, decision_at(record, given.at)
    lines = hint(game, decision.view, adviser, seeded(given.seed, decision.ply))
    if given.json:
        print(msgspec.json.encode([_fields(game, decision, line) for line in lines]).decode())
    else:
        said, name = (
            words(given.language or system_language()),
            record.header.players[decision.seat],
        )
        print(said.say("plain.hint.title", ply=decision.ply, name=name, seat=decision.seat))
        print("\n".join(shown(game, decision, lines, said)))
    return 0


def shown(game: Game, decision: DecisionPoint, lines: list[Line], said: Words) -> list[str]:
    """Write the best moves for a person, a line each."""
    tried = tried_lines(lines)[:SHOWN]
    texts = [_text(game, decision, line) for line in tried]
    width = max(map(len, texts))
    found = []
    for text, line in zip(texts, tried, strict=True):
        worth = said.say(
            "plain.hint.line",
            win=f"{format_percent(line.win, said):>5} ± {format_percent(margin_of(line), said)}",
            score=f"{format_number(line.score, said):>5}",
            playouts=f"{line.playouts:,}",
        )
        found.append(f"  {text:{width}}  {worth}")
    return found


def _text(game: Game, decision: DecisionPoint, line: Line) -> str:
    return game.modules.notation.format_move(decision.view.state, decision.seat, line.action)


def _fields(game: Game, decision: DecisionPoint, line: Line) -> dict[str, Any]:
    return {
        "ply": decision.ply,
        "seat": decision.seat,
        "text": _text(game, decision, line),
        "move": game.modules.notation.move_fields(decision.view.state, decision.seat, line.action),
        "win": round(line.win, 4),
        "error": round(margin_of(line), 4),
        "score": round(line.score, 2),
        "playouts": line.playouts,
    }
