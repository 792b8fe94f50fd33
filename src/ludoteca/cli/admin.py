"""Look after a server that runs: its tables, its people, its backups."""

import argparse
import asyncio
import json
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, BinaryIO, get_args
from urllib.parse import quote, urlencode, urlsplit

from ludoteca.cli.arguments import add_json, number
from ludoteca.cli.translation import say
from ludoteca.client.http import HttpRefused, ask, download, upload
from ludoteca.core.errors import UsageError
from ludoteca.server.settings import Settings, read_settings
from ludoteca.server.store.values import Status

SUMMARY = "look after a running server: its tables, people and backups"
EXAMPLES = """\
Talks to the server on this machine, or to --server ADDRESS, with the token from the server's data
folder (or LUDOTECA_ADMIN_TOKEN). `restore` needs data that no server is using, or --live.

examples:
  ludoteca admin tables
  ludoteca admin people --at k3v9w2xy01ab
  ludoteca admin end k3v9w2xy01ab
  ludoteca admin reopen k3v9w2xy01ab
  ludoteca admin ban Mallory
  ludoteca admin unban Mallory
  ludoteca admin drop-factor Ada
  ludoteca admin backup monday.sqlite
  ludoteca admin restore monday.sqlite --data ./matches
"""

WANTED = {
    "MATCH": "the id of the table, as `tables` lists it",
    "WHO": "the name of an account, or an id that `people` lists",
    "FILE": "the file of the backup",
}
LOCAL = ("localhost", "127.0.0.1", "::1")
STATUSES = get_args(Status)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do; each act says what it needs."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)

    def act(name: str, about: str, wants: str = "") -> argparse.ArgumentParser:
        example = next(line for line in EXAMPLES.splitlines() if f" admin {name}" in line)
        found: argparse.ArgumentParser = acts.add_parser(
            name, help=say(about), description=about, epilog=f"example:\n{example}"
        )
        if wants:
            kind = Path if wants == "FILE" else str
            found.add_argument("what", metavar=wants, type=kind, help=WANTED[wants])
        found.add_argument("--data", type=Path, metavar="DIR", help="the data folder of the server")
        found.add_argument(
            "--server",
            metavar="ADDRESS",
            help="the address of the server (default: the one on this machine)",
        )
        if name != "restore":
            add_json(found)
        return found

    listing = act("tables", "list tables: the live ones, unless --status says otherwise")
    listing.add_argument(
        "--status",
        choices=STATUSES,
        action="append",
        default=[],
        help="only tables in this state (repeatable)",
    )
    people = act("people", "list guests and accounts, newest first")
    people.add_argument("--at", metavar="MATCH", default="", help="who sits at this table")
    people.add_argument("--banned", action="store_true", help="only those who are banned")
    for one in (listing, people):
        one.add_argument(
            "--limit",
            type=number(1, 100_000),
            default=200,
            metavar="N",
            help="how many at most (default: %(default)s)",
        )
    act("end", "end a match as it stands, or close a table before its start", "MATCH")
    act("reopen", "reverse an end, resume a match, wake a table", "MATCH")
    act("ban", "keep somebody out", "WHO")
    act("unban", "let somebody in again", "WHO")
    act("drop-factor", "turn off the second factor of somebody who has lost it", "WHO")
    act("backup", "write all data to a new file, while the server runs", "FILE")
    restoring = act("restore", "replace all data with a backup", "FILE")
    restoring.add_argument(
        "--live", action="store_true", help="while the server runs; everyone is reconnected"
    )


def run(given: argparse.Namespace) -> int:
    """Do it, and say what came of it."""
    settings = read_settings(given={"data": given.data})
    if given.act == "restore" and not given.live:
        return restore(settings, given.what)
    server = Server(settings, given.server)
    if given.act == "restore":
        return restore_live(server, given.what)
    if given.act == "backup":
        return back_up(server, given.what, given.json)
    if given.act in ("tables", "people"):
        return show(given.json, given.act, server.list(given))
    if given.act in ("end", "reopen"):
        done = server.ask(f"/tables/{quote(given.what, safe='')}/{given.act}", {})
        sentence = f"{done['match']} is {done['status']} now"
    elif given.act == "drop-factor":
        done = server.ask("/factors/drop", {"who": given.what})
        sentence = f"{done['name']} ({done['id']}) logs in with the password alone now"
    else:
        done = server.ask("/bans", {"who": given.what, "banned": given.act == "ban"})
        sentence = f"{done['name']} ({done['id']}) is {'banned' if done['banned'] else 'welcome'}"
    print(json.dumps(done, ensure_ascii=False) if given.json else sentence)
    return 0


class Server:
    """A server that runs, and what it wants to see."""

    def __init__(self, settings: Settings, address: str | None) -> None:
        """Choose address and token; the token of this machine's server goes nowhere else."""
        from ludoteca.server.admin.token import read_token
        from ludoteca.server.transport.address import addresses

        self.address = address or addresses(settings, settings.port)[0]
        if address and urlsplit(address).hostname not in LOCAL and not settings.admin_token:
            raise UsageError(f"for {address} set LUDOTECA_ADMIN_TOKEN to the token of that server")
        self.token = read_token(settings)

    def list(self, given: argparse.Namespace) -> list[dict[str, Any]]:
        """Ask for a list."""
        wanted: dict[str, Any] = {"limit": given.limit}
        if given.act == "tables":
            wanted["status"] = ",".join(given.status)
        else:
            wanted |= {"match": given.at, "banned": str(given.banned).lower()}
        found: list[dict[str, Any]] = self.ask(f"/{given.act}?{urlencode(wanted)}")
        return found

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask for something; a server that hides from us does not know the token."""
        try:
            return asyncio.run(ask(self.address, f"/api/admin{path}", body, self.token))
        except HttpRefused as refused:
            raise self._explained(refused) from None

    def download(self, path: str, into: Any) -> None:
        """Ask for a file."""
        try:
            asyncio.run(download(self.address, f"/api/admin{path}", {}, self.token, into))
        except HttpRefused as refused:
            raise self._explained(refused) from None

    def upload(self, path: str, file: BinaryIO) -> None:
        """Send a file."""
        try:
            asyncio.run(upload(self.address, f"/api/admin{path}", file, self.token))
        except HttpRefused as refused:
            raise self._explained(refused) from None

    def _explained(self, refused: HttpRefused) -> HttpRefused:
        if refused.code != "not_found":
            return refused
        return HttpRefused(
            f"{self.address} does not know this token; the right one is in its data folder"
            " (--data DIR), or its LUDOTECA_ADMIN_TOKEN",
            refused.code,
        )


def back_up(server: Server, path: Path, as_json: bool) -> int:
    """Fetch a backup into a new file that only this user can read."""
    from ludoteca.server.store.backup import new_file

    with new_file(path) as part, part.open("wb") as file:
        server.download("/backup", file)
    size = path.stat().st_size
    fields = {"file": str(path), "bytes": size}
    print(json.dumps(fields) if as_json else f"{path}: {size:,} bytes. It holds all secrets.")
    return 0


def restore(settings: Settings, path: Path) -> int:
    """Replace everything by a backup."""
    from ludoteca.server.admin import restore as restoring

    before = asyncio.run(restoring.restore(settings, path))
    print(f"restored from {path}; what was there before is in {before}")
    return 0


def restore_live(server: Server, path: Path) -> int:
    """Replace everything by a backup while the server runs; what was there is fetched first."""
    before = path.absolute().with_name(f"before-restore-{time.time_ns()}.sqlite")
    with path.open("rb") as file:
        back_up(server, before, False)
        server.upload("/restore", file)
    print(f"restored from {path}; what was there before is in {before}")
    return 0


def show(as_json: bool, act: str, found: Sequence[dict[str, Any]]) -> int:
    """Print a list: one line for each, however long, so that other programs can read it too."""
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
        return 0
    if not found:
        print("none")
        return 0
    line = _of_table if act == "tables" else _of_person
    rows = [HEADS[act], *(line(one) for one in found)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    return 0


HEADS = {
    "tables": ("MATCH", "STATUS", "GAME", "CHANGED (UTC)", "PLAYERS", "NOTES"),
    "people": ("ID", "KIND", "SINCE (UTC)", "NAME", "NOTES"),
}


def _of_table(table: dict[str, Any]) -> tuple[str, ...]:
    notes = {
        "set aside": table["set_aside"],
        "awake": table["awake"],
        "by invitation": not table["public"],
        f"away: {', '.join(table['away'])}": table["away"],
    }
    return (
        table["match"],
        table["status"],
        table["game"],
        _moment(table["updated_at"]),
        ", ".join(table["players"]),
        "; ".join(note for note, so in notes.items() if so),
    )


def _of_person(person: dict[str, Any]) -> tuple[str, ...]:
    notes = {"banned": person["banned"], f"became {person['became']}": person["became"]}
    return (
        person["id"],
        person["kind"],
        _moment(person["since"]),
        person["name"],
        "; ".join(note for note, so in notes.items() if so),
    )


def _moment(at: float) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"
