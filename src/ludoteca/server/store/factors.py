"""Second factors of accounts, in SQL; a one-time code is used up by one statement."""

from collections.abc import Sequence

from ludoteca.server.store.database import Database, SqlStep, Unmet
from ludoteca.server.store.values import Factor

FACTOR = "user_id, secret, offered_at, since, last_step"

OFFER = f"""
INSERT INTO factors ({FACTOR}) VALUES (?, ?, ?, NULL, 0)
ON CONFLICT (user_id) DO UPDATE SET secret = excluded.secret, offered_at = excluded.offered_at
    WHERE factors.since IS NULL
RETURNING user_id
"""

CONFIRM = """
UPDATE factors SET since = ?, last_step = ? WHERE user_id = ? AND secret = ? AND since IS NULL
RETURNING user_id
"""

USE_STEP = """
UPDATE factors SET last_step = ?
WHERE user_id = ? AND secret = ? AND since IS NOT NULL AND last_step < ? RETURNING user_id
"""

USE_CODE = "DELETE FROM recovery_codes WHERE user_id = ? AND digest = ? RETURNING user_id"

DROP_CODES = "DELETE FROM recovery_codes WHERE user_id = ?"

ADD_CODE = "INSERT INTO recovery_codes (user_id, digest) VALUES (?, ?)"


class Factors:
    """Reads and writes second factors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def offer_factor(self, user: str, secret: str, now: float) -> bool:
        """Keep a secret until it is confirmed, in place of one that waits; False: one is on."""
        return bool((await self._database.write(SqlStep(OFFER, (user, secret, now))))[0])

    async def find_factor(self, user: str) -> Factor | None:
        """Find what a user was offered or has turned on."""
        rows = await self._database.read(f"SELECT {FACTOR} FROM factors WHERE user_id = ?", user)
        return Factor(*rows[0]) if rows else None

    async def confirm_factor(
        self, user: str, secret: str, step: int, now: float, codes: Sequence[bytes]
    ) -> bool:
        """Turn it on with hashes of recovery codes; False if this secret does not wait for it."""
        steps = [SqlStep(CONFIRM, (now, step, user, secret), rows=1), SqlStep(DROP_CODES, (user,))]
        steps += [SqlStep(ADD_CODE, (user, code)) for code in codes]
        try:
            await self._database.write(*steps)
        except Unmet:
            return False
        return True

    async def set_recovery_codes(self, user: str, codes: Sequence[bytes]) -> None:
        """Keep the hashes of new recovery codes; the old ones are good for nothing any more."""
        steps = [SqlStep(DROP_CODES, (user,))]
        await self._database.write(*steps, *(SqlStep(ADD_CODE, (user, code)) for code in codes))

    async def use_step(self, user: str, secret: str, step: int) -> bool:
        """Use up the code of a step, and those before it; False if that was done before."""
        used = await self._database.write(SqlStep(USE_STEP, (step, user, secret, step)))
        return bool(used[0])

    async def use_recovery_code(self, user: str, digest: bytes) -> bool:
        """Use up a recovery code; False if there is none with this hash any more."""
        return bool((await self._database.write(SqlStep(USE_CODE, (user, digest))))[0])

    async def count_recovery_codes(self, user: str) -> int:
        """Return how many recovery codes are left."""
        sql = "SELECT COUNT(*) FROM recovery_codes WHERE user_id = ?"
        return int((await self._database.read(sql, user))[0][0])

    async def drop_factor(self, user: str) -> bool:
        """Turn it off and forget all about it; False if it was not on."""
        drop = SqlStep("DELETE FROM factors WHERE user_id = ? RETURNING since", (user,))
        dropped, _ = await self._database.write(drop, SqlStep(DROP_CODES, (user,)))
        return any(since is not None for (since,) in dropped)
