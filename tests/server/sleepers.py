"""A database with many sleeping tables, copied from one that was really played."""

import sqlite3
from contextlib import closing
from pathlib import Path

from ludoteca import games
from ludoteca.protocol.common import DaysClock, TableSetting
from ludoteca.server.serve import DATABASE
from tests.server.live import arrive, running


async def put_to_sleep(folder: Path, tables: int, game: str = "") -> None:
    """Leave a folder with a number of tables in the middle of correspondence matches."""
    async with running(folder) as server:
        people = [await arrive(server.address, name) for name in ("Ada", "Bo")]
        setting = TableSetting(game=game or games.names()[-1], clock=DaysClock(days=3))
        match = await people[0].open_table(setting)
        await people[1].join(match)
        for person in people:
            await person.be_ready()
        await people[0].start()
        for person in people:
            await person.wait(lambda me: me.position is not None)
        for _ in range(12):
            mover = next((one for one in people if one.may_move), None)
            if mover is not None:
                await mover.move()
        for person in people:
            await person.close()
    copy_table(folder / DATABASE, match, tables - 1)


def copy_table(database: Path, match: str, copies: int) -> None:
    """Copy all rows of a table, each time for another match."""
    with closing(sqlite3.connect(database)) as data, data:
        data.execute("UPDATE entries SET chain = NULL")  # the copies would need others
        for name in ("tables", "entries", "seats"):
            columns = [row[1] for row in data.execute(f"PRAGMA table_info({name})")]
            rows = data.execute(f"SELECT * FROM {name} WHERE match = ?", (match,)).fetchall()
            marks = ", ".join("?" * len(columns))
            data.executemany(
                f"INSERT INTO {name} VALUES ({marks})",
                (renamed(row, match, f"{number:012}") for number in range(copies) for row in rows),
            )


def renamed(row: tuple[object, ...], match: str, other: str) -> tuple[object, ...]:
    """Put another match in the place of one."""
    return tuple(
        value.replace(match, other)
        if isinstance(value, str)
        else value.replace(match.encode(), other.encode())
        if isinstance(value, bytes)
        else value
        for value in row
    )
