"""One owner per table: claims by compare-and-set, leases, release."""

import asyncio

from ludoteca.server.store import Store
from ludoteca.server.store.values import Owner, Process
from tests.server.store.samples import NOW, opened


async def test_an_opened_table_belongs_to_its_process(store: Store) -> None:
    epoch = await opened(store, process="here")
    owner = await store.owners.owner_of("m1", NOW)
    assert owner == Owner("here", "http://here", epoch, NOW + 10)
    assert await store.owners.owner_of("m2", NOW) is None


async def test_only_a_free_an_expired_or_an_own_table_can_be_claimed(store: Store) -> None:
    assert await opened(store, process="here") == 1
    await store.owners.beat("there", "http://there", NOW, lease=60)
    assert await store.owners.claim("m1", "there", NOW + 9.9) is None
    assert await store.owners.claim("m1", "here", NOW + 9.9) == 2  # ours
    assert await store.owners.claim("m1", "there", NOW + 10) == 3  # expired
    assert await store.owners.claim("m1", "here", NOW + 10) is None
    await store.owners.release("m1", "there", 2)  # of an older claim: nothing happens
    assert await store.owners.claim("m1", "here", NOW + 10) is None
    await store.owners.release("m1", "there", 3)
    assert await store.owners.claim("m1", "here", NOW + 10) == 4  # free
    assert await store.owners.claim("nowhere", "here", NOW) is None


async def test_of_many_tables_those_are_taken_that_can_be(store: Store) -> None:
    for match, process in (("m1", "here"), ("m2", "there"), ("m3", "here")):
        await opened(store, match, process)
    await store.owners.beat("there", "http://there", NOW, lease=60)
    matches = ["m1", "m2", "m3", "nowhere"]
    assert await store.owners.claim_all(matches, "here", NOW + 9) == {"m1": 2, "m3": 2}
    assert await store.owners.claim_all([], "here", NOW + 9) == {}


async def test_a_beat_renews_all_tables_of_a_process(store: Store) -> None:
    for match in ("m1", "m2"):
        await opened(store, match, "here")
    await store.owners.beat("there", "http://there", NOW, lease=60)
    await store.owners.beat("here", "http://moved", NOW + 9, lease=10)
    assert await store.owners.claim("m1", "there", NOW + 18) is None
    owner = await store.owners.owner_of("m2", NOW + 18)
    assert owner
    assert (owner.address, owner.until) == ("http://moved", NOW + 19)
    assert await store.owners.list_processes(NOW + 18) == [
        Process("here", "http://moved", NOW, NOW + 9, NOW + 19),
        Process("there", "http://there", NOW, NOW, NOW + 60),
    ]
    assert [it.name for it in await store.owners.list_processes(NOW + 19)] == ["there"]
    assert [it.seen_at for it in await store.owners.list_processes(0)] == [NOW + 9, NOW]


async def test_a_process_that_leaves_owns_nothing(store: Store) -> None:
    await opened(store, process="here")
    await store.owners.leave("here")
    assert await store.owners.owner_of("m1", NOW) is None
    assert await store.owners.list_processes(NOW) == []
    await store.owners.beat("there", "http://there", NOW, lease=10)
    assert await store.owners.claim("m1", "there", NOW) == 2


async def test_of_many_claims_at_once_one_succeeds(store: Store) -> None:
    await opened(store, process="dead")
    names = [f"p{number}" for number in range(12)]
    for name in names:
        await store.owners.beat(name, f"http://{name}", NOW + 20, lease=10)
    epochs = await asyncio.gather(*(store.owners.claim("m1", name, NOW + 20) for name in names))
    assert sorted(epoch for epoch in epochs if epoch) == [2]
    owner = await store.owners.owner_of("m1", NOW + 20)
    assert owner
    assert owner.process == names[epochs.index(2)]


async def test_one_process_at_a_time_sees_to_a_user(store: Store) -> None:
    asked = [store.owners.claim_user("ada", name, NOW, lease=10) for name in ("here", "there")]
    assert sorted(await asyncio.gather(*asked)) == [False, True]
    await store.owners.release_user("ada", "here")
    await store.owners.release_user("ada", "there")
    assert await store.owners.claim_user("ada", "here", NOW, lease=10)
    assert await store.owners.claim_user("ada", "here", NOW, lease=10)  # ours, as after a restart
    assert await store.owners.claim_user("bo", "there", NOW, lease=10)  # somebody else
    await store.owners.release_user("ada", "there")  # not theirs: nothing happens
    assert not await store.owners.claim_user("ada", "there", NOW + 9.9, lease=10)
    assert await store.owners.claim_user("ada", "there", NOW + 10, lease=10)  # expired
    assert await store.users.sweep(NOW + 20, before=0.0) == 2
