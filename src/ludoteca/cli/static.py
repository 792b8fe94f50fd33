"""Write a site that plays without any server."""

import argparse
from pathlib import Path

SUMMARY = "write a site that plays without a server, for any host of plain files"
EXAMPLES = """\
The site has the games, bots, tutorials, rules and the score calculator; matches stay in each
player's browser. Serve the folder at the root of an address; 404.html is the page too, for links
into the site.

examples:
  ludoteca static public
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the folder."""
    parser.add_argument("folder", metavar="DIR", type=Path, help="an empty or new folder")


def run(given: argparse.Namespace) -> int:
    """Write the site."""
    from ludoteca.device.site import write_site

    count = write_site(given.folder)
    print(f"{given.folder}: {count} files")
    return 0
