"""Second factors, the same on both databases: whatever is good once is good once."""

import asyncio

from ludoteca.server.store import Store, open_store
from ludoteca.server.store.values import Factor
from tests.server.store.samples import NOW

SECRET, OTHER = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "MFRGGZDFMZTWQ2LKNNWG23TPOBYXE43U"
CODES = [bytes([number]) * 32 for number in range(10)]


async def turn_on(store: Store, user: str = "ada") -> None:
    """Turn it on at step 40."""
    assert await store.factors.offer_factor(user, SECRET, NOW)
    assert await store.factors.confirm_factor(user, SECRET, 40, NOW + 1, CODES)


async def test_an_offered_secret_counts_once_it_is_confirmed(store: Store) -> None:
    assert await store.factors.find_factor("ada") is None
    assert await store.factors.offer_factor("ada", OTHER, NOW)
    assert await store.factors.offer_factor("ada", SECRET, NOW + 5)
    assert await store.factors.find_factor("ada") == Factor("ada", SECRET, NOW + 5)
    assert not await store.factors.use_step("ada", SECRET, 50)
    assert not await store.factors.confirm_factor("ada", OTHER, 40, NOW + 9, CODES)
    assert await store.factors.count_recovery_codes("ada") == 0
    assert await store.factors.confirm_factor("ada", SECRET, 40, NOW + 9, CODES)
    assert await store.factors.find_factor("ada") == Factor("ada", SECRET, NOW + 5, NOW + 9, 40)
    assert await store.factors.count_recovery_codes("ada") == 10


async def test_what_is_on_is_not_replaced(store: Store) -> None:
    await turn_on(store)
    assert not await store.factors.offer_factor("ada", OTHER, NOW + 9)
    assert not await store.factors.confirm_factor("ada", SECRET, 41, NOW + 9, CODES[:1])
    assert await store.factors.find_factor("ada") == Factor("ada", SECRET, NOW, NOW + 1, 40)
    assert await store.factors.count_recovery_codes("ada") == 10


async def test_a_step_is_used_once_and_none_before_it(store: Store) -> None:
    await turn_on(store)
    steps = [40, 42, 42, 41, 43]
    used = [await store.factors.use_step("ada", SECRET, step) for step in steps]
    assert used == [False, True, False, False, True]
    assert not await store.factors.use_step("ada", OTHER, 50)
    assert not await store.factors.use_step("bo", SECRET, 50)


async def test_a_recovery_code_is_used_once_by_its_owner(store: Store) -> None:
    await turn_on(store)
    await turn_on(store, "bo")
    used = [
        await store.factors.use_recovery_code("ada", code)
        for code in (CODES[3], CODES[3], b"x" * 32)
    ]
    assert used == [True, False, False]
    assert await store.factors.count_recovery_codes("ada") == 9
    assert await store.factors.count_recovery_codes("bo") == 10


async def test_of_many_who_try_the_same_at_once_one_gets_through(store: Store, place: str) -> None:
    await turn_on(store)
    others = [store] + [await open_store(place) for _ in range(2) if "postgres" in place]
    tries = [other.factors.use_step("ada", SECRET, 50) for other in others for _ in range(6)]
    assert sorted(await asyncio.gather(*tries))[-2:] == [False, True]
    tries = [other.factors.use_recovery_code("ada", CODES[0]) for other in others for _ in range(6)]
    assert sorted(await asyncio.gather(*tries))[-2:] == [False, True]
    for other in others[1:]:
        await other.close()


async def test_turned_off_it_is_forgotten(store: Store) -> None:
    assert not await store.factors.drop_factor("ada")
    await store.factors.offer_factor("ada", SECRET, NOW)
    assert not await store.factors.drop_factor("ada")
    assert await store.factors.find_factor("ada") is None
    await turn_on(store)
    await turn_on(store, "bo")
    assert await store.factors.drop_factor("ada")
    assert await store.factors.find_factor("ada") is None
    assert await store.factors.count_recovery_codes("ada") == 0
    assert await store.factors.count_recovery_codes("bo") == 10
    assert not await store.factors.use_recovery_code("ada", CODES[0])
