"""Guests, accounts, bots: tokens that only their owner knows."""

from collections.abc import AsyncIterator
from pathlib import Path

import pyotp
import pytest

from ludoteca.server.accounts.accounts import DAY, LIFETIME, SESSION, Accounts, Identity, digest_of
from ludoteca.server.accounts.passwords import Passwords
from ludoteca.server.accounts.second_factor import STEP, SecondFactors
from ludoteca.server.store import Store, open_store
from ludoteca.server.transport.limits import Buckets
from ludoteca.table import Refusal

NOW = 1_000_000.0


class Stage:
    """Accounts on a store of their own, and a clock."""

    def __init__(self, store: Store) -> None:
        self.store, self.now = store, NOW
        self.passwords = Passwords(memory_kib=8, time_cost=1)
        self.factors = SecondFactors(store, lambda: self.now, Buckets(1, 10, lambda: self.now))
        self.accounts = Accounts(store, lambda: self.now, self.passwords, self.factors)

    async def guest(self, name: str = "Ada") -> tuple[Identity, str]:
        """Let a guest in."""
        _, token = await self.accounts.come_in(name)
        identity = await self.accounts.who(token)
        assert identity is not None
        return identity, token


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    stage = Stage(await open_store(tmp_path / "x.sqlite"))
    yield stage
    stage.passwords.close()
    await stage.store.close()


async def test_a_guest_is_known_by_the_token_alone(stage: Stage) -> None:
    identity, token = await stage.guest()
    assert len(token) >= 22  # 128 bits
    assert identity.user.name == "Ada"
    for other in ("", "x", identity.id, token[:-1], token.swapcase()):
        assert await stage.accounts.who(other) is None
    assert await stage.store.users.find_session(digest_of(token), NOW) is not None
    assert await stage.store.users.find_session(token.encode(), NOW) is None


async def test_a_session_ends_if_it_is_not_used(stage: Stage) -> None:
    _, token = await stage.guest()
    stage.now += SESSION - 1
    assert await stage.accounts.who(token) is not None  # and is good for as long again
    stage.now += SESSION - 1
    assert await stage.accounts.who(token) is not None
    stage.now += SESSION + 1
    assert await stage.accounts.who(token) is None


async def test_a_session_ends_some_day_however_much_it_is_used(stage: Stage) -> None:
    _, token = await stage.guest()
    end = stage.now + LIFETIME
    while stage.now < end - 2 * DAY:
        stage.now += 30 * DAY if stage.now < end - 40 * DAY else DAY
        assert await stage.accounts.who(token) is not None
    stage.now = end + 1
    assert await stage.accounts.who(token) is None


async def test_sessions_are_ended_by_whoever_knows_the_password(stage: Stage) -> None:
    _, first = await stage.accounts.sign_up(None, "Ada", "correct horse")
    tokens = [first]
    for _ in range(3):
        tokens.append((await stage.accounts.log_in(None, "Ada", "correct horse"))[1])
    identity = await stage.accounts.who(first)
    assert identity is not None
    with pytest.raises(Refusal, match="wrong_password"):
        await stage.accounts.end_sessions(identity, "wrong horse", None)
    listed = await stage.store.users.list_sessions(identity.id, stage.now)
    assert {one.digest for one in listed} == {digest_of(token) for token in tokens}
    await stage.accounts.end_sessions(identity, "correct horse", digest_of(tokens[1]))
    known = [await stage.accounts.who(token) is not None for token in tokens]
    assert known == [True, False, True, True]
    await stage.accounts.end_sessions(identity, "correct horse", None)
    known = [await stage.accounts.who(token) is not None for token in tokens]
    assert known == [True, False, False, False]


async def test_a_guest_has_no_password_to_show(stage: Stage) -> None:
    guest, _ = await stage.guest()
    with pytest.raises(Refusal, match="account_needed"):
        await stage.accounts.end_sessions(guest, "correct horse", None)


async def test_a_password_is_not_made_of_ones_name(stage: Stage) -> None:
    with pytest.raises(Refusal, match="guessable_password"):
        await stage.accounts.sign_up(None, "Bartholomew", "bartholomew1")
    _, token = await stage.accounts.sign_up(None, "Bartholomew", "correct horse")
    identity = await stage.accounts.who(token)
    assert identity is not None
    with pytest.raises(Refusal, match="guessable_password"):
        await stage.accounts.change_password(identity, "correct horse", "bartholomew-77")


async def test_a_guest_who_signs_up_keeps_the_id_and_gets_a_new_token(stage: Stage) -> None:
    identity, token = await stage.guest()
    account, new = await stage.accounts.sign_up(identity, "Ada L.", "correct horse")
    assert account.id == identity.id
    assert await stage.accounts.who(token) is None
    known = await stage.accounts.who(new)
    assert known is not None
    assert (known.user.kind, known.user.name) == ("account", "Ada L.")
    with pytest.raises(Refusal, match="account_already"):
        await stage.accounts.sign_up(known, "Other", "correct horse")


async def test_logging_in_renews_the_token_and_takes_the_guest_over(stage: Stage) -> None:
    account, _ = await stage.accounts.sign_up(None, "Ada", "correct horse")
    guest, old = await stage.guest("Somebody")
    _, token = await stage.accounts.log_in(guest, "ADA", "correct horse")
    known = await stage.accounts.who(token)
    assert known is not None
    assert known.ids == {account.id, guest.id}
    assert await stage.accounts.who(old) is None


async def test_wrong_passwords_and_unknown_names_look_the_same(stage: Stage) -> None:
    await stage.accounts.sign_up(None, "Ada", "correct horse")
    for name, password in (("Ada", "wrong horse"), ("Nobody", "correct horse")):
        with pytest.raises(Refusal) as refused:
            await stage.accounts.log_in(None, name, password)
        assert refused.value.code == "wrong_password"


@pytest.mark.parametrize("name", ["Ada", "ADA", " ada ", "Ａda"])
async def test_nobody_passes_for_an_account(name: str, stage: Stage) -> None:
    await stage.accounts.sign_up(None, "Ada", "correct horse")
    with pytest.raises(Refusal, match="name_taken"):
        await stage.accounts.come_in(name)
    with pytest.raises(Refusal, match="name_taken"):
        await stage.accounts.sign_up(None, name, "another horse")


@pytest.mark.parametrize(
    "name",
    [
        "", "   ", "a" * 21, "a\x00b", "\u202eadA", "a\u200bb", "\u2066x", "\ufeff", "\u00ad",
        "x\u0301\u0301\u0301\u0301", "\ud800", "\U000e0041", "\u3164\u3164", "\u2800",
    ],
)  # fmt: skip
async def test_what_could_mislead_is_no_name(name: str, stage: Stage) -> None:
    with pytest.raises(Refusal, match="bad_name"):
        await stage.accounts.come_in(name)


async def test_a_new_password_ends_all_other_sessions(stage: Stage) -> None:
    _, first = await stage.accounts.sign_up(None, "Ada", "correct horse")
    _, second = await stage.accounts.log_in(None, "Ada", "correct horse")
    identity = await stage.accounts.who(second)
    assert identity is not None
    with pytest.raises(Refusal, match="wrong_password"):
        await stage.accounts.change_password(identity, "wrong", "battery staple")
    await stage.accounts.change_password(identity, "correct horse", "battery staple")
    assert await stage.accounts.who(first) is None
    assert await stage.accounts.who(second) is not None
    assert await stage.accounts.log_in(None, "Ada", "battery staple")


async def test_a_bots_token_is_no_session(stage: Stage) -> None:
    guest, _ = await stage.guest()
    with pytest.raises(Refusal, match="account_needed"):
        await stage.accounts.add_bot_token(guest, "")
    _, session = await stage.accounts.sign_up(None, "Robo", "correct horse")
    identity = await stage.accounts.who(session)
    assert identity is not None
    token = await stage.accounts.add_bot_token(identity, "laptop")
    bot = await stage.accounts.who(token)
    assert bot is not None
    assert (bot.user.kind, bot.by_token) == ("bot", True)
    with pytest.raises(Refusal, match="account_needed"):
        await stage.accounts.add_bot_token(bot, "a bot makes no tokens")
    await stage.accounts.log_out(bot)
    assert await stage.accounts.who(token) is not None
    await stage.accounts.drop_bot_token(identity, digest_of(token))
    assert await stage.accounts.who(token) is None


async def test_who_is_banned_is_not_known_any_more(stage: Stage) -> None:
    identity, token = await stage.guest()
    await stage.store.users.change_user(identity.id, banned=True)
    assert await stage.accounts.who(token) is None


async def test_a_second_factor_needs_the_password_and_ends_other_sessions(stage: Stage) -> None:
    _, token = await stage.accounts.sign_up(None, "Ada", "correct horse")
    _, other = await stage.accounts.log_in(None, "Ada", "correct horse")
    identity = await stage.accounts.who(token)
    assert identity is not None
    with pytest.raises(Refusal, match="wrong_password"):
        await stage.accounts.offer_factor(identity, "wrong horse")
    authenticator = pyotp.HOTP(
        (await stage.accounts.offer_factor(identity, "correct horse")).secret
    )
    assert await stage.accounts.who(other) is not None
    code = authenticator.at(int(stage.now // STEP))
    recovery = await stage.accounts.confirm_factor(identity, code)
    assert await stage.accounts.who(other) is None
    assert await stage.accounts.who(token) is not None

    for given, why in ((None, "code_needed"), ("000", "wrong_code"), (code, "wrong_code")):
        with pytest.raises(Refusal, match=why):
            await stage.accounts.log_in(None, "Ada", "correct horse", given)
        with pytest.raises(Refusal, match="wrong_password"):  # the password comes first
            await stage.accounts.log_in(None, "Ada", "wrong horse", given)
    stage.now += STEP
    fresh = authenticator.at(int(stage.now // STEP))
    assert await stage.accounts.log_in(None, "Ada", "correct horse", fresh)
    assert await stage.accounts.log_in(None, "Ada", "correct horse", recovery[0])

    for password, given in (("wrong horse", recovery[1]), ("correct horse", recovery[0])):
        with pytest.raises(Refusal, match="wrong_"):
            await stage.accounts.drop_factor(identity, password, given)
        assert await stage.factors.is_on(identity.id)
    await stage.accounts.drop_factor(identity, "correct horse", recovery[1])
    assert await stage.accounts.log_in(None, "Ada", "correct horse")


async def test_a_guest_who_logs_in_halfway_is_taken_over_by_nobody(stage: Stage) -> None:
    _, token = await stage.accounts.sign_up(None, "Ada", "correct horse")
    identity = await stage.accounts.who(token)
    assert identity is not None
    secret = (await stage.accounts.offer_factor(identity, "correct horse")).secret
    code = pyotp.HOTP(secret).at(int(stage.now // STEP))
    await stage.accounts.confirm_factor(identity, code)
    guest, known = await stage.guest("Bo")
    with pytest.raises(Refusal, match="code_needed"):
        await stage.accounts.log_in(guest, "Ada", "correct horse")
    assert await stage.accounts.who(known) is not None
    assert await stage.store.users.former_guests(identity.id) == []


async def test_a_guest_has_no_second_factor(stage: Stage) -> None:
    guest, _ = await stage.guest()
    with pytest.raises(Refusal, match="account_needed"):
        await stage.accounts.offer_factor(guest, "correct horse")
    with pytest.raises(Refusal, match="account_needed"):
        await stage.accounts.confirm_factor(guest, "123456")
