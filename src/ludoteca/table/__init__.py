"""The authority of one match: seats, turns, clocks and shuffle, without I/O and without a clock.

A table is folded from its log. What runs it (a server, or a program on its own) asks `decide`
or `tick` what happens, saves the events of the decision, takes its `after` as the
table from then on, answers, and tells everybody by `frames`.
"""

from ludoteca.table import events
from ludoteca.table.actor import Actor, BotChooser, Clock, EventLog, MessageBatch
from ludoteca.table.admin import end_by_admin, reopen_by_admin
from ludoteca.table.bot_turn import BotTask, bots_due, is_parked, seats_of_bots_due
from ludoteca.table.deadline import after_outage, after_restart, next_wake, tick
from ludoteca.table.decide import decide, dropped, refused, rematch_opened
from ludoteca.table.decision import Decision, Refusal, TablePolicy, Viewer, Who
from ludoteca.table.delayed_view import DelayedView, prompt_frames
from ludoteca.table.fold import apply, fold
from ludoteca.table.frame import frames, seat_after, snapshot, your_turn
from ludoteca.table.glance import glance_at
from ludoteca.table.move import view_for_hint
from ludoteca.table.opening import (
    new_name,
    open_played_on,
    open_rematch,
    open_table,
)
from ludoteca.table.present import seat_infos
from ludoteca.table.record import header_of, record_of, result_of
from ludoteca.table.subscribers import Shared, Subscriber, Subscribers
from ludoteca.table.table import Table

__all__ = [
    "Actor",
    "BotChooser",
    "BotTask",
    "Clock",
    "Decision",
    "DelayedView",
    "EventLog",
    "MessageBatch",
    "Refusal",
    "Shared",
    "Subscriber",
    "Subscribers",
    "Table",
    "TablePolicy",
    "Viewer",
    "Who",
    "after_outage",
    "after_restart",
    "apply",
    "bots_due",
    "decide",
    "dropped",
    "end_by_admin",
    "events",
    "fold",
    "frames",
    "glance_at",
    "header_of",
    "is_parked",
    "new_name",
    "next_wake",
    "open_played_on",
    "open_rematch",
    "open_table",
    "prompt_frames",
    "record_of",
    "refused",
    "rematch_opened",
    "reopen_by_admin",
    "result_of",
    "seat_after",
    "seat_infos",
    "seats_of_bots_due",
    "snapshot",
    "tick",
    "view_for_hint",
    "your_turn",
]
