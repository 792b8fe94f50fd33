"""`ludoteca admin`, against a real server and against data that none uses."""

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.cli import main
from ludoteca.client.http import sign_up
from ludoteca.protocol.common import TableSetting
from ludoteca.server.admin.token import token_file
from ludoteca.server.settings import Settings
from tests.cli.running import Run
from tests.server.live import Running, arrive, log_of, pair, running

Output = pytest.CaptureFixture[str]


async def admin(server: Running, *arguments: str) -> int:
    """Run the command beside the server, on its data folder."""
    data = str(server.runtime.settings.data)
    told = ["admin", *arguments, "--server", server.address, "--data", data]
    return await asyncio.to_thread(main, told)


async def test_a_day_of_an_admin(tmp_path: Path, capsys: Output) -> None:
    async with running(tmp_path / "data") as server:
        first, other = await pair(server)
        match = first.match
        assert await admin(server, "tables") == 0
        head, line = capsys.readouterr().out.splitlines()
        assert head.startswith("MATCH")
        assert line.startswith(f"{match}  playing")
        assert await admin(server, "end", match) == 0
        assert capsys.readouterr().out == f"{match} is over now\n"
        assert await admin(server, "end", match) == 2
        assert capsys.readouterr().err == "ludoteca: The match is over. You can play again.\n"
        assert await admin(server, "tables", "--status", "over", "--json") == 0
        assert [line["match"] for line in json.loads(capsys.readouterr().out)] == [match]
        assert await admin(server, "reopen", match) == 0
        assert capsys.readouterr().out == f"{match} is playing now\n"
        assert await admin(server, "people", "--at", match, "--json") == 0
        people = {one["name"]: one["id"] for one in json.loads(capsys.readouterr().out)}
        assert people[first.name] == first.user
        assert await admin(server, "ban", first.user) == 0
        assert "is banned" in capsys.readouterr().out
        await first.ended()
        assert await admin(server, "people", "--banned") == 0
        assert capsys.readouterr().out.split()[-2:] == [first.name, "banned"]
        assert await admin(server, "unban", first.user, "--json") == 0
        assert json.loads(capsys.readouterr().out)["banned"] is False
        assert await admin(server, "people", "--banned") == 0
        assert capsys.readouterr().out == "none\n"
        for person in (first, other):
            await person.close()


async def test_a_lost_second_factor_is_turned_off(tmp_path: Path, capsys: Output) -> None:
    async with running(tmp_path / "data") as server:
        token = await sign_up(server.address, "Ada", "correct horse")
        identity = await server.runtime.accounts.who(token)
        assert identity is not None
        assert await admin(server, "drop-factor", "Ada") == 2
        assert "Two-step login is off" in capsys.readouterr().err
        await server.runtime.store.factors.offer_factor(identity.id, "A" * 32, 0.0)
        await server.runtime.store.factors.confirm_factor(identity.id, "A" * 32, 1, 0.0, [])
        assert await admin(server, "drop-factor", "Ada") == 0
        expected = f"Ada ({identity.id}) logs in with the password alone now\n"
        assert capsys.readouterr().out == expected
        assert not await server.runtime.factors.is_on(identity.id)


async def test_a_backup_is_made_while_it_runs_and_restored_when_it_does_not(
    tmp_path: Path, capsys: Output
) -> None:
    data, file = tmp_path / "data", tmp_path / "monday.sqlite"
    async with running(data) as server:
        first, other = await pair(server)
        match = first.match
        assert await admin(server, "backup", str(file)) == 0
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert await admin(server, "backup", str(file)) == 2
        assert "a backup replaces nothing" in capsys.readouterr().err
        await first.move()
        late = log_of(await server.runtime.tables.of(match)).last
        assert await asyncio.to_thread(main, ["admin", "restore", str(file), f"--data={data}"]) == 2
        assert "stop it first, or restore with --live" in capsys.readouterr().err
        for person in (first, other):
            await person.close()
    assert await asyncio.to_thread(main, ["admin", "restore", str(file), f"--data={data}"]) == 0
    kept = Path(capsys.readouterr().out.strip().rpartition(" ")[2])
    assert last_of(kept, match) >= late > last_of(data / "ludoteca.sqlite", match)
    async with running(data) as server:
        actor = await server.runtime.tables.of(match)
        assert actor.table.is_playing


async def test_a_backup_is_restored_while_it_runs(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "monday.sqlite"
    async with running(tmp_path / "data") as server:
        first, other = await pair(server)
        assert first.position is not None
        ply = first.position.ply
        assert await admin(server, "backup", str(file)) == 0
        late = await arrive(server.address, "Eve")
        forgotten = await late.open_table(TableSetting(game=games.names()[-1]))
        await first.move()
        await first.wait(lambda me: me.position is not None and me.position.ply > ply)
        assert await admin(server, "restore", "--live", str(file)) == 0
        assert "what was there before is in" in capsys.readouterr().out
        await late.ended()  # the backup does not know her
        await first.wait(lambda me: me.position is not None and me.position.ply == ply)
        assert await server.runtime.store.tables.find_table(forgotten) is None
        assert server.runtime.lobby.tables() == []
        await first.wait(lambda me: me.may_move)
        await first.move()  # and it goes on from there
        (tmp_path / "no.sqlite").write_bytes(b"hello" * 500)
        assert await admin(server, "restore", "--live", str(tmp_path / "no.sqlite")) == 2
        assert "the file is no backup of ludoteca" in capsys.readouterr().err
        for person in (first, other, late):
            await person.close()
    kept = list(tmp_path.glob("before-restore-*"))
    assert [stat.S_IMODE(file.stat().st_mode) for file in kept] == [0o600] * 2


def last_of(path: Path, match: str) -> int:
    """Return the number of the last entry of a table in a database that nobody uses."""
    with closing(sqlite3.connect(path)) as connection:
        [[last]] = connection.execute("SELECT MAX(number) FROM entries WHERE match = ?", (match,))
        return int(last)


def test_what_is_no_backup_changes_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "no.sqlite").write_bytes(b"hello" * 500)
    run("admin", "restore", "no.sqlite", "--data", "d").refused("no backup of ludoteca")
    run("admin", "restore", "nowhere.sqlite", "--data", "d").refused("no backup nowhere.sqlite")


async def test_a_wrong_token_and_an_absent_server_are_explained(
    tmp_path: Path, capsys: Output
) -> None:
    async with running(tmp_path / "data") as server:
        other = Settings(data=tmp_path / "other")
        other.data.mkdir()
        token_file(other).write_text("0" * 64)
        told = ["admin", "tables", "--server", server.address, "--data", str(other.data)]
        assert await asyncio.to_thread(main, told) == 2
        assert "does not know this token" in capsys.readouterr().err
    assert await asyncio.to_thread(main, told) == 2
    assert "can't be reached" in capsys.readouterr().err


def test_the_token_of_this_machine_goes_nowhere_else(run: Run) -> None:
    run("admin", "tables", "--server", "https://games.example").refused("LUDOTECA_ADMIN_TOKEN")
    run("admin", "tables").refused("admin.token", "--data")
    run("admin").refused("--help")
