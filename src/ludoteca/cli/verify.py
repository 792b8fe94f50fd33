"""Check a record: its lines, its moves and its shuffles."""

import argparse
import json
import sys
from pathlib import Path

from ludoteca.cli.arguments import add_json
from ludoteca.cli.translation import refusal_in
from ludoteca.core.errors import RecordError, UsageError
from ludoteca.language import system_language, words
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
    language = given.language or system_language()
    said = words(language)
    data = given.file.read_bytes()
    try:
        verdict = verify(data)
    except RecordError as error:
        if error.code == NEWER:
            raise UsageError(f"{given.file}: {error}") from None
        if given.json:
            print(json.dumps({"valid": False, "line": error.line, "reason": error.message}))
        else:
            reason = refusal_in(language, error.message)
            sentence = said["plain.verify.invalid"].format(file=given.file, reason=reason)
            print(sentence, file=sys.stderr)
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
    plies = len(verdict.record.timeline.steps)
    print(said["plain.verify.valid"].format(file=given.file, match=header.match, n=plies))
    if header.commitment:
        print(said["plain.verify.seal"].format(seal=header.commitment))
    print(said["plain.verify.checked" if verdict.rolls_checked else "plain.verify.no_seed"])
    return 0
