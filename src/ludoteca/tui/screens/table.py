"""The table: the board of the game, whose turn it is, and all that can be done at a table."""

import secrets
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from ludoteca.games import load
from ludoteca.language import Words, words
from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.tui.bars import TitleBar
from ludoteca.tui.boards import Board, board_of
from ludoteca.tui.desk import Desk
from ludoteca.tui.match import Match
from ludoteca.tui.opening import Opening
from ludoteca.tui.screens.base import HouseScreen
from ludoteca.tui.screens.curtain import CurtainScreen
from ludoteca.tui.screens.news import NewsScreen
from ludoteca.tui.screens.question import QuestionScreen
from ludoteca.tui.screens.result import ResultScreen


class TableScreen(HouseScreen[str | None]):
    """A match that is being played."""

    CSS = """
    Board { height: 1fr; }
    #typed { dock: bottom; height: 3; margin-bottom: 1; display: none; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("h", "hint", "tui.key.hint"),
        Binding("z", "undo", "tui.key.undo"),
        Binding("slash", "type_move", "tui.key.type_move", show=False),
        Binding("l", "news", "tui.key.news", show=False),
        Binding("x", "resign", "tui.key.resign", show=False),
    ]

    class Told(Message):
        """The table has told something."""

        def __init__(self, frame: tell.Told) -> None:
            """Take what was told."""
            super().__init__()
            self.frame = frame

    def __init__(self, desk: Desk, opening: Opening) -> None:
        """Open a table at a desk."""
        super().__init__()
        self.desk, self._opening = desk, opening
        self.game = load(opening.setting.game)
        self.match: Match | None = None
        self._hints: tuple[dict[str, Any], ...] = ()
        self._hint_ply = -1
        self._result_shown = False
        self._curtain = False
        self._at_screen: int | None = None
        """Whose eyes look at this screen, where several people share it."""
        self._opened = ""

    @property
    def words(self) -> Words:
        """The house's words joined with the game's."""
        return words(self.house.language, self.game.words(self.house.language))

    @property
    def board(self) -> Board:
        """The board."""
        return self.query_one(Board)

    def legend(self) -> str:
        """Say what the signs on the board mean."""
        return board_of(self.game).legend(self.words, self.look)

    def body(self) -> list[Widget]:
        """Put the board and a hidden line to type into."""
        return [board_of(self.game)(), Input(id="typed", max_length=200)]

    def on_mount(self) -> None:
        """Sit down."""
        self.desk.listen(self._hear)
        self.run_worker(self._open())

    def on_unmount(self) -> None:
        """Listen no more."""
        self.desk.leave_alone(self._hear)

    def _hear(self, told: tell.Told) -> None:
        self.post_message(self.Told(told))

    async def _open(self) -> None:
        """Open the table, sit down and begin; a table of a rematch is open already."""
        opening, setting = self._opening, self._opening.setting
        if opening.rematch:
            self._opened = opening.rematch
        elif opening.source:
            match, ply = opening.source[0].header.match, opening.source[1]
            await self._take(await self.desk.ask(ask.PlayOn, match=match, ply=ply, setting=setting))
        else:
            await self._take(await self.desk.ask(ask.OpenTable, setting=setting))
        if not self._opened:
            return
        if opening.order and not opening.rematch:
            await self.desk.ask(ask.SetSeats, match=self._opened, order=opening.order)
        await self.desk.ask(ask.Ready, match=self._opened, contribution=secrets.token_hex(16))
        await self.desk.ask(ask.Start, match=self._opened)
        await self._enter(None)

    async def _take(self, answer: tell.Answer) -> None:
        """Take the table that was opened, or say why it was not."""
        if isinstance(answer, tell.Opened):
            self._opened = answer.match
        elif isinstance(answer, tell.Refused):
            self.app.notify(self.look.text(answer.sentence), severity="error")
            self.dismiss(None)

    async def _enter(self, seat: int | None) -> None:
        snapshot = await self.desk.ask(
            ask.Enter, match=self._opened, seat=seat, drawing=self.board.NEEDS_DRAWING
        )
        if isinstance(snapshot, tell.Snapshot):
            self.match = Match.of(snapshot, self.house.language)
            await self._go_on()

    @property
    def match_id(self) -> str:
        """The id of the match, once the table is open."""
        return self._opened

    def on_table_screen_told(self, message: Told) -> None:
        """Take what the table tells."""
        frame, match = message.frame, self.match
        if match is None:
            return
        if isinstance(frame, tell.Update) and frame.match == self._opened:
            match.take(frame)
            self.run_worker(self._go_on())
        elif isinstance(frame, tell.Table) and frame.table.match == self._opened:
            match.table = frame.table
            if frame.table.rematch:
                self.dismiss(frame.table.rematch)

    async def _go_on(self) -> None:
        """Show the position, or the curtain before the next person's, or the result."""
        match = self.match
        if match is None or match.position is None or self._curtain:
            return
        waits = match.waits_for()
        if waits is not None and len(match.seats) > 1 and waits != self._at_screen:
            self._curtain = True
            await self.app.push_screen_wait(CurtainScreen(match.names[waits]))
            self._curtain, self._at_screen = False, waits
            await self._enter(waits)
            return
        self.show()
        if match.ending and not self._result_shown:
            self._result_shown = True
            self.app.push_screen(ResultScreen(match), self._after_result)

    def _after_result(self, what: str | None) -> None:
        if what == "again":
            self.run_worker(self._propose("rematch"))
        elif what:
            self.dismiss(what if what == "replay" else None)

    def show(self) -> None:
        """Show the position as it is known."""
        match = self.match
        if match is None or match.position is None:
            return
        match.language = self.house.language
        self.board.show(match.scene(self.look))
        self.write_title()

    def refresh_look(self) -> None:
        """Show everything in other words or colours."""
        super().refresh_look()
        self.show()

    def write_title(self) -> None:
        """Say whose turn it is."""
        match = self.match
        bar = self.query_one(TitleBar)
        left = self.game.words(self.house.language)["name"]
        if match is None or match.position is None:
            bar.say(left)
            return
        movers = match.position.movers
        if match.ending:
            names = ", ".join(match.names[seat] for seat in match.ending.winners)
            bar.say(left, self.say("tui.table.won", names=names))
        elif match.seat in movers:
            bar.say(left, self.say("tui.table.your_turn"), lit=True)
        elif movers:
            bar.say(left, self.say("tui.table.choosing", name=match.names[movers[0]]))

    # What the board says

    def on_board_asked(self, message: Board.Asked) -> None:
        """Ask the table what a choice would bring."""
        self.run_worker(self._foresee(message.partial))

    async def _foresee(self, partial: dict[str, Any]) -> None:
        answer = await self.desk.ask(ask.AskMoves, match=self._opened, partial=partial)
        if isinstance(answer, tell.Continuations):
            self.board.answer(partial, answer.continuations)

    def on_board_wondered(self, message: Board.Wondered) -> None:
        """Ask the table why something is not allowed."""
        self.run_worker(self._wonder(message.partial))

    async def _wonder(self, partial: dict[str, Any]) -> None:
        answer = await self.desk.ask(ask.AskWhyNot, match=self._opened, partial=partial)
        if isinstance(answer, tell.WhyNot):
            self.board.explain(answer.sentence)

    def on_board_played(self, message: Board.Played) -> None:
        """Send a move to the table."""
        self.run_worker(self._play(message.text))

    async def _play(self, text: str) -> None:
        if self.match is None or self.match.position is None:
            return
        answer = await self.desk.ask(
            ask.PlayMove,
            match=self._opened,
            ply=self.match.position.ply,
            move_id=secrets.token_hex(16),
            move=text,
        )
        self._say_refusal(answer)

    def _say_refusal(self, answer: tell.Answer) -> None:
        if isinstance(answer, tell.Refused):
            self.board.explain(answer.sentence)

    # Keys

    def action_back(self) -> None:
        """Give up what is chosen; with nothing chosen, ask whether to leave."""
        if self.board.is_begun():
            self.board.give_up()
        elif self.match and self.match.ending:
            self.dismiss(None)
        else:
            self.app.push_screen(QuestionScreen("tui.table.leave"), self._leave)

    def _leave(self, sure: bool | None) -> None:
        if sure:
            self.dismiss(None)

    def action_hint(self) -> None:
        """Ask for advice: first where to look, then the whole move."""
        position = self.match.position if self.match else None
        if position is None or not self.board.scene.may_move:
            return
        if self._hint_ply == position.ply and self._hints:
            self._tell_hint(whole=True)
        else:
            self.board.tell(self.say("tui.hint.thinking"))
            self.run_worker(self._hint(), group="hint", exclusive=True)

    async def _hint(self) -> None:
        answer = await self.desk.ask(ask.AskHint, match=self._opened)
        self._say_refusal(answer)
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
        """Take the last move back."""
        self.run_worker(self._propose("undo"))

    async def _propose(self, matter: str) -> None:
        self._say_refusal(await self.desk.ask(ask.Propose, match=self._opened, matter=matter))

    def action_resign(self) -> None:
        """Give up, after a question."""
        if self.match and not self.match.ending:
            self.app.push_screen(QuestionScreen("tui.table.resign"), self._resign)

    def _resign(self, sure: bool | None) -> None:
        if sure:
            self.run_worker(self._send_resign())

    async def _send_resign(self) -> None:
        self._say_refusal(await self.desk.ask(ask.Resign, match=self._opened))

    def action_news(self) -> None:
        """Show everything that happened."""
        if self.match:
            self.app.push_screen(NewsScreen(self.match.news()))

    def action_type_move(self) -> None:
        """Open the line to type a move into."""
        line = self.query_one("#typed", Input)
        line.placeholder = self.look.text(self.words["how_to_move"])
        line.display = True
        line.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Play the typed move."""
        self._close_line()
        if message.value.strip():
            self.run_worker(self._play(message.value.strip()))

    def on_input_blurred(self) -> None:
        """Close the line when something else is meant."""
        self._close_line()

    def _close_line(self) -> None:
        line = self.query_one("#typed", Input)
        line.value, line.display = "", False
        self.board.focus()
