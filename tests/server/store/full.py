"""A store with something of every kind in it, and all that can be read of that."""

from typing import Any

from ludoteca.server.store import Store
from ludoteca.server.store.migration import READ_VERSION
from ludoteca.server.store.sql_store import SqlStore
from ludoteca.server.store.values import Invitation, Rating, Result, Session, Token, Visitor
from tests.server.store.samples import NOW, entry, summary, visitor

DIGEST = bytes(range(32))
SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"


async def fill(store: Store) -> None:
    """Put something of every kind into an empty store."""
    await store.beat("here", "http://here", NOW, lease=10)
    for name in ("m1", "m2"):
        first = [entry(1), entry(2, ply=1, move_id="a")]
        await store.open_table(name, "here", NOW, first, summary(), ["ada", "bot:greedy"])
    await store.append("m1", 1, 2, [entry(3, ply=2, move_id="b")], summary("final", host="ada"))
    await store.claim("m2", "here", NOW)
    await store.add_visitor(Visitor("ada", "Ada", "account", NOW, "$argon2id$x", banned=True))
    await store.add_visitor(visitor("Guest"))
    await store.take_over("guest", "ada")
    await store.add_session(Session(DIGEST, "ada", NOW + 99, NOW, NOW))
    await store.add_token(Token(DIGEST, "ada", NOW, "laptop"))
    await store.offer_factor("ada", SECRET, NOW)
    await store.confirm_factor("ada", SECRET, 33, NOW + 1, [DIGEST])
    result = Result(0, "ada", b'{"total":9}', 1)
    rating = Rating("ada", "chess", 2, 25.5, 8.25, 1)
    await store.finish("m1", "the record\n", [result], [rating], NOW + 5)
    await store.keep_analysis("m1", "greedy", b"[1]")
    await store.invite(Invitation("i1", "m2", "ada", NOW, NOW + 99, seat=1, visitor="bot"))


async def version_of(store: Store) -> int:
    """Give the number of the last migration that a store has gone through."""
    assert isinstance(store, SqlStore)
    [[version]] = await store._database.read(READ_VERSION)
    return version


async def contents(store: Store) -> dict[str, Any]:
    """Read everything that `fill` put there, but for who owns what."""
    return {
        "tables": await store.list_tables(),
        "logs": [await store.read_log(match) for match in ("m1", "m2")],
        "visitors": await store.list_visitors(),
        "account": await store.find_account("ADA"),
        "guests": await store.former_guests("ada"),
        "session": await store.find_session(DIGEST, NOW),
        "tokens": await store.list_tokens("ada"),
        "factor": await store.find_factor("ada"),
        "recovery_codes": await store.count_recovery_codes("ada"),
        "record": await store.read_record("m1"),
        "results": await store.read_results("m1"),
        "history": await store.matches_of("ada"),
        "ratings": await store.leaderboard("chess", 2),
        "analysis": await store.read_analysis("m1", "greedy"),
        "invitations": await store.invitations_of("bot", NOW),
    }
