"""A table on a stage: people speak, time jumps, bots play at random, all is kept."""

from typing import Any

from msgspec.structs import replace

from ludoteca.core.generator import below, seeded
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.from_client import Enter, Message, PlayMove, Ready, Start, TakeSeat
from ludoteca.protocol.to_client import Accepted, Answer, Done, Refused, Snapshot, Told
from ludoteca.table import (
    Decision,
    Table,
    TablePolicy,
    Viewer,
    Who,
    apply,
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
POLICY = TablePolicy(knows_bot=lambda name: name in ("random", "greedy", "medium"))

ADA = Who("user-ada", "Ada")
BO = Who("user-bo", "Bo")
CY = Who("user-cy", "Cy")
DI = Who("user-di", "Di")
EVE = Who("user-eve", "Eve")
PEOPLE = (ADA, BO, CY, DI)


def stored(table: Table) -> Table:
    """Return what of a table outlives a restart."""
    return replace(table, selecting={}, watchers=())


class Stage:
    """One table, its log, the time, and what every viewer was told."""

    def __init__(self, opened: events.TableOpened, now: float = 1000.0, seed: int = 1) -> None:
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
        for user, viewer in self.viewers.items():
            now = replace(viewer, seat=seat_after(self.table, viewer))
            self.viewers[user] = now
            self.told[user] += frames(before, self.table, decision.events, now)

    def say(self, who: Who, kind: type[Message] | Message, **given: Any) -> Answer:
        """Let somebody say something; give the answer."""
        self.requests += 1
        message: Any = kind
        if isinstance(kind, type):
            make: Any = kind
            message = make(request=self.requests, match=self.table.match, **given)
        viewer = self.viewers.get(who.user)
        seat = who.seat if viewer is None else viewer.seat
        decision = decide(self.table, replace(who, seat=seat), message, self.now, POLICY)
        if decision.viewer is not None:
            self.viewers[who.user] = decision.viewer
            self.told.setdefault(who.user, [])
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
        self.viewers.pop(who.user, None)
        self.take(dropped(self.table, who.user, self.now, POLICY))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, and what it brings happen."""
        self.now += seconds
        self.take(tick(self.table, self.now, POLICY))

    @property
    def ply(self) -> int:
        """The present ply."""
        assert self.table.progress is not None
        return self.table.progress.ply

    def legal_texts(self, seat: int) -> list[str]:
        """List the legal moves of a seat."""
        progress, game = self.table.progress, self.table.game
        assert progress is not None
        actions = game.legal(progress.state, seat)
        return [game.modules.notation.format_move(progress.state, seat, each) for each in actions]

    def pick(self, seat: int) -> str:
        """Choose a legal move of a seat at random."""
        moves = self.legal_texts(seat)
        return moves[below(self.rng, len(moves))]

    def move_id(self) -> str:
        """Make an id for a move."""
        return f"{below(self.rng, 2**31):032x}"

    def move(self, who: Who, text: str | None = None) -> Accepted:
        """Let somebody make a legal move."""
        seats = [seat for seat in self.table.seats_of(who.user) if seat in self.table.movers]
        if len(self.table.seats_of(who.user)) > 1:
            self.enter(who, seats[0])
        text = text or self.pick(seats[0])
        answer = self.do(who, PlayMove, ply=self.ply, move_id=self.move_id(), move=text)
        assert isinstance(answer, Accepted)
        return answer

    def play_bots(self) -> int:
        """Let all bots that are due choose at random; say how many there were."""
        tasks = bots_due(self.table, POLICY)
        for task in tasks:
            action = task.legal[below(self.rng, len(task.legal))]
            self.take(decide(self.table, task.who, task.message(action), self.now, POLICY))
        return len(tasks)

    def play(self, plies: int | None = None) -> None:
        """Play on with legal moves, to the end or for so many rounds of moves."""
        people = {who.user: who for who in PEOPLE}
        while self.table.is_playing and plies != 0:
            if not self.play_bots():
                self.move(people[self.table.seats[self.table.movers[0]].user])
            plies = None if plies is None else plies - 1

    def check(self) -> None:
        """Check that the log gives this table again."""
        assert stored(fold(events.decode(body) for body in self.log)) == stored(self.table)


def opened(game: str, people: int = 2, **given: Any) -> Stage:
    """Open a table with people on its first seats who have entered."""
    bots = len(given.get("bots", ()))
    usual: dict[str, Any] = {"seats": max(2, people + bots), "seating": "set"}
    setting = TableSetting(game=game, **usual | given)
    stage = Stage(open_table(MATCH, setting, ADA, bytes(range(32)), 1000.0, POLICY))
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
