"""Measure how much load a server on this machine carries."""

import argparse
import sys
from collections.abc import Mapping

import msgspec
from rich.console import Console
from rich.table import Table

from ludoteca.cli.arguments import add_json, number

SUMMARY = "measure how many tables a server on this machine carries"
EXAMPLES = """\
Starts a server of its own on the loopback address, with matches in a temporary folder, and a bare
echo on the same stack to compare with. It can't be pointed at any other server. The players show
what the page shows while somebody chooses, and ask what it asks: nothing, for it has the engine.

examples:
  ludoteca load
  ludoteca load --tables 100 --sockets 300 --seconds 10 --json
  ludoteca load --tables 100 --pace 1 --step 0 --compare
  ludoteca load --processes 4 --database postgresql:///load --redis redis://127.0.0.1
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take how many, how fast and how long."""
    parser.add_argument(
        "--tables",
        type=number(1, 5000),
        default=1000,
        metavar="N",
        help="number of tables (default: 1000)",
    )
    parser.add_argument(
        "--sockets",
        type=number(2, 20_000),
        metavar="N",
        help="number of sockets, at least two per table (default: three per table)",
    )
    parser.add_argument(
        "--pace",
        type=number(1, 3600),
        default=4,
        metavar="S",
        help="seconds between two moves of a table (default: 4)",
    )
    parser.add_argument(
        "--seconds",
        type=number(1, 600),
        default=30,
        metavar="S",
        help="seconds at that pace (default: 30)",
    )
    parser.add_argument(
        "--step", type=number(0, 60), default=5, metavar="S",
        help="seconds at each faster pace, to find where it breaks; 0: skip (default: 5)",
    )  # fmt: skip
    parser.add_argument(
        "--compare",
        action="store_true",
        help="measure also the page as it was before it had the engine, and hints",
    )
    parser.add_argument(
        "--processes",
        type=number(1, 16),
        default=1,
        metavar="N",
        help="number of processes of the server, with --database and --redis (default: 1)",
    )
    parser.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="an empty PostgreSQL database on this machine (default: SQLite in a temporary folder)",
    )
    parser.add_argument(
        "--redis", default="", metavar="URL", help="Redis or Valkey on this machine"
    )
    add_json(parser)


def print_compared(compared: Mapping[str, float], there: float, here: float) -> None:
    """Print what the page's engine saves the server.

    >>> print_compared({"page before": 6.0, "page now": 3.0}, 500.0, 1.0)
      page before: server 6.0 ms
      page now: server 3.0 ms
    the page's engine saves 50 % of the server's work a move
    a hint: server 500.0 ms if it thinks, 1.0 ms if the page does
    """
    for name, server_ms in compared.items():
        print(f"  {name}: server {server_ms} ms")
    before, *_, now = compared.values()
    saved = round(100 * (1 - now / before))
    print(f"the page's engine saves {saved} % of the server's work a move")
    print(f"a hint: server {there} ms if it thinks, {here} ms if the page does")


def run(given: argparse.Namespace) -> int:
    """Measure and print."""
    from ludoteca.server.load.measure import GOAL, Report, measure
    from ludoteca.server.load.plan import LoadPlan

    def say(text: str) -> None:
        print(text, file=sys.stderr)

    report: Report = measure(
        LoadPlan(
            tables=given.tables,
            sockets=given.sockets or 3 * given.tables,
            pace=given.pace,
            seconds=given.seconds,
            step=given.step,
            compare=given.compare,
            processes=given.processes,
            database=given.database,
            redis=given.redis,
        ),
        say,
    )
    if given.json:
        print(msgspec.json.encode(report).decode())
        return 0
    table = Table("", "count", "a second", "p50 ms", "p99 ms", "most ms")
    timed = {
        "move to acknowledgement": report.moves,
        "bare echo": report.echo,
    }
    for name, times in timed.items():
        values = (times.count, times.a_second, times.p50, times.p99, times.most)
        table.add_row(name, *(f"{value:,}" for value in values))
    Console().print(table)
    print(f"{report.plan.tables:,} tables, {report.plan.sockets:,} sockets")
    print(f"p99 of a move: {report.ratio} times that of the echo; refused: {report.refused}")
    print(f"work for a move: server {report.server_ms} ms, players {report.load_ms} ms")
    if report.compared and report.hints_ms:
        print_compared(report.compared, *report.hints_ms)
    kib, mib = report.bytes_a_table / 1024, report.bytes_a_server / 2**20
    print(f"memory: {kib:,.0f} KiB a table, {mib:,.0f} MiB in all")
    if report.knee is not None:
        good, bad = report.knee.good, report.knee.bad
        late = "never reached" if bad is None else f"passed at {bad:,.0f}"
        print(f"p99 of {GOAL:.0f} ms: kept at {good:,.0f} moves a second, {late}")
    return 0
