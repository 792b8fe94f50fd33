"""Chores: whatever makes a log grow is counted, or bounded in another way."""

from ludoteca.protocol.from_client import (
    AskMoves,
    AskWhyNot,
    Enter,
    PlayMove,
    React,
    Resign,
    Say,
    Select,
    Start,
)
from ludoteca.table import events
from ludoteca.table.chores import CHORES
from ludoteca.table.decide import HANDLERS
from tests.playing import GAMES
from tests.table.stage import ADA, BO, started

GAME = GAMES[-1].id

NOT_KEPT = (AskMoves, AskWhyNot, React, Select)
"""Messages that add nothing to the log."""

BOUNDED = {
    Enter: "kept only if they were away, or have another name: both are counted where that happens",
    PlayMove: "by the length of the match",
    Resign: "once in a match",
    Say: "by chat.MOST_LINES",
    Start: "once in a match",
}
"""Messages whose entries are bounded, and how."""


def test_every_message_is_counted_bounded_or_not_kept() -> None:
    listed = [*CHORES, *BOUNDED, *NOT_KEPT]
    assert sorted(listed, key=str) == sorted(HANDLERS, key=str)


def test_what_is_not_kept_adds_nothing_to_the_log() -> None:
    stage = started(GAME, 2)
    length = len(stage.log)
    stage.do(ADA, React, reaction="wow")
    for kind in (AskMoves, AskWhyNot):
        stage.do(ADA if stage.table.movers[0] == 0 else BO, kind, partial={})
    stage.say(ADA, Select, ply=stage.ply, partial={})
    assert len(stage.log) == length
    assert not events.Selected.kept
