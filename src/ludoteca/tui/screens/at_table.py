"""What every screen at a table has: it hears the table, can talk, agree and lose its connection."""

from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from ludoteca.games import load
from ludoteca.language import Words, words
from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.tui.desk import Desk
from ludoteca.tui.match import Match
from ludoteca.tui.screens.base import HouseScreen
from ludoteca.tui.screens.news import NewsScreen
from ludoteca.tui.screens.question import QuestionScreen


class AtTable(HouseScreen[str | None]):
    """A screen at a table; it ends with the id of a table to go to, a word, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "chat", "tui.key.chat", show=False),
        Binding("l", "news", "tui.key.news", show=False),
    ]

    class Told(Message):
        """The table has told something."""

        def __init__(self, frame: tell.Told) -> None:
            """Take what was told."""
            super().__init__()
            self.frame = frame

    def __init__(self, desk: Desk, game: str, match_id: str = "") -> None:
        """Sit at a table of a game; it may still have to be opened."""
        super().__init__()
        self.desk, self.game, self.match_id = desk, load(game), match_id
        self.match: Match | None = None
        self._typing = ""
        self._left = False
        self._asked: set[str] = set()
        """The proposals that were put to the player."""

    @property
    def words(self) -> Words:
        """The house's words joined with the game's."""
        return words(self.house.language, self.game.words(self.house.language))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer talking only where somebody may hear it."""
        return self.desk.is_remote if action == "chat" else True

    def on_mount(self) -> None:
        """Listen."""
        self.desk.listen(self._hear)
        self.desk.watch_connection(self._connection)

    def on_unmount(self) -> None:
        """Listen no more."""
        self.desk.leave_alone(self._hear, self._connection)

    def _hear(self, told: tell.Told) -> None:
        self.post_message(self.Told(told))

    def _connection(self) -> None:
        self.call_later(self.write_title)

    async def enter(self, seat: int | None = None, drawing: bool = False) -> None:
        """Come to the table and take all that may be known."""
        answer = await self.desk.ask(ask.Enter, match=self.match_id, seat=seat, drawing=drawing)
        if isinstance(answer, tell.Snapshot):
            self.match = Match.of(answer, self.house.language)
            await self.go_on()
        else:
            self.leave_with(answer)

    def leave_with(self, answer: tell.Answer) -> None:
        """Leave, and say why the table is not to be had."""
        if isinstance(answer, tell.Refused):
            self.app.notify(self.look.text(answer.sentence), severity="error")
        self.leave_for(None)

    def leave_for(self, what: str | None) -> None:
        """Leave, whatever lies on top of this screen."""
        if self._left or self not in self.app.screen_stack:
            return
        self._left = True
        while self.app.screen is not self:
            self.app.pop_screen()
        self.dismiss(what)

    # What the table tells

    def on_at_table_told(self, message: Told) -> None:
        """Take what the table tells."""
        frame = message.frame
        if self.match is None:
            return
        if isinstance(frame, tell.Snapshot):
            if frame.table.match == self.match_id:  # after a lost connection
                known = self.match
                self.match = Match.of(frame, self.house.language)
                self.match.keep_chat(known)
                self.run_worker(self.go_on())
        elif isinstance(frame, tell.Update) and frame.match == self.match_id:
            self.match.take(frame)
            self.run_worker(self.go_on())
        elif isinstance(frame, tell.Table) and frame.table.match == self.match_id:
            self.match.take_table(frame)
            self.table_changed()
        elif isinstance(frame, tell.Chat) and frame.match == self.match_id:
            self.match.hear(frame.line)
            self.show()
        elif isinstance(frame, tell.Outage) and frame.match == self.match_id:
            self.app.notify(self.look.text(frame.sentence), severity="warning")

    def table_changed(self) -> None:
        """Show what has changed about the table; ask what is proposed."""
        match = self.match
        assert match is not None
        if match.table.rematch:
            self.leave_for(match.table.rematch)
            return
        self._asked &= {proposal.matter for proposal in match.table.proposals}
        for proposal in match.table.proposals:
            wanted = match.seat in proposal.needed and match.seat not in proposal.agreed
            if wanted and proposal.matter not in self._asked:
                self._asked.add(proposal.matter)
                self._put_to_player(proposal)
        self.show()

    def _put_to_player(self, proposal: tell.Proposal) -> None:
        assert self.match is not None
        name = self.match.names[proposal.by]

        def answer(agree: bool | None) -> None:
            fields = {"matter": proposal.matter, "agree": bool(agree)}
            self.run_worker(self.send(ask.Agree, **fields))

        self.app.push_screen(QuestionScreen(f"tui.proposal.{proposal.matter}", name=name), answer)

    async def send(self, kind: type[ask.Message], **fields: Any) -> None:
        """Say something to the table; a refusal is shown."""
        self.refused(await self.desk.ask(kind, match=self.match_id, **fields))

    def refused(self, answer: tell.Answer) -> None:
        """Show a refusal."""
        if isinstance(answer, tell.Refused):
            self.app.notify(self.look.text(answer.sentence), severity="warning")

    # For each screen to say

    async def go_on(self) -> None:
        """Follow what has happened in the match."""

    def show(self) -> None:
        """Show the table as it is known."""

    def refresh_look(self) -> None:
        """Show everything in other words or colours."""
        super().refresh_look()
        self.show()

    # Talking

    def typed_line(self) -> Input:
        """Make the hidden line that is typed into."""
        return Input(id="typed", max_length=500)

    def open_line(self, what: str, placeholder: str) -> None:
        """Open the line to type something into."""
        line = self.query_one("#typed", Input)
        self._typing = what
        line.placeholder = self.look.text(placeholder)
        line.display = True
        line.focus()

    def close_line(self) -> None:
        """Close the line, and go back to what had the focus."""
        line = self.query_one("#typed", Input)
        if line.display:
            line.value, line.display = "", False
            self.query("Board, Form").first().focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        """Take what was typed."""
        text, what = message.value.strip(), self._typing
        self.close_line()
        if text:
            self.typed(what, text)

    def typed(self, what: str, text: str) -> None:
        """Say to the table what was typed."""
        self.run_worker(self.send(ask.Say, text=text))

    def on_input_blurred(self) -> None:
        """Close the line when something else is meant."""
        self.close_line()

    def action_chat(self) -> None:
        """Open the line to talk."""
        self.open_line("chat", self.say("tui.table.chat"))

    def action_news(self) -> None:
        """Show everything that happened and was said."""
        if self.match:
            self.app.push_screen(NewsScreen(self.match.news()))
