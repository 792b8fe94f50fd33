"""Seat a program of one's own at a server."""

import argparse
import asyncio
import sys
from pathlib import Path

from ludoteca.cli.arguments import number
from ludoteca.core.errors import UsageError

SUMMARY = "seat a program of your own at a server, where it plays against people and bots"
EXAMPLES = """\
The program speaks the protocol of exec: bots (docs/bots.md). With a token of an account, made on
the page under Settings and kept in a file, it accepts every invitation; without one it comes as a
guest, to one table or to a quick match. A program that fails resigns its match.

examples:
  ludoteca bot https://games.example exec:./mybot --token-file token.txt
  ludoteca bot https://games.example/t/k3v9x0c2 exec:./mybot --name Robo
  ludoteca bot http://localhost:8000 'exec:python3 bot.py' --quick my_shelfie --matches 1
"""

PREFIX = "exec:"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the server, the program, and who it is there."""
    parser.add_argument("address", metavar="URL", help="the server, or a link to a table there")
    parser.add_argument("program", metavar="exec:COMMAND", help="the program that plays")
    parser.add_argument(
        "--token-file", type=Path, metavar="FILE", help="the file with the token of its account"
    )
    parser.add_argument("--name", default="Bot", help="its name as a guest (default: %(default)s)")
    parser.add_argument("--quick", metavar="GAME", help="sit down at any open table of this game")
    parser.add_argument(
        "--matches", type=number(1, 10**6), metavar="N", help="end after this many matches"
    )


def run(given: argparse.Namespace) -> int:
    """Play until the matches are over or the server ends it."""
    try:
        import websockets  # noqa: F401
    except ModuleNotFoundError:
        raise UsageError("this needs websockets: pip install 'ludoteca[terminal]'") from None
    if not given.program.startswith(PREFIX):
        raise UsageError(f"{given.program!r} is no program; write it like exec:./mybot")
    token = given.token_file.read_text().strip() if given.token_file else ""
    asyncio.run(_play(given, token))
    return 0


async def _play(given: argparse.Namespace, token: str) -> None:
    from ludoteca.bots.external import ExternalPlayer
    from ludoteca.client.address import parse_address
    from ludoteca.client.bot_bridge import BotBridge
    from ludoteca.client.http import come_in
    from ludoteca.client.remote import RemoteClient

    command = given.program.removeprefix(PREFIX)
    address, match = parse_address(given.address)
    ExternalPlayer(given.program, command)  # refuses a program that is not there
    client = RemoteClient(address, token or await come_in(address, given.name))
    welcome = await client.open()
    bridge = BotBridge(client, lambda: ExternalPlayer(given.program, command), _report)
    _report(f"at {address} as {welcome.name}")
    try:
        if match:
            await bridge.join(match)
        if given.quick:
            await bridge.quick_match(given.quick)
        await bridge.run(given.matches)
        if client.ended is not None:
            raise client.ended
    finally:
        await client.close()


def _report(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
