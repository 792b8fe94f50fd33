"""What is true of a table beside its position: clocks, absence, the last one, what is not saved."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from ludoteca.language import words
from ludoteca.protocol.common import BankClock, Clock, DaysClock, NoClock, TurnClock
from ludoteca.protocol.from_client import Message, PlayMove
from ludoteca.protocol.to_client import Answer, Outage
from ludoteca.tui.form import Form
from ludoteca.tui.screens.pick import PickScreen
from ludoteca.tui.status import StatusLine, clocks, describe_clock, format_time
from tests.tui.pilots import text, until
from tests.tui.two_players import TwoPlayers, together


def first_line(company: TwoPlayers) -> str:
    """Read the first line of the screen."""
    return text(company.pilot.app).splitlines()[0]


def state(company: TwoPlayers) -> str:
    """Read the line under the title."""
    return company.screen.query_one(StatusLine).text


def test_times_are_written_as_people_read_them() -> None:
    written = [format_time(seconds, words("en")) for seconds in (-3, 0.2, 59.5, 3600, 90_000)]
    assert written == ["0:00", "0:01", "1:00", "1:00:00", "1 d 1 h"]
    assert format_time(90_000, words("it")) == "1 g 1 h"
    assert format_time(90_000, words("de")) == "1 T 1 Std."


async def test_the_clocks_of_all_run_in_the_first_line(tmp_path: Path) -> None:
    async with together(tmp_path, clock=TurnClock(60)) as company:
        await until(company.pilot, lambda: "Ada 1:00  Bo 1:00" in first_line(company))
        await company.wait(20)
        await until(company.pilot, lambda: "Ada 0:40  Bo 1:00" in first_line(company))


async def test_where_there_is_no_room_only_running_clocks_are_shown(tmp_path: Path) -> None:
    async with together(tmp_path, clock=BankClock(600)) as company:
        assert company.screen.match
        now = company.around.now()
        assert clocks(company.screen.match, now, 30, words("en")) == "Ada 10:00  Bo 10:00"
        assert clocks(company.screen.match, now, 10, words("en")) == "Ada 10:00"


async def test_who_goes_and_comes_back_is_told(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot = company.pilot
        assert state(company) == ""
        company.around.actor(company.match).leave(company.bo)
        await until(pilot, lambda: "Bo is away." in text(pilot.app))
        await company.wait(10)
        await until(pilot, lambda: state(company) == "Bo is away. A bot takes over in 0:20.")
        from ludoteca.protocol.from_client import Enter

        await company.says(Enter)
        await until(pilot, lambda: "Bo is back." in text(pilot.app))
        await until(pilot, lambda: state(company) == "")


def alone_choice(company: TwoPlayers) -> str | None:
    """Return what the last one at the table has decided."""
    alone = company.around.table(company.match).alone
    return alone.choice if alone else None


async def left_alone(company: TwoPlayers) -> None:
    """Let Bo be gone for good."""
    company.around.actor(company.match).leave(company.bo)
    await until(company.pilot, lambda: state(company).startswith("Bo is away."))
    await company.wait(31)
    await until(company.pilot, lambda: isinstance(company.pilot.app.screen, PickScreen))


async def test_the_last_one_wins_after_a_countdown_and_can_take_that_back(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, screen = company.pilot, company.screen
        await left_alone(company)
        await until(pilot, lambda: "Everyone else has left." in text(pilot.app))
        await until(pilot, lambda: "Claim the win  in 1:00" in text(pilot.app))
        await until(pilot, lambda: "bots take over in 1:00." in state(company))
        await company.wait(25)
        await until(pilot, lambda: "Claim the win  in 0:35" in text(pilot.app))
        await company.pick("alone win")
        await until(pilot, lambda: pilot.app.screen is screen)
        alone = "Everyone else has left. You win in 0:35 unless someone comes back."
        await until(pilot, lambda: state(company) == alone)
        await until(pilot, lambda: alone_choice(company) == "win")  # the table has heard of it
        await company.wait(36)
        await until(pilot, lambda: screen.match and screen.match.ending)
        await until(pilot, lambda: "Won by Ada" in first_line(company))
        await until(pilot, lambda: "You can undo the ending" in state(company))
        await pilot.press("m")
        await until(pilot, lambda: "Undo the ending" in text(pilot.app))


async def test_the_last_one_may_play_on_with_bots(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        await left_alone(company)
        await company.pick("alone bots")
        await until(company.pilot, lambda: state(company) == "A bot is playing for Bo.")


async def test_the_question_goes_when_somebody_returns(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        from ludoteca.protocol.from_client import Enter

        await left_alone(company)
        form = company.pilot.app.screen.query_one(Form)
        assert [row.key for row in form.rows] == ["alone wait", "alone bots", "alone win"]
        await company.says(Enter)
        await until(company.pilot, lambda: company.pilot.app.screen is company.screen)


async def test_what_is_not_saved_is_said_to_be_so(tmp_path: Path, monkeypatch: Any) -> None:
    async with together(tmp_path) as company:
        pilot, screen, session = company.pilot, company.screen, company.session
        sentence = "Moves can't be saved right now."
        screen._hear(Outage(match=company.match, up=False, sentence=sentence))
        await until(pilot, lambda: state(company) == sentence)
        screen._hear(Outage(match=company.match, up=True))
        await until(pilot, lambda: state(company) == "")
        saved, send = asyncio.Event(), session.ask

        async def slow(kind: type[Message], **fields: Any) -> Answer:
            if kind is PlayMove:
                await saved.wait()
            return await send(kind, **fields)

        monkeypatch.setattr(session, "ask", slow)
        await pilot.press("space", "3")
        await until(pilot, lambda: screen.board.foreseen)
        await pilot.press("enter")
        await until(pilot, lambda: screen._sent_at is not None)
        assert state(company) == ""
        await company.wait(2)
        await until(pilot, lambda: state(company) == "Not saved yet. Still trying…")
        saved.set()
        await until(pilot, lambda: state(company) == "")


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        (NoClock(), "no time limit"),
        (TurnClock(45), "45 s per turn"),
        (BankClock(600, 10), "10 min + 10 s per turn"),
        (DaysClock(2), "2 days per turn"),
    ],
)
def test_every_clock_is_described(clock: Clock, said: str) -> None:
    assert describe_clock(clock, words("en")) == said
