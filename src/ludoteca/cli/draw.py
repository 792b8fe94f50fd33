"""Draw a position of a match as a picture."""

import argparse
import sys
from pathlib import Path

from ludoteca.cli.arguments import add_record, number, read_record
from ludoteca.core.errors import UsageError
from ludoteca.core.game import EVERYTHING, View
from ludoteca.core.picture import refuse_unknown_file
from ludoteca.core.raster import png, size_of
from ludoteca.language import USUAL

SUMMARY = "draw a position of a match as a picture"
EXAMPLES = """\
The picture is an SVG file with the drawings of the page, for a browser or a document; a name that
ends in .png makes it one of pixels (which needs ludoteca[graphics]). Without --seat nothing is
hidden.

examples:
  ludoteca draw match.ludo -o board.svg
  ludoteca draw match.ludo --at 20 --seat 0 -o board.png
"""

SHARPNESS = 2
"""Pixels in a PNG file for each unit of the picture."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the record, the ply, whose view it is, and where to put the picture."""
    add_record(parser)
    parser.add_argument(
        "--at", type=number(0, 10**6), metavar="PLY", help="the position after this ply (the last)"
    )
    parser.add_argument(
        "--seat", type=number(0, 99), metavar="N", help="what this seat saw (everything)"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        metavar="FILE",
        help="write the picture there: .svg or .png (default: print it as SVG)",
    )


def run(given: argparse.Namespace) -> int:
    """Draw, and write or print the picture."""
    if given.output is not None:
        refuse_unknown_file("--output", given.output, (".svg", ".png"))
    record = read_record(given.file)
    game, timeline = record.header.game, record.timeline
    if given.at is not None and given.at > len(timeline.steps):
        raise UsageError(f"there is no ply {given.at}; the last one is {len(timeline.steps)}")
    state = (timeline if given.at is None else timeline.until(given.at)).state
    view = View(EVERYTHING, state) if given.seat is None else game.view(state, given.seat)
    picture = game.svg(view, record.header.players, given.language or USUAL)
    if given.output is not None and given.output.suffix.lower() == ".png":
        width, height = size_of(picture)
        given.output.write_bytes(png(picture, round(SHARPNESS * width), round(SHARPNESS * height)))
    elif given.output is None:
        sys.stdout.write(picture)
    else:
        given.output.write_text(picture, encoding="utf-8", newline="\n")
    return 0
