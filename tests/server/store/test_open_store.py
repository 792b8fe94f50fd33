"""Which store an address opens."""

import sys

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.store import open_store


async def test_without_its_driver_postgresql_is_refused_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("postgres", "group"):
        monkeypatch.delitem(sys.modules, f"ludoteca.server.store.{module}", raising=False)
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(UsageError, match=r"asyncpg: pip install 'ludoteca\[scale\]'"):
        await open_store("postgresql://localhost/ludoteca")


async def test_an_unknown_kind_of_address_is_refused() -> None:
    with pytest.raises(UsageError, match="mysql:// is no database"):
        await open_store("mysql://localhost")
