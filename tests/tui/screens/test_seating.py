"""A table before the start: the host's seats, bots and guests, and everybody else's."""

from pathlib import Path

import pytest

from ludoteca.protocol.from_client import Kick, LeaveSeat, Ready, SetSeats
from ludoteca.protocol.to_client import Refused
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.details import DetailsScreen
from ludoteca.tui.screens.pick import PickScreen
from tests.tui.pilots import text, until
from tests.tui.two_players import waiting


async def test_every_level_of_bots_can_be_set_with_the_arrows(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        table.go_to("seat 2")
        for level in ("beginner", "easy", "medium"):
            await table.pilot.press("right")
            await table.until("Ada", "Bo", f"bot:{level}", "")
        await table.pilot.press("left", "left", "left")
        await table.until("Ada", "Bo", "", "")


async def test_a_bot_is_put_and_sent_away_by_the_menu_of_its_seat(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        table.go_to("seat 3")
        await table.pilot.press("enter")
        await until(table.pilot, lambda: isinstance(table.pilot.app.screen, PickScreen))
        table.go_to("bot hard")
        await table.pilot.press("enter")
        await table.until("Ada", "Bo", "", "bot:hard")
        await table.pilot.press("enter")
        await until(table.pilot, lambda: isinstance(table.pilot.app.screen, PickScreen))
        table.go_to("bot free")
        await table.pilot.press("enter")
        await table.until("Ada", "Bo", "", "")


async def test_the_host_sets_the_seats_and_the_cursor_follows(tmp_path: Path) -> None:
    async with waiting(tmp_path, seating="set") as table:
        assert "seat up" in text(table.pilot.app).splitlines()[-1]
        table.go_to("seat 0")
        await table.pilot.press("d", "d")
        await table.until("Bo", "", "Ada", "")
        await table.pilot.press("u")
        await table.until("Bo", "Ada", "", "")
        table.go_to("ready")
        await table.pilot.press("d")  # away from the seats, it is oneself who moves
        await table.until("Bo", "", "Ada", "")
        await table.pilot.press("u")
        await table.until("Bo", "Ada", "", "")
        table.go_to("seat 0")
        await table.pilot.press("u")  # nobody sits above the first seat
        await table.pilot.press("enter")  # the same by the menu of Bo's seat
        await until(table.pilot, lambda: "Bo’s seat" in text(table.pilot.app))
        table.go_to("move 1")
        await table.pilot.press("enter")
        await table.until("Ada", "Bo", "", "")


async def test_seats_that_are_drawn_are_not_set(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        assert "seat up" not in text(table.pilot.app)
        table.go_to("seat 1")
        await table.pilot.press("u", "enter")  # all that is left is to send Bo away
        await until(table.pilot, lambda: isinstance(table.pilot.app.screen, ConfirmScreen))
        assert "Remove Bo?" in text(table.pilot.app)
        assert table.seats() == ["Ada", "Bo", "", ""]


async def test_who_is_no_host_is_offered_no_more_than_a_seat(tmp_path: Path) -> None:
    async with waiting(tmp_path, seating="set") as table:
        pilot, screen = table.pilot, table.screen
        await screen.send(LeaveSeat)
        await until(pilot, lambda: screen.match and screen.match.seat is None)
        assert [seat.kind for seat in screen.match.table.seats].count("person") == 1  # type: ignore[union-attr]
        assert "Invite an account" not in text(pilot.app)
        table.go_to("seat 3")
        await pilot.press("enter")  # sit here
        await table.until("", "Bo", "", "Ada")
        table.go_to("seat 0")
        await pilot.press("enter")  # and rather here
        await table.until("Ada", "Bo", "", "")
        assert "Bo  host, not ready" in text(pilot.app)


async def test_who_is_ready_is_said_and_then_the_host_may_start(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        pilot = table.pilot
        await table.bo.send(Ready(request=1, match=table.match))
        await until(pilot, lambda: "Bo  guest, ready" in text(pilot.app))
        assert "waiting for Ada" in text(pilot.app)
        table.go_to("ready")
        await pilot.press("enter")
        await until(pilot, lambda: "waiting for" not in text(pilot.app))
        table.go_to("start")
        await pilot.press("enter")
        await until(
            pilot,
            lambda: table.screen.match and table.screen.match.table.status == "playing",
        )


async def test_nobody_starts_alone(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        pilot = table.pilot
        assert "Start with 2" in text(pilot.app)
        await table.bo.send(LeaveSeat(request=1, match=table.match))
        await until(pilot, lambda: "Start with" not in text(pilot.app))


async def test_what_was_decided_about_the_table_can_be_read(tmp_path: Path) -> None:
    async with waiting(tmp_path, spectator_delay=30, leaving="wait") as table:
        table.go_to("details")
        await table.pilot.press("enter")
        await until(table.pilot, lambda: isinstance(table.pilot.app.screen, DetailsScreen))
        shown = text(table.pilot.app)
        assert "If someone leaves: the table waits" in shown
        assert "Spectators see moves: 30 s later" in shown
        assert table.screen.match
        assert table.screen.match.table.commitment in shown


@pytest.mark.parametrize("message", [SetSeats, Kick])
async def test_a_refusal_is_told(tmp_path: Path, message: type) -> None:
    async with waiting(tmp_path) as table:
        fields = {"order": (1, 0, 2, 3)} if message is SetSeats else {"seat": 3}
        await table.screen.send(message, **fields)
        await until(table.pilot, lambda: table.pilot.app._notifications)


async def test_a_refusal_with_any_name_in_it_is_shown_as_it_is(tmp_path: Path) -> None:
    async with waiting(tmp_path) as table:
        sentence = "[/b] has this seat.\x1b[2J"
        table.screen.refused(Refused(request=1, code="seat_taken", sentence=sentence))
        await until(table.pilot, lambda: "[/b] has this seat." in text(table.pilot.app))
        assert [each.message for each in table.pilot.app._notifications] == [
            "[/b] has this seat.[2J"
        ]
