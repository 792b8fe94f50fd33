"""The table: the board of the game, whose turn it is, and all that can be done at a table."""

import asyncio
import secrets
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widget import Widget

from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.protocol.outcomes import HintLine
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.boards import Board, board_of
from ludoteca.tui.form import Row
from ludoteca.tui.match_view import MatchView
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.handover import HandoverScreen
from ludoteca.tui.screens.match_screen import MatchScreen
from ludoteca.tui.screens.menu import alone_rows, last_rows, offers
from ludoteca.tui.screens.pick import PickScreen
from ludoteca.tui.screens.result import ResultScreen
from ludoteca.tui.session import Session
from ludoteca.tui.status import StatusLine, clocks, is_alone, is_counting, state_of

SOON = 1.0
"""Seconds before a move under way is shown as not saved yet."""


HINT_TIMEOUT = 20.0
"""Seconds before an unanswered request for a hint is sent again."""

PLAYERS_ONLY = frozenset({"hint", "undo", "resign", "type_move"})
"""What a spectator can't do."""


class TableScreen(MatchScreen):
    """A match that is being played."""

    CSS = """
    Board { height: 1fr; }
    #typed { dock: bottom; height: 3; margin-bottom: 1; display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "tui.key.hint"),
        Binding("z", "undo", "tui.key.undo"),
        Binding("slash", "type_move", "tui.key.type_move", show=False),
        Binding("s", "next_eyes", "tui.replay.seat"),
        Binding("x", "resign", "tui.key.resign", show=False),
    ]

    def __init__(self, session: Session, opening: TableOpening) -> None:
        """Open a table, or enter one that is open."""
        super().__init__(session, opening.setting.game, opening.match)
        self._opening = opening
        self._hints: tuple[HintLine, ...] = ()
        self._hint_ply = -1
        self._hint_asked = False
        """Whether a hint is under way."""
        self._result_shown = False
        self._curtain = False
        self._at_screen: int | None = None
        """Whose eyes look at this screen, where several people share it."""
        self._sent_at: float | None = None
        """Since when a move is on its way."""
        self._alone: PickScreen | None = None
        """The question what to do now that everybody else has left."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a spectator another seat's side; what only players do, only during the match."""
        if action in PLAYERS_ONLY and self.match is not None and self.match.ending:
            return False
        if action in PLAYERS_ONLY or action == "next_eyes":
            watches = self.match is not None and self.match.seat is None
            return watches == (action == "next_eyes")
        return super().check_action(action, parameters)

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    def legend(self) -> str:
        """Explain the signs on the board."""
        board = board_of(self.game)
        return board.legend(self.words, board.dressed(self.look, self.words))

    def body(self) -> list[Widget]:
        """Put the board, and two lines that come when they are needed."""
        return [StatusLine(), board_of(self.game)(), self.typed_line()]

    def reentered(self) -> None:
        """Ask again for a hint that was under way when the connection was lost."""
        if self._hint_asked:
            self.run_worker(self._hint, group="hint", exclusive=True)

    def on_mount(self) -> None:
        """Sit down."""
        self.set_interval(1.0, self._second)
        self.run_worker(self._open)

    async def _open(self) -> None:
        """Open the table and begin, if that is still to be done; then sit down."""
        opening = self._opening
        if not self.match_id:
            await self._open_table()
        if self.match_id and not self.session.is_remote and not opening.is_begun:
            if opening.order and not opening.match:
                await self.send(ask.SetSeats, order=opening.order)
            await self.send(ask.Ready, contribution=secrets.token_hex(16))
            await self.send(ask.Start)
        if self.match_id:
            await self.enter(drawing=self.board.NEEDS_DRAWING)

    async def _open_table(self) -> None:
        opening = self._opening
        if opening.source:
            match, ply = opening.source[0].header.match, opening.source[1]
            answer = await self.session.ask(
                ask.PlayOn, match=match, ply=ply, setting=opening.setting
            )
        else:
            answer = await self.session.ask(ask.OpenTable, setting=opening.setting)
        if isinstance(answer, tell.Opened):
            self.match_id = answer.match
        else:
            self.leave_with(answer)

    async def go_on(self) -> None:
        """Show the position, or the curtain before the next person's, or the result."""
        match = self.match
        if match is None or match.position is None or self._curtain:
            return
        waits = match.waits_for()
        if waits is not None and len(match.seats) > 1 and waits != self._at_screen:
            self._curtain = True
            await self.app.push_screen_wait(HandoverScreen(match.names[waits]))
            self._curtain, self._at_screen = False, waits
            await self.enter(waits, self.board.NEEDS_DRAWING)
            return
        self.show()
        self.refresh_bindings()
        if match.ending and match.table.status == "final" and not self._result_shown:
            self._result_shown = True
            self._show_result(match)

    def _show_result(self, match: MatchView, is_told: bool = False) -> None:
        self.app.push_screen(ResultScreen(match, is_told), self._after_result)

    def _after_result(self, what: str | None) -> None:
        if what == "again":
            self.run_worker(partial(self.send, ask.Propose, matter="rematch"))
        elif what:
            self.leave_for(what if what == "replay" else None)

    def show(self) -> None:
        """Show the position as it is known."""
        match = self.match
        if match is None or match.position is None:
            return
        match.language = self.app.language
        self.board.show(match.scene(self.look))
        self.write_title()

    def write_title(self) -> None:
        """Show whose turn it is, or what keeps the match waiting."""
        match = self.match
        bar = self.query_one(TitleBar)
        left = self.game.words(self.app.language)["name"]
        if not self.session.is_connected:
            bar.say(left, self.say("tui.table.lost"))
            return
        if match is None or match.position is None:
            bar.say(left)
            return
        now, movers = self.session.now(), match.position.movers
        right = clocks(match, now, self.size.width // 2 - len(left), self.words)
        if not right and match.seat is None:
            right = self.say("tui.table.watching", n=match.table.spectators)
        self.query_one(StatusLine).say(self._state(now))
        if match.ending:
            names = ", ".join(match.winners)
            won = match.say_of("tui.table.won", names, names=names)
            bar.say(left, won if names else self.say(f"page.ended.{match.ending.how}"), right)
        elif match.seat in movers:
            bar.say(left, self.say("tui.table.your_turn"), right, lit=True)
        elif movers:
            away = match.table.seats[movers[0]].away
            key = "tui.table.away" if away else "tui.table.choosing"
            name = match.names[movers[0]]
            bar.say(left, match.say_of(key, name, name=name), right)
        else:
            bar.say(left, self.say("tui.table.paused"), right)

    def _state(self, now: float) -> str:
        assert self.match is not None
        if self._sent_at is not None and now - self._sent_at > SOON and self.match.outage is None:
            return self.say("page.not_saved")
        return state_of(self.match, now, self.words)

    def _second(self) -> None:
        """Follow the clocks."""
        if self.match and (is_counting(self.match) or self._sent_at is not None):
            self.write_title()
            self._ask_alone()

    def table_changed(self) -> None:
        """Ask, too, what the last one at the table wants to do."""
        super().table_changed()
        self._ask_alone()

    def _ask_alone(self) -> None:
        """Put the question, keep its countdown true, and take it back when somebody returns."""
        match, asked = self.match, self._alone
        if match is None or not is_alone(match):
            self._alone = None
            if asked is not None and self.app.screen is asked:
                asked.dismiss(None)
        elif asked is None:
            self._alone = PickScreen(self.say("page.alone"), alone_rows(match, self.session.now()))
            self.app.push_screen(self._alone, self.do)
        elif self.app.screen is asked:
            asked.set_rows(alone_rows(match, self.session.now()))

    # What the board says

    def on_board_asked(self, message: Board.Asked) -> None:
        """Ask the table what a choice would bring."""
        self.run_worker(partial(self._foresee, message.partial))

    async def _foresee(self, partial: dict[str, Any]) -> None:
        answer = await self.session.ask(ask.AskMoves, match=self.match_id, partial=partial)
        if isinstance(answer, tell.Continuations):
            self.board.answer(partial, answer.continuations)

    def on_board_wondered(self, message: Board.Wondered) -> None:
        """Ask the table why something is not allowed."""
        self.run_worker(partial(self._wonder, message.partial))

    async def _wonder(self, partial: dict[str, Any]) -> None:
        answer = await self.session.ask(ask.AskWhyNot, match=self.match_id, partial=partial)
        if isinstance(answer, tell.WhyNot):
            self.board.explain(answer.sentence)

    def on_board_selection_changed(self, message: Board.SelectionChanged) -> None:
        """Let the others see what is being chosen; the table shows only what is public."""
        match = self.match
        if not self.session.is_remote or match is None or match.position is None:
            return
        if match.others() or match.table.spectators:
            here = {"match": self.match_id, "ply": match.position.ply}
            self.run_worker(partial(self.session.ask, ask.Select, partial=message.partial, **here))

    def on_board_played(self, message: Board.Played) -> None:
        """Send a move to the table."""
        self.run_worker(partial(self._play, message.text))

    async def _play(self, text: str) -> None:
        if self.match is None or self.match.position is None:
            return
        self._sent_at = self.session.now()
        answer = await self.session.ask(
            ask.PlayMove,
            match=self.match_id,
            ply=self.match.position.ply,
            move_id=secrets.token_hex(16),
            move=text,
        )
        self._sent_at = None
        self.refused(answer)
        self.write_title()

    def refused(self, answer: tell.Answer) -> None:
        """Show a refusal on the board."""
        if isinstance(answer, tell.Refused):
            self.board.explain(answer.sentence)

    # The menu and the keys

    def menu_rows(self) -> list[Row]:
        """List what can be done at this table."""
        match = self.match
        rows = super().menu_rows()
        if match is None:
            return rows
        return [*alone_rows(match, self.session.now()), *offers(match), *rows, *last_rows(match)]

    def do(self, what: str | None) -> None:
        """Do what was picked."""
        word, _, matter = (what or "").partition(" ")
        if word == "alone":
            self.run_worker(partial(self.send, ask.AloneChoice, choice=matter))
        elif word == "propose":
            self.run_worker(partial(self.send, ask.Propose, matter=matter))
        elif word == "withdraw":
            self.run_worker(partial(self.send, ask.Agree, matter=matter, agree=False))
        elif word == "resign":
            self.action_resign()
        elif word == "rules":
            self.app.show_rules(self.game.id)
        elif word == "leave":
            self.action_back()
        else:
            super().do(what)

    def action_back(self) -> None:
        """Drop the choice; without one go back to the final scoring, or ask whether to leave."""
        if self.board.is_begun():
            self.board.give_up()
        elif self.match and self.match.ending and self._result_shown:
            self._show_result(self.match, is_told=True)
        elif self.match and self.match.ending:
            self.leave_for(None)
        else:
            sits_online = self.session.is_remote and self.match and self.match.seat is not None
            question = "tui.table.leave_online" if sits_online else "tui.table.leave"
            self.app.push_screen(ConfirmScreen(question, "tui.table.leave"), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.leave_for(None)

    def leave_for(self, what: str | None) -> None:
        """Leave; the others at a server are told, so that nobody waits for nothing."""
        if self.session.is_remote and not self._left:
            self.app.run_worker(partial(self.session.ask, ask.Exit, match=self.match_id))
        super().leave_for(what)

    def action_hint(self) -> None:
        """Ask for advice: first where to look, then the whole move."""
        position = self.match.position if self.match else None
        if position is None or not self.board.scene.may_move:
            return
        if self._hint_ply == position.ply and self._hints:
            self._tell_hint(whole=True)
        else:
            self.board.tell(self.say("tui.hint.thinking"))
            self.run_worker(self._hint, group="hint", exclusive=True)

    async def _hint(self) -> None:
        """Ask until there is an answer: the server that was thinking may have died."""
        self._hint_asked = True
        answer: tell.Answer | None = None
        while answer is None:
            with suppress(TimeoutError):
                question = self.session.ask(ask.AskHint, match=self.match_id)
                answer = await asyncio.wait_for(question, HINT_TIMEOUT)
        if isinstance(answer, tell.Refused) and not self.session.is_connected:
            return  # asked again once the connection is back
        self._hint_asked = False
        self.refused(answer)
        now = self.match.position if self.match else None
        if isinstance(answer, tell.Hint) and now and answer.ply == now.ply and answer.lines:
            self._hints, self._hint_ply = answer.lines, answer.ply
            self._tell_hint(whole=False)

    def _tell_hint(self, whole: bool) -> None:
        best = self._hints[0]
        self.board.suggest(best["move"], whole)
        key = "tui.hint.whole" if whole else "tui.hint.look"
        said = self.say(key, move=best["text"], chance=round(100 * best["win"]))
        self.board.tell(said)

    def action_undo(self) -> None:
        """Take the last move back, if the others agree."""
        self.run_worker(partial(self.send, ask.Propose, matter="undo"))

    def action_next_eyes(self) -> None:
        """See the table from another seat, as a spectator."""
        if self.match:
            self.match.eyes = (self.match.eyes + 1) % len(self.match.names)
            self.show()

    def action_resign(self) -> None:
        """Resign, after a question."""
        if self.match and not self.match.ending:
            self.app.push_screen(ConfirmScreen("tui.table.resign"), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self.run_worker(partial(self.send, ask.Resign))

    def action_type_move(self) -> None:
        """Open the line to type a move into."""
        self.open_line("move", self.words["how_to_move"])

    def typed(self, what: str, text: str) -> None:
        """Play the typed move, or say to the table what was typed."""
        if what == "move":
            self.run_worker(partial(self._play, text))
        else:
            super().typed(what, text)
