"""Look after a server that runs: its tables, its people, its backups."""

import argparse
import asyncio
import json
import os
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import quote, urlencode, urlsplit

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ludoteca.cli.arguments import add_json, number
from ludoteca.client.entrance import Refused, ask, download
from ludoteca.core.errors import UsageError
from ludoteca.server.settings import Settings, read_settings
from ludoteca.server.store.values import Status

if TYPE_CHECKING:  # not read when the program starts
    from ludoteca.server.store import Store

SUMMARY = "look after a server that runs: its tables, its people, its backups"
EXAMPLES = """\
Speaks with the server on this machine, or with --server ADDRESS, and shows the token that this
server keeps in its data folder (or LUDOTECA_ADMIN_TOKEN). `restore` needs data that no server uses.

examples:
  ludoteca admin tables
  ludoteca admin end k3v9w2xy01ab
  ludoteca admin reopen k3v9w2xy01ab
  ludoteca admin people --at k3v9w2xy01ab
  ludoteca admin ban Mallory
  ludoteca admin backup monday.sqlite
  ludoteca admin restore monday.sqlite --data ./matches
"""

LOCAL = ("localhost", "127.0.0.1", "::1")
STATUSES = get_args(Status)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take what to do; each act says what it needs."""
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)

    def act(name: str, about: str, wants: str = "") -> argparse.ArgumentParser:
        found: argparse.ArgumentParser = acts.add_parser(name, help=about, description=about)
        if wants:
            found.add_argument("what", metavar=wants, type=Path if wants == "FILE" else str)
        found.add_argument("--data", type=Path, metavar="DIR", help="the data folder of the server")
        if name != "restore":
            found.add_argument("--server", metavar="ADDRESS", help="the server (the local one)")
            add_json(found)
        return found

    listing = act("tables", "list tables: those that live, unless told otherwise")
    listing.add_argument(
        "--status", choices=STATUSES, action="append", default=[], help="only these (repeatable)"
    )
    people = act("people", "list guests and accounts, the newest first")
    people.add_argument("--at", metavar="MATCH", default="", help="who sits at this table")
    people.add_argument("--banned", action="store_true", help="only those who are banned")
    for one in (listing, people):
        one.add_argument(
            "--limit", type=number(1, 100_000), default=200, metavar="N", help="so many (200)"
        )
    act("end", "end a match as it stands, or close a table before its start", "MATCH")
    act("reopen", "reverse an end, resume a match, wake a table", "MATCH")
    act("ban", "let somebody in no more: an account's name, or an id of `people`", "WHO")
    act("unban", "let somebody in again", "WHO")
    act("backup", "write all there is to a new file, while the server runs", "FILE")
    act("restore", "replace all data by a backup; no server may run on it", "FILE")


def run(given: argparse.Namespace) -> int:
    """Do it, and say what came of it."""
    settings = read_settings(given={"data": given.data})
    if given.act == "restore":
        return asyncio.run(restore(settings, given.what))
    server = Server(settings, given.server)
    if given.act == "backup":
        return back_up(server, given.what, given.json)
    if given.act in ("tables", "people"):
        return show(given.json, server.list(given))
    if given.act in ("end", "reopen"):
        done = server.ask(f"/tables/{quote(given.what, safe='')}/{given.act}", {})
        sentence = f"{done['match']} is {done['status']} now"
    else:
        done = server.ask("/bans", {"who": given.what, "banned": given.act == "ban"})
        sentence = f"{done['name']} ({done['id']}) is {'banned' if done['banned'] else 'welcome'}"
    print(json.dumps(done, ensure_ascii=False) if given.json else sentence)
    return 0


class Server:
    """A server that runs, and what it wants to see."""

    def __init__(self, settings: Settings, address: str | None) -> None:
        """Choose address and token; the token of this machine's server goes nowhere else."""
        from ludoteca.server.address import addresses
        from ludoteca.server.admin.token import read_token

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
        except Refused as refused:
            raise self._explained(refused) from None

    def download(self, path: str, into: Any) -> None:
        """Ask for a file."""
        try:
            asyncio.run(download(self.address, f"/api/admin{path}", {}, self.token, into))
        except Refused as refused:
            raise self._explained(refused) from None

    def _explained(self, refused: Refused) -> Refused:
        if refused.code != "not_found":
            return refused
        return Refused(
            f"{self.address} does not know this token; the right one is in its data folder"
            " (--data DIR), or its LUDOTECA_ADMIN_TOKEN",
            refused.code,
        )


def back_up(server: Server, path: Path, as_json: bool) -> int:
    """Fetch a backup into a new file that only this user can read."""
    from ludoteca.server.store.backup import new_file

    with new_file(path) as part:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            server.download("/backup", file)
    size = path.stat().st_size
    fields = {"file": str(path), "bytes": size}
    print(json.dumps(fields) if as_json else f"{path}: {size:,} bytes. It holds all secrets.")
    return 0


async def restore(settings: Settings, path: Path) -> int:
    """Replace everything by a backup; what was there is kept in a file."""
    from ludoteca.server.serve import database_file
    from ludoteca.server.store import open_store
    from ludoteca.server.store.sqlite import IN_USE

    place = settings.database_url or database_file(settings)
    try:
        store = await open_store(place)
    except UsageError as error:
        if error.code != IN_USE:
            raise
        raise UsageError(f"a server uses {place}: stop it first, then restore") from None
    try:
        await _check_unused(store)
        folder = path.absolute().parent if settings.database_url else settings.data
        before = folder / f"before-restore-{datetime.now(UTC):%Y%m%d-%H%M%S}.sqlite"
        await store.back_up(before)
        before.chmod(0o600)
        await store.restore(path)
    finally:
        await store.close()
    print(f"restored from {path}; what was there before is in {before}")
    return 0


async def _check_unused(store: "Store") -> None:
    """Refuse while processes work on the same PostgreSQL."""
    running = ", ".join(process.name for process in await store.list_processes(time.time()))
    if running:
        raise UsageError(f"a server uses this database ({running}): stop it first, then restore")


def show(as_json: bool, found: Iterable[dict[str, Any]]) -> int:
    """Print a list."""
    rows = list(found)
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    if not rows:
        print("none")
        return 0
    table = Table(*(name.replace("_", " ") for name in rows[0]), box=None, pad_edge=False)
    for row in rows:
        table.add_row(*(_cell(key, value) for key, value in row.items()))
    Console().print(table)
    return 0


def _cell(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "-"
    if key == "since" or key.endswith("_at"):
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M} UTC"
    if isinstance(value, list):
        return escape(", ".join(value))
    return escape(str(value or ""))
