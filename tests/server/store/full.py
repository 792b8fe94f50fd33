"""A store with something of every kind in it, and all that can be read of that."""

from typing import Any

from ludoteca.server.store import Store
from ludoteca.server.store.migration import READ_VERSION
from ludoteca.server.store.values import (
    BotToken,
    Invitation,
    NoticeChoices,
    PushSubscription,
    StoredRating,
    StoredResult,
    StoredSession,
    User,
)
from tests.server.store.samples import NOW, entry, summary, user

DIGEST = bytes(range(32))
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


async def fill(store: Store) -> None:
    """Put something of every kind into an empty store."""
    await store.owners.beat("here", "http://here", NOW, lease=10)
    for name in ("m1", "m2"):
        first = [entry(1), entry(2, ply=1, move_id="a")]
        await store.tables.open_table(name, "here", NOW, first, summary(), ["ada", "bot:greedy"])
    await store.tables.append(
        "m1", 1, 2, [entry(3, ply=2, move_id="b")], summary("final", host="ada")
    )
    await store.owners.claim("m2", "here", NOW)
    await store.users.add_user(User("ada", "Ada", "account", NOW, "$argon2id$x", banned=True))
    await store.users.add_user(user("Guest"))
    await store.users.take_over("guest", "ada")
    await store.users.add_session(StoredSession(DIGEST, "ada", NOW + 99, NOW, NOW))
    await store.users.add_token(BotToken(DIGEST, "ada", NOW, "laptop"))
    await store.factors.offer_factor("ada", SECRET, NOW)
    await store.factors.confirm_factor("ada", SECRET, 33, NOW + 1, [DIGEST])
    result = StoredResult(0, "ada", b'{"total":9}', 1)
    rating = StoredRating("ada", "chess", 2, 25.5, 8.25, 1)
    await store.history.finish("m1", "the record\n", [result], [rating], NOW + 5)
    await store.history.keep_analysis("m1", "greedy", b"[1]")
    await store.notices.keep_choices(NoticeChoices("ada", frozenset({"turn"}), address="a@b.c"))
    await store.notices.subscribe(
        PushSubscription("https://push.example/1", "ada", DIGEST, b"k", b"a", "it", NOW), most=2
    )
    await store.notices.keep_key("vapid", b"key")
    await store.history.agree_to_show("m1", 0, "ada", NOW + 6)
    await store.history.invite(Invitation("i1", "m2", "ada", NOW, NOW + 99, seat=1, user="bot"))


async def version_of(store: Store) -> int:
    """Return the number of the last migration that a store has gone through."""
    assert isinstance(store, Store)
    [[version]] = await store.database.read(READ_VERSION)
    return version


async def contents(store: Store) -> dict[str, Any]:
    """Read everything that `fill` put there, but for who owns what."""
    return {
        "tables": await store.tables.list_tables(),
        "logs": [await store.tables.read_log(match) for match in ("m1", "m2")],
        "users": await store.users.list_users(),
        "account": await store.users.find_account("ADA"),
        "guests": await store.users.former_guests("ada"),
        "session": await store.users.find_session(DIGEST, NOW),
        "tokens": await store.users.list_tokens("ada"),
        "factor": await store.factors.find_factor("ada"),
        "recovery_codes": await store.factors.count_recovery_codes("ada"),
        "notices": await store.notices.find_choices("ada"),
        "browsers": await store.notices.list_subscriptions("ada", NOW),
        "key": await store.notices.keep_key("vapid", b"another"),
        "record": await store.history.read_record("m1"),
        "results": await store.history.read_results("m1"),
        "history": await store.history.matches_of("ada"),
        "ratings": await store.history.leaderboard("chess", 2),
        "analysis": await store.history.read_analysis("m1", "greedy"),
        "agreed": await store.history.agreed_to_show("m1"),
        "gallery": await store.history.gallery(),
        "invitations": await store.history.invitations_of("bot", NOW),
    }
