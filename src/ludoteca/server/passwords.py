"""Passwords: argon2id, off the event loop, at most two at once."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from ludoteca.server.problem import Refusal

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2
MOST_WAITING = 20
"""More would wait too long: the house is busy."""

T = TypeVar("T")


def check_password(password: str) -> None:
    """Refuse a password that is too short, too long or only one character."""
    if not SHORTEST <= len(password) <= LONGEST or len(set(password)) < 3:
        raise Refusal("bad_password", least=SHORTEST, most=LONGEST)


class Passwords:
    """Hashes and checks passwords in threads of its own."""

    def __init__(self, memory_kib: int = 19 * 1024, time_cost: int = 2) -> None:
        """Take the costs; the usual ones are those that OWASP names as the least."""
        self._hasher = PasswordHasher(
            time_cost=time_cost, memory_cost=memory_kib, parallelism=1, type=Type.ID
        )
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0
        self._nobody = self._hasher.hash("nobody has this password")

    async def hash(self, password: str) -> str:
        """Give the hash of a new password."""
        check_password(password)
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Say whether a password fits; without a stored hash it takes just as long."""

        def verify() -> bool:
            try:
                return self._hasher.verify(stored or self._nobody, password) and stored is not None
            except (VerificationError, InvalidHashError):
                return False

        return await self._run(verify)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)
