"""A table on a stage: people speak, time jumps, bots play at random, all is kept."""

from dataclasses import replace
from typing import Any

from ludoteca.core.generator import below, seeded
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, Message, PlayMove, Ready, Start, TakeSeat
from ludoteca.protocol.to_client import Accepted, Answer, Done, Refused, Snapshot, Told
from ludoteca.table import (
    BotMove,
    Decision,
    House,
    Table,
    Viewer,
    Who,
    apply,
    bot_chose,
    bots_due,
    decide,
    dropped,
    events,
    fold,
    frames,
    open_table,
    seat_after,
    snapshot,
    tick,
)

MATCH = "k3v9w2xy01ab"
HOUSE = House(knows_bot=lambda name: name in ("random", "greedy", "medium"))

ADA = Who("visitor-ada", "Ada")
BO = Who("visitor-bo", "Bo")
CY = Who("visitor-cy", "Cy")
DI = Who("visitor-di", "Di")
EVE = Who("visitor-eve", "Eve")
PEOPLE = (ADA, BO, CY, DI)


def stored(table: Table) -> Table:
    """Give what of a table outlives a restart."""
    return replace(table, selecting={}, watchers=())


class Stage:
    """One table, its log, the time, and what every viewer was told."""

    def __init__(self, opened: events.Opened, now: float = 1000.0, seed: int = 1) -> None:
        """Begin with an open table."""
        self.now = now
        self.log: list[bytes] = [events.encode(opened)]
        self.table = apply(None, opened)
        self.viewers: dict[str, Viewer] = {}
        self.told: dict[str, list[Told]] = {}
        self.rng = seeded(seed)
        self.requests = 0

    def take(self, decision: Decision) -> None:
        """Save, apply, tell: in this order."""
        before = self.table
        self.log += [events.encode(event) for event in decision.kept]
        self.table = decision.after
        assert self.table.events == len(self.log)
        for visitor, viewer in self.viewers.items():
            now = replace(viewer, seat=seat_after(self.table, viewer))
            self.viewers[visitor] = now
            self.told[visitor] += frames(before, self.table, decision.events, now)

    def say(self, who: Who, kind: type[Message] | Message, **given: Any) -> Answer:
        """Let somebody say something; give the answer."""
        self.requests += 1
        message: Any = kind
        if isinstance(kind, type):
            make: Any = kind
            message = make(request=self.requests, match=self.table.match, **given)
        viewer = self.viewers.get(who.visitor)
        seat = who.seat if viewer is None else viewer.seat
        decision = decide(self.table, replace(who, seat=seat), message, self.now, HOUSE)
        if decision.viewer is not None:
            self.viewers[who.visitor] = decision.viewer
            self.told.setdefault(who.visitor, [])
        self.take(decision)
        if decision.viewer is not None:
            return snapshot(self.table, decision.viewer, message.request, message.after)
        assert decision.answer is not None, "every message gets an answer"
        assert decision.answer.request == message.request
        return decision.answer

    def do(self, who: Who, kind: type[Message], **given: Any) -> Answer:
        """Let somebody do something that is not refused."""
        answer = self.say(who, kind, **given)
        assert not isinstance(answer, Refused), answer
        return answer

    def refuse(self, who: Who, kind: type[Message], **given: Any) -> str:
        """Let somebody be refused; give the code."""
        before, length = self.table, len(self.log)
        answer = self.say(who, kind, **given)
        assert isinstance(answer, Refused), answer
        assert (self.table, len(self.log)) == (before, length), "a refusal changes nothing"
        return answer.code

    def enter(self, who: Who, seat: int | None = None) -> Snapshot:
        """Let somebody come to the table."""
        answer = self.do(who, Enter, seat=seat)
        assert isinstance(answer, Snapshot)
        return answer

    def drop(self, who: Who) -> None:
        """Let somebody's connection be lost."""
        self.viewers.pop(who.visitor, None)
        self.take(dropped(self.table, who.visitor, self.now, HOUSE))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and what it brings happen."""
        self.now += seconds
        self.take(tick(self.table, self.now, HOUSE))

    @property
    def ply(self) -> int:
        """The present ply."""
        assert self.table.course is not None
        return self.table.course.ply

    def legal_texts(self, seat: int) -> list[str]:
        """List the legal moves of a seat."""
        course, game = self.table.course, self.table.game
        assert course is not None
        actions = game.legal(course.state, seat)
        return [game.rooms.notation.format_move(course.state, seat, each) for each in actions]

    def pick(self, seat: int) -> str:
        """Choose a legal move of a seat at random."""
        moves = self.legal_texts(seat)
        return moves[below(self.rng, len(moves))]

    def move_id(self) -> str:
        """Make an id for a move."""
        return f"{below(self.rng, 2**31):032x}"

    def move(self, who: Who, text: str | None = None) -> Accepted:
        """Let somebody make a legal move."""
        seats = [seat for seat in self.table.seats_of(who.visitor) if seat in self.table.movers]
        if len(self.table.seats_of(who.visitor)) > 1:
            self.enter(who, seats[0])
        text = text or self.pick(seats[0])
        answer = self.do(who, PlayMove, ply=self.ply, move_id=self.move_id(), move=text)
        assert isinstance(answer, Accepted)
        return answer

    def play_bots(self) -> int:
        """Let all bots that are due choose at random; say how many there were."""
        tasks = bots_due(self.table, HOUSE)
        for task in tasks:
            action = task.legal[below(self.rng, len(task.legal))]
            answer = BotMove(task.seat, task.ply, action)
            self.take(bot_chose(self.table, answer, self.now, HOUSE))
        return len(tasks)

    def play(self, plies: int | None = None) -> None:
        """Play on with legal moves, to the end or for so many rounds of moves."""
        people = {who.visitor: who for who in PEOPLE}
        while self.table.is_playing and plies != 0:
            if not self.play_bots():
                self.move(people[self.table.seats[self.table.movers[0]].visitor])
            plies = None if plies is None else plies - 1

    def check(self) -> None:
        """Check that the log gives this table again."""
        assert stored(fold(events.decode(body) for body in self.log)) == stored(self.table)


def opened(game: str, people: int = 2, **given: Any) -> Stage:
    """Open a table with people on its first seats who have entered."""
    bots = len(given.get("bots", ()))
    usual: dict[str, Any] = {"seats": max(2, people + bots), "seating": "set"}
    setting = TableSetting(game=game, **usual | given)
    stage = Stage(open_table(MATCH, setting, ADA, bytes(range(32)), 1000.0, HOUSE))
    stage.enter(ADA)
    for who in PEOPLE[1:people]:
        stage.enter(who)
        stage.do(who, TakeSeat)
    return stage


def started(game: str, people: int = 2, **given: Any) -> Stage:
    """Begin a match."""
    stage = opened(game, people, **given)
    for number, who in enumerate(PEOPLE[:people]):
        stage.do(who, Ready, contribution=f"{number:032x}")
    assert isinstance(stage.do(ADA, Start), Done)
    return stage
