"""Check a record: its lines, its moves and its dice."""

import argparse
import json
import sys
from pathlib import Path

from ludoteca.cli.arguments import add_json
from ludoteca.core.errors import RecordError, UsageError
from ludoteca.record import verify
from ludoteca.record.header import NEWER

SUMMARY = "check a record: complete, every move legal, every shuffle as promised"
EXAMPLES = """\
Exit code 0 if the record holds, 1 if it does not, 2 if it can't be judged: no such file, or a
record of a newer ludoteca.

examples:
  ludoteca verify match.ludo
  ludoteca verify match.ludo --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the file."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.ludo)")
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the verdict."""
    data = given.file.read_bytes()
    try:
        verdict = verify(data)
    except RecordError as error:
        if error.code == NEWER:
            raise UsageError(f"{given.file}: {error}") from None
        if given.json:
            print(json.dumps({"valid": False, "line": error.line, "reason": error.message}))
        else:
            print(f"{given.file}: not valid: {error.message}", file=sys.stderr)
        return 1
    header = verdict.record.header
    if given.json:
        fields = {
            "valid": True,
            "match": header.match,
            "commitment": header.commitment,
            "rolls_checked": verdict.rolls_checked,
        }
        print(json.dumps(fields))
        return 0
    print(f"{given.file}: valid; match {header.match}, {len(verdict.record.timeline.steps)} plies")
    if header.commitment:
        print(f"commitment: {header.commitment}")
    if verdict.rolls_checked:
        print("Every roll follows from the seed; compare the commitment with the one shown before.")
    else:
        print("There is no seed in it: the rolls could not be checked.")
    return 0
