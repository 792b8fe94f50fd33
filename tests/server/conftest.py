"""What the tests of the server share: services, and a store of its own for each test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from ludoteca.server.logs import log
from ludoteca.server.store import Store, open_store
from tests.server.services import PostgresService, ValkeyService


@pytest.fixture(scope="session", autouse=True)
def logs() -> None:
    """Have what writes logs set up, as the first event does, before a test listens to them."""
    log.debug("tests_begin")


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresService]:
    """Run one PostgreSQL for all tests of this process."""
    service = PostgresService()
    yield service
    service.close()


@pytest.fixture(scope="session")
def valkey() -> Iterator[ValkeyService]:
    """Run one Valkey for all tests of this process."""
    service = ValkeyService()
    yield service
    service.close()


@pytest.fixture
def postgres_url(postgres: PostgresService) -> str:
    """Return the address of an empty database."""
    return postgres.make_database()


@pytest.fixture
def sqlite_path(tmp_path: Path) -> Path:
    """Return the path of a database that does not exist yet."""
    return tmp_path / "ludoteca.sqlite"


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest) -> str:
    """Return a place for a store, of each kind."""
    name = "sqlite_path" if request.param == "sqlite" else "postgres_url"
    return str(request.getfixturevalue(name))


@pytest.fixture
async def store(place: str) -> AsyncIterator[Store]:
    """Open an empty store, of each kind."""
    store = await open_store(place)
    yield store
    await store.close()
