"""Leaks to be planted: ways in which a table could tell too much, blunt and subtle."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ludoteca.core.game import View
from ludoteca.protocol.from_client import AskMoves
from ludoteca.protocol.to_client import Continuations, Happening, PositionInfo
from ludoteca.table import (
    BotTask,
    Table,
    TablePolicy,
    Viewer,
    bots_due,
    frame,
    move,
    present,
    record,
)
from ludoteca.table.decide import HANDLERS
from ludoteca.table.decision import Draft, Who
from ludoteca.table.progress import Progress, RecordLine

Patch = pytest.MonkeyPatch
Leak = Callable[[Patch], None]
LEAKS: list[Leak] = []


def leak(plant: Leak) -> Leak:
    """List a leak."""
    LEAKS.append(plant)
    return plant


def secret(table: Table) -> int:
    """Boil everything in a position down to a number, hidden things included."""
    assert table.progress is not None
    return sum(table.progress.state.to_bytes())


def change_position(patch: Patch, **fields: Callable[[Table, Viewer, PositionInfo], Any]) -> None:
    """Let the position be told with other fields."""
    true = present.position_info

    def told(table: Table, viewer: Viewer) -> PositionInfo | None:
        position = true(table, viewer)
        if position is None:
            return None
        changes = {name: make(table, viewer, position) for name, make in fields.items()}
        return msgspec.structs.replace(position, **changes)

    patch.setattr(present, "position_info", told)


def full(table: Table, viewer: Viewer) -> View:
    """Look through the eyes of somebody who sees everything."""
    assert table.progress is not None
    return View(viewer.seat, table.progress.state)


@leak
def the_whole_position(patch: Patch) -> None:
    def everything(table: Table, progress: Progress, viewer: Viewer) -> View:
        return View(viewer.seat, progress.state)

    patch.setattr(present, "view_for", everything)


@leak
def the_view_of_another_seat(patch: Patch) -> None:
    def neighbour(table: Table, progress: Progress, viewer: Viewer) -> View:
        return table.game.view(progress.state, ((viewer.seat or 0) + 1) % len(table.seats))

    patch.setattr(present, "view_for", neighbour)


@leak
def the_view_of_a_seat_for_spectators(patch: Patch) -> None:
    def first(table: Table, progress: Progress, viewer: Viewer) -> View:
        return table.game.view(progress.state, viewer.seat or 0)

    patch.setattr(present, "view_for", first)


@leak
def the_standing_of_all(patch: Patch) -> None:
    change_position(
        patch,
        standing=lambda table, viewer, _: tuple(table.game.standing(full(table, viewer))),
    )


@leak
def the_scores_of_all(patch: Patch) -> None:
    def scored(table: Table, viewer: Viewer, _: PositionInfo) -> Any:
        assert table.progress is not None
        return tuple(table.game.scores(table.progress.state))

    change_position(patch, standing=scored)


@leak
def who_would_win(patch: Patch) -> None:
    def winners(table: Table, viewer: Viewer, position: PositionInfo) -> Any:
        assert table.progress is not None
        return position.view | {"ahead": table.game.winners(table.progress.state)}

    change_position(patch, view=winners)


@leak
def a_checksum_of_the_position(patch: Patch) -> None:
    change_position(
        patch, view=lambda table, _, position: position.view | {"checksum": secret(table)}
    )


@leak
def a_space_more(patch: Patch) -> None:
    change_position(patch, drawing=lambda table, viewer, _: " " * (secret(table) % 2))


@leak
def the_order_of_movers(patch: Patch) -> None:
    change_position(
        patch,
        movers=lambda table, _, position: position.movers if secret(table) % 2 else (9,),
    )


@leak
def a_missing_choice(patch: Patch) -> None:
    change_position(
        patch,
        choices=lambda table, _, position: (
            dict(list(position.choices.items())[secret(table) % 2 :]) or {"none": secret(table) % 2}
        ),
    )


@leak
def how_far_an_undo_goes(patch: Patch) -> None:
    change_position(patch, undo_to=lambda table, *_: secret(table) % 3)


@leak
def the_position_in_one_line(patch: Patch) -> None:
    def line(table: Table, viewer: Viewer, _: PositionInfo) -> str:
        assert table.progress is not None
        return table.game.modules.notation.format_position(table.progress.state)

    change_position(patch, drawing=line)


@leak
def all_texts_of_the_past(patch: Patch) -> None:
    def whole(line: RecordLine, seat: int | None) -> Happening:
        return line.full

    patch.setattr(RecordLine, "for_viewer", whole)


@leak
def the_past_as_another_seat_saw_it(patch: Patch) -> None:
    def wrong(line: RecordLine, seat: int | None) -> Happening:
        return line.seen[0 if seat is None else (seat + 1) % len(line.seen)]

    patch.setattr(RecordLine, "for_viewer", wrong)


@leak
def the_fields_of_a_hidden_move(patch: Patch) -> None:
    true = RecordLine.for_viewer

    def with_fields(line: RecordLine, seat: int | None) -> Happening:
        return msgspec.structs.replace(true(line, seat), move=line.full.move or {"": line.text})

    patch.setattr(RecordLine, "for_viewer", with_fields)


@leak
def an_unfinished_record(patch: Patch) -> None:
    true = frame.snapshot

    def with_record(table: Table, viewer: Viewer, request: int, after: int = 0) -> Any:
        shown = true(table, viewer, request, after)
        return msgspec.structs.replace(shown, muted=(record.record_of(table),))

    patch.setattr("tests.table.worlds.snapshot", with_record)


@leak
def the_number_of_spectators(patch: Patch) -> None:
    true = present.table_info

    def counted(table: Table) -> Any:
        some = 0 if table.progress is None else secret(table) % 5
        return msgspec.structs.replace(true(table), spectators=some)

    patch.setattr(present, "table_info", counted)


@leak
def the_name_of_a_bot(patch: Patch) -> None:
    true = present.seat_info

    def named(number: int, seat: Any) -> Any:
        return msgspec.structs.replace(true(number, seat), rating=named.rating)  # type: ignore[attr-defined]

    position = present.position_info

    def remembered(table: Table, viewer: Viewer) -> PositionInfo | None:
        named.rating = secret(table)  # type: ignore[attr-defined]
        return position(table, viewer)

    named.rating = 0  # type: ignore[attr-defined]
    patch.setattr(present, "seat_info", named)
    patch.setattr(present, "position_info", remembered)


@leak
def continuations_in_a_telling_order(patch: Patch) -> None:
    true = move.ask_moves

    def ordered(draft: Draft, who: Who, message: AskMoves) -> Continuations:
        answer = true(draft, who, message)
        backwards = secret(draft.table) % 2 == 1
        found = answer.continuations[:: -1 if backwards else 1]
        return msgspec.structs.replace(answer, continuations=found)

    handlers: dict[Any, Any] = HANDLERS
    patch.setitem(handlers, AskMoves, ordered)


@leak
def bots_that_see_everything(patch: Patch) -> None:
    true = bots_due

    def seeing(table: Table, policy: TablePolicy) -> list[BotTask]:
        return [
            replace(task, view=full(table, Viewer("", task.seat))) for task in true(table, policy)
        ]

    patch.setattr("tests.table.worlds.bots_due", seeing)


@leak
def refusals_that_know_more(patch: Patch) -> None:
    def sentence(table: Table, error: Any, language: str) -> str:
        return f"{error.message} {secret(table)}"

    patch.setattr(move, "_sentence", sentence)


@leak
def the_end_before_it_is_final(patch: Patch) -> None:
    true = present.ending_info

    def early(table: Table, viewer: Viewer) -> Any:
        ending = true(table, viewer)
        if ending is None:
            return None
        return msgspec.structs.replace(ending, scores=tuple(record.result_of(table).scores))

    patch.setattr(present, "ending_info", early)
