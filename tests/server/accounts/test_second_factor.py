"""Second factors: codes of an authenticator and recovery codes, each good once."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pyotp
import pytest

from ludoteca.server.accounts.second_factor import (
    OFFERED,
    RECOVERY_CODES,
    STEP,
    SecondFactors,
)
from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import User
from ludoteca.server.transport.limits import Buckets
from ludoteca.table import Refusal

NOW = 1_800_000_000.0
ADA = User("ada", "Ada & Bo", "account", NOW)
WRONG = 10
"""Number of wrong codes that are let through."""


class Stage:
    """Second factors on a store of their own, and a clock."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, NOW
        wrong = Buckets(1 / 360, WRONG, lambda: self.now)
        self.factors = SecondFactors(store, lambda: self.now, wrong)
        self.secret = ""

    def code(self, steps: int = 0) -> str:
        """Return what the authenticator shows, some steps from now."""
        return pyotp.HOTP(self.secret).at(int(self.now // STEP) + steps)

    def wrong_code(self) -> str:
        """Return a code that fits at no moment near this one."""
        near = {self.code(steps) for steps in range(-3, 4)}
        return next(code for code in ("000000", "111111", "222222", "333333") if code not in near)

    async def offer(self) -> None:
        """Ask for a secret."""
        self.secret = (await self.factors.offer(ADA)).secret

    async def turn_on(self) -> list[str]:
        """Turn it on; then two steps pass, so that new codes are shown."""
        await self.offer()
        codes = await self.factors.confirm("ada", self.code())
        self.now += 2 * STEP
        return codes

    async def refusal(self, code: str) -> str:
        """Use a code; say why not."""
        try:
            await self.factors.use("ada", code)
        except Refusal as refusal:
            return refusal.code
        return "good"


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    stage = Stage(await open_store(tmp_path / "x.sqlite"))
    yield stage
    await stage.store.close()


@pytest.mark.parametrize(
    ("at", "code"), [(59, "287082"), (1111111109, "081804"), (20000000000, "353130")]
)
async def test_codes_are_those_of_the_standard(stage: Stage, at: int, code: str) -> None:
    """RFC 6238, appendix B: the last six digits, for SHA-1."""
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    await stage.store.factors.offer_factor("ada", secret, at)
    await stage.store.factors.confirm_factor("ada", secret, 0, at, [])
    stage.now = float(at)
    assert await stage.refusal(code) == "good"


async def test_an_authenticator_reads_the_address(stage: Stage) -> None:
    offered = await stage.factors.offer(ADA)
    address = urlsplit(offered.address)
    assert (address.scheme, address.netloc) == ("otpauth", "totp")
    assert address.path == "/ludoteca:Ada%20%26%20Bo"
    assert parse_qs(address.query) == {"secret": [offered.secret], "issuer": ["ludoteca"]}
    assert len(offered.secret) == 32  # 160 bits
    assert (await stage.factors.offer(ADA)).secret != offered.secret


async def test_it_is_on_after_a_first_code(stage: Stage) -> None:
    await stage.offer()
    assert not await stage.factors.is_on("ada")
    assert await stage.refusal(stage.code()) == "no_factor"
    with pytest.raises(Refusal, match="wrong_code"):
        await stage.factors.confirm("ada", stage.wrong_code())
    codes = await stage.factors.confirm("ada", stage.code())
    assert await stage.factors.is_on("ada")
    assert len(set(codes)) == RECOVERY_CODES == 10
    for again in (stage.factors.offer(ADA), stage.factors.confirm("ada", stage.code(1))):
        with pytest.raises(Refusal, match="factor_already"):
            await again


async def test_an_offer_does_not_wait_for_long(stage: Stage) -> None:
    with pytest.raises(Refusal, match="no_factor_offered"):
        await stage.factors.confirm("ada", "123456")
    await stage.offer()
    stage.now += OFFERED + 1
    with pytest.raises(Refusal, match="no_factor_offered"):
        await stage.factors.confirm("ada", stage.code())
    assert not await stage.factors.is_on("ada")


async def test_a_code_is_good_once_and_so_is_the_one_that_confirmed(stage: Stage) -> None:
    await stage.offer()
    await stage.factors.confirm("ada", stage.code())
    assert await stage.refusal(stage.code()) == "wrong_code"
    stage.now += STEP
    assert await stage.refusal(stage.code()) == "good"
    assert await stage.refusal(stage.code()) == "wrong_code"
    assert await stage.refusal(stage.code(-1)) == "wrong_code"


@pytest.mark.parametrize(
    ("steps", "answer"),
    [(-2, "wrong_code"), (-1, "good"), (0, "good"), (1, "good"), (2, "wrong_code")],
)
async def test_clocks_may_differ_by_one_step(stage: Stage, steps: int, answer: str) -> None:
    await stage.turn_on()
    assert await stage.refusal(stage.code(steps)) == answer


async def test_of_many_who_try_one_code_at_once_one_gets_through(stage: Stage) -> None:
    [recovery, *_] = await stage.turn_on()
    for code in (stage.code(), recovery):
        answers = await asyncio.gather(*(stage.refusal(code) for _ in range(8)))
        assert sorted(answers) == ["good"] + ["wrong_code"] * 7


async def test_a_recovery_code_is_read_however_it_is_typed_and_good_once(stage: Stage) -> None:
    codes = await stage.turn_on()
    assert await stage.refusal(codes[0].upper().replace("-", " ")) == "good"
    assert await stage.refusal(codes[0]) == "wrong_code"
    assert await stage.refusal(codes[1].replace("-", "")) == "good"
    assert await stage.store.factors.count_recovery_codes("ada") == 8
    assert all(len(code.replace("-", "")) * 5 >= 112 for code in codes)


async def test_wrong_codes_are_counted_but_recovery_codes_stay_good(stage: Stage) -> None:
    [recovery, *_] = await stage.turn_on()
    tried = [await stage.refusal(stage.wrong_code()) for _ in range(WRONG + 1)]
    assert tried == ["wrong_code"] * WRONG + ["too_many_codes"]
    assert await stage.refusal(stage.code()) == "too_many_codes"
    assert await stage.refusal("a" * 24) == "wrong_code"
    assert await stage.refusal(recovery) == "good"
    stage.now += 361
    assert await stage.refusal(stage.code()) == "good"


@pytest.mark.parametrize("code", ["", "-", "12345", "1234567", "٢٨٧٠٨٢", "\0" * 6, "é" * 24])
async def test_what_is_no_code_is_refused(stage: Stage, code: str) -> None:
    await stage.turn_on()
    assert await stage.refusal(code) == "wrong_code"


async def test_the_store_knows_no_recovery_code(stage: Stage, tmp_path: Path) -> None:
    codes = await stage.turn_on()
    await stage.store.back_up(tmp_path / "backup")
    kept = (tmp_path / "backup").read_bytes().lower()
    assert stage.secret.lower().encode() in kept  # codes can't be checked without it
    for code in codes:
        assert code.encode() not in kept
        assert code.replace("-", "").encode() not in kept
