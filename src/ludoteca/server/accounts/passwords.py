"""Passwords: refused if easy to guess, hashed with argon2id in threads, two at once.

`common_passwords.txt` holds the passwords that were most common among leaked ones and long enough
for us: of each the first 48 bits of its SHA-256, for many of them are rude. They are those of the
package zxcvbn (MIT licence), which ranks them.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import TypeVar

from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from ludoteca import games
from ludoteca.server.problem import ServerRefusal

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2
COMMON = Path(__file__).with_name("common_passwords.txt")
OWN_WORDS = ("ludoteca", "boardgame", "brettspiel", "giocodatavolo")
"""Words that anybody would try here first; those of the games and the user's name come on top."""

SHORTEST_WORD = 3
MOST_WAITING = 20
"""More would wait too long: the server is busy."""

T = TypeVar("T")


def check_password(password: str, about: Iterable[str] = ()) -> None:
    """Refuse a password that is too short, too long, only one character, or easy to guess.

    `about` are words that belong to the user, such as the name of the account. Without
    those and the words of the runtime, it must still be long enough.
    """
    if not SHORTEST <= len(password) <= LONGEST or len(set(password)) < 3:
        raise ServerRefusal("bad_password", least=SHORTEST, most=LONGEST)
    if is_common(password):
        raise ServerRefusal("common_password")
    rest = password.casefold()
    for word in sorted({*guessable_words(), *map(str.casefold, about)}, key=len, reverse=True):
        if len(word) >= SHORTEST_WORD:
            rest = rest.replace(word, "")
    if len(rest) < SHORTEST:
        raise ServerRefusal("guessable_password", least=SHORTEST)


def guessable_words() -> set[str]:
    """Return our own words and those of its games, of which no password may consist."""
    of_games = {part for name in games.names() for part in name.split("_")}
    return {word for word in {*OWN_WORDS, *of_games} if len(word) >= SHORTEST_WORD}


def is_common(password: str) -> bool:
    """Return whether a password is among those that are tried first, in any case of letters."""
    return hashlib.sha256(password.casefold().encode()).hexdigest()[:12] in _common()


@cache
def _common() -> frozenset[str]:
    lines = COMMON.read_text(encoding="ascii").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


class Passwords:
    """Hashes and checks passwords in threads of its own."""

    def __init__(self, memory_kib: int = 19 * 1024, time_cost: int = 2) -> None:
        """Take the costs; the usual ones are those that OWASP names as the least."""
        self._hasher = PasswordHasher(
            time_cost=time_cost, memory_cost=memory_kib, parallelism=1, type=Type.ID
        )
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="passwords")
        self._waiting = 0
        self._nobody = self._pool.submit(self._hasher.hash, "nobody has this password")

    async def hash(self, password: str, about: Iterable[str] = ()) -> str:
        """Return the hash of a new password; refuse one that is easy to guess."""
        check_password(password, about)
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, stored: str | None, password: str) -> bool:
        """Return whether a password fits; without a stored hash it takes just as long."""

        def verify() -> bool:
            known = stored or self._nobody.result()  # it was the first thing to be done here
            try:
                return self._hasher.verify(known, password) and stored is not None
            except (VerificationError, InvalidHashError):
                return False

        return await self._run(verify)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise ServerRefusal("busy")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=False, cancel_futures=True)
