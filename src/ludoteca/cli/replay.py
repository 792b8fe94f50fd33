"""Show a record again, ply by ply."""

import argparse
import sys

import msgspec

from ludoteca.cli.arguments import add_json, add_record, number, read_record
from ludoteca.cli.screen import score_lines, show
from ludoteca.core.errors import UsageError
from ludoteca.core.game import EVERYTHING, View
from ludoteca.language import system_language, words
from ludoteca.record import replay_lines
from ludoteca.record.read import ReadRecord
from ludoteca.record.replay import Step

SUMMARY = "show a record ply by ply"
EXAMPLES = """\
In a terminal, Enter shows the next ply, q quits. With --json: JSON Lines,
the start, each ply, the result.

examples:
  ludoteca replay match.ludo
  ludoteca replay match.ludo --json | head -n 3
  ludoteca replay match.ludo --json --seat 0
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the file and whose eyes to see it with."""
    add_record(parser)
    parser.add_argument("--seat", metavar="N", type=number(0, 9), help="show what this seat knew")
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the stream or the drawings."""
    record = read_record(given.file)
    last = len(record.header.players) - 1
    if given.seat is not None and given.seat > last:
        raise UsageError(f"there is no seat {given.seat}; seats are 0 to {last}")
    if not record.is_finished:
        said = words(given.language or system_language())
        print(said.say("plain.unfinished", file=given.file), file=sys.stderr)
    if given.json:
        for line in replay_lines(record, EVERYTHING if given.seat is None else given.seat):
            print(msgspec.json.encode(line).decode())
    else:
        _step_through(record, given.seat, given.language or system_language())
    return 0


def _step_through(record: ReadRecord, seat: int | None, language: str) -> None:
    header, timeline, said = record.header, record.timeline, words(language)
    print(f"{header.game.words(language)['name']}, {header.match}: {', '.join(header.players)}")
    print(", ".join(f"{key} = {value}" for key, value in header.options.items()))
    lines = list(replay_lines(record, _viewer(seat)))[1:]
    for line, step in zip(lines, timeline.steps, strict=False):
        show(f"\n{_title(record, step, line.get('text'))}")
        state = step.state if seat is None else header.game.view(step.state, seat).state
        show(header.game.draw(View(_viewer(seat), state), header.players, language, colour=True))
        if not _goes_on(said["plain.step"]):
            return
    if timeline.is_over:
        result = timeline.result()
        print()
        print("\n".join(score_lines(header.game, timeline.state, header.players, language)))
        winners = ", ".join(header.players[winner] for winner in result.winners)
        print(said.say("plain.won", names=winners))


def _goes_on(prompt: str) -> bool:
    """Wait for the reader at a terminal; return whether to show more."""
    if not _has_reader():
        return True
    print(f"{prompt} ", end="", flush=True)
    answer = sys.stdin.readline()
    if not answer:
        print()
    return answer != "" and answer.strip().lower() not in ("q", "quit")


def _has_reader() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def _viewer(seat: int | None) -> int:
    return EVERYTHING if seat is None else seat


def _title(record: ReadRecord, step: Step, text: str | None) -> str:
    if step.kind == "move" and step.seat is not None:
        return f"{step.ply}. {record.header.players[step.seat]}: {text}"
    return f"{step.ply}. {step.kind} {text}" if text else f"{step.ply}. {step.text}"
