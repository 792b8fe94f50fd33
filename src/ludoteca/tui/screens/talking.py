"""Talking at a table: to all, to one, by a feeling, or not at all; and the menu of the table."""

from functools import partial
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from ludoteca.protocol import from_client as ask
from ludoteca.protocol import to_client as tell
from ludoteca.protocol.common import Reaction
from ludoteca.tui.form import Row
from ludoteca.tui.screens.at_table import AtTable
from ludoteca.tui.screens.news import NewsScreen
from ludoteca.tui.screens.pick import PickScreen
from ludoteca.tui.seats import is_host

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
        """Say so."""
        self.post_message(self.GivenUp())


class Talking(AtTable):
    """A screen at a table where one can talk."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "menu", "tui.key.menu"),
        Binding("t", "chat", "tui.key.chat", show=False),
        Binding("e", "react", "page.reactions", show=False),
        Binding("l", "news", "tui.key.news", show=False),
    ]

    _typing = ""
    """What the line is typed for."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer talking only where somebody may hear it."""
        return self.desk.is_remote if action in ONLINE_ONLY else True

    # The menu

    def menu_rows(self) -> list[Row]:
        """List what can be done at this table."""
        details = Row("details", self.say("page.options"))
        return [*self.talk_rows(), Row("news", self.say("tui.table.news")), details]

    def talk_rows(self) -> list[Row]:
        """List the ways to talk."""
        match = self.match
        if match is None or not self.desk.is_remote:
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
            self.run_worker(self._mute(rest))

    def _invite(self) -> None:
        from ludoteca.tui.screens.invite import InviteScreen

        self.app.push_screen(InviteScreen(self.desk.link(self.match_id)))

    def _invite_account(self) -> None:
        self.open_line("invite", self.say("page.invite_account"))

    async def _send_invitation(self, name: str) -> None:
        answer = await self.desk.ask(ask.Invite, match=self.match_id, name=name)
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

    # Feelings

    def action_react(self) -> None:
        """Pick a feeling to show."""
        rows = [Row(each, self.say(f"page.reaction.{each}")) for each in REACTIONS]
        self.app.push_screen(PickScreen(self.say("page.reactions"), rows), self._react)

    def _react(self, reaction: str | None) -> None:
        if reaction:
            self.run_worker(self.send(ask.React, reaction=reaction))

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
        """Say to the table, or whisper to one, what was typed; or invite who was named."""
        word, _, seat = what.partition(" ")
        if word == "invite":
            self.run_worker(self._send_invitation(text))
            return
        send = partial(self.send, ask.Say, text=text)
        self.run_worker(send(to=int(seat)) if word == "whisper" else send())

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
