"""A record on the board: step by step, through anybody's eyes, and on from any position."""

import asyncio
from functools import partial
from pathlib import Path
from typing import ClassVar

import msgspec
from textual.binding import Binding, BindingType
from textual.timer import Timer
from textual.widget import Widget

from ludoteca.coach import Analysis
from ludoteca.coach.analysis import moves_of
from ludoteca.core.choice import without_hidden
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import View
from ludoteca.core.types import State
from ludoteca.language import Words, words
from ludoteca.protocol.to_client import PositionInfo
from ludoteca.record.read import ReadRecord, read
from ludoteca.record.replay import Step
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.boards import Board, Scene, board_of
from ludoteca.tui.chances import ADVISER, judge_apart, worth_of
from ludoteca.tui.match_view import said_name
from ludoteca.tui.screens.analysis import AnalysisScreen
from ludoteca.tui.screens.base import BaseScreen

PACE = 1.0
"""Seconds between two steps when the record plays by itself."""


def open_record(path: Path) -> ReadRecord | str:
    """Read a record, or say why that can't be."""
    try:
        return read(path.read_bytes())
    except (OSError, LudotecaError) as error:
        return f"{path.name}: {error}"


class ReplayScreen(BaseScreen[None]):
    """A match that was played."""

    CSS = "ReplayScreen Board { height: 1fr; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "tui.replay.before", priority=True),
        Binding("right", "step(1)", "tui.replay.after", priority=True),
        Binding("pageup", "step(-10)", "tui.replay.leap", show=False, priority=True),
        Binding("pagedown", "step(10)", "tui.replay.leap", show=False, priority=True),
        Binding("home", "jump(0)", "tui.replay.first", show=False, priority=True),
        Binding("end", "jump(-1)", "tui.replay.first", show=False, priority=True),
        Binding("space", "run", "tui.replay.run", priority=True),
        Binding("a", "analyse", "tui.replay.analyse"),
        Binding("s", "next_seat", "tui.replay.seat"),
        Binding("o", "open_all", "tui.replay.open_all"),
        Binding("p", "play_on", "tui.replay.play_on", priority=True),
        Binding("i", "picture", "tui.key.picture"),
    ]

    def __init__(self, record: ReadRecord) -> None:
        super().__init__()
        self._record = record
        self._game = record.header.game
        self._steps = record.timeline.steps
        first = next((n for n, step in enumerate(self._steps) if step.kind == "move"), 0)
        self.at = first
        """Number of plies played."""
        self._seat = 0
        self._open = record.is_finished
        self._timer: Timer | None = None
        self._analysis = Analysis(record, [])
        """As far as the moves are judged."""
        self._chart: AnalysisScreen | None = None

    @property
    def words(self) -> Words:
        """The program's words joined with the game's."""
        return words(self.app.language, self._game.words(self.app.language))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer pictures where the terminal shows them."""
        return self.shows_pictures(self._game) if action == "picture" else True

    def legend(self) -> str:
        """Explain the signs on the board."""
        board = board_of(self._game)
        return board.legend(self.words, board.dressed(self.look, self.words))

    def body(self) -> list[Widget]:
        """Put the board."""
        return [board_of(self._game)()]

    def on_mount(self) -> None:
        """Show the first position."""
        self.show()

    @property
    def _step(self) -> Step | None:
        return self._steps[self.at - 1] if self.at else None

    @property
    def _state(self) -> State:
        return self._step.state if self._step else self._record.timeline.start

    @property
    def _view(self) -> View:
        if self._open:
            return View(self._seat, self._state)
        return self._game.view(self._state, self._seat)

    def show(self) -> None:
        """Show the present position through the eyes of a seat, or with everything open."""
        game, state, view = self._game, self._state, self._view
        names = self._record.header.players
        position = PositionInfo(
            ply=self.at,
            view=msgspec.to_builtins(game.position(view.state)),
            movers=tuple(game.movers(state)),
            standing=tuple(game.standing(view)),
            drawing=game.draw(view, names, self.app.language, colour=True),
        )
        shown = tuple(said_name(name, self.words) for name in names)
        board, news = self.query_one(Board), self._news(shown)
        board.show(
            Scene(game, self.words, self.look, shown, self._seat, position, news, live=False)
        )
        board.tell(f"{news[-1]}  {self._worth()}".strip() if news else "")
        self.write_title()

    def _news(self, names: tuple[str, ...]) -> tuple[str, ...]:
        game = self._game
        found = []
        for step in self._steps[: self.at][-30:]:
            if step.kind == "move" and step.seat is not None and step.action is not None:
                assert step.before is not None
                name, seen = names[step.seat], step.text.split(" ", 1)[1]
                secret = game.is_secret(step.before, step.seat, step.action)
                if secret and not self._open and step.seat != self._seat:
                    seen, _ = game.hidden_move(step.before, step.seat, step.action)
                shown = without_hidden(seen)
                text = f"{name}: {shown}" if shown else self.say("tui.news.hidden", name=name)
                found.append(f"{step.ply}. {text}")
        return tuple(found)

    def _worth(self) -> str:
        """Show what the last move was worth, once it is judged."""
        here = (each for each in self._analysis.judgements if each.ply == self.at)
        return next((f"({worth_of(each, self.words)})" for each in here), "")

    def write_title(self) -> None:
        """Show where in the match this is, and through whose eyes."""
        last = len(self._steps)
        name = said_name(self._record.header.players[self._seat], self.words)
        eyes = self.say("tui.replay.open") if self._open else name
        where = self.say("tui.replay.where", ply=self.at, last=last)
        self.query_one(TitleBar).say(self._game.words(self.app.language)["name"], where, eyes)

    def refresh_look(self) -> None:
        """Show everything in other words or colours."""
        super().refresh_look()
        self.show()

    def action_step(self, by: int) -> None:
        """Go some plies on or back."""
        self.at = min(max(self.at + by, 0), len(self._steps))
        self.show()

    def action_jump(self, to: int) -> None:
        """Go to the first or the last position."""
        self.at = 0 if to == 0 else len(self._steps)
        self.show()

    def action_run(self) -> None:
        """Let the match run by itself, or stop it."""
        if self._timer:
            self._timer.stop()
            self._timer = None
        else:
            self._timer = self.set_interval(PACE, self._run_on)

    def _run_on(self) -> None:
        self.action_step(1)
        if self.at == len(self._steps):
            self.action_run()

    def action_next_seat(self) -> None:
        """See through the next player's eyes."""
        self._open = False
        self._seat = (self._seat + 1) % len(self._record.header.players)
        self.show()

    def action_open_all(self) -> None:
        """Show everything, or only what a seat knew."""
        self._open = not self._open
        self.show()

    def action_analyse(self) -> None:
        """Show the chances and what each move was worth; the judging begins when first asked."""
        moves = moves_of(self._record)
        if not self._record.is_finished or not moves:  # what is hidden stays hidden
            self.query_one(Board).tell(self.say("tui.analysis.not_yet"))
            return
        names = [said_name(name, self.words) for name in self._record.header.players]
        if self._chart is None:
            self.run_worker(partial(self._judge, moves), group="analysis")
        self._chart = AnalysisScreen(lambda: self._analysis, len(moves), names, self.at, self.words)
        self.app.push_screen(self._chart, self._go_to)

    def _go_to(self, ply: int | None) -> None:
        if ply is not None:
            self.at = ply
        self.show()

    async def _judge(self, moves: list[Step]) -> None:
        """Judge move after move, beside this screen."""
        pool = self.app.pool
        call = pool.call if pool else asyncio.to_thread
        for step in moves:
            found = await call(judge_apart, self._game.id, step, ADVISER)
            self._analysis.judgements.append(found)
            if self._chart is not None:
                self._chart.judged()
            if found.ply == self.at and self.app.screen is self:
                self.show()

    def action_picture(self) -> None:
        """Show the position as a picture."""
        self.open_picture(self._draw, self.action_step)

    def _draw(self) -> str:
        names = [said_name(name, self.words) for name in self._record.header.players]
        return self._game.svg(self._view, names, self.app.language)

    def action_play_on(self) -> None:
        """Play on from here."""
        self.app.play_on(self._record, self.at)
