"""Guests, accounts, sessions and tokens, the same on both databases."""

from hashlib import sha256

import pytest

from ludoteca.core.errors import NameTaken
from ludoteca.server.store import Store
from ludoteca.server.store.values import (
    Invitation,
    Rating,
    Result,
    Session,
    Token,
    Visitor,
)
from tests.server.store.samples import NOW, entry, opened, summary, visitor

DIGEST, OTHER = (sha256(text).digest() for text in (b"one", b"other"))


async def test_a_visitor_is_found_by_id_and_an_account_by_name(store: Store) -> None:
    ada = Visitor("v1", "Ada", "account", NOW, "$argon2id$x", banned=True)
    await store.add_visitor(ada)
    assert await store.find_visitor("v1") == ada
    assert await store.find_account("aDA") == ada
    assert await store.find_visitor("v2") is None
    assert await store.find_account("Bo") is None


async def test_guests_share_names_and_accounts_do_not(store: Store) -> None:
    await store.add_visitor(Visitor("1", "Straße", "guest", NOW))
    await store.add_visitor(Visitor("2", "Straße", "guest", NOW))
    await store.add_visitor(Visitor("3", "Straße", "account", NOW))
    with pytest.raises(NameTaken, match="called STRASSE already"):
        await store.add_visitor(Visitor("4", "STRASSE", "bot", NOW))
    with pytest.raises(NameTaken):
        await store.change_visitor("1", kind="account")
    found = await store.find_visitor("1")
    assert found
    assert found.kind == "guest"


async def test_a_guest_becomes_an_account_and_then_a_bot(store: Store) -> None:
    await store.add_visitor(visitor("Ada"))
    assert await store.find_account("Ada") is None
    await store.change_visitor("ada", name="Ada L", kind="account", password_hash="$x")
    assert await store.find_account("ada l") == Visitor("ada", "Ada L", "account", NOW, "$x")
    await store.change_visitor("ada", kind="bot")
    await store.change_visitor("ada", banned=True)
    await store.change_visitor("ada")
    await store.change_visitor("nobody", banned=True)
    expected = Visitor("ada", "Ada L", "bot", NOW, "$x", banned=True)
    assert await store.find_account("Ada L") == expected
    await store.change_visitor("ada", banned=False)
    assert await store.list_visitors(banned=True) == []


async def test_an_account_takes_over_what_a_guest_did(store: Store) -> None:
    await store.add_visitor(visitor("Guest"))
    await store.add_visitor(visitor("Ada", "account"))
    await store.beat("here", "http://here", NOW, lease=10)
    for match in ("m1", "m2"):
        await store.open_table(
            match, "here", NOW, [entry(1)], summary("final", host="guest"), ["guest", "bo"]
        )
    ratings = [Rating("guest", "chess", 2, 30.0, 5.0, 1), Rating("ada", "go", 2, 20.0, 6.0, 1)]
    await store.finish("m1", "record", [Result(0, "guest", b"{}", 1)], ratings, NOW)
    await store.finish("m2", "record", [], [Rating("guest", "go", 2, 10.0, 8.0, 1)], NOW)
    await store.add_session(Session(DIGEST, "guest", NOW + 9, NOW))
    await store.invite(Invitation("i", "m1", "guest", NOW, NOW + 9, visitor="guest"))

    await store.take_over("guest", "ada")

    assert [past.table.match for past in await store.matches_of("ada")] == ["m1", "m2"]
    assert await store.matches_of("guest") == []
    assert [it.player for it in await store.read_results("m1")] == ["ada"]
    assert len(await store.list_tables(host="ada")) == 2
    assert await store.ratings_of("ada") == [
        Rating("ada", "chess", 2, 30.0, 5.0, 1),
        Rating("ada", "go", 2, 20.0, 6.0, 1),
    ]
    assert await store.ratings_of("guest") == []
    assert [it.sender for it in await store.invitations_of("ada", NOW)] == ["ada"]
    assert await store.former_guests("ada") == ["guest"]
    guest = await store.find_visitor("guest")
    assert guest
    assert guest.became == "ada"
    # The log of a table goes on naming the guest.
    await store.append("m1", 1, 1, [], None, ["guest", "bo"])
    assert len(await store.matches_of("ada")) == 2
    again = summary("final", host="guest")
    await store.append("m1", 1, 1, [], again)
    await store.append("m2", 1, 1, [], again, ["guest", "bo"])
    await store.open_table("m3", "here", NOW, [entry(1)], again)
    assert len(await store.list_tables(host="ada")) == 3
    # A session planted before the log-in must not lead into the account.
    assert await store.find_session(DIGEST, NOW) is None


async def test_only_a_guest_is_taken_over(store: Store) -> None:
    await store.add_visitor(visitor("Ada", "account"))
    for wrong in ("ada", "nobody"):
        with pytest.raises(ValueError, match="no guest"):
            await store.take_over(wrong, "bo")
    assert await store.former_guests("bo") == []


async def test_visitors_are_listed_newest_first(store: Store) -> None:
    for number, name in enumerate(["Ada", "Bo", "Cy"]):
        await store.add_visitor(visitor(name, at=NOW + number))
    await store.change_visitor("bo", banned=True)
    assert [it.id for it in await store.list_visitors()] == ["cy", "bo", "ada"]
    assert [it.id for it in await store.list_visitors(banned=True)] == ["bo"]
    assert [it.id for it in await store.list_visitors(banned=False, limit=1)] == ["cy"]


async def test_a_session_is_good_until_it_expires(store: Store) -> None:
    session = Session(DIGEST, "ada", NOW + 10, NOW)
    await store.add_session(session)
    assert await store.find_session(DIGEST, NOW + 9.9) == (session, None)
    ada = visitor("Ada", "account")
    await store.add_visitor(ada)
    assert await store.find_session(DIGEST, NOW + 9.9) == (session, ada)
    assert await store.find_session(DIGEST, NOW + 10) is None
    assert await store.find_session(OTHER, NOW) is None
    await store.touch_session(DIGEST, NOW + 5, NOW + 20)
    longer = Session(DIGEST, "ada", NOW + 20, NOW + 5)
    assert await store.find_session(DIGEST, NOW + 15) == (longer, ada)


async def test_sessions_end_one_by_one_all_or_all_but_one(store: Store) -> None:
    async def begin() -> None:
        for digest in (DIGEST, OTHER):
            await store.add_session(Session(digest, "ada", NOW + 10, NOW))

    async def good() -> list[bool]:
        return [await store.find_session(it, NOW) is not None for it in (DIGEST, OTHER)]

    await begin()
    await store.drop_sessions("bo")
    await store.drop_sessions("bo", DIGEST)
    assert await good() == [True, True]
    await store.drop_sessions("ada", DIGEST)
    assert await good() == [False, True]
    await store.drop_sessions("ada")
    assert await good() == [False, False]
    await begin()
    await store.drop_sessions("ada", but=DIGEST)
    assert await good() == [True, False]


async def test_tokens_of_a_bot(store: Store) -> None:
    token = Token(DIGEST, "bot", NOW, "laptop")
    await store.add_token(token)
    await store.add_token(Token(OTHER, "bot", NOW + 1))
    assert await store.find_token(DIGEST) == token
    assert [it.digest for it in await store.list_tokens("bot")] == [DIGEST, OTHER]
    await store.drop_token("another", DIGEST)
    assert await store.find_token(DIGEST)
    await store.drop_token("bot", DIGEST)
    assert await store.find_token(DIGEST) is None


async def test_many_sessions_and_tokens_are_asked_about_at_once(store: Store) -> None:
    for name in ("Ada", "Bo", "Eve"):
        await store.add_visitor(visitor(name, "account"))
    digests = [sha256(str(number).encode()).digest() for number in range(250)]
    ada, expired, nobodys, banned, token, banned_token, *unknown = digests
    await store.add_session(Session(ada, "ada", NOW + 10, NOW))
    await store.add_session(Session(expired, "ada", NOW, NOW))
    await store.add_session(Session(nobodys, "nobody", NOW + 10, NOW))
    await store.add_session(Session(banned, "eve", NOW + 10, NOW))
    await store.add_session(Session(unknown[-1], "bo", NOW + 10, NOW))
    await store.add_token(Token(token, "bo", NOW, "laptop"))
    await store.add_token(Token(banned_token, "eve", NOW, "laptop"))
    await store.change_visitor("eve", banned=True)
    assert await store.good_digests(digests, NOW) == {ada, token, unknown[-1]}
    assert await store.good_digests([], NOW) == set()


async def test_a_sweep_forgets_what_nobody_can_miss(store: Store) -> None:
    for name in ("Idle", "Seated", "Active", "Banned", "New"):
        await store.add_visitor(visitor(name, at=NOW + 500 if name == "New" else NOW))
    await store.add_visitor(visitor("Account", "account"))
    await store.change_visitor("banned", banned=True)
    await store.add_session(Session(DIGEST, "active", NOW + 900, NOW))
    await store.add_session(Session(OTHER, "idle", NOW + 10, NOW))
    await store.invite(Invitation("old", "m1", "ada", NOW, NOW + 10, visitor="new"))
    await store.invite(Invitation("new", "m1", "ada", NOW, NOW + 900, visitor="new"))
    await opened(store, "m1")
    await store.open_table("closed", "here", NOW, [entry(1)], summary("closed"), ["idle"])
    await store.append("m1", 1, 2, [], None, ["seated"])

    assert await store.sweep(NOW + 100, before=NOW + 50) == 7

    assert {it.id for it in await store.list_visitors()} == {
        "account", "active", "banned", "new", "seated",
    }  # fmt: skip
    assert await store.find_session(DIGEST, NOW)
    assert await store.find_session(OTHER, NOW) is None
    assert [it.id for it in await store.invitations_of("new", NOW)] == ["new"]
    assert [row.match for row in await store.list_tables()] == ["m1"]
    assert await store.read_log("closed") == []
    assert await store.sweep(NOW + 100, before=NOW + 50) == 0
