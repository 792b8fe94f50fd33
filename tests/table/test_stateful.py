"""The protocol step by step: any message of anybody in any order, shrunk to the shortest story.

A client that follows a table frame by frame knows at every step what a newcomer would be told.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ludoteca.protocol import to_client
from ludoteca.table import Who, snapshot
from ludoteca.table.frame import may_hear_of
from tests.playing import GAMES
from tests.sizes import SOAK, size
from tests.table.random_events import RandomEvents


class Follower:
    """Knows a table from a snapshot, and from what was told since, as clients do."""

    def __init__(self, first: to_client.Snapshot) -> None:
        """Begin with all that may be known."""
        self.table, self.seat = first.table, first.seat
        self.position, self.ending = first.position, first.ending
        self.chat = {line.number: line for line in first.chat}
        self.muted = set(first.muted)
        """All who were ever muted: what they said came later, or never."""

    def hear(self, frame: to_client.Told) -> None:
        """Take one frame."""
        if isinstance(frame, to_client.TableChange):
            self.table, self.seat = frame.table, frame.seat
        elif isinstance(frame, to_client.Update):
            self.position, self.ending = frame.position, frame.ending
        elif isinstance(frame, to_client.Chat):
            self.chat[frame.line.number] = frame.line

    def check(self, now: to_client.Snapshot) -> None:
        """Compare with what somebody is told who comes now."""
        assert (self.table, self.seat, self.ending) == (now.table, now.seat, now.ending)
        assert timeless(self.position) == timeless(now.position)
        assert times(self.position) == times(now.position)
        self.muted.update(now.muted)
        assert self.heard(self.chat.values()) == self.heard(now.chat)

    def heard(self, lines: Iterable[to_client.ChatLine]) -> list[to_client.ChatLine]:
        """Sort what was said, without those who were muted."""
        found = [line for line in lines if line.name not in self.muted]
        return sorted(found, key=lambda line: line.number)


def timeless(position: to_client.PositionInfo | None) -> to_client.PositionInfo | None:
    """Leave the clocks out."""
    return position and msgspec.structs.replace(position, clock=None)


def times(position: to_client.PositionInfo | None) -> list[float | None]:
    """Return when a clock that runs will be over, and what is left on one that stands."""
    if position is None or position.clock is None:
        return []
    both = zip(position.clock.left, position.clock.ends, strict=True)
    return [round(left or 0.0, 3) if ends is None else round(ends, 3) for left, ends in both]


DEEDS: tuple[Callable[[RandomEvents], object], ...] = (
    *[RandomEvents.move_well] * 4,
    *[RandomEvents.say_anything] * 4,
    lambda chaos: chaos.stage.play_bots(),
    RandomEvents.resend,
    RandomEvents.agree_all,
    RandomEvents.try_to_begin,
    RandomEvents.come,
    RandomEvents.go,
    RandomEvents.abandon,
    RandomEvents.let_time_pass,
    RandomEvents.crash,
    RandomEvents.outage,
)


class AnyTable(RuleBasedStateMachine):
    """A table at which anything happens."""

    chaos: RandomEvents

    @initialize(data=st.data(), game=st.sampled_from([game.id for game in GAMES]))
    def open(self, data: Any, game: str) -> None:
        """Open a table, and let those who come follow it."""
        self.chaos = RandomEvents(game, 1, _rolls(data))
        stage = self.chaos.stage
        self.followers = {
            user: Follower(snapshot(stage.table, viewer, 1))
            for user, viewer in stage.viewers.items()
        }
        self.chaos.check_frames()
        say = stage.say

        def say_and_follow(who: Who, kind: Any, **given: Any) -> to_client.Answer:
            answer = say(who, kind, **given)
            if isinstance(answer, to_client.Snapshot):
                self.followers[who.user] = Follower(answer)
                stage.told[who.user].clear()
            return answer

        stage.say = say_and_follow  # type: ignore[method-assign]

    @rule(data=st.data(), deed=st.sampled_from(DEEDS))
    def go_on(self, data: Any, deed: Callable[[RandomEvents], object]) -> None:
        """Let one thing happen."""
        self.chaos.below = _rolls(data)
        deed(self.chaos)

    @invariant()
    def all_who_follow_know_what_newcomers_are_told(self) -> None:
        """Compare, after every step."""
        stage = self.chaos.stage
        for user, viewer in stage.viewers.items():
            for frame in stage.told[user]:
                self.followers[user].hear(frame)
            if may_hear_of(stage.table, viewer):
                self.followers[user].check(snapshot(stage.table, viewer, 1))
        self.chaos.check_frames()

    def teardown(self) -> None:
        """Check what is left for good."""
        self.chaos.check_log()


def _rolls(data: Any) -> Callable[[int], int]:
    return lambda n: data.draw(st.integers(0, n - 1))


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(
    max_examples=size(100, 5000),
    stateful_step_count=40,
    derandomize=not SOAK,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
