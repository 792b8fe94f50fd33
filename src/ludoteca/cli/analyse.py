"""Judge every move of a record."""

import argparse
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track

from ludoteca.bots.spec import BotPlayer
from ludoteca.cli.arguments import add_json, add_record, add_seed, read_record
from ludoteca.coach import (
    Analysis,
    Judgement,
    account_of,
    analyse,
    parse_adviser,
)
from ludoteca.coach.analysis import INACCURACY, MISTAKE, moves_of
from ludoteca.coach.chart import plot, sparkline
from ludoteca.coach.hint import advisers
from ludoteca.coach.wording import (
    account_words,
    better_words,
    format_number,
    format_percent,
    in_a_line,
    like_words,
)
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.picture import refuse_unknown_picture
from ludoteca.language import Words, system_language, words
from ludoteca.record.read import ReadRecord

SUMMARY = "judge every move of a record: how good it was, and what was better"
EXAMPLES = """\
Each move is compared with the choice of a bot ({advisers}), judging only by what the player
could know. A move that costs {inaccuracy} of the chance to win is an inaccuracy, one that costs
{mistake} a mistake.

The budget is for each move: 400ms, 2s or 2000p (playouts; with them, the same --seed gives the
same answer).

examples:
  ludoteca analyse match.ludo
  ludoteca analyse match.ludo --bot monte_carlo --budget 2000p --seed 3
  ludoteca analyse match.ludo --json --plot chances.svg
"""
VALUES = {
    "advisers": ", ".join(advisers()),
    "inaccuracy": f"{INACCURACY:.0%}",
    "mistake": f"{MISTAKE:.0%}",
}

USUAL = "mcts:400ms"
NAME_WIDTH = 16

COLUMNS = ("ply", "played", "win", "score", "mark", "best")
"""What stands above the moves."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the record and how hard to think about it."""
    add_record(parser)
    parser.add_argument(
        "--bot", default=USUAL, metavar="BOT", help="the bot that judges (default: %(default)s)"
    )
    parser.add_argument("--budget", metavar="BUDGET", help="for each move: 400ms, 2s, 2000p")
    add_seed(parser)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the chances: .png or .svg")
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Analyse, print and perhaps draw."""
    adviser = parse_adviser(given.bot, given.budget)
    if given.plot is not None:
        refuse_unknown_picture(given.plot)
    record = read_record(given.file)
    moves = len(moves_of(record))
    if moves == 0:
        raise UsageError(f"{given.file}: no move was made in this match")
    language = given.language or system_language()
    said = words(language, record.header.game.words(language))
    judgements = track(
        analyse(record, adviser, given.seed),
        said["plain.analysis.busy"],
        total=moves,
        console=Console(stderr=True),
    )
    analysis = Analysis(record, list(judgements))
    if given.json:
        fields = _fields(analysis, adviser, given.seed)
        print(msgspec.json.encode(fields).decode())
    else:
        print(
            "\n".join(
                [*_move_lines(analysis, said, language), *_summary_lines(analysis, said, language)]
            )
        )
    if given.plot is not None:
        plot(analysis, _title(record, said), given.plot)
    return 0


def _title(record: ReadRecord, said: Words) -> str:
    return said.say("plain.analysis.title", game=said["name"], match=record.header.match)


def _move_lines(analysis: Analysis, said: Words, language: str) -> list[str]:
    """Write a line a move."""
    record, judgements = analysis.record, analysis.judgements
    names = [name[:NAME_WIDTH] for name in record.header.players]
    wide = max(len(names[each.seat]) for each in judgements)
    ply, played, win, score, mark, best = (said[f"plain.analysis.{key}"] for key in COLUMNS)
    long = max(len(text) for each in judgements for text in (each.text, played))
    first, third, fourth = max(4, len(ply)), max(5, len(win)), max(5, len(score))
    lines = [
        _title(record, said),
        f"{ply:>{first}}  {'':{wide}}  {played:{long}}  {win:>{third}}  {score:>{fourth}}"
        f"  {mark:10}  {best}",
    ]
    for each in judgements:
        best = ""
        if each.mark != "best":
            best = f"{each.best_text}  ({better_words(each, record.header, said, language)})"
        lines.append(
            f"{each.ply:{first}}  {names[each.seat]:{wide}}  {each.text:{long}}"
            f"  {format_percent(each.played.win, said):>{third}}"
            f"  {format_number(each.played.score, said):>{fourth}}"
            f"  {said[f'plain.mark.{each.mark}']:10}  {best}".rstrip()
        )
    return lines


def _summary_lines(analysis: Analysis, said: Words, language: str) -> list[str]:
    """Write what became of each player, with the chart."""
    lines = []
    for seat, name in enumerate(analysis.record.header.players):
        summary = analysis.summary(seat)
        moves = summary.moves or 1
        marks = (said.say(f"plain.marks.{mark}", n=count) for mark, count in summary.marks.items())
        lines += [
            "",
            said.say(
                "plain.analysis.player",
                name=name,
                marks=", ".join(marks),
                win=format_percent(summary.win_lost / moves, said, 1),
                points=format_number(summary.points_lost / moves, said),
            ),
            f"  {sparkline([chance for _, chance in analysis.chances(seat)])}",
            f"  {_account_line(analysis, seat, said, language)}",
        ]
    return lines


def _account_line(analysis: Analysis, seat: int, said: Words, language: str) -> str:
    """Write what made the result, and which levels play about as well."""
    first, *more = account_words(account_of(analysis, seat), said)
    text = ", ".join([first, *(in_a_line(part, language) for part in more)])
    like = analysis.levels_like(seat)
    return text if like is None else f"{text}; {like_words(like, said)}"


def _fields(analysis: Analysis, adviser: BotPlayer, seed: int) -> dict[str, Any]:
    header = analysis.record.header
    return {
        "game": header.game.id,
        "match": header.match,
        "bot": adviser.name,
        "seed": seed,
        "moves": [_move_fields(each, header.game) for each in analysis.judgements],
        "players": [
            _player_fields(analysis, seat, name) for seat, name in enumerate(header.players)
        ],
    }


def _move_fields(each: Judgement, game: Game) -> dict[str, Any]:
    return {
        "ply": each.ply,
        "seat": each.seat,
        "text": each.text,
        "win": round(each.played.win, 4),
        "score": round(each.played.score, 2),
        "chances": [round(chance, 4) for chance in each.chances],
        "best": {
            "text": each.best_text,
            "win": round(each.best.win, 4),
            "score": round(each.best.score, 2),
        },
        "win_lost": round(each.win_lost, 4),
        "error": round(each.error, 4),
        "points_lost": round(each.points_lost, 2),
        "reasons": [
            {"part": reason.part, "seat": reason.seat, "points": round(reason.points, 2)}
            for reason in each.reasons(game)
        ],
        "mark": each.mark,
        "playouts": each.played.playouts,
    }


def _player_fields(analysis: Analysis, seat: int, name: str) -> dict[str, Any]:
    summary, found = analysis.summary(seat), account_of(analysis, seat)
    return {
        "seat": seat,
        "name": name,
        "moves": summary.moves,
        "marks": summary.marks,
        "win_lost": round(summary.win_lost, 4),
        "points_lost": round(summary.points_lost, 2),
        "account": {
            "own": round(found.own, 4),
            "others": round(found.others, 4),
            "luck": round(found.luck, 4),
        },
        "plays_like": analysis.levels_like(seat),
        "chances": [{"ply": ply, "win": round(win, 4)} for ply, win in analysis.chances(seat)],
    }
