"""Notice settings, addresses for notices and the server's own keys, in SQL."""

from ludoteca.server.store.database import Database, SqlStep
from ludoteca.server.store.values import NoticeChoices, PushSubscription

CHOICES = "user_id, push, mail, address, confirmed, language"

KEEP_CHOICES = f"""
INSERT INTO notice_choices ({CHOICES}) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (user_id) DO UPDATE SET push = excluded.push, mail = excluded.mail,
    address = excluded.address, confirmed = excluded.confirmed, language = excluded.language
"""

CONFIRM = """
UPDATE notice_choices SET confirmed = 1 WHERE user_id = ? AND address = ? AND address <> ''
RETURNING user_id
"""

FORGET_ADDRESS = """
UPDATE notice_choices SET address = '', confirmed = 0 WHERE user_id = ? AND address = ?
"""

SUBSCRIPTION = "endpoint, user_id, digest, client_key, auth, language, created_at"

SUBSCRIBE = f"""
INSERT INTO push_subscriptions ({SUBSCRIPTION}) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, digest = excluded.digest,
    client_key = excluded.client_key, auth = excluded.auth, language = excluded.language,
    created_at = excluded.created_at
"""

OLDEST = """
DELETE FROM push_subscriptions WHERE user_id = ? AND endpoint NOT IN (
    SELECT endpoint FROM push_subscriptions WHERE user_id = ?
    ORDER BY created_at DESC, endpoint LIMIT ?)
"""

FIND_SUBSCRIPTIONS = f"""
SELECT {", ".join(f"p.{it}" for it in SUBSCRIPTION.split(", "))}
FROM push_subscriptions AS p JOIN sessions AS s ON s.digest = p.digest AND s.user_id = p.user_id
WHERE p.user_id = ? AND s.expires_at > ? ORDER BY p.created_at, p.endpoint
"""
"""A browser that has logged out is told nothing."""

ADD_KEY = "INSERT INTO server_keys (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING"


class StoredNotices:
    """Reads and writes choices, subscriptions and keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_choices(self, user: str) -> NoticeChoices:
        """Return what a user has chosen; nothing at first."""
        sql = f"SELECT {CHOICES} FROM notice_choices WHERE user_id = ?"
        rows = await self._database.read(sql, user)
        if not rows:
            return NoticeChoices(user)
        _, push, mail, address, confirmed, language = rows[0]
        return NoticeChoices(
            user,
            frozenset(push.split()),
            frozenset(mail.split()),
            address,
            bool(confirmed),
            language,
        )

    async def keep_choices(self, choices: NoticeChoices) -> None:
        """Replace what a user has chosen."""
        row = (
            choices.user, " ".join(sorted(choices.push)), " ".join(sorted(choices.mail)),
            choices.address, int(choices.confirmed), choices.language,
        )  # fmt: skip
        await self._database.write(SqlStep(KEEP_CHOICES, row))

    async def confirm_address(self, user: str, address: str) -> bool:
        """Note that an address is the user's; False if they have given another since."""
        return bool((await self._database.write(SqlStep(CONFIRM, (user, address))))[0])

    async def forget_address(self, user: str, address: str) -> None:
        """Forget an address that takes no mail."""
        await self._database.write(SqlStep(FORGET_ADDRESS, (user, address)))

    async def subscribe(self, subscription: PushSubscription, most: int) -> None:
        """Keep a browser's subscription; of too many of one user the oldest goes."""
        one = subscription
        row = (
            one.endpoint, one.user, one.digest, one.client_key, one.auth, one.language,
            one.created_at,
        )  # fmt: skip
        await self._database.write(
            SqlStep(SUBSCRIBE, row), SqlStep(OLDEST, (one.user, one.user, most))
        )

    async def list_subscriptions(self, user: str, now: float) -> list[PushSubscription]:
        """List the browsers of a user, of sessions that are still good."""
        rows = await self._database.read(FIND_SUBSCRIPTIONS, user, now)
        return [PushSubscription(*row) for row in rows]

    async def unsubscribe(self, user: str, endpoint: str) -> None:
        """Forget a browser's subscription."""
        sql = "DELETE FROM push_subscriptions WHERE user_id = ? AND endpoint = ?"
        await self._database.write(SqlStep(sql, (user, endpoint)))

    async def keep_key(self, name: str, fresh: bytes) -> bytes:
        """Return a key of the server: the one made first, by whichever process."""
        await self._database.write(SqlStep(ADD_KEY, (name, fresh)))
        sql = "SELECT value FROM server_keys WHERE name = ?"
        return bytes((await self._database.read(sql, name))[0][0])
