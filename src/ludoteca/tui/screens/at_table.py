"""What every screen at a table has: it hears the table, agrees, and may lose its connection."""

from typing import Any

from textual.message import Message

from ludoteca.games import load
from ludoteca.language import Words, words
from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.tui.desk import Desk
from ludoteca.tui.match import Match
from ludoteca.tui.screens.base import HouseScreen
from ludoteca.tui.screens.question import QuestionScreen

PASSING = 4.0
"""Seconds for which something is said in passing."""


class AtTable(HouseScreen[str | None]):
    """A screen at a table; it ends with the id of a table to go to, a word, or nothing."""

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
        self._left = False
        self._asked: dict[str, QuestionScreen] = {}
        """The proposals that were put to the player."""

    @property
    def words(self) -> Words:
        """The house's words joined with the game's."""
        return words(self.house.language, self.game.words(self.house.language))

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
            self.app.notify(self.look.text(answer.sentence), severity="error", markup=False)
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
        """Take what this table tells."""
        frame = message.frame
        if self.match is None or _match_of(frame) != self.match_id:
            return
        if isinstance(frame, tell.Snapshot):  # after a lost connection
            known = self.match
            self.match = Match.of(frame, self.house.language)
            self.match.keep_chat(known)
            self.run_worker(self.go_on())
        elif isinstance(frame, tell.Refused):  # it lets nobody in any more
            self.leave_with(frame)
        elif isinstance(frame, tell.Update):
            self.match.take(frame)
            self.run_worker(self.go_on())
        elif isinstance(frame, tell.Table):
            before = self.match.table
            self.match.take_table(frame)
            self._notice_people(before, frame.table)
            self.table_changed()
        else:
            self._take_words(self.match, frame)

    def _take_words(self, match: Match, frame: tell.Told) -> None:
        """Take what somebody says or is choosing, and whether it can be saved."""
        if isinstance(frame, tell.Chat):
            match.hear(frame.line)
            if frame.line.seat is None or frame.line.seat not in match.seats:
                self.notify_all(match.said(frame.line))
            self.show()
        elif isinstance(frame, tell.Reacted):
            feeling = self.say(f"page.reaction.{frame.reaction}")
            self.notify_all(self.say("page.reacted", name=frame.name, reaction=feeling))
        elif isinstance(frame, tell.Selecting):
            match.take_selecting(frame)
            self.show()
        elif isinstance(frame, tell.Outage):
            match.outage = None if frame.up else frame.sentence
            self.show()

    def _notice_people(self, before: tell.TableInfo, now: tell.TableInfo) -> None:
        """Say who has gone and who is back."""
        for old, new in zip(before.seats, now.seats, strict=False):
            same = old.kind == new.kind == "person" and old.name == new.name
            if same and old.away != new.away:
                key = "page.is_away" if new.away else "tui.table.back"
                self.notify_all(self.say(key, name=new.name))

    def notify_all(self, text: str) -> None:
        """Say something in passing."""
        self.app.notify(self.look.text(text), timeout=PASSING, markup=False)

    def table_changed(self) -> None:
        """Show what has changed about the table; ask what is proposed."""
        match = self.match
        assert match is not None
        if match.table.rematch:
            self.leave_for(match.table.rematch)
            return
        open_matters = {proposal.matter for proposal in match.table.proposals}
        for matter in set(self._asked) - open_matters:  # it was agreed on, or taken back
            question = self._asked.pop(matter)
            if self.app.screen is question:
                question.dismiss(None)
        for proposal in match.table.proposals:
            wanted = match.seat in proposal.needed and match.seat not in proposal.agreed
            if wanted and proposal.matter not in self._asked:
                self._put_to_player(proposal)
        self.show()

    def _put_to_player(self, proposal: tell.Proposal) -> None:
        assert self.match is not None
        matter, name = proposal.matter, self.match.names[proposal.by]
        question = QuestionScreen(
            f"page.proposal.{matter}", f"tui.proposal.{matter}", first="no", name=name
        )
        self._asked[matter] = question

        def answer(agree: bool | None) -> None:
            if agree is not None:
                self.run_worker(self.send(ask.Agree, matter=matter, agree=agree))

        self.app.push_screen(question, answer)

    async def send(self, kind: type[ask.Message], **fields: Any) -> None:
        """Say something to the table; a refusal is shown."""
        self.refused(await self.desk.ask(kind, match=self.match_id, **fields))

    def refused(self, answer: tell.Answer) -> None:
        """Show a refusal."""
        if isinstance(answer, tell.Refused):
            self.app.notify(self.look.text(answer.sentence), severity="warning", markup=False)

    # For each screen to say

    async def go_on(self) -> None:
        """Follow what has happened in the match."""

    def show(self) -> None:
        """Show the table as it is known."""

    def refresh_look(self) -> None:
        """Show everything in other words or colours."""
        super().refresh_look()
        self.show()


def _match_of(frame: tell.Told) -> str | None:
    """Say which match a frame is about."""
    if isinstance(frame, tell.Snapshot | tell.Table):
        return frame.table.match
    match: str | None = getattr(frame, "match", None)
    return match
