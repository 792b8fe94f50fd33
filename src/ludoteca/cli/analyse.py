"""Judge every move of a record."""

import argparse
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track

from ludoteca.bots.spec import BotPlayer
from ludoteca.cli.arguments import add_json, add_record, add_seed, read_record
from ludoteca.coach import Analysis, Judgement, analyse, parse_adviser
from ludoteca.coach.analysis import INACCURACY, MISTAKE, moves_of
from ludoteca.coach.chart import plot, sparkline
from ludoteca.coach.hint import advisers
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.core.picture import refuse_unknown_picture
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
MANY = {"inaccuracy": "inaccuracies", "mistake": "mistakes"}
NAME_WIDTH = 16


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
    judgements = track(
        analyse(record, adviser, given.seed),
        "analysing",
        total=moves,
        console=Console(stderr=True),
    )
    analysis = Analysis(record, list(judgements))
    if given.json:
        fields = _fields(analysis, adviser, given.seed)
        print(msgspec.json.encode(fields).decode())
    else:
        print("\n".join([*_move_lines(analysis), *_summary_lines(analysis)]))
    if given.plot is not None:
        plot(analysis, _title(record), given.plot)
    return 0


def _title(record: ReadRecord) -> str:
    return f"{record.header.game.name}, match {record.header.match}"


def _move_lines(analysis: Analysis) -> list[str]:
    """Write a line a move."""
    record, judgements = analysis.record, analysis.judgements
    names = [name[:NAME_WIDTH] for name in record.header.players]
    wide = max(len(names[each.seat]) for each in judgements)
    long = max(len(text) for each in judgements for text in (each.text, "played"))
    lines = [
        _title(record),
        f" ply  {'':{wide}}  {'played':{long}}   win  score  mark        best",
    ]
    for each in judgements:
        best = "" if each.mark == "best" else _better(each, analysis)
        lines.append(
            f"{each.ply:4}  {names[each.seat]:{wide}}  {each.text:{long}}  {each.played.win:4.0%}"
            f"  {each.played.score:5.1f}  {each.mark:10}  {best}".rstrip()
        )
    return lines


def _better(each: Judgement, analysis: Analysis) -> str:
    header = analysis.record.header
    words = header.game.words()
    reasons = [
        f"{words[reason.part] if reason.seat == each.seat else header.players[reason.seat]}"
        f" {reason.points:+.1f}"
        for reason in each.reasons(header.game)
    ]
    gain = f"+{each.win_lost:.0%} ± {each.error:.0%}"
    return f"{each.best_text}  ({', '.join([gain, *reasons])})"


def _summary_lines(analysis: Analysis) -> list[str]:
    """Write what became of each player, with the chart."""
    lines = []
    for seat, name in enumerate(analysis.record.header.players):
        summary = analysis.summary(seat)
        moves = summary.moves or 1
        marks = ", ".join(_counted(mark, count) for mark, count in summary.marks.items())
        lines += [
            "",
            f"{name}: {marks}; given away, a move: {summary.win_lost / moves:.1%} win chance,"
            f" {summary.points_lost / moves:.1f} points",
            f"  {sparkline([chance for _, chance in analysis.chances(seat)])}",
        ]
    return lines


def _counted(mark: str, count: int) -> str:
    """Write how many moves have a mark.

    >>> _counted("good", 2), _counted("mistake", 1), _counted("inaccuracy", 2)
    ('2 good', '1 mistake', '2 inaccuracies')
    """
    return f"{count} {mark if count == 1 else MANY.get(mark, mark)}"


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
    summary = analysis.summary(seat)
    return {
        "seat": seat,
        "name": name,
        "moves": summary.moves,
        "marks": summary.marks,
        "win_lost": round(summary.win_lost, 4),
        "points_lost": round(summary.points_lost, 2),
        "chances": [{"ply": ply, "win": round(win, 4)} for ply, win in analysis.chances(seat)],
    }
