"""Passwords: argon2id with the costs we promise, off the loop, bounded."""

import asyncio

import pytest

from ludoteca.server.passwords import MOST_WAITING, Passwords, check_password
from ludoteca.server.problem import Refusal

pytest.importorskip("argon2")


async def test_a_hash_fits_its_password_and_no_other() -> None:
    passwords = Passwords()
    stored = await passwords.hash("correct horse")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await passwords.fits(stored, "correct horse")
    assert not await passwords.fits(stored, "wrong horse")
    assert not await passwords.fits(None, "nobody has this password")
    assert not await passwords.fits("damaged", "correct horse")
    passwords.close()


async def test_too_many_at_once_are_told_to_wait() -> None:
    passwords = Passwords(memory_kib=8, time_cost=1)
    stored = await passwords.hash("correct horse")
    checks = [passwords.fits(stored, "correct horse") for _ in range(MOST_WAITING + 5)]
    results = await asyncio.gather(*checks, return_exceptions=True)
    assert sum(isinstance(result, Refusal) for result in results) == 5
    assert sum(result is True for result in results) == MOST_WAITING
    passwords.close()


@pytest.mark.parametrize("password", ["short", "a" * 201, "aaaaaaaaaaaa"])
def test_a_weak_password_is_refused(password: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_password(password)
    assert refused.value.code == "bad_password"
