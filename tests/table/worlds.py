"""Two worlds at a table: the same log, but with something swapped that a viewer may not know."""

import re
from collections.abc import Iterator, MutableSequence
from dataclasses import dataclass

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.generator import below, seeded
from ludoteca.protocol import encode
from ludoteca.protocol.common import Fields
from ludoteca.protocol.from_client import (
    AloneChoice,
    AskMoves,
    AskWhyNot,
    AtTable,
    Enter,
    PlayMove,
    Propose,
    Say,
)
from ludoteca.table import Table, Viewer, Who, apply, bots_due, decide, events, frames, snapshot
from tests.table.stage import ADA, BO, MATCH, PEOPLE, POLICY, Stage, started

NUMBER = re.compile(r"\d+")
LARGEST = 102
"""No card of any game has a larger number."""

TEXTS = ("front", "keep 95", "60 back 1,1", "5 front 1,1", "draw gold", "draw 21", "d2d3>5", "e5>1")
PARTIALS: tuple[Fields, ...] = (
    {},
    {"place": 5},
    {"draw": "gold_deck"},
    {"draw": "resource_deck"},
    {"take": [[4, 4]]},
)


@dataclass(frozen=True)
class Moment:
    """One event in both worlds, with the tables before and after it."""

    before: tuple[Table, Table]
    after: tuple[Table, Table]
    event: tuple[events.Event, events.Event]
    viewer: Viewer
    number: int
    """Of the event, in the log."""


def a_match(game: str, seed: int) -> list[events.Event]:
    """Play a match at random, with talk, pauses and people who leave; give its log."""
    rng = seeded(seed, 5)
    people = 2 + below(rng, 3)
    stage = started(game, people, bots=("random",) * below(rng, 5 - people))
    stage.viewers.clear()
    stage.rng = rng
    for _ in range(8):
        stage.play(below(rng, 16))
        if not stage.table.is_playing:
            break
        stage.do(BO, Say, text="What a card!", to=(None, 0)[below(rng, 2)])
        stage.now += 3.0
        stage.do(BO, Enter)
        if below(rng, 4) == 0:
            for who in PEOPLE[:people]:
                stage.say(who, Propose, matter="undo")
    else:
        end_alone(stage, people)
    return [events.decode(body) for body in stage.log]


def end_alone(stage: Stage, people: int) -> None:
    """Let all but the first leave, who is then declared winner."""
    for who in PEOPLE[1:people]:
        stage.drop(who)
    stage.pass_time(31)
    stage.do(ADA, AloneChoice, choice="win")
    stage.pass_time(61)
    assert stage.table.status == "over"


def hidden_numbers(table: Table, seat: int | None) -> list[str]:
    """List the numbers that stand only in texts which a viewer has not seen, the latest last."""
    assert table.progress is not None
    hidden: dict[str, None] = {}
    shown: set[str] = set()
    for line in table.progress.lines:
        seen = line.for_viewer(seat).text
        shown |= set(NUMBER.findall(seen))
        if "?" in seen:
            new = [each for each in NUMBER.findall(line.full.text) if each not in shown]
            hidden |= dict.fromkeys(new)
    return [each for each in hidden if each not in shown]


def swapped(
    log: list[events.Event], table: Table, seat: int | None, swap: dict[str, str]
) -> list[events.Event]:
    """Swap numbers wherever the viewer sees a question mark."""
    assert table.progress is not None
    twin = []
    for event in log:
        if isinstance(event, events.Moved | events.Dealt):
            seen = table.progress.lines[event.ply - 1].for_viewer(seat).text
            if "?" in seen:
                event = msgspec.structs.replace(event, text=_swap_unseen(event.text, seen, swap))
        twin.append(event)
    return twin


def _swap_unseen(text: str, seen: str, swap: dict[str, str]) -> str:
    """Swap numbers in a whole text of which nothing is seen, or word by word where a mark is."""
    words, marks = text.split(" "), seen.split(" ")
    if len(marks) == 1:
        marks = ["?"] * len(words)
    return " ".join(
        NUMBER.sub(lambda found: swap.get(found[0], found[0]), word) if mark == "?" else word
        for word, mark in zip(words, marks, strict=True)
    )


@dataclass(frozen=True)
class Twins:
    """The logs of both worlds up to where the viewer may see that they differ."""

    log: list[events.Event]
    twin: list[events.Event]
    moments: list[Moment]

    @property
    def viewer(self) -> Viewer:
        """Who looks at them."""
        return self.moments[0].viewer


def moments(game: str, seed: int) -> Iterator[Moment]:
    """Play one match, and go through all its moments in two worlds."""
    for worlds in twins(game, seed):
        yield from worlds.moments


def twins(game: str, seed: int) -> Iterator[Twins]:
    """Play one match; for each viewer swap something hidden and go through both worlds.

    They are left as soon as the rules themselves show the difference to the viewer.
    """
    log = a_match(game, seed)
    tables = [apply(None, log[0])]
    for event in log[1:]:
        tables.append(apply(tables[-1], event))
    rng = seeded(seed, 6)
    for seat in (*range(len(tables[-1].seats)), None):
        hidden = hidden_numbers(tables[-1], seat)
        for one in {*hidden[-1:], *hidden[below(rng, len(hidden) or 1) :][:1]}:
            yield from _twins(tables, log, seat, one, rng)


def _twins(
    tables: list[Table],
    log: list[events.Event],
    seat: int | None,
    one: str,
    rng: MutableSequence[int],
) -> Iterator[Twins]:
    """Find a number that can stand in the place of a hidden one, and compare the worlds."""
    for _ in range(30):
        two = str(1 + below(rng, LARGEST))
        twin = swapped(log, tables[-1], seat, {one: two, two: one})
        found = [] if two == one else list(_side_by_side(tables, log, twin, seat))
        if found:
            length = found[-1].number + 1
            yield Twins(log[:length], twin[:length], found)
            return


def _side_by_side(
    tables: list[Table], log: list[events.Event], twin: list[events.Event], seat: int | None
) -> Iterator[Moment]:
    """Go through both worlds from where they part until the viewer may see the difference."""
    first = next((n for n, pair in enumerate(zip(log, twin, strict=True)) if pair[0] != pair[1]), 0)
    if not first:
        return
    other = tables[first - 1]
    user = "user-eve" if seat is None else tables[-1].seats[seat].user
    for number in range(first, len(log)):
        before, table = other, tables[number]
        try:
            other = apply(before, twin[number])
        except (LudotecaError, ValueError):
            return  # what was swapped is played openly from here on
        assert table.progress is not None
        assert other.progress is not None
        game = table.game
        if table.progress is not tables[number - 1].progress:
            one, two = game.view(table.progress.state, seat), game.view(other.progress.state, seat)
            if table.status == "final" or one.state != two.state:
                return
        if table.progress.state != other.progress.state:
            yield Moment(
                (tables[number - 1], before),
                (table, other),
                (log[number], twin[number]),
                Viewer(user, seat, drawing=number % 40 == 0),
                number,
            )


def sent(moment: Moment, world: int, thorough: bool) -> list[bytes]:
    """Return all bytes that leave a table for the viewer, in one of the worlds."""
    before, table = moment.before[world], moment.after[world]
    viewer = moment.viewer
    told = [encode(each) for each in frames(before, table, [moment.event[world]], viewer)]
    if not thorough:
        return told
    told.append(encode(snapshot(table, viewer, 1)))
    who = Who(viewer.user, "Somebody", seat=viewer.seat)
    for message in questions(table):
        answer = decide(table, who, message, 9e9, POLICY).answer
        assert answer is not None
        told.append(encode(answer))
    told += [
        task.view.state.to_bytes() + repr(task.legal).encode()
        for task in bots_due(table, POLICY)
        if task.seat == viewer.seat
    ]
    return told


def questions(table: Table) -> list[AtTable]:
    """List what a curious viewer could ask, by moves of any kind and by questions."""
    assert table.progress is not None
    ply = table.progress.ply
    moves: list[AtTable] = [
        PlayMove(request=1, match=MATCH, ply=ply, move_id="f" * 32, move=text) for text in TEXTS
    ]
    for partial in PARTIALS:
        moves.append(AskMoves(request=1, match=MATCH, partial=partial))
        moves.append(AskWhyNot(request=1, match=MATCH, partial=partial))
    return moves
