"""The log of a table: every event reads back to itself."""

import typing

import msgspec
import pytest

from ludoteca.protocol.common import TableSetting
from ludoteca.table import events
from ludoteca.table.changes import CHANGES

KINDS = typing.get_args(events.AnyEvent)

EXAMPLES: tuple[events.Event, ...] = (
    events.TableOpened(
        at=1.5,
        match="k3v9",
        setting=TableSetting(game="my_shelfie"),
        host="a",
        seed="00" * 32,
        sitters=(events.Sitter(user="a", name="Ada"), None, events.Sitter(bot="easy")),
    ),
    events.Moved(at=2.25, ply=4, seat=0, text="d4>1", move_id="0" * 32, said=(3, "D4 > 1")),
    events.Dealt(at=2.25, ply=5, text="refill CBG", used=12),
    events.Selected(at=3.0, seat=1, partial={"take": [[3, 4]]}),
)


@pytest.mark.parametrize("event", EXAMPLES, ids=events.kind_of)
def test_an_event_reads_back_to_itself(event: events.Event) -> None:
    assert events.decode(events.encode(event)) == event


def test_every_kind_has_a_name_of_its_own_and_changes_something_or_opens() -> None:
    tags = [kind.__struct_config__.tag for kind in KINDS]
    assert len(set(tags)) == len(tags)
    assert set(CHANGES) == set(KINDS) - {events.TableOpened}


def test_plies_and_ids_are_found_for_the_store() -> None:
    assert [events.ply_of(each) for each in EXAMPLES] == [None, 4, 5, None]
    assert [events.move_id_of(each) for each in EXAMPLES] == [None, "0" * 32, None, None]
    assert events.kind_of(EXAMPLES[1]) == "moved"


def test_what_is_gone_after_a_restart_is_not_kept() -> None:
    passing = {kind.__name__ for kind in KINDS if not kind.kept}
    assert passing == {"ReactionSent", "Selected", "Watched"}


def test_what_is_no_event_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        events.decode(b'{"kind": "exploded", "at": 1.0}')
