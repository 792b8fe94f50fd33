"""Finished matches, ratings, analyses and invitations, the same on both databases."""

import asyncio

import pytest

from ludoteca.core.errors import RatingMoved
from ludoteca.server.store import Store
from ludoteca.server.store.values import Invitation, StoredRating, StoredResult
from tests.server.store.samples import NOW, entry, opened, summary, user

RESULTS = [
    StoredResult(0, "ada", b'{"total":9}', 1),
    StoredResult(1, "bot:greedy", b'{"total":4}', 2),
]


def rating(player: str, mu: float = 25.0, matches: int = 1, players: int = 2) -> StoredRating:
    return StoredRating(player, "chess", players, mu, 8.0, matches)


async def test_a_final_match_is_kept_once_and_for_all(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3)], summary("final"), ["ada", "bot:greedy"])
    assert await store.history.unkept() == ["m1"]
    new = [rating("ada", 26), rating("bot:greedy", 24)]
    assert await store.history.finish("m1", "the record\n", RESULTS, new, NOW + 5)
    assert await store.history.unkept() == []
    again = [rating("ada", 99, matches=2)]
    assert not await store.history.finish("m1", "another", RESULTS, again, NOW + 6)
    assert await store.history.read_record("m1") == "the record\n"
    assert await store.history.read_results("m1") == RESULTS
    assert await store.history.ratings_of("ada") == [rating("ada", 26)]
    assert await store.history.read_record("m2") is None
    [past] = await store.history.matches_of("ada")
    assert (past.seat, past.result, past.final_at) == (0, RESULTS[0], NOW + 5)


async def test_a_rating_that_moved_meanwhile_keeps_the_match_from_being_kept(store: Store) -> None:
    await store.history.finish("m1", "record", [], [rating("ada")], NOW)
    with pytest.raises(RatingMoved):
        await store.history.finish("m2", "record", RESULTS, [rating("bo"), rating("ada")], NOW)
    assert await store.history.read_record("m2") is None
    assert await store.history.read_results("m2") == []
    assert await store.history.ratings_of("bo") == []
    assert await store.history.finish("m2", "record", RESULTS, [rating("ada", 30, matches=2)], NOW)
    assert await store.history.ratings_of("ada") == [rating("ada", 30, matches=2)]


async def test_of_two_matches_that_end_at_once_none_is_forgotten(store: Store) -> None:
    async def keep(match: str) -> None:
        while True:
            known = await store.history.find_ratings(["ada", "bo"], "chess", 2)
            counts = {it.player: it.matches for it in known}
            new = [rating(name, matches=counts.get(name, 0) + 1) for name in ("bo", "ada")]
            try:
                await store.history.finish(match, "record", [], new, NOW)
            except RatingMoved:
                continue
            return

    await asyncio.gather(*(keep(f"m{number}") for number in range(6)))
    assert [it.matches for it in await store.history.find_ratings(["ada", "bo"], "chess", 2)] == [
        6,
        6,
    ]


async def test_history_pages_from_the_latest_back(store: Store) -> None:
    await store.owners.beat("here", "http://here", NOW, lease=10)
    for number in range(5):
        await store.tables.open_table(
            f"m{number}", "here", NOW + number, [entry(1)], summary(), ["bo", "ada"]
        )
    first = await store.history.matches_of("ada", limit=2)
    assert [past.table.match for past in first] == ["m4", "m3"]
    assert [(past.seat, past.result, past.final_at) for past in first] == [(1, None, None)] * 2
    older = await store.history.matches_of("ada", before=first[-1].table.updated_at)
    assert [past.table.match for past in older] == ["m2", "m1", "m0"]


async def test_the_leaderboard_counts_on_what_is_sure(store: Store) -> None:
    new = [
        StoredRating("sure", "chess", 2, 28.0, 1.0, 40),
        StoredRating("bot:lucky", "chess", 2, 40.0, 8.0, 3),
        StoredRating("solid", "chess", 2, 27.0, 1.0, 50),
        StoredRating("other", "chess", 4, 99.0, 1.0, 9),
        StoredRating("another", "go", 2, 99.0, 1.0, 9),
    ]
    await store.history.finish("m1", "record", [], new, NOW)

    async def best(**how: int) -> list[str]:
        return [it.player for it in await store.history.leaderboard("chess", 2, **how)]

    assert await best() == ["sure", "solid", "bot:lucky"]
    assert await best(least=10) == ["sure", "solid"]
    assert await best(limit=1, offset=1) == ["solid"]
    assert await store.history.find_ratings([], "chess", 2) == []
    assert await store.history.find_ratings(["sure", "nobody"], "chess", 2) == [new[0]]


async def test_an_analysis_is_kept_and_replaced(store: Store) -> None:
    await store.history.keep_analysis("m1", "mcts 1s", b"[1]")
    await store.history.keep_analysis("m1", "greedy", b"[2]")
    await store.history.keep_analysis("m1", "mcts 1s", b"[3]")
    assert await store.history.read_analysis("m1", "mcts 1s") == b"[3]"
    assert await store.history.read_analysis("m1", "greedy") == b"[2]"
    assert await store.history.read_analysis("m2", "greedy") is None


async def test_an_invitation_is_answered_once(store: Store) -> None:
    link = Invitation("link", "m1", "ada", NOW, NOW + 10)
    asked = Invitation("asked", "m1", "ada", NOW, NOW + 10, seat=1, user="bot")
    for invitation in (link, asked):
        await store.history.invite(invitation)
    assert await store.history.invitations_of("bot", NOW) == [asked]
    assert await store.history.invitations_of("bot", NOW + 10) == []
    answers = await asyncio.gather(
        *(store.history.answer_invitation("asked", "accepted") for _ in "123")
    )
    assert sorted(answers) == [False, False, True]
    assert await store.history.invitations_of("bot", NOW) == []
    assert not await store.history.answer_invitation("nothing", "declined")


async def test_a_match_is_in_the_gallery_once_all_people_agreed(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3)], summary("final"), ["ada", "bot:greedy"])
    people = [*RESULTS, StoredResult(2, "bo", b'{"total":2}', 3)]
    await store.history.finish("m1", "the record\n", people, [], NOW + 5)
    await store.history.agree_to_show("m1", 0, "ada", NOW + 6)
    await store.history.agree_to_show("m1", 0, "ada", NOW + 7)
    assert await store.history.agreed_to_show("m1") == [0]
    assert await store.history.gallery() == []
    await store.history.agree_to_show("m1", 2, "bo", NOW + 8)
    [shown] = await store.history.gallery()
    assert (shown.match, shown.final_at) == ("m1", NOW + 5)
    assert await store.history.gallery("another") == []
    assert await store.history.gallery(shown.game) == [shown]
    assert await store.history.gallery(before=NOW + 5) == []
    await store.history.keep_private("m1", 2)
    assert await store.history.gallery() == []


async def test_who_is_forgotten_is_no_longer_in_the_gallery(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3)], summary("final"), ["ada", "bot:greedy"])
    await store.users.add_user(user("Ada"))
    await store.history.finish("m1", "the record\n", RESULTS, [], NOW + 5)
    await store.history.agree_to_show("m1", 0, "ada", NOW + 6)
    assert len(await store.history.gallery()) == 1
    await store.users.forget("ada", "gone")
    assert await store.history.gallery() == []
