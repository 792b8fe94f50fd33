"""Guests, accounts, sessions and tokens, the same on both databases."""

from hashlib import sha256

import pytest

from ludoteca.core.errors import NameTaken
from ludoteca.server.store import Store
from ludoteca.server.store.values import (
    BotToken,
    Invitation,
    StoredRating,
    StoredResult,
    StoredSession,
    User,
)
from tests.server.store.samples import NOW, entry, opened, summary, user

DIGEST, OTHER = (sha256(text).digest() for text in (b"one", b"other"))


async def test_a_user_is_found_by_id_and_an_account_by_name(store: Store) -> None:
    ada = User("v1", "Ada", "account", NOW, "$argon2id$x", banned=True)
    await store.users.add_user(ada)
    assert await store.users.find_user("v1") == ada
    assert await store.users.find_account("aDA") == ada
    assert await store.users.find_user("v2") is None
    assert await store.users.find_account("Bo") is None


async def test_guests_share_names_and_accounts_do_not(store: Store) -> None:
    await store.users.add_user(User("1", "Straße", "guest", NOW))
    await store.users.add_user(User("2", "Straße", "guest", NOW))
    await store.users.add_user(User("3", "Straße", "account", NOW))
    with pytest.raises(NameTaken, match="called STRASSE already"):
        await store.users.add_user(User("4", "STRASSE", "bot", NOW))
    with pytest.raises(NameTaken):
        await store.users.change_user("1", kind="account")
    found = await store.users.find_user("1")
    assert found
    assert found.kind == "guest"


async def test_a_guest_becomes_an_account_and_then_a_bot(store: Store) -> None:
    await store.users.add_user(user("Ada"))
    assert await store.users.find_account("Ada") is None
    await store.users.change_user("ada", name="Ada L", kind="account", password_hash="$x")
    assert await store.users.find_account("ada l") == User("ada", "Ada L", "account", NOW, "$x")
    await store.users.change_user("ada", kind="bot")
    await store.users.change_user("ada", banned=True)
    await store.users.change_user("ada")
    await store.users.change_user("nobody", banned=True)
    expected = User("ada", "Ada L", "bot", NOW, "$x", banned=True)
    assert await store.users.find_account("Ada L") == expected
    await store.users.change_user("ada", banned=False)
    assert await store.users.list_users(banned=True) == []


async def test_an_account_takes_over_what_a_guest_did(store: Store) -> None:
    await store.users.add_user(user("Guest"))
    await store.users.add_user(user("Ada", "account"))
    await store.owners.beat("here", "http://here", NOW, lease=10)
    for match in ("m1", "m2"):
        await store.tables.open_table(
            match, "here", NOW, [entry(1)], summary("final", host="guest"), ["guest", "bo"]
        )
    ratings = [
        StoredRating("guest", "chess", 2, 30.0, 5.0, 1),
        StoredRating("ada", "go", 2, 20.0, 6.0, 1),
    ]
    await store.history.finish("m1", "record", [StoredResult(0, "guest", b"{}", 1)], ratings, NOW)
    await store.history.finish(
        "m2", "record", [], [StoredRating("guest", "go", 2, 10.0, 8.0, 1)], NOW
    )
    await store.users.add_session(StoredSession(DIGEST, "guest", NOW + 9, NOW))
    await store.history.invite(Invitation("i", "m1", "guest", NOW, NOW + 9, user="guest"))

    await store.users.take_over("guest", "ada")

    assert [past.table.match for past in await store.history.matches_of("ada")] == ["m1", "m2"]
    assert await store.history.matches_of("guest") == []
    assert [it.player for it in await store.history.read_results("m1")] == ["ada"]
    assert len(await store.tables.list_tables(host="ada")) == 2
    assert await store.history.ratings_of("ada") == [
        StoredRating("ada", "chess", 2, 30.0, 5.0, 1),
        StoredRating("ada", "go", 2, 20.0, 6.0, 1),
    ]
    assert await store.history.ratings_of("guest") == []
    assert [it.sender for it in await store.history.invitations_of("ada", NOW)] == ["ada"]
    assert await store.users.former_guests("ada") == ["guest"]
    guest = await store.users.find_user("guest")
    assert guest
    assert guest.became == "ada"
    # The log of a table goes on naming the guest.
    await store.tables.append("m1", 1, 1, [], None, ["guest", "bo"])
    assert len(await store.history.matches_of("ada")) == 2
    again = summary("final", host="guest")
    await store.tables.append("m1", 1, 1, [], again)
    await store.tables.append("m2", 1, 1, [], again, ["guest", "bo"])
    await store.tables.open_table("m3", "here", NOW, [entry(1)], again)
    assert len(await store.tables.list_tables(host="ada")) == 3
    # A session planted before the log-in must not lead into the account.
    assert await store.users.find_session(DIGEST, NOW) is None


async def test_only_a_guest_is_taken_over(store: Store) -> None:
    await store.users.add_user(user("Ada", "account"))
    for wrong in ("ada", "nobody"):
        with pytest.raises(ValueError, match="no guest"):
            await store.users.take_over(wrong, "bo")
    assert await store.users.former_guests("bo") == []


async def test_users_are_listed_newest_first(store: Store) -> None:
    for number, name in enumerate(["Ada", "Bo", "Cy"]):
        await store.users.add_user(user(name, at=NOW + number))
    await store.users.change_user("bo", banned=True)
    assert [it.id for it in await store.users.list_users()] == ["cy", "bo", "ada"]
    assert [it.id for it in await store.users.list_users(banned=True)] == ["bo"]
    assert [it.id for it in await store.users.list_users(banned=False, limit=1)] == ["cy"]


async def test_a_session_is_good_until_it_expires(store: Store) -> None:
    session = StoredSession(DIGEST, "ada", NOW + 10, NOW)
    await store.users.add_session(session)
    assert await store.users.find_session(DIGEST, NOW + 9.9) == (session, None)
    ada = user("Ada", "account")
    await store.users.add_user(ada)
    assert await store.users.find_session(DIGEST, NOW + 9.9) == (session, ada)
    assert await store.users.find_session(DIGEST, NOW + 10) is None
    assert await store.users.find_session(OTHER, NOW) is None
    await store.users.touch_session(DIGEST, NOW + 5, NOW + 20)
    longer = StoredSession(DIGEST, "ada", NOW + 20, NOW + 5)
    assert await store.users.find_session(DIGEST, NOW + 15) == (longer, ada)


async def test_sessions_end_one_by_one_all_or_all_but_one(store: Store) -> None:
    async def begin() -> None:
        for digest in (DIGEST, OTHER):
            await store.users.add_session(StoredSession(digest, "ada", NOW + 10, NOW))

    async def good() -> list[bool]:
        return [await store.users.find_session(it, NOW) is not None for it in (DIGEST, OTHER)]

    await begin()
    await store.users.drop_sessions("bo")
    await store.users.drop_sessions("bo", DIGEST)
    assert await good() == [True, True]
    await store.users.drop_sessions("ada", DIGEST)
    assert await good() == [False, True]
    await store.users.drop_sessions("ada")
    assert await good() == [False, False]
    await begin()
    await store.users.drop_sessions("ada", but=DIGEST)
    assert await good() == [True, False]


async def test_tokens_of_a_bot(store: Store) -> None:
    token = BotToken(DIGEST, "bot", NOW, "laptop")
    await store.users.add_token(token)
    await store.users.add_token(BotToken(OTHER, "bot", NOW + 1))
    assert await store.users.find_token(DIGEST) == token
    assert [it.digest for it in await store.users.list_tokens("bot")] == [DIGEST, OTHER]
    await store.users.drop_token("another", DIGEST)
    assert await store.users.find_token(DIGEST)
    await store.users.drop_token("bot", DIGEST)
    assert await store.users.find_token(DIGEST) is None


async def test_many_sessions_and_tokens_are_asked_about_at_once(store: Store) -> None:
    for name in ("Ada", "Bo", "Eve"):
        await store.users.add_user(user(name, "account"))
    digests = [sha256(str(number).encode()).digest() for number in range(250)]
    ada, expired, nobodys, banned, token, banned_token, *unknown = digests
    await store.users.add_session(StoredSession(ada, "ada", NOW + 10, NOW))
    await store.users.add_session(StoredSession(expired, "ada", NOW, NOW))
    await store.users.add_session(StoredSession(nobodys, "nobody", NOW + 10, NOW))
    await store.users.add_session(StoredSession(banned, "eve", NOW + 10, NOW))
    await store.users.add_session(StoredSession(unknown[-1], "bo", NOW + 10, NOW))
    await store.users.add_token(BotToken(token, "bo", NOW, "laptop"))
    await store.users.add_token(BotToken(banned_token, "eve", NOW, "laptop"))
    await store.users.change_user("eve", banned=True)
    assert await store.users.good_digests(digests, NOW) == {ada, token, unknown[-1]}
    assert await store.users.good_digests([], NOW) == set()


async def test_a_sweep_forgets_what_nobody_can_miss(store: Store) -> None:
    for name in ("Idle", "Seated", "Active", "Banned", "New"):
        await store.users.add_user(user(name, at=NOW + 500 if name == "New" else NOW))
    await store.users.add_user(user("Account", "account"))
    await store.users.change_user("banned", banned=True)
    await store.users.add_session(StoredSession(DIGEST, "active", NOW + 900, NOW))
    await store.users.add_session(StoredSession(OTHER, "idle", NOW + 10, NOW))
    await store.history.invite(Invitation("old", "m1", "ada", NOW, NOW + 10, user="new"))
    await store.history.invite(Invitation("new", "m1", "ada", NOW, NOW + 900, user="new"))
    await opened(store, "m1")
    await store.tables.open_table("closed", "here", NOW, [entry(1)], summary("closed"), ["idle"])
    await store.tables.append("m1", 1, 2, [], None, ["seated"])

    assert await store.users.sweep(NOW + 100, before=NOW + 50) == 7

    assert {it.id for it in await store.users.list_users()} == {
        "account", "active", "banned", "new", "seated",
    }  # fmt: skip
    assert await store.users.find_session(DIGEST, NOW)
    assert await store.users.find_session(OTHER, NOW) is None
    assert [it.id for it in await store.history.invitations_of("new", NOW)] == ["new"]
    assert [row.match for row in await store.tables.list_tables()] == ["m1"]
    assert await store.tables.read_log("closed") == []
    assert await store.users.sweep(NOW + 100, before=NOW + 50) == 0
