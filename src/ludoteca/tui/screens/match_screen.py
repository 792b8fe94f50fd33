"""What every screen at a table has: it hears the table, agrees, and may lose its connection."""

from functools import partial
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from ludoteca.games import load
from ludoteca.language import Words, words
from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.protocol.common import Reaction
from ludoteca.tui.form import Row
from ludoteca.tui.match_view import MatchView
from ludoteca.tui.screens.base import BaseScreen
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.news import NewsScreen
from ludoteca.tui.screens.pick import PickScreen
from ludoteca.tui.seats import is_host
from ludoteca.tui.session import Session

PASSING = 4.0
"""Seconds for which something is said in passing."""


REACTIONS: tuple[str, ...] = Reaction.__args__  # type: ignore[attr-defined]
"""The feelings that can be shown."""

ONLINE_ONLY = frozenset({"chat", "react"})
"""What makes sense only where somebody may hear it."""


class TypedLine(Input):
    """A line to type into; Escape gives it up, and nothing else."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", "tui.key.back")]

    class GivenUp(Message):
        """Nothing was to be said."""

    def action_give_up(self) -> None:
        """Write the question."""
        self.post_message(self.GivenUp())


class MatchScreen(BaseScreen[str | None]):
    """A screen at a table; it ends with the id of a table to go to, a word, or nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "menu", "tui.key.menu"),
        Binding("t", "chat", "tui.key.chat", show=False),
        Binding("e", "react", "page.reactions", show=False),
        Binding("l", "news", "tui.key.news", show=False),
        Binding("i", "picture", "tui.key.picture"),
    ]

    class FrameReceived(Message):
        """The table has told something."""

        def __init__(self, frame: tell.Told) -> None:
            """Take what was told."""
            super().__init__()
            self.frame = frame

    def __init__(self, session: Session, game: str, match_id: str = "") -> None:
        """Sit at a table of a game; it may still have to be opened."""
        super().__init__()
        self.session, self.game, self.match_id = session, load(game), match_id
        self.match: MatchView | None = None
        self._left = False
        self._asked: dict[str, ConfirmScreen] = {}
        """The proposals that were put to the player."""
        self._typing = ""
        """What the input line is open for."""

    @property
    def words(self) -> Words:
        """The program's words joined with the game's."""
        return words(self.app.language, self.game.words(self.app.language))

    def on_mount(self) -> None:
        """Listen."""
        self.session.listen(self._hear)
        self.session.watch_connection(self._connection)

    def on_unmount(self) -> None:
        """Unsubscribe."""
        self.session.leave_alone(self._hear, self._connection)

    def _hear(self, told: tell.Told) -> None:
        self.post_message(self.FrameReceived(told))

    def _connection(self) -> None:
        self.call_later(self.write_title)

    async def enter(self, seat: int | None = None, drawing: bool = False) -> None:
        """Come to the table and take all that may be known."""
        answer = await self.session.ask(ask.Enter, match=self.match_id, seat=seat, drawing=drawing)
        if isinstance(answer, tell.Snapshot):
            self.match = MatchView.of(answer, self.app.language)
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

    def on_match_screen_frame_received(self, message: FrameReceived) -> None:
        """Take what this table tells."""
        frame = message.frame
        if self.match is None or _match_of(frame) != self.match_id:
            return
        if isinstance(frame, tell.Snapshot):  # after a lost connection
            known = self.match
            self.match = MatchView.of(frame, self.app.language)
            self.match.keep_chat(known)
            self.run_worker(self.go_on)
            self.reentered()
        elif isinstance(frame, tell.Refused):  # it lets nobody in any more
            self.leave_with(frame)
        elif isinstance(frame, tell.Update):
            self.match.take(frame)
            self.run_worker(self.go_on)
        elif isinstance(frame, tell.TableChange):
            before = self.match.table
            self.match.take_table(frame)
            self._notice_people(before, frame.table)
            self.table_changed()
        else:
            self._take_words(self.match, frame)

    def _take_words(self, match: MatchView, frame: tell.Told) -> None:
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
        """Show who has gone and who is back."""
        for old, new in zip(before.seats, now.seats, strict=False):
            same = old.kind == new.kind == "person" and old.name == new.name
            if same and old.away != new.away:
                key = "page.is_away" if new.away else "tui.table.back"
                self.notify_all(self.say(key, name=new.name))

    def notify_all(self, text: str) -> None:
        """Show a passing notice."""
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
        question = ConfirmScreen(
            f"page.proposal.{matter}", f"tui.proposal.{matter}", first="no", name=name
        )
        self._asked[matter] = question

        def answer(agree: bool | None) -> None:
            if agree is not None:
                self.run_worker(partial(self.send, ask.Agree, matter=matter, agree=agree))

        self.app.push_screen(question, answer)

    async def send(self, kind: type[ask.Message], **fields: Any) -> None:
        """Send a message to the table; a refusal is shown."""
        self.refused(await self.session.ask(kind, match=self.match_id, **fields))

    def refused(self, answer: tell.Answer) -> None:
        """Show a refusal."""
        if isinstance(answer, tell.Refused):
            self.app.notify(self.look.text(answer.sentence), severity="warning", markup=False)

    # For each screen to say

    def reentered(self) -> None:
        """Follow up after a lost connection."""

    async def go_on(self) -> None:
        """Follow what has happened in the match."""

    def show(self) -> None:
        """Show the table as it is known."""

    def refresh_look(self) -> None:
        """Show everything in other words or colours."""
        super().refresh_look()
        self.show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer talking only where somebody may hear it, and pictures where they can be shown."""
        if action == "picture":
            return bool(self.match and self.match.position) and self.shows_pictures(self.game)
        return self.session.is_remote if action in ONLINE_ONLY else True

    # The menu

    def menu_rows(self) -> list[Row]:
        """List what can be done at this table."""
        details = Row("details", self.say("page.options"))
        return [*self.talk_rows(), Row("news", self.say("tui.table.news")), details]

    def talk_rows(self) -> list[Row]:
        """List the ways to talk."""
        match = self.match
        if match is None or not self.session.is_remote:
            return []
        rows = [Row("say", self.say("page.chat_say")), Row("react", self.say("page.reactions"))]
        rows += [
            Row(f"whisper {each.seat}", self.say("tui.menu.whisper", name=each.name))
            for each in match.others()
            if match.seat is not None
        ]
        for name in match.speakers():
            key = "tui.menu.unmute" if name in match.muted else "tui.menu.mute"
            rows.append(Row(f"mute {name}", self.say(key, name=name)))
        rows.append(Row("invite", self.say("page.invite")))
        if is_host(match) and match.table.status == "open":
            rows.append(Row("invite_account", self.say("page.invite_account")))
        return rows

    def action_menu(self) -> None:
        """Open the menu of the table."""
        if self.match:
            self.app.push_screen(PickScreen(self.say("tui.menu.title"), self.menu_rows()), self.do)

    def do(self, what: str | None) -> None:
        """Do what was picked from the menu."""
        word, _, rest = (what or "").partition(" ")
        plain = {
            "say": self.action_chat,
            "react": self.action_react,
            "news": self.action_news,
            "invite": self._invite,
            "invite_account": self._invite_account,
            "details": self._show_details,
        }
        if word in plain:
            plain[word]()
        elif word == "whisper" and self.match:
            placeholder = self.say("tui.menu.whisper", name=self.match.names[int(rest)])
            self.open_line(what or "", placeholder)
        elif word == "mute":
            self.run_worker(partial(self._mute, rest))

    def _invite(self) -> None:
        from ludoteca.tui.screens.invite import InviteScreen

        self.app.push_screen(InviteScreen(self.session.link(self.match_id)))

    def _invite_account(self) -> None:
        self.open_line("invite", self.say("page.invite_account"))

    async def _send_invitation(self, name: str) -> None:
        answer = await self.session.ask(ask.Invite, match=self.match_id, name=name)
        self.refused(answer)
        if isinstance(answer, tell.Done):
            self.notify_all(self.say("page.invitation_sent", name=name))

    def _show_details(self) -> None:
        from ludoteca.tui.screens.details import DetailsScreen

        if self.match:
            self.app.push_screen(DetailsScreen(self.match))

    async def _mute(self, name: str) -> None:
        match = self.match
        if match is not None:
            muted = name not in match.muted
            await self.send(ask.Mute, name=name, muted=muted)
            match.muted ^= {name}
            key = "tui.menu.muted" if muted else "tui.menu.heard"
            self.notify_all(self.say(key, name=name))

    def action_picture(self) -> None:
        """Show the table as a picture, which follows the match."""
        if self.match:
            self.open_picture(lambda: self.match.picture() if self.match else None)

    # Feelings

    def action_react(self) -> None:
        """Pick a feeling to show."""
        rows = [Row(each, self.say(f"page.reaction.{each}")) for each in REACTIONS]
        self.app.push_screen(PickScreen(self.say("page.reactions"), rows), self._react)

    def _react(self, reaction: str | None) -> None:
        if reaction:
            self.run_worker(partial(self.send, ask.React, reaction=reaction))

    # Words

    def typed_line(self) -> TypedLine:
        """Make the hidden line that is typed into."""
        return TypedLine(id="typed", max_length=500)

    def on_typed_line_given_up(self) -> None:
        """Go back to what had the focus."""
        self.close_line()

    def open_line(self, what: str, placeholder: str) -> None:
        """Open the line to type something into."""
        line = self.query_one("#typed", Input)
        self._typing = what
        line.placeholder = self.look.text(placeholder)
        line.display = True
        self.set_focus(line)  # at once: the next key is meant for it

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
        """Send what was typed, to the table or as a whisper; or invite the account named."""
        word, _, seat = what.partition(" ")
        if word == "invite":
            self.run_worker(partial(self._send_invitation, text))
            return
        send = partial(self.send, ask.Say, text=text)
        self.run_worker(partial(send, to=int(seat)) if word == "whisper" else send)

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


def _match_of(frame: tell.Told) -> str | None:
    """Return which match a frame is about."""
    if isinstance(frame, tell.Snapshot | tell.TableChange):
        return frame.table.match
    match: str | None = getattr(frame, "match", None)
    return match
