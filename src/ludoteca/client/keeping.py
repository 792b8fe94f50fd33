"""One table in this process: takes messages, lets bots think, tells everybody, keeps the record."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from ludoteca.protocol.from_client import AtTable, Enter, Exit
from ludoteca.protocol.to_client import Answer, Done, Told
from ludoteca.record import Writer
from ludoteca.table import (
    BotMove,
    BotTask,
    Decision,
    House,
    Table,
    Viewer,
    Who,
    bot_chose,
    bots_due,
    decide,
    dropped,
    frames,
    header_of,
    next_wake,
    rematch_opened,
    seat_after,
    snapshot,
    tick,
)


class Listener(Protocol):
    """Somebody who hears frames."""

    def hear(self, told: Told) -> None:
        """Take a frame."""


class Surroundings(Protocol):
    """What a keeper needs of the house around its table."""

    house: House
    folder: Path | None

    def now(self) -> float:
        """Give the time."""

    async def think(self, match: str, task: BotTask) -> int:
        """Let a bot choose an action, beside the event loop."""

    def open_rematch(self, table: Table) -> str:
        """Open the table at which the same people play again; give its id."""


class Keeper:
    """Runs one table; must be used inside an event loop."""

    def __init__(self, table: Table, around: Surroundings) -> None:
        """Take a table that was just opened."""
        self.table = table
        self._around = around
        self._viewers: dict[Listener, Viewer] = {}
        self._thinking: set[tuple[int, int]] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._wake: asyncio.TimerHandle | None = None
        self._written = 0
        self._writer: Writer | None = None
        self._look_ahead()

    def ask(self, listener: Listener, who: Who, message: AtTable) -> Answer:
        """Answer a message; everybody else is told what it brings."""
        viewer = self._viewers.get(listener)
        who = replace(who, seat=viewer.seat if viewer else None)
        decision = decide(self.table, who, message, self._around.now(), self._around.house)
        if decision.viewer is not None:
            self._viewers[listener] = decision.viewer
        if isinstance(message, Exit):
            self._viewers.pop(listener, None)
        self._take(decision, but=listener if isinstance(message, Enter) else None)
        if decision.viewer is not None:
            assert isinstance(message, Enter)
            return snapshot(self.table, decision.viewer, message.request, message.after)
        return decision.answer or Done(request=message.request)

    def forget(self, listener: Listener) -> None:
        """Let a listener be gone."""
        viewer = self._viewers.pop(listener, None)
        if viewer is None or any(viewer.visitor == each.visitor for each in self._viewers.values()):
            return
        self._take(dropped(self.table, viewer.visitor, self._around.now(), self._around.house))

    def tick(self) -> None:
        """Let happen what time brings."""
        self._take(tick(self.table, self._around.now(), self._around.house))

    def _take(self, decision: Decision, but: Listener | None = None) -> None:
        """Make a decision true: the table first, then the record, then everybody hears of it."""
        before, self.table = self.table, decision.after
        self._write()
        for listener, viewer in list(self._viewers.items()):
            viewer = replace(viewer, seat=seat_after(self.table, viewer))
            self._viewers[listener] = viewer
            if listener is not but:
                for told in frames(before, self.table, decision.events, viewer):
                    listener.hear(told)
        self._look_ahead()
        if self.table.rematch_due:
            self._open_rematch()

    def _open_rematch(self) -> None:
        match = self._around.open_rematch(self.table)
        self._take(rematch_opened(self.table, match, self._around.now(), self._around.house))

    def _look_ahead(self) -> None:
        """Let bots think, and be woken in time."""
        for task in bots_due(self.table, self._around.house):
            if (task.seat, task.ply) not in self._thinking:
                self._thinking.add((task.seat, task.ply))
                self._start(task)
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        moment = next_wake(self.table)
        if moment is not None:
            delay = max(0.0, moment - self._around.now())
            self._wake = asyncio.get_running_loop().call_later(delay, self.tick)

    def _start(self, task: BotTask) -> None:
        running = asyncio.get_running_loop().create_task(self._let_think(task))
        self._tasks.add(running)
        running.add_done_callback(self._tasks.discard)

    async def _let_think(self, task: BotTask) -> None:
        try:
            action = await self._around.think(self.table.match, task)
        except Exception:  # whatever is wrong with a bot, the match goes on
            action = task.legal[0]
        finally:
            self._thinking.discard((task.seat, task.ply))
        answer = BotMove(task.seat, task.ply, action)
        self._take(bot_chose(self.table, answer, self._around.now(), self._around.house))

    def _write(self) -> None:
        """Add what is new to the record, in a file of its own."""
        table, folder = self.table, self._around.folder
        if folder is None or table.course is None or table.status in ("open", "closed"):
            return
        if self._writer is None:
            path = record_path(folder, table)
            path.parent.mkdir(parents=True, exist_ok=True)
            self._writer = Writer(path.open("x+", encoding="utf-8", newline="\n"), header_of(table))
        for line in table.course.lines[self._written :]:
            self._writer.add(line.text)
        self._written = table.course.ply
        if table.status == "final":
            self._writer.finish(header_of(table))

    async def close(self) -> None:
        """Stop thinking and waiting."""
        if self._wake is not None:
            self._wake.cancel()
        for running in list(self._tasks):
            running.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._writer is not None:
            self._writer.close()


def record_path(folder: Path, table: Table) -> Path:
    """Name the file of a match."""
    return folder / f"{table.game.id}-{table.match}.ludo"
