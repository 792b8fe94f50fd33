"""Guests, accounts, sessions and tokens, in SQL."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from ludoteca.core.errors import NameTaken
from ludoteca.server.store.database import Clash, Database, Row, Step, Unmet
from ludoteca.server.store.dialect import places
from ludoteca.server.store.port import Visitors
from ludoteca.server.store.values import Kind, Session, Token, Visitor

VISITOR = "id, name, kind, created_at, password_hash, banned, became"

ADD_VISITOR = f"INSERT INTO visitors ({VISITOR}, name_key) VALUES ({places(8)})"

SESSION = "digest, visitor, expires_at, seen_at, created_at"

ADD_SESSION = f"INSERT INTO sessions ({SESSION}) VALUES ({places(5)})"

FIND_SESSION = f"""
SELECT {", ".join(f"s.{it}" for it in SESSION.split(", "))},
    {", ".join(f"v.{it}" for it in VISITOR.split(", "))}
FROM sessions AS s LEFT JOIN visitors AS v ON v.id = s.visitor
WHERE s.digest = ? AND s.expires_at > ?
"""

AT_ONCE = 200
"""So many sessions and tokens are asked about in one query."""

GOOD = f"""
SELECT s.digest FROM sessions AS s JOIN visitors AS v ON v.id = s.visitor
WHERE v.banned = 0 AND s.expires_at > ? AND s.digest IN ({places(AT_ONCE)})
UNION ALL SELECT t.digest FROM tokens AS t JOIN visitors AS v ON v.id = t.visitor
WHERE v.banned = 0 AND t.digest IN ({places(AT_ONCE)})
"""

ADD_TOKEN = "INSERT INTO tokens (digest, visitor, created_at, label) VALUES (?, ?, ?, ?)"

TAKE_RATINGS = """
UPDATE ratings SET player = ? WHERE player = ? AND NOT EXISTS (SELECT 1 FROM ratings AS own
    WHERE own.player = ? AND own.game = ratings.game AND own.players = ratings.players)
"""

FORGET_GUESTS = """
DELETE FROM visitors WHERE kind = 'guest' AND banned = 0 AND became IS NULL AND created_at < ?
    AND id NOT IN (SELECT player FROM seats) AND id NOT IN (SELECT visitor FROM sessions)
RETURNING 1
"""

OLD_TABLES = "(SELECT match FROM tables WHERE status = 'closed' AND updated_at < ?)"


class SqlVisitors(Visitors):
    """Reads and writes people."""

    def __init__(self, database: Database) -> None:
        """Work on a database."""
        self._database = database

    async def add_visitor(self, visitor: Visitor) -> None:
        """Keep a new visitor."""
        row = (
            visitor.id, visitor.name, visitor.kind, visitor.created_at, visitor.password_hash,
            int(visitor.banned), visitor.became, _key(visitor.name, visitor.kind),
        )  # fmt: skip
        await self._named(visitor.name, Step(ADD_VISITOR, row))

    async def find_visitor(self, visitor: str) -> Visitor | None:
        """Find by id."""
        return await self._find("id", visitor)

    async def find_account(self, name: str) -> Visitor | None:
        """Find by name."""
        return await self._find("name_key", _key(name, "account"))

    async def _find(self, column: str, value: str | None) -> Visitor | None:
        sql = f"SELECT {VISITOR} FROM visitors WHERE {column} = ?"
        rows = await self._database.read(sql, value)
        return _visitor(rows[0]) if rows else None

    async def change_visitor(
        self,
        visitor: str,
        name: str | None = None,
        kind: Kind | None = None,
        password_hash: str | None = None,
        banned: bool | None = None,
    ) -> None:
        """Change what is given; the key of the name follows name and kind."""
        before = await self.find_visitor(visitor)
        if before is None:
            return
        asked = {"name": name, "kind": kind, "password_hash": password_hash, "banned": banned}
        changes: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
        if banned is not None:
            changes["banned"] = int(banned)
        if name is not None or kind is not None:
            changes["name_key"] = _key(name or before.name, kind or before.kind)
        if not changes:
            return
        sets = ", ".join(f"{column} = ?" for column in changes)
        sql = f"UPDATE visitors SET {sets} WHERE id = ? AND name = ? AND kind = ? RETURNING id"
        values = (*changes.values(), visitor, before.name, before.kind)
        if not await self._named(name or before.name, Step(sql, values)):
            await self.change_visitor(visitor, name, kind, password_hash, banned)  # it was changed

    async def _named(self, name: str, step: Step) -> list[Row]:
        try:
            return (await self._database.write(step))[0]
        except Clash as error:
            raise NameTaken(f"There is an account called {name} already.") from error

    async def take_over(self, guest: str, account: str) -> None:
        """Give an account what a guest did; the guest's sessions end, so none can be planted."""
        became = "UPDATE visitors SET became = ? WHERE id = ? AND kind = 'guest' RETURNING id"
        moved = (("seats", "player"), ("results", "player"), ("tables", "host"),
                 ("invitations", "visitor"), ("invitations", "sender"))  # fmt: skip
        steps = [Step(became, (account, guest), rows=1)]
        steps += [
            Step(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (account, guest))
            for table, column in moved
        ]
        steps.append(Step(TAKE_RATINGS, (account, guest, account)))
        steps.append(Step("DELETE FROM ratings WHERE player = ?", (guest,)))
        steps.append(Step("DELETE FROM sessions WHERE visitor = ?", (guest,)))
        try:
            await self._database.write(*steps)
        except Unmet as error:
            raise ValueError(f"{guest} is no guest") from error

    async def former_guests(self, account: str) -> list[str]:
        """List the guests an account was."""
        sql = "SELECT id FROM visitors WHERE became = ? ORDER BY created_at, id"
        return [row[0] for row in await self._database.read(sql, account)]

    async def list_visitors(self, banned: bool | None = None, limit: int = 1000) -> list[Visitor]:
        """List the newest visitors."""
        where, values = ("", ()) if banned is None else ("WHERE banned = ?", (int(banned),))
        sql = f"SELECT {VISITOR} FROM visitors {where} ORDER BY created_at DESC, id LIMIT ?"
        return [_visitor(row) for row in await self._database.read(sql, *values, limit)]

    async def add_session(self, session: Session) -> None:
        """Keep a session."""
        row = (
            session.digest, session.visitor, session.expires_at, session.seen_at,
            session.created_at,
        )  # fmt: skip
        await self._database.write(Step(ADD_SESSION, row))

    async def find_session(
        self, digest: bytes, now: float
    ) -> tuple[Session, Visitor | None] | None:
        """Find a session that is still good, and whose it is."""
        rows = await self._database.read(FIND_SESSION, digest, now)
        if not rows:
            return None
        session, visitor = rows[0][:5], rows[0][5:]
        return Session(*session), None if visitor[0] is None else _visitor(visitor)

    async def list_sessions(self, visitor: str, now: float) -> list[Session]:
        """List a visitor's sessions."""
        sql = (
            f"SELECT {SESSION} FROM sessions WHERE visitor = ? AND expires_at > ?"
            " ORDER BY seen_at DESC, digest"
        )
        return [Session(*row) for row in await self._database.read(sql, visitor, now)]

    async def good_digests(self, digests: Sequence[bytes], now: float) -> set[bytes]:
        """Say which of these sessions and tokens are good."""
        good: set[bytes] = set()
        for first in range(0, len(digests), AT_ONCE):
            some = digests[first : first + AT_ONCE]
            asked = [*some, *[b""] * (AT_ONCE - len(some))]
            good.update(row[0] for row in await self._database.read(GOOD, now, *asked, *asked))
        return good

    async def touch_session(self, digest: bytes, now: float, expires_at: float) -> None:
        """Note that a session was used."""
        sql = "UPDATE sessions SET seen_at = ?, expires_at = ? WHERE digest = ?"
        await self._database.write(Step(sql, (now, expires_at, digest)))

    async def drop_sessions(
        self, visitor: str, digest: bytes | None = None, but: bytes | None = None
    ) -> None:
        """End sessions."""
        sql, values = "DELETE FROM sessions WHERE visitor = ?", [visitor]
        for sign, value in (("=", digest), ("<>", but)):
            if value is not None:
                sql += f" AND digest {sign} ?"
                values.append(value)  # type: ignore[arg-type]
        await self._database.write(Step(sql, tuple(values)))

    async def add_token(self, token: Token) -> None:
        """Keep a token."""
        row = (token.digest, token.visitor, token.created_at, token.label)
        await self._database.write(Step(ADD_TOKEN, row))

    async def find_token(self, digest: bytes) -> Token | None:
        """Find a token."""
        return next(iter(await self._tokens("digest", digest)), None)

    async def list_tokens(self, visitor: str) -> list[Token]:
        """List a bot's tokens."""
        return await self._tokens("visitor", visitor)

    async def _tokens(self, column: str, value: bytes | str) -> list[Token]:
        sql = (
            f"SELECT digest, visitor, created_at, label FROM tokens WHERE {column} = ?"
            " ORDER BY created_at, digest"
        )
        return [Token(*row) for row in await self._database.read(sql, value)]

    async def drop_token(self, visitor: str, digest: bytes) -> None:
        """End a token."""
        sql = "DELETE FROM tokens WHERE visitor = ? AND digest = ?"
        await self._database.write(Step(sql, (visitor, digest)))

    async def sweep(self, now: float, before: float) -> int:
        """Forget what nobody can miss."""
        expired = ("sessions WHERE expires_at", "invitations WHERE expires_at",
                   "processes WHERE until", "sitters WHERE until")  # fmt: skip
        steps = [Step(f"DELETE FROM {which} <= ? RETURNING 1", (now,)) for which in expired]
        steps += [
            Step(f"DELETE FROM {table} WHERE match IN {OLD_TABLES} RETURNING 1", (before,))
            for table in ("entries", "seats", "tables")
        ]
        steps.append(Step(FORGET_GUESTS, (before,)))
        return sum(len(rows) for rows in await self._database.write(*steps))


def _key(name: str, kind: Kind) -> str | None:
    """Give what must be unique: names of accounts, however they are written; guests may share."""
    return None if kind == "guest" else unicodedata.normalize("NFKC", name).casefold()


def _visitor(row: Row) -> Visitor:
    id_, name, kind, created_at, password_hash, banned, became = row
    return Visitor(id_, name, kind, created_at, password_hash, bool(banned), became)
