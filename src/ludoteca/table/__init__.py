"""The authority of one match: seats, turns, clocks and dice, without I/O and without a clock.

A table is folded from its log. Whoever runs it (a server, or a program on its own) asks `decide`,
`tick` or `bot_chose` what happens, saves the events of the decision, takes its `after` as the
table from then on, answers, and tells everybody by `frames`.
"""

from ludoteca.table import events
from ludoteca.table.bots_due import BotTask, bots_due, is_parked, seats_of_bots_due
from ludoteca.table.decide import bot_chose, decide, dropped, refused, rematch_opened
from ludoteca.table.draft import Decision, House, Refusal, Viewer, Who
from ludoteca.table.gallery import Gallery, prompt_frames
from ludoteca.table.opening import (
    clean_name,
    open_played_on,
    open_rematch,
    open_table,
)
from ludoteca.table.overruling import end_by_admin, reopen_by_admin
from ludoteca.table.playing import BotMove, view_for_hint
from ludoteca.table.state import Table
from ludoteca.table.table import apply, fold
from ludoteca.table.tell import frames, seat_after, snapshot, your_turn
from ludoteca.table.ticking import after_outage, after_restart, next_wake, tick
from ludoteca.table.written import header_of, record_of, result_of

__all__ = [
    "BotMove",
    "BotTask",
    "Decision",
    "Gallery",
    "House",
    "Refusal",
    "Table",
    "Viewer",
    "Who",
    "after_outage",
    "after_restart",
    "apply",
    "bot_chose",
    "bots_due",
    "clean_name",
    "decide",
    "dropped",
    "end_by_admin",
    "events",
    "fold",
    "frames",
    "header_of",
    "is_parked",
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
    "seats_of_bots_due",
    "snapshot",
    "tick",
    "view_for_hint",
    "your_turn",
]
