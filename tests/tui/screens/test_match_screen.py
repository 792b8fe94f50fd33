"""MatchScreen at a table: words, whispers, feelings, deaf ears, offers, an invitation."""

import asyncio
from pathlib import Path

from ludoteca.protocol.from_client import Agree, Propose, React, Say
from ludoteca.protocol.to_client import Chat, ChatLine
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.invite import InviteScreen
from ludoteca.tui.screens.table import TableScreen
from tests.tui.pilots import LONGEST_WAIT, text, until
from tests.tui.two_players import LINK, TwoPlayers, together


async def until_heard(company: TwoPlayers, *said: tuple[str, int | None]) -> None:
    """Wait until Bo has heard so much, and see what it was, and to whom it was said."""
    heard: list[tuple[str, int | None]] = []
    while len(heard) < len(said):
        async with asyncio.timeout(LONGEST_WAIT):
            frame = await company.bo._told.get()
        if isinstance(frame, Chat):
            heard.append((frame.line.text, frame.line.to))
    assert heard == list(said)


async def test_words_and_whispers_reach_the_others(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot = company.pilot
        await pilot.press("t", *"hello", "enter")
        await pilot.press("m")
        await company.pick("whisper 1")
        await pilot.press(*"psst", "enter")
        await until_heard(company, ("hello", None), ("psst", 1))
        await company.says(Say, text="good evening", to=0)
        await until(pilot, lambda: "Bo → Ada » good evening" in text(pilot.app))
        assert company.screen.match
        assert company.screen.match.news()[-1] == "Bo → Ada » good evening"
        gone = ChatLine(number=9, at=0.0, name="Ada", text="hi", seat=0, to=3, to_name="Cy")
        assert company.screen.match.said(gone) == "Ada → Cy » hi", "free seats went at the start"


async def test_whoever_is_muted_is_not_heard(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, screen = company.pilot, company.screen
        await pilot.press("m")
        await company.pick("mute Bo")
        await until(pilot, lambda: screen.match and screen.match.muted == {"Bo"})
        await company.says(Say, text="unheard")
        await pilot.press("m")
        await company.pick("mute Bo")
        await until(pilot, lambda: screen.match and not screen.match.muted)
        await company.says(Say, text="heard again")
        await until(pilot, lambda: "heard again" in text(pilot.app))
        assert "unheard" not in text(pilot.app)


async def test_feelings_are_shown_to_all(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot = company.pilot
        await company.says(React, reaction="laugh")
        await until(pilot, lambda: "Bo: Laughter" in text(pilot.app))
        await pilot.press("e")
        await company.pick("heart")
        await until(pilot, lambda: "Ada: Heart" in text(pilot.app))


async def test_an_offer_is_put_to_the_others(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, screen = company.pilot, company.screen
        await pilot.press("m")
        await company.pick("propose pause")
        await until(pilot, lambda: "Ada proposes a pause." in text(pilot.app))
        await company.says(Agree, matter="pause", agree=True)
        await until(pilot, lambda: "The match is paused." in text(pilot.app))
        await company.says(Propose, matter="resume")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        await pilot.press("up", "enter")
        await until(pilot, lambda: screen.match and screen.match.table.status == "playing")


async def test_a_key_meant_for_a_move_agrees_to_nothing(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, screen = company.pilot, company.screen
        await company.says(Propose, matter="end")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        await pilot.press("enter")
        await until(pilot, lambda: screen.match and not screen.match.table.proposals)
        assert screen.match
        assert screen.match.table.status == "playing"


async def test_an_offer_can_be_taken_back(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, screen = company.pilot, company.screen
        await company.says(Propose, matter="end")
        await until(pilot, lambda: isinstance(pilot.app.screen, ConfirmScreen))
        await company.says(Agree, matter="end", agree=False)
        await until(pilot, lambda: pilot.app.screen is screen)
        await pilot.press("m")
        await company.pick("propose end")
        await until(pilot, lambda: "Ada proposes ending the match." in text(pilot.app))
        await pilot.press("m")
        await company.pick("withdraw end")
        await until(pilot, lambda: screen.match and not screen.match.table.proposals)
        assert "proposes" not in text(pilot.app)


async def test_an_invitation_shows_the_link(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot = company.pilot
        await pilot.press("m")
        await company.pick("invite")
        await until(pilot, lambda: isinstance(pilot.app.screen, InviteScreen))
        assert LINK + company.match in text(pilot.app)
        assert "█▄▄▄▄▄▄▄█" in text(pilot.app) or "▄▄▄▄▄" in text(pilot.app)
        await pilot.press("escape")
        assert isinstance(pilot.app.screen, TableScreen)
