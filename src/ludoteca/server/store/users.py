"""Guests, accounts, sessions and tokens, in SQL."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from ludoteca.core.errors import NameTaken
from ludoteca.server.store.database import Clash, Database, Row, SqlStep, Unmet
from ludoteca.server.store.dialect import places
from ludoteca.server.store.values import BotToken, Kind, StoredSession, User

USER = "id, name, kind, created_at, password_hash, banned, became, avatar"

ADD_USER = f"INSERT INTO users ({USER}, name_key) VALUES ({places(9)})"

SESSION = "digest, user_id, expires_at, seen_at, created_at, device"

ADD_SESSION = f"INSERT INTO sessions ({SESSION}) VALUES ({places(6)})"

FIND_SESSION = f"""
SELECT {", ".join(f"s.{it}" for it in SESSION.split(", "))},
    {", ".join(f"v.{it}" for it in USER.split(", "))}
FROM sessions AS s LEFT JOIN users AS v ON v.id = s.user_id
WHERE s.digest = ? AND s.expires_at > ?
"""

AT_ONCE = 200
"""Sessions and tokens asked about in one query."""

GOOD = f"""
SELECT s.digest FROM sessions AS s JOIN users AS v ON v.id = s.user_id
WHERE v.banned = 0 AND s.expires_at > ? AND s.digest IN ({places(AT_ONCE)})
UNION ALL SELECT t.digest FROM tokens AS t JOIN users AS v ON v.id = t.user_id
WHERE v.banned = 0 AND t.digest IN ({places(AT_ONCE)})
"""

ADD_TOKEN = "INSERT INTO tokens (digest, user_id, created_at, label) VALUES (?, ?, ?, ?)"

TAKE_RATINGS = """
UPDATE ratings SET player = ? WHERE player = ? AND NOT EXISTS (SELECT 1 FROM ratings AS own
    WHERE own.player = ? AND own.game = ratings.game AND own.players = ratings.players)
"""

FORGET_GUESTS = """
DELETE FROM users WHERE kind = 'guest' AND banned = 0 AND became IS NULL AND created_at < ?
    AND id NOT IN (SELECT player FROM seats) AND id NOT IN (SELECT user_id FROM sessions)
RETURNING 1
"""

FORGET_NOTICES = (
    "DELETE FROM push_subscriptions WHERE digest NOT IN (SELECT digest FROM sessions) RETURNING 1",
    "DELETE FROM notice_choices WHERE user_id NOT IN (SELECT id FROM users) RETURNING 1",
)

FORGOTTEN = (
    ("sessions", "user_id"),
    ("tokens", "user_id"),
    ("factors", "user_id"),
    ("recovery_codes", "user_id"),
    ("notice_choices", "user_id"),
    ("push_subscriptions", "user_id"),
    ("ratings", "player"),
    ("invitations", "user_id"),
    ("invitations", "sender"),
    ("gallery", "player"),
)
"""What is deleted with a user."""

FORGET = """
UPDATE users SET name = ?, kind = 'guest', password_hash = NULL, name_key = NULL, became = NULL,
    avatar = '' WHERE id = ?
"""

OLD_TABLES = "(SELECT match FROM tables WHERE status = 'closed' AND updated_at < ?)"


class Users:
    """Reads and writes people."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_user(self, user: User) -> None:
        """Keep a new user; raises `NameTaken` if an account has that name in any case."""
        row = (
            user.id, user.name, user.kind, user.created_at, user.password_hash,
            int(user.banned), user.became, user.avatar, _key(user.name, user.kind),
        )  # fmt: skip
        await self._named(user.name, SqlStep(ADD_USER, row))

    async def find_user(self, user: str) -> User | None:
        """Find a user by id."""
        return await self._find("id", user)

    async def find_account(self, name: str) -> User | None:
        """Find an account or bot by name, in any case of letters."""
        return await self._find("name_key", _key(name, "account"))

    async def _find(self, column: str, value: str | None) -> User | None:
        sql = f"SELECT {USER} FROM users WHERE {column} = ?"
        rows = await self._database.read(sql, value)
        return _user(rows[0]) if rows else None

    async def change_user(
        self,
        user: str,
        name: str | None = None,
        kind: Kind | None = None,
        password_hash: str | None = None,
        banned: bool | None = None,
        avatar: str | None = None,
    ) -> None:
        """Change what is given; may raise `NameTaken`.

        So a guest becomes an account and an account a bot, with the same id.
        """
        before = await self.find_user(user)
        if before is None:
            return
        asked = {
            "name": name, "kind": kind, "password_hash": password_hash, "banned": banned,
            "avatar": avatar,
        }  # fmt: skip
        changes: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
        if banned is not None:
            changes["banned"] = int(banned)
        if name is not None or kind is not None:
            changes["name_key"] = _key(name or before.name, kind or before.kind)
        if not changes:
            return
        sets = ", ".join(f"{column} = ?" for column in changes)
        sql = f"UPDATE users SET {sets} WHERE id = ? AND name = ? AND kind = ? RETURNING id"
        values = (*changes.values(), user, before.name, before.kind)
        if not await self._named(name or before.name, SqlStep(sql, values)):
            # it was changed meanwhile
            await self.change_user(user, name, kind, password_hash, banned, avatar)

    async def _named(self, name: str, step: SqlStep) -> list[Row]:
        try:
            return (await self._database.write(step))[0]
        except Clash as error:
            raise NameTaken(f"There is an account called {name} already.") from error

    async def take_over(self, guest: str, account: str) -> None:
        """Move a guest's seats and results to an account; the guest's id leads to it.

        Ratings go along where the account has none; the guest's sessions end.
        """
        became = "UPDATE users SET became = ? WHERE id = ? AND kind = 'guest' RETURNING id"
        moved = (("seats", "player"), ("results", "player"), ("tables", "host"),
                 ("invitations", "user_id"), ("invitations", "sender"),
                 ("gallery", "player"))  # fmt: skip
        steps = [SqlStep(became, (account, guest), rows=1)]
        steps += [
            SqlStep(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (account, guest))
            for table, column in moved
        ]
        steps.append(SqlStep(TAKE_RATINGS, (account, guest, account)))
        steps.append(SqlStep("DELETE FROM ratings WHERE player = ?", (guest,)))
        steps.append(SqlStep("DELETE FROM sessions WHERE user_id = ?", (guest,)))
        try:
            await self._database.write(*steps)
        except Unmet as error:
            raise ValueError(f"{guest} is no guest") from error

    async def forget(self, user: str, name: str) -> None:
        """Forget a user and the guests they were before; what others played with them stays.

        `name` is what is shown instead of them where a match only knows who they were.
        """
        ids = [user, *await self.former_guests(user)]
        steps = [
            SqlStep(f"DELETE FROM {table} WHERE {column} = ?", (one,))
            for one in ids
            for table, column in FORGOTTEN
        ]
        steps += [SqlStep(FORGET, (name, one)) for one in ids]
        await self._database.write(*steps)

    async def former_guests(self, account: str) -> list[str]:
        """List the ids of guests that an account took over: logs of tables may name them."""
        sql = "SELECT id FROM users WHERE became = ? ORDER BY created_at, id"
        return [row[0] for row in await self._database.read(sql, account)]

    async def list_users(self, banned: bool | None = None, limit: int = 1000) -> list[User]:
        """List users, the newest first."""
        where, values = ("", ()) if banned is None else ("WHERE banned = ?", (int(banned),))
        sql = f"SELECT {USER} FROM users {where} ORDER BY created_at DESC, id LIMIT ?"
        return [_user(row) for row in await self._database.read(sql, *values, limit)]

    async def add_session(self, session: StoredSession) -> None:
        """Keep a new session."""
        row = (
            session.digest, session.user, session.expires_at, session.seen_at,
            session.created_at, session.device,
        )  # fmt: skip
        await self._database.write(SqlStep(ADD_SESSION, row))

    async def find_session(
        self, digest: bytes, now: float
    ) -> tuple[StoredSession, User | None] | None:
        """Find a session that has not expired, and its user if there still is one."""
        rows = await self._database.read(FIND_SESSION, digest, now)
        if not rows:
            return None
        session, user = rows[0][:6], rows[0][6:]
        return StoredSession(*session), None if user[0] is None else _user(user)

    async def list_sessions(self, user: str, now: float) -> list[StoredSession]:
        """List a user's sessions that have not expired, the last used first."""
        sql = (
            f"SELECT {SESSION} FROM sessions WHERE user_id = ? AND expires_at > ?"
            " ORDER BY seen_at DESC, digest"
        )
        return [StoredSession(*row) for row in await self._database.read(sql, user, now)]

    async def good_digests(self, digests: Sequence[bytes], now: float) -> set[bytes]:
        """Return which of these sessions and tokens are good: neither ended nor of a banned one."""
        good: set[bytes] = set()
        for first in range(0, len(digests), AT_ONCE):
            some = digests[first : first + AT_ONCE]
            asked = [*some, *[b""] * (AT_ONCE - len(some))]
            good.update(row[0] for row in await self._database.read(GOOD, now, *asked, *asked))
        return good

    async def touch_session(self, digest: bytes, now: float, expires_at: float) -> None:
        """Note that a session was used, and until when it is good now."""
        sql = "UPDATE sessions SET seen_at = ?, expires_at = ? WHERE digest = ?"
        await self._database.write(SqlStep(sql, (now, expires_at, digest)))

    async def drop_sessions(
        self, user: str, digest: bytes | None = None, but: bytes | None = None
    ) -> None:
        """End one session of a user, or all, or all but one."""
        sql, values = "DELETE FROM sessions WHERE user_id = ?", [user]
        for sign, value in (("=", digest), ("<>", but)):
            if value is not None:
                sql += f" AND digest {sign} ?"
                values.append(value)  # type: ignore[arg-type]
        await self._database.write(SqlStep(sql, tuple(values)))

    async def add_token(self, token: BotToken) -> None:
        """Keep a bot's token."""
        row = (token.digest, token.user, token.created_at, token.label)
        await self._database.write(SqlStep(ADD_TOKEN, row))

    async def find_token(self, digest: bytes) -> BotToken | None:
        """Find a bot's token."""
        return next(iter(await self._tokens("digest", digest)), None)

    async def list_tokens(self, user: str) -> list[BotToken]:
        """List a bot's tokens."""
        return await self._tokens("user_id", user)

    async def _tokens(self, column: str, value: bytes | str) -> list[BotToken]:
        sql = (
            f"SELECT digest, user_id, created_at, label FROM tokens WHERE {column} = ?"
            " ORDER BY created_at, digest"
        )
        return [BotToken(*row) for row in await self._database.read(sql, value)]

    async def drop_token(self, user: str, digest: bytes) -> None:
        """End a bot's token."""
        sql = "DELETE FROM tokens WHERE user_id = ? AND digest = ?"
        await self._database.write(SqlStep(sql, (user, digest)))

    async def sweep(self, now: float, before: float) -> int:
        """Forget what expired; tell how many rows went.

        Sessions with their push subscriptions, invitations and processes that ended by now; and
        from `before` a time: closed tables, and guests who have neither seat nor session.
        """
        expired = ("sessions WHERE expires_at", "invitations WHERE expires_at",
                   "processes WHERE until", "sitters WHERE until")  # fmt: skip
        steps = [SqlStep(f"DELETE FROM {which} <= ? RETURNING 1", (now,)) for which in expired]
        steps += [
            SqlStep(f"DELETE FROM {table} WHERE match IN {OLD_TABLES} RETURNING 1", (before,))
            for table in ("entries", "seats", "tables")
        ]
        steps.append(SqlStep(FORGET_GUESTS, (before,)))
        steps += [SqlStep(sql) for sql in FORGET_NOTICES]
        return sum(len(rows) for rows in await self._database.write(*steps))


def _key(name: str, kind: Kind) -> str | None:
    """Return what must be unique: names of accounts, however they are written; guests may share."""
    return None if kind == "guest" else unicodedata.normalize("NFKC", name).casefold()


def _user(row: Row) -> User:
    id_, name, kind, created_at, password_hash, banned, became, avatar = row
    return User(id_, name, kind, created_at, password_hash, bool(banned), became, avatar)
