"""Events as entries of the store, and a table as one row."""

from typing import Any

import msgspec
import pytest

from ludoteca import games
from ludoteca.core.errors import DamagedLog
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.tables.event_log import (
    LogReading,
    check_chain,
    entries_of,
    events_of,
    players_of,
    summary_of,
)
from ludoteca.table import Table, TablePolicy, Who, apply, fold, open_table
from ludoteca.table.events import Moved, ReactionSent, SeatTaken, Sitter

GAME = games.names()[0]


def table() -> Table:
    """Open a table with a bot."""
    setting = TableSetting(game=GAME, seats=3, bots=("easy",))
    runtime = TablePolicy(knows_bot=lambda _: True)
    return apply(None, open_table("abcd", setting, Who("v1", "Ada"), bytes(32), 5.0, runtime))


def test_what_is_not_kept_is_left_out_and_numbers_go_on() -> None:
    seen = ReactionSent(at=1.0, user="v", name="Ada", reaction="wow")
    sat = SeatTaken(at=2.0, seat=1, sitter=Sitter(user="v2", name="Bo"))
    moved = Moved(at=3.0, ply=4, seat=0, text="x", move_id="0" * 32)
    entries = entries_of([seen, sat, moved], after=7)
    assert [(e.number, e.kind, e.ply, e.move_id) for e in entries] == [
        (8, "seat_taken", None, None),
        (9, "moved", 4, "0" * 32),
    ]
    assert events_of(entries) == [sat, moved]


def test_a_row_tells_lists_all_they_need() -> None:
    opened = table()
    summary = summary_of(opened, wake_at=9.0)
    assert (summary.status, summary.game, summary.host, summary.wake_at) == (
        "open",
        GAME,
        "v1",
        9.0,
    )
    listed = msgspec.json.decode(summary.seats, type=LobbyTable)
    assert [seat.kind for seat in listed.seats] == ["person", "free", "bot"]
    assert opened.seed.hex() not in summary.seats.decode()
    assert players_of(opened) == ["v1", None, "bot:easy"]


def test_a_log_folds_back_to_the_table() -> None:
    opened = table()
    sat = SeatTaken(at=6.0, seat=1, sitter=Sitter(user="v2", name="Bo"))
    after = apply(opened, sat)
    setting = opened.setting
    first = open_table(
        "abcd", setting, Who("v1", "Ada"), bytes(32), 5.0, TablePolicy(knows_bot=lambda _: True)
    )
    assert fold(events_of(entries_of([first, sat], 0))) == after


def test_a_missing_or_changed_entry_is_noticed() -> None:
    seats = [SeatTaken(at=2.0, seat=seat, sitter=Sitter(user="v", name="Bo")) for seat in range(4)]
    entries = entries_of(seats, 0)
    chain = check_chain(entries, ends=len(entries))
    assert chain == entries[-1].chain
    assert check_chain(entries[2:], 2, entries[1].chain or b"") == chain
    changed = msgspec.structs.replace(entries[1], body=entries[1].body.replace(b"Bo", b"Cy"))
    older = [msgspec.structs.replace(entry, chain=None) for entry in entries[:2]]
    assert check_chain([*older, *entries[2:]]) == chain  # of a version that wrote none
    for damaged in (
        [entries[0], *entries[2:]],
        [entries[0], changed, *entries[2:]],
        [older[0], msgspec.structs.replace(changed, chain=None), *entries[2:]],
        [*entries[:2], *(msgspec.structs.replace(entry, chain=None) for entry in entries[2:])],
        entries[:-1],
    ):
        with pytest.raises(DamagedLog):
            check_chain(damaged, ends=len(entries))


def test_a_digest_that_was_taken_away_is_noticed_on_a_later_page_too() -> None:
    opened = open_table(
        "abcd",
        TableSetting(game=GAME, seats=3),
        Who("v1", "Ada"),
        bytes(32),
        5.0,
        TablePolicy(knows_bot=lambda _: True),
    )
    seats = [
        SeatTaken(at=6.0, seat=seat, sitter=Sitter(user=f"v{seat}", name="Bo")) for seat in (1, 2)
    ]
    entries = entries_of([opened, *seats], 0)
    bare = [msgspec.structs.replace(entry, chain=None) for entry in entries]
    reading = LogReading()
    reading.take(entries[:2])
    reading.take([])
    with pytest.raises(DamagedLog):
        reading.take(bare[2:])
    older = LogReading()
    for page in (bare[:1], bare[1:2], entries[2:]):
        older.take(page)
    assert older.chain == entries[-1].chain


@pytest.mark.parametrize(
    "changed", [{"kind": "said"}, {"at": 4.0}, {"ply": 5}, {"move_id": "1" * 32}, {"move_id": None}]
)
def test_a_column_that_does_not_agree_with_its_body_is_noticed(changed: dict[str, Any]) -> None:
    [entry] = entries_of([Moved(at=3.0, ply=4, seat=0, text="x", move_id="0" * 32)], 0)
    assert events_of([entry])
    with pytest.raises(DamagedLog):
        events_of([msgspec.structs.replace(entry, **changed)])
