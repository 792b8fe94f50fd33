"""The second factor of an account: authenticator codes (RFC 6238) or recovery codes.

A code of an authenticator has six digits and could be guessed, so wrong ones are counted for each
account. A recovery code has more bits than anybody can try: it needs no count, and one round of
SHA-256 keeps it. Each is good once: the store uses it up in the statement that finds it.
"""

import base64
import hashlib
import secrets
from collections.abc import Callable

import pyotp

from ludoteca.protocol.http import OfferedFactor
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.store import Store
from ludoteca.server.store.values import User
from ludoteca.server.transport.limits import Buckets

STEP = 30
"""Seconds for which an authenticator shows a code."""
TOLERANCE = 1
"""Steps before and after the present one that count too, for clocks that differ."""
OFFERED = 600.0
"""Seconds in which an offered secret must be confirmed."""
RECOVERY_CODES = 10
RECOVERY_BYTES = 15
"""120 bits: ASVS lets a plain hash keep what has 112 or more."""
RECOVERY_LENGTH = RECOVERY_BYTES * 8 // 5
GROUP = 4
"""How many characters of a recovery code are written together."""
ISSUER = "ludoteca"


class SecondFactors:
    """Offers, confirms and checks second factors."""

    def __init__(self, store: Store, clock: Callable[[], float], wrong: Buckets) -> None:
        """Take the storage, the time, and how many wrong codes an account may see."""
        self._store, self._clock, self._wrong = store, clock, wrong

    async def is_on(self, user: str) -> bool:
        """Return whether an account asks for a code."""
        factor = await self._store.factors.find_factor(user)
        return factor is not None and factor.since is not None

    async def offer(self, account: User) -> OfferedFactor:
        """Make a secret; it counts for nothing until a code confirms it."""
        secret = pyotp.random_base32()
        if not await self._store.factors.offer_factor(account.id, secret, self._clock()):
            raise ServerRefusal("factor_already")
        return OfferedFactor(secret, pyotp.TOTP(secret).provisioning_uri(account.name, ISSUER))

    async def confirm(self, user: str, code: str) -> list[str]:
        """Turn it on with a first code; give the recovery codes, which are shown this once."""
        factor, now = await self._store.factors.find_factor(user), self._clock()
        if factor is not None and factor.since is not None:
            raise ServerRefusal("factor_already")
        if factor is None or now - factor.offered_at > OFFERED:
            raise ServerRefusal("no_factor_offered")
        step = self._step(user, factor.secret, code)
        codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
        hashes = [_digest(one) for one in codes]
        if not await self._store.factors.confirm_factor(user, factor.secret, step, now, hashes):
            raise ServerRefusal("no_factor_offered")  # another one was asked for meanwhile
        return codes

    async def renew_codes(self, user: str) -> list[str]:
        """Make new recovery codes, which are shown this once; the old ones end."""
        codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
        await self._store.factors.set_recovery_codes(user, [_digest(one) for one in codes])
        return codes

    async def use_recovery(self, user: str, code: str) -> None:
        """Use up a recovery code; refuse anything else."""
        known = len(_plain(code)) == RECOVERY_LENGTH
        if not (known and await self._store.factors.use_recovery_code(user, _digest(code))):
            raise ServerRefusal("wrong_code")

    async def use(self, user: str, code: str) -> None:
        """Use up a code of the authenticator or a recovery code; refuse one that is not good."""
        factor = await self._store.factors.find_factor(user)
        if factor is None or factor.since is None:
            raise ServerRefusal("no_factor")
        if len(_plain(code)) == RECOVERY_LENGTH:
            good = await self._store.factors.use_recovery_code(user, _digest(code))
        else:
            step = self._step(user, factor.secret, code)
            good = await self._store.factors.use_step(user, factor.secret, step)
        if not good:
            raise ServerRefusal("wrong_code")

    def _step(self, user: str, secret: str, code: str) -> int:
        """Find the step of time to which a code belongs; wrong ones are counted."""
        if self._wrong.is_empty(user):
            raise ServerRefusal("too_many_codes", retry_after=self._wrong.wait(user))
        now, counter = int(self._clock() // STEP), pyotp.HOTP(secret)
        steps = range(now - TOLERANCE, now + TOLERANCE + 1)
        fitting = [step for step in steps if counter.verify(_plain(code), step)]
        if not fitting:
            self._wrong.take(user)
            raise ServerRefusal("wrong_code")
        return fitting[-1]


def _recovery_code() -> str:
    """Make a code in groups, such as `abcd-efgh-…`."""
    text = base64.b32encode(secrets.token_bytes(RECOVERY_BYTES)).decode().lower()
    return "-".join(text[at : at + GROUP] for at in range(0, len(text), GROUP))


def _plain(code: str) -> str:
    """Read a code however it was typed.

    >>> _plain(" 123 456 "), _plain("ABCD-efgh")
    ('123456', 'abcdefgh')
    """
    return "".join(code.split()).replace("-", "").lower()


def _digest(code: str) -> bytes:
    return hashlib.sha256(_plain(code).encode()).digest()
