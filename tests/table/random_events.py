"""People, bots, networks and clocks that do anything at any time, from one seed."""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from ludoteca.core.generator import below, seeded
from ludoteca.protocol import decode_to_client, encode
from ludoteca.protocol.common import (
    BankClock,
    Clock,
    DaysClock,
    NoClock,
    TableSetting,
    TurnClock,
)
from ludoteca.protocol.from_client import (
    AddBot,
    Agree,
    AloneChoice,
    AskHint,
    AskMoves,
    AskWhyNot,
    AtTable,
    ChangeSetting,
    Enter,
    Exit,
    Invite,
    Kick,
    LeaveSeat,
    Mute,
    PlayMove,
    Propose,
    React,
    Ready,
    RemoveBot,
    Resign,
    Say,
    Select,
    SetSeats,
    Start,
    TakeSeat,
)
from ludoteca.protocol.to_client import Accepted, Answer, Refused
from ludoteca.table import Who, after_outage, after_restart, events, fold, next_wake, open_table
from tests.table.stage import ADA, BO, CY, DI, EVE, MATCH, POLICY, Stage

EVERYBODY = (ADA, BO, CY, DI, EVE)
CLOCKS: tuple[Clock, ...] = (
    NoClock(),
    TurnClock(seconds=20),
    BankClock(seconds=60, increment=5),
    DaysClock(days=1),
)
MATTERS = ("undo", "end", "pause", "resume", "reverse", "rematch")
PARTIALS: tuple[dict[str, Any], ...] = (
    {},
    {"take": [[3, 4]]},
    {"take": [[3, 4], [3, 5]], "column": 2},
    {"take": "everything"},
    {"take": [[99, -1]], "column": None},
    {"place": 60},
    {"place": 5, "side": "back", "x": 1, "y": 1},
    {"place": [], "x": {}},
    {"draw": "gold_deck"},
    {"draw": 21},
    {"draw": None},
    {"starter_side": "front"},
    {"keep_objective": 95},
    {"starter_side": 3, "nonsense": [[[]]]},
)

T = TypeVar("T")


class RandomEvents:
    """Throws one random thing after another at a table."""

    def __init__(self, game: str, seed: int, roll: Callable[[int], int] | None = None) -> None:
        """Open a table of a random kind, and mostly begin the match at once.

        `roll` gives a number below another one, where it is not the seed that decides.
        """
        rng = seeded(seed, 77)
        self.below = roll or (lambda n: below(rng, n))
        seats = 2 + self.below(3)
        bots = ("random",) * self.below(seats - 1)
        setting = TableSetting(
            game=game,
            seats=seats,
            clock=self.one_of(CLOCKS),
            leaving=self.one_of(("bot", "wait")),
            seating=self.one_of(("drawn", "set")),
            here=("Ann",) if seats - len(bots) > 2 and self.below(3) == 0 else (),
            bots=bots,
        )
        opened = open_table(
            MATCH, setting, ADA, bytes(range(seed % 100, 32 + seed % 100)), 0.0, POLICY
        )
        self.stage = Stage(opened, now=0.0, seed=seed)
        self.stage.enter(ADA)
        self.sent: list[tuple[Who, PlayMove, Answer]] = []
        self.accepted: dict[str, int] = {}
        if self.below(4):
            self.begin()

    def one_of(self, things: tuple[T, ...]) -> T:
        """Choose."""
        return things[self.below(len(things))]

    def begin(self) -> None:
        """Let people sit down, be ready and start."""
        free = sum(seat.kind == "free" for seat in self.stage.table.seats)
        for who in (BO, CY, DI)[:free]:
            self.stage.enter(who)
            self.stage.do(who, TakeSeat)
        for number, who in enumerate((ADA, BO, CY, DI)[: free + 1]):
            self.stage.do(who, Ready, contribution=f"{number + 1:032x}")
        self.stage.do(ADA, Start)

    def step(self) -> None:
        """Let one random thing happen."""
        deeds: tuple[tuple[int, Callable[[], object]], ...] = (
            (30, self.move_well),
            (12, self.stage.play_bots),
            (6, self.resend),
            (20, self.say_anything),
            (3, self.agree_all),
            (2, self.try_to_begin),
            (6, self.come),
            (2, self.go),
            (2, self.abandon),
            (6, self.let_time_pass),
            (1, self.crash),
            (1, self.outage),
        )
        roll = self.below(sum(weight for weight, _ in deeds))
        for weight, deed in deeds:
            if roll < weight:
                deed()
                break
            roll -= weight
        self.check_frames()

    def mover(self) -> Who | None:
        """Find a person who may move."""
        people = {who.user: who for who in EVERYBODY}
        for seat in self.stage.table.movers:
            sitting = self.stage.table.seats[seat]
            if sitting.kind == "person" and not sitting.resigned:
                return replace(people[sitting.user], seat=seat)
        return None

    def move_well(self) -> None:
        """Let somebody whose turn it is make a legal move."""
        who = self.mover()
        if who is None or who.seat is None:
            return
        if who.user in self.stage.viewers:
            self.stage.enter(who, seat=who.seat)
        text = self.stage.pick(who.seat)
        self.send(who, self.stage.ply, self.stage.move_id(), text)

    def send(self, who: Who, ply: int, move_id: str, text: str) -> Answer:
        """Send a move and keep what was answered."""
        message = PlayMove(
            request=self.below(10**6) + 1, match=MATCH, ply=ply, move_id=move_id, move=text
        )
        answer = self.stage.say(who, message)
        self.sent.append((who, message, answer))
        if isinstance(answer, Accepted):
            assert self.accepted.setdefault(move_id, answer.ply) == answer.ply
        return answer

    def resend(self) -> None:
        """Send an old move again: the same, with another body, or by somebody else."""
        if not self.sent:
            return
        who, message, before = self.sent[-1 - self.below(min(9, len(self.sent)))]
        kind = self.below(6)
        if kind == 0:
            answer = self.send(who, message.ply, message.move_id, message.move + " ")
            assert isinstance(answer, Refused)
        elif kind == 1 and who.user != EVE.user:
            answer = self.send(EVE, message.ply, message.move_id, message.move)
            assert isinstance(answer, Refused)
        elif kind == 2 and isinstance(before, Accepted):
            answer = self.send(who, message.ply, self.stage.move_id(), message.move)
            assert isinstance(answer, Refused), "a stale ply"
        else:
            answer = self.send(who, message.ply, message.move_id, message.move)
            if isinstance(before, Accepted):
                assert isinstance(answer, Accepted)
                assert answer.ply == before.ply

    def changed_setting(self) -> TableSetting:
        """Make another setting for the table, which may not fit."""
        return TableSetting(
            game=self.stage.table.setting.game,
            seats=2 + self.below(3),
            clock=self.one_of(CLOCKS),
            leaving=self.one_of(("bot", "wait")),
            starting=self.one_of(("host", "full")),
            options=self.one_of(({}, {"no": "such"})),
        )

    def reseat(self) -> tuple[type[AtTable], dict[str, Any]]:
        """Let somebody want another seating."""
        orders = ((0, 1), (1, 0), (2, 0, 1), (0, 0), (), (3, 2, 1, 0))
        deeds: tuple[tuple[type[AtTable], dict[str, Any]], ...] = (
            (TakeSeat, {"seat": self.one_of((None, 0, 1, 2, 3, 9))}),
            (LeaveSeat, {}),
            (Kick, {"seat": self.below(5)}),
            (SetSeats, {"order": self.one_of(orders)}),
            (AddBot, {"bot": self.one_of(("random", "exec:rm", "")), "seat": None}),
            (RemoveBot, {"seat": self.below(5)}),
            (ChangeSetting, {"setting": self.changed_setting()}),
        )
        return self.one_of(deeds)

    def say_anything(self) -> None:
        """Let anybody say anything, often nonsense."""
        make: tuple[Callable[[], tuple[type[AtTable], dict[str, Any]]], ...] = (
            self.reseat,
            lambda: (Ready, {"ready": self.below(2) == 0, "contribution": "ab" * 16}),
            lambda: (Start, {}),
            lambda: (Select, {"ply": self.below(30), "partial": self.one_of(PARTIALS)}),
            lambda: (AskMoves, {"partial": self.one_of(PARTIALS)}),
            lambda: (AskWhyNot, {"partial": self.one_of(PARTIALS)}),
            lambda: (AskHint, {}),
            lambda: (Invite, {"name": "Eve"}),
            lambda: (Propose, {"matter": self.one_of(MATTERS)}),
            lambda: (Propose, {"matter": self.one_of(("undo", "pause", "resume"))}),
            lambda: (Agree, {"matter": self.one_of(MATTERS), "agree": self.below(4) > 0}),
            lambda: (Agree, {"matter": self.one_of(MATTERS), "agree": True}),
            lambda: (Resign, {}) if self.below(8) == 0 else (AskHint, {}),
            lambda: (AloneChoice, {"choice": self.one_of(("wait", "bots", "win"))}),
            lambda: (Say, {"text": "hello", "to": self.one_of((None, None, 0, 1, 9))}),
            lambda: (React, {"reaction": "wow"}),
            lambda: (Mute, {"name": "Bo", "muted": self.below(2) == 0}),
            lambda: (PlayMove, {"ply": 7, "move_id": self.stage.move_id(), "move": "?"}),
        )  # fmt: skip
        is_open = self.stage.table.status == "open"
        kind, given = self.reseat() if is_open and self.below(3) else self.one_of(make)()
        self.stage.say(self.one_of(EVERYBODY), kind, **given)

    def agree_all(self) -> None:
        """Let everybody agree to whatever is proposed, or propose something."""
        matter = self.one_of(MATTERS if self.below(6) == 0 else ("undo", "resume", "reverse"))
        for pending in self.stage.table.proposals:
            matter = pending.matter
        for who in EVERYBODY:
            self.stage.say(who, Propose, matter=matter)

    def try_to_begin(self) -> None:
        """Let everybody be ready and the host start, if there is one."""
        for who in EVERYBODY:
            self.stage.say(who, Ready, contribution="cd" * 16)
        for who in EVERYBODY:
            self.stage.say(who, Start)

    def come(self) -> None:
        """Let somebody enter, or enter again."""
        self.stage.say(self.one_of(EVERYBODY), Enter)

    def go(self) -> None:
        """Let somebody leave or be lost."""
        who = self.one_of(EVERYBODY)
        if self.below(2):
            self.stage.drop(who)
        else:
            self.stage.viewers.pop(who.user, None)
            self.stage.say(who, Exit)

    def abandon(self) -> None:
        """Let people be lost for longer than the table waits, and the last one decide."""
        if self.stage.table.status == "open":
            return
        for who in EVERYBODY[self.below(2) :][: 1 + self.below(3)]:
            self.stage.drop(who)
        self.stage.pass_time(31.0)
        alone = self.stage.table.alone
        if alone is not None and self.below(4):
            who = next(who for who in EVERYBODY if who.user == alone.user)
            self.stage.say(who, AloneChoice, choice=self.one_of(("wait", "bots", "win")))
            self.stage.pass_time(self.one_of((1.0, 61.0)))

    def let_time_pass(self) -> None:
        """Let a moment pass, or up to the next deadline, or a day."""
        wake = next_wake(self.stage.table)
        jump = self.one_of((0.5, 3.0, 20.0, 45.0))
        if self.below(3) == 0 and wake is not None:
            jump = max(0.0, wake - self.stage.now) + 0.001
        if self.below(40) == 0:
            jump = 90_000.0
        if self.stage.table.status == "open" and self.below(10):
            jump = 0.5
        self.stage.pass_time(jump)

    def crash(self) -> None:
        """Lose the process: only the log is left, and all connections are gone."""
        stage = self.stage
        stage.check()
        stage.table = fold(events.decode(body) for body in stage.log)
        since, stage.now = stage.now, stage.now + self.one_of((0.0, 1.0, 500.0))
        stage.viewers.clear()
        stage.take(after_restart(stage.table, since, stage.now, POLICY))

    def outage(self) -> None:
        """Let nothing be saved for a while."""
        since, self.stage.now = self.stage.now, self.stage.now + self.one_of((1.0, 500.0))
        self.stage.take(after_outage(self.stage.table, since, self.stage.now, POLICY))

    def check_log(self) -> None:
        """Check that the log gives the table again, with every ply and every move once."""
        self.stage.check()
        log = [events.decode(body) for body in self.stage.log]
        plies = [event.ply for event in log if isinstance(event, events.Ply)]
        assert plies == list(range(1, len(plies) + 1)), "every ply is in the log once"
        moved = [event for event in log if isinstance(event, events.Moved) and event.move_id]
        assert {event.move_id: event.ply for event in moved} == self.accepted
        assert len(moved) == len(self.accepted)

    def check_frames(self) -> None:
        """Check that all that was told can be read, and forget it."""
        for told in self.stage.told.values():
            for frame in told:
                assert decode_to_client(encode(frame)) == frame
            told.clear()
