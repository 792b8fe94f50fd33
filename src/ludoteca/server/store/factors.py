"""Second factors of accounts, in SQL: whatever is good once is used up by one statement."""

from collections.abc import Sequence

from ludoteca.server.store.database import Database, Step, Unmet
from ludoteca.server.store.port import Factors
from ludoteca.server.store.values import Factor

FACTOR = "visitor, secret, offered_at, since, last_step"

OFFER = f"""
INSERT INTO factors ({FACTOR}) VALUES (?, ?, ?, NULL, 0)
ON CONFLICT (visitor) DO UPDATE SET secret = excluded.secret, offered_at = excluded.offered_at
    WHERE factors.since IS NULL
RETURNING visitor
"""

CONFIRM = """
UPDATE factors SET since = ?, last_step = ? WHERE visitor = ? AND secret = ? AND since IS NULL
RETURNING visitor
"""

USE_STEP = """
UPDATE factors SET last_step = ?
WHERE visitor = ? AND secret = ? AND since IS NOT NULL AND last_step < ? RETURNING visitor
"""

USE_CODE = "DELETE FROM recovery_codes WHERE visitor = ? AND digest = ? RETURNING visitor"

DROP_CODES = "DELETE FROM recovery_codes WHERE visitor = ?"

ADD_CODE = "INSERT INTO recovery_codes (visitor, digest) VALUES (?, ?)"


class SqlFactors(Factors):
    """Reads and writes second factors."""

    def __init__(self, database: Database) -> None:
        """Work on a database."""
        self._database = database

    async def offer_factor(self, visitor: str, secret: str, now: float) -> bool:
        """Keep a secret until it is confirmed."""
        return bool((await self._database.write(Step(OFFER, (visitor, secret, now))))[0])

    async def find_factor(self, visitor: str) -> Factor | None:
        """Find by visitor."""
        rows = await self._database.read(f"SELECT {FACTOR} FROM factors WHERE visitor = ?", visitor)
        return Factor(*rows[0]) if rows else None

    async def confirm_factor(
        self, visitor: str, secret: str, step: int, now: float, codes: Sequence[bytes]
    ) -> bool:
        """Turn it on, with new codes, in one commit."""
        steps = [Step(CONFIRM, (now, step, visitor, secret), rows=1), Step(DROP_CODES, (visitor,))]
        steps += [Step(ADD_CODE, (visitor, code)) for code in codes]
        try:
            await self._database.write(*steps)
        except Unmet:
            return False
        return True

    async def use_step(self, visitor: str, secret: str, step: int) -> bool:
        """Move on to a step, if it is later than the last."""
        used = await self._database.write(Step(USE_STEP, (step, visitor, secret, step)))
        return bool(used[0])

    async def use_recovery_code(self, visitor: str, digest: bytes) -> bool:
        """Take a code away."""
        return bool((await self._database.write(Step(USE_CODE, (visitor, digest))))[0])

    async def count_recovery_codes(self, visitor: str) -> int:
        """Count them."""
        sql = "SELECT COUNT(*) FROM recovery_codes WHERE visitor = ?"
        return int((await self._database.read(sql, visitor))[0][0])

    async def drop_factor(self, visitor: str) -> bool:
        """Forget secret and codes."""
        drop = Step("DELETE FROM factors WHERE visitor = ? RETURNING since", (visitor,))
        dropped, _ = await self._database.write(drop, Step(DROP_CODES, (visitor,)))
        return any(since is not None for (since,) in dropped)
