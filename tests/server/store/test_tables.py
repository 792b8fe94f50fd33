"""Logs: all or nothing, once, in order, by the owner only; the same on both databases."""

import asyncio

import pytest

from ludoteca.core.errors import LudotecaError, MoveKnown, NumberTaken, StaleOwner
from ludoteca.server.store import Store, tables
from ludoteca.server.store.values import LogEntry, TableSummary
from tests.server.store.samples import NOW, entries, entry, opened, summary


async def test_what_was_appended_is_read_back_in_order(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3, ply=1, move_id="a"), entry(4, ply=2)])
    await store.tables.append("m1", epoch, 4, [entry(5)])
    log = await store.tables.read_log("m1")
    assert log == [*entries(1, 2), entry(3, 1, "a"), entry(4, 2), entry(5)]
    assert await store.tables.read_log("m1", after=4) == [entry(5)]
    assert await store.tables.read_log("elsewhere") == []


async def test_several_logs_are_read_at_once(store: Store) -> None:
    for match, length in (("m1", 2), ("m2", 12), ("m3", 1)):
        await opened(store, match, length=length)
    logs = await store.tables.read_first_pages(["m2", "m1", "nowhere"])
    assert logs == {"m2": entries(1, 12), "m1": entries(1, 2), "nowhere": []}
    assert await store.tables.read_first_pages([]) == {}


async def test_a_long_log_is_read_page_by_page(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "PAGE", 5)
    await opened(store, "m1", length=12)
    await opened(store, "m2", length=10)
    pages = [page async for page in store.tables.read_pages("m1")]
    assert pages == [entries(1, 5), entries(6, 10), entries(11, 12)]
    assert [len(page) async for page in store.tables.read_pages("m2", after=3)] == [5, 2]
    assert await store.tables.read_log("m2") == entries(1, 10)
    found = await store.tables.read_first_pages(["m1", "m2"])
    assert found == {"m1": entries(1, 5), "m2": entries(1, 5)}


async def test_a_body_comes_back_byte_for_byte(store: Store) -> None:
    body = '{"text":"Ünïcode \\u0000 \' \\" 🐈"}'.encode()
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [LogEntry(3, "chat", body, NOW)])
    assert (await store.tables.read_log("m1", after=2))[0].body == body


async def test_a_move_comes_back_with_its_ply_and_its_id(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3, ply=1, move_id="a")])
    assert await store.tables.read_log("m1", after=2) == [entry(3, 1, "a")]


async def test_a_number_is_given_once(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3)])
    with pytest.raises(NumberTaken, match="ends at 3, not at 2"):
        await store.tables.append("m1", epoch, 2, [entry(3, move_id="late")])
    with pytest.raises(NumberTaken, match="ends at 3, not at 9"):
        await store.tables.append("m1", epoch, 9, [entry(10)])
    with pytest.raises(NumberTaken, match="already"):
        await opened(store)
    assert await store.tables.read_log("m1") == entries(1, 3)


async def test_entries_that_do_not_count_on_are_a_mistake_of_the_caller(store: Store) -> None:
    epoch = await opened(store)
    for wrong in ([entry(4)], [entry(3), entry(5)], [entry(3), entry(3)]):
        with pytest.raises(ValueError, match="without gaps"):
            await store.tables.append("m1", epoch, 2, wrong)


@pytest.mark.parametrize("double", [entry(5, ply=7, move_id="b"), entry(5, ply=8, move_id="a")])
async def test_a_ply_or_a_move_id_is_stored_once_and_nothing_beside_it(
    store: Store, double: LogEntry
) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3, ply=7, move_id="a")])
    with pytest.raises(MoveKnown):
        await store.tables.append("m1", epoch, 3, [entry(4), double], summary("over"))
    assert len(await store.tables.read_log("m1")) == 3
    row = await store.tables.find_table("m1")
    assert row
    assert (row.last, row.summary.status) == (3, "playing")
    await store.tables.append("m1", epoch, 3, [entry(4, ply=8, move_id="b")])


async def test_the_same_move_id_may_occur_at_another_table(store: Store) -> None:
    for match in ("m1", "m2"):
        epoch = await opened(store, match)
        await store.tables.append(match, epoch, 2, [entry(3, ply=1, move_id="a")])


async def test_a_stale_owner_writes_nothing(store: Store) -> None:
    old = await opened(store)
    await store.owners.beat("there", "http://there", NOW + 20, lease=10)
    new = await store.owners.claim("m1", "there", NOW + 20)
    assert new
    with pytest.raises(StaleOwner, match="epoch 2, not at 1"):
        await store.tables.append("m1", old, 2, [entry(3)], summary("over"), ["ada"])
    with pytest.raises(StaleOwner, match="no table"):
        await store.tables.append("nowhere", 1, 0, [entry(1)])
    await store.tables.append("m1", new, 2, [entry(3, move_id="new")])
    assert [it.move_id for it in await store.tables.read_log("m1", after=2)] == ["new"]
    assert await store.tables.list_tables(player="ada") == []


async def test_appends_of_many_tables_at_once_do_not_disturb_each_other(store: Store) -> None:
    matches = [f"m{number}" for number in range(40)]
    epochs = [await opened(store, match) for match in matches]

    async def play(match: str, epoch: int) -> None:
        for number in range(3, 9):
            await store.tables.append(match, epoch, number - 1, [entry(number, ply=number)])

    async def spoil(match: str, epoch: int) -> None:
        with pytest.raises(NumberTaken):
            await store.tables.append(match, epoch, 0, [entry(1)])
        with pytest.raises(StaleOwner):
            await store.tables.append(match, epoch + 5, 2, [entry(3)])

    async def repeat(match: str, epoch: int) -> None:
        await store.tables.append(match, epoch, 2, [entry(3, move_id="a")])
        with pytest.raises(MoveKnown):
            await store.tables.append(match, epoch, 3, [entry(4, move_id="a")])

    work = [play(*it) for it in zip(matches[:30], epochs[:30], strict=True)]
    work += [repeat(*it) for it in zip(matches[30:], epochs[30:], strict=True)]
    work += [spoil(*it) for it in zip(matches, epochs, strict=True)]
    await asyncio.gather(*work)
    for match in matches[:30]:
        assert [it.number for it in await store.tables.read_log(match)] == list(range(1, 9))
    for match in matches[30:]:
        assert [it.number for it in await store.tables.read_log(match)] == [1, 2, 3]


async def test_one_bad_value_harms_none_of_its_neighbours(store: Store) -> None:
    epochs = {match: await opened(store, match) for match in ("good", "huge", "torn", "fine")}
    bad = {"huge": entry(3, ply=1 << 70), "torn": entry(3, move_id="\ud800")}
    results = await asyncio.gather(
        *(store.tables.append(it, epochs[it], 2, [bad.get(it, entry(3))]) for it in epochs),
        return_exceptions=True,
    )
    refused = dict(zip(epochs, results, strict=True))
    assert refused["good"] is refused["fine"] is None
    for match in bad:  # a mistake of ours, and no answer of the store
        assert isinstance(refused[match], Exception)
        assert not isinstance(refused[match], LudotecaError)
    assert [len(await store.tables.read_log(match)) for match in epochs] == [3, 2, 2, 3]
    assert store.is_up


async def test_a_zero_character_is_no_fault(store: Store) -> None:
    assert await store.tables.find_table("m\0") is None
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3, move_id="\0")])
    assert len(await store.tables.read_log("m1", after=2)) == 1


async def test_two_appends_to_one_table_at_once_let_one_through(store: Store) -> None:
    epoch = await opened(store)
    both = [store.tables.append("m1", epoch, 2, [entry(3, move_id=move)]) for move in ("a", "b")]
    results = await asyncio.gather(*both, return_exceptions=True)
    assert [type(result) for result in results if result] == [NumberTaken]
    assert len(await store.tables.read_log("m1")) == 3


async def test_a_caller_who_gave_up_leaves_the_log_whole(store: Store) -> None:
    epoch = await opened(store)
    task = asyncio.create_task(store.tables.append("m1", epoch, 2, [entry(3)]))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    last = len(await store.tables.read_log("m1"))
    assert last in (2, 3)
    await opened(store, "m2")  # the writer goes on


async def test_a_summary_changes_with_the_append_and_never_without_it(store: Store) -> None:
    epoch = await opened(store)
    await store.tables.append("m1", epoch, 2, [entry(3)])
    row = await store.tables.find_table("m1")
    assert row
    assert row.summary == summary()
    assert (row.last, row.opened_at, row.updated_at) == (3, NOW, NOW + 3)
    new = summary("over", "go", public=False, wake_at=NOW + 99, host="ada")
    await store.tables.append("m1", epoch, 3, [entry(4)], new)
    row = await store.tables.find_table("m1")
    assert row
    assert row.summary == new
    await store.tables.append("m1", epoch, 4, [], summary("final"), ["ada", None])
    row = await store.tables.find_table("m1")
    assert row
    assert (row.summary, row.last, row.updated_at) == (summary("final"), 4, NOW + 4)
    assert await store.tables.find_table("m2") is None


async def test_tables_are_listed_by_every_filter(store: Store) -> None:
    await store.owners.beat("here", "http://here", NOW, lease=10)
    tables: list[tuple[str, TableSummary, list[str | None]]] = [
        ("a", summary("open", "chess", host="ada"), ["ada", None]),
        ("b", summary("open", "go", public=False), ["bo", "ada"]),
        ("c", summary("playing", "chess"), ["bo", "bot:greedy"]),
        ("d", summary("final", "go"), []),
    ]
    for number, (match, what, sitting) in enumerate(tables):
        await store.tables.open_table(match, "here", NOW + number, [entry(1)], what, sitting)

    async def listed(**filters: object) -> str:
        return "".join(row.match for row in await store.tables.list_tables(**filters))  # type: ignore[arg-type]

    assert await listed() == "dcba"
    assert await listed(statuses=["open", "playing"]) == "cba"
    assert await listed(game="chess") == "ca"
    assert await listed(public=True) == "dca"
    assert await listed(public=False) == "b"
    assert await listed(player="ada") == "ba"
    assert await listed(player="bot:greedy") == "c"
    assert await listed(host="ada") == "a"
    assert await listed(statuses=["open"], game="go", public=False, player="bo") == "b"
    assert await listed(limit=2) == "dc"
    await store.tables.append("a", 1, 1, [entry(2)], None, [None, "cy"])
    assert await listed(player="ada") == "b"
    assert await listed(player="cy") == "a"


async def test_a_table_is_due_when_its_time_has_come_and_nobody_looks_after_it(
    store: Store,
) -> None:
    await store.owners.beat("here", "http://here", NOW, lease=10)
    assert await store.tables.latest_change() == 0
    for match, wake_at in (("late", NOW + 7), ("soon", NOW + 5), ("never", None)):
        await store.tables.open_table(match, "here", NOW, [entry(1)], summary(wake_at=wake_at))

    async def due(now: float) -> list[str]:
        return [row.match for row in await store.tables.due_tables(now)]

    assert await due(NOW + 9) == []  # its owner lives
    await store.owners.leave("here")
    assert await due(NOW + 4) == []
    assert await due(NOW + 5) == ["soon"]
    assert await due(NOW + 30) == ["soon", "late"]
    assert await store.tables.latest_change() == NOW
