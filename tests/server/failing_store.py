"""A store that can be away, fail in strange ways, or lose the answer to what it has saved."""

import inspect
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from ludoteca.core.errors import StoreAway, StoreBroken
from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import LogEntry

_OWN = {"close", "is_up"}
_PARTS = {"tables", "owners", "users", "factors", "history"}


class _Part:
    """A part of the store."""

    def __init__(self, flaky: "FailingStore", part: Any) -> None:
        self._flaky, self._part = flaky, part

    def __getattr__(self, name: str) -> Any:
        """Pass on what is asked, if the database can be reached."""
        found = getattr(self._part, name)
        own = self._flaky.append if name == "append" else None
        return own or (self._flaky.guarded(found) if callable(found) else found)


class FailingStore:
    """Stands before a real store."""

    def __init__(self, store: Store) -> None:
        """Work, until told otherwise."""
        self._store = store
        self._parts = {name: _Part(self, getattr(store, name)) for name in _PARTS}
        self.away = False
        self.strange = False
        """It fails with an error that nobody has thought of."""
        self.failed = 0
        """How often it did."""
        self.full = False
        """What is small is still saved, but no entry of a log."""
        self.refused = 0
        self.broken = False
        self.forget_answers = 0
        """This number of appends are saved, but the answer is lost."""

    def __getattr__(self, name: str) -> Any:
        """Pass on what is asked, if the database can be reached."""
        found = getattr(self._store, name)
        if name in _PARTS:
            return self._parts[name]
        return found if name in _OWN or not callable(found) else self.guarded(found)

    def guarded(self, found: Any) -> Any:
        """Return a method that fails while the database can't be reached."""

        async def call(*arguments: Any, **named: Any) -> Any:
            self._fail()
            return await found(*arguments, **named)

        async def iterate(*arguments: Any, **named: Any) -> AsyncIterator[Any]:
            self._fail()
            async for each in found(*arguments, **named):
                yield each

        return iterate if inspect.isasyncgenfunction(found) else call

    def _fail(self) -> None:
        if self.strange:
            self.failed += 1
            raise RuntimeError("nobody has thought of this")
        if self.away:
            raise StoreAway("the database is away")

    async def append(
        self, match: str, epoch: int, after: int, entries: Sequence[LogEntry], *more: Any
    ) -> None:
        """Save, if that can be."""
        if self.broken:
            raise StoreBroken("a sync failed")
        if self.away or self.full:
            self.refused += 1
            raise StoreAway("the database is away")
        await self._store.tables.append(match, epoch, after, entries, *more)
        if self.forget_answers:
            self.forget_answers -= 1
            self.away = True
            raise StoreAway("the connection broke during the commit")


async def open_failing(folder: Path) -> Any:
    """Open a store that can fail."""
    return FailingStore(await open_store(folder / "ludoteca.sqlite"))
