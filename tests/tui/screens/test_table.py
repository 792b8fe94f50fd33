"""Whole matches at the table, by keyboard and by mouse."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from ludoteca import games
from ludoteca.protocol.from_client import AskHint, Enter, Message
from ludoteca.protocol.to_client import Answer, Snapshot
from ludoteca.record import read
from ludoteca.tui.boards.codex_naturalis import CodexNaturalisBoard
from ludoteca.tui.boards.my_shelfie import MyShelfieBoard
from ludoteca.tui.form import Form
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens import table
from ludoteca.tui.screens.confirm import ConfirmScreen
from ludoteca.tui.screens.handover import HandoverScreen
from ludoteca.tui.screens.result import ResultScreen
from ludoteca.tui.screens.start import StartScreen
from ludoteca.tui.screens.table import TableScreen
from tests.tui.pilots import (
    click,
    is_asked,
    make_app,
    seated,
    setting,
    text,
    until,
    until_alone,
    until_asked,
    until_moved,
)

Turn = Callable[[Pilot[None], TableScreen], Awaitable[None]]


async def shelfie_by_keys(pilot: Pilot[None], screen: TableScreen) -> None:
    """Go to a takeable tile with the arrows, take it, and place it in a column with room."""
    board = screen.board
    assert isinstance(board, MyShelfieBoard)
    assert board.choice
    if not screen.board.scene.news:
        before = board.cursor
        await pilot.press("right", "down", "left", "up")
        assert board.cursor in (before, *board.choice.partners()) or board.cursor != before
    if board.cursor not in board.choice.partners():
        board.cursor = min(board.choice.partners())
    await pilot.press("space", str(board.choice.columns()[0] + 1))
    await until(pilot, lambda: board.foreseen)
    await pilot.press("enter")


async def shelfie_by_mouse(pilot: Pilot[None], screen: TableScreen) -> None:
    """Click a tile, a column, and the button."""
    board = screen.board
    assert isinstance(board, MyShelfieBoard)
    assert board.choice
    row, column = max(board.choice.partners())
    await click(pilot, board, f"cell {row} {column}")
    await click(pilot, board, f"column {board.choice.columns()[-1]}")
    await until(pilot, lambda: board.foreseen)
    await click(pilot, board, "place")


async def codex_by_keys(pilot: Pilot[None], screen: TableScreen) -> None:
    """Pick by number; place on the place with the last number."""
    board = screen.board
    assert isinstance(board, CodexNaturalisBoard)
    assert board.choice
    await pilot.press("1")
    if board.choice.kind == "place":
        await pilot.press(*str(len(board.choice.places)))
        assert board.choice.place == board.choice.places[-1]
    await until(pilot, lambda: board.foreseen)
    await pilot.press("enter")


async def codex_by_mouse(pilot: Pilot[None], screen: TableScreen) -> None:
    """Click a card and a place twice, or twice what is to be picked."""
    board = screen.board
    assert isinstance(board, CodexNaturalisBoard)
    assert board.choice
    if board.choice.kind == "place":
        await click(pilot, board, "hand 0")
        await until(pilot, lambda: board.foreseen)
        name = next(s.name for s in board.picture.spots if s.name.startswith("place"))
        await click(pilot, board, name)
        await click(pilot, board, "confirm")
        return
    name = "draw 0" if board.choice.kind == "draw" else "pick 1"
    await until(pilot, lambda: board.foreseen)
    await click(pilot, board, name)
    await click(pilot, board, name)


async def plain_by_keys(pilot: Pilot[None], screen: TableScreen) -> None:
    """Take the first of the listed moves."""
    await until(pilot, lambda: screen.board.scene.position.choices)
    await until(pilot, lambda: getattr(screen.board, "moves", None))
    await pilot.press("down", "enter")


async def play_to_the_end(pilot: Pilot[None], screen: TableScreen, turn: Turn) -> None:
    """Take turns until the result is shown."""
    app = pilot.app
    for _ in range(400):
        await until(
            pilot,
            lambda: (
                isinstance(app.screen, ResultScreen) or (app.screen is screen and is_asked(screen))
            ),
        )
        if isinstance(app.screen, ResultScreen):
            return
        assert screen.match
        assert screen.match.position
        ply = screen.match.position.ply
        await turn(pilot, screen)
        await until_moved(pilot, screen, ply)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    ("game", "turn"),
    [
        ("my_shelfie", shelfie_by_keys),
        ("my_shelfie", shelfie_by_mouse),
        ("codex_naturalis", codex_by_keys),
        ("codex_naturalis", codex_by_mouse),
    ],
)
async def test_a_whole_match_can_be_played(tmp_path: Path, game: str, turn: Turn) -> None:
    app = make_app(tmp_path, TableOpening(setting(game)))
    async with seated(app) as (pilot, screen):
        await play_to_the_end(pilot, screen, turn)
        for _ in range(6):
            await pilot.press("space")
        assert "won with" in text(app)
    (path,) = (tmp_path / "matches").glob("*.ludo")
    assert read(path.read_bytes()).is_finished


async def test_what_is_not_allowed_says_why(tmp_path: Path) -> None:
    """My Shelfie, rulebook page 3: a tile needs a free side."""
    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app) as (pilot, screen):
        await until_asked(pilot, screen)
        await click(pilot, screen.board, "cell 4 4")
        await until(pilot, lambda: screen.board.notice)
        assert "The tile on e5 has no free side" in text(app)


async def test_a_resize_in_the_middle_of_a_move_loses_nothing(tmp_path: Path) -> None:
    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app) as (pilot, screen):
        board = screen.board
        assert isinstance(board, MyShelfieBoard)
        await until_asked(pilot, screen)
        await pilot.press("space", "3")
        await until(pilot, lambda: board.foreseen)
        assert board.choice
        taken = list(board.choice.taken)
        await pilot.resize_terminal(60, 20)
        small = "Please make the terminal larger: it needs 80 columns and 24 rows"
        await until(pilot, lambda: small in " ".join(text(app).split()))
        for size in ((160, 48), (80, 24), (120, 36)):
            await pilot.resize_terminal(*size)
            await until(pilot, lambda: "[ Place in column 3 ]" in text(app))
            assert app.size == size
        assert board.choice.taken == taken
        ply = board.scene.position.ply
        await pilot.press("enter")
        await until(pilot, lambda: board.scene.position.ply > ply)


async def test_a_move_can_be_typed_and_taken_back(tmp_path: Path) -> None:
    app = make_app(tmp_path, TableOpening(setting("codex_naturalis")))
    async with seated(app) as (pilot, screen):
        await until_asked(pilot, screen)
        await pilot.press("slash", *"back", "enter")
        board = screen.board
        assert isinstance(board, CodexNaturalisBoard)
        await until_alone(pilot, screen, "keep_objective")
        await pilot.press("slash", *"dance", "enter")
        await until(pilot, lambda: board.notice)
        assert board.notice
        assert board.notice.is_refusal
        await pilot.press("1")
        await until(pilot, lambda: board.foreseen)
        await pilot.press("enter")
        await until(pilot, lambda: board.choice and board.choice.kind == "place")
        await pilot.press("1", "1")
        await until(pilot, lambda: board.foreseen)
        await pilot.press("enter")
        await until(pilot, lambda: board.choice and board.choice.kind == "draw")
        await pilot.press("z")
        await until(pilot, lambda: board.choice and board.choice.kind == "place")


async def test_a_hint_shows_where_and_then_the_whole_move(tmp_path: Path) -> None:
    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app) as (pilot, screen):
        await until_asked(pilot, screen)
        await pilot.press("h")
        await until(pilot, lambda: "stars" in text(app))
        await pilot.press("h")
        await until(pilot, lambda: "to win" in text(app))
        assert screen.board.scene.may_move


@pytest.mark.parametrize("returns", [True, False], ids=["after a reconnect", "after a while"])
async def test_a_hint_is_asked_for_again_when_its_server_died(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, returns: bool
) -> None:
    if not returns:
        monkeypatch.setattr(table, "HINT_TIMEOUT", 5.0)
    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app) as (pilot, screen):
        await until_asked(pilot, screen)
        real, asked = screen.session.ask, []

        async def ask(kind: type[Message], **fields: Any) -> Answer:
            if kind is AskHint:
                asked.append(kind)
                if len(asked) == 1:
                    await asyncio.Event().wait()  # never answered
            return await real(kind, **fields)

        monkeypatch.setattr(screen.session, "ask", ask)
        await pilot.press("h")
        await until(pilot, lambda: asked)
        if returns:
            snapshot = await real(Enter, match=screen.match_id)
            assert isinstance(snapshot, Snapshot)
            screen._hear(snapshot)
        await until(pilot, lambda: "stars" in text(app))
        assert len(asked) > 1


async def test_two_people_share_a_screen_behind_a_curtain(tmp_path: Path) -> None:
    """Nobody sees another's personal goal: between two people everything is covered."""
    opening = TableOpening(setting("my_shelfie", ("Bo",), "easy"), "Ada", (0, 1, 2))
    app = make_app(tmp_path, opening)
    async with app.run_test(size=(80, 24)) as pilot:
        for _ in range(3):
            await until(pilot, lambda: isinstance(app.screen, HandoverScreen))
            await until(pilot, lambda: "Pass the keyboard to" in text(app))
            curtain = text(app)
            assert "Personal goal" not in curtain
            name = "Ada" if "to Ada" in curtain else "Bo"
            await pilot.press("escape")
            assert isinstance(app.screen, HandoverScreen)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            screen: Any = app.screen
            await until_asked(pilot, screen)
            assert screen.match.names[screen.match.seat] == name
            goals = [seat["personal_goal"] for seat in screen.match.position.view["seats"]]
            assert [goal is not None for goal in goals].count(True) == 1
            await shelfie_by_keys(pilot, screen)


async def test_giving_up_is_asked_for_and_ends_the_match(tmp_path: Path) -> None:
    app = make_app(tmp_path, TableOpening(setting("codex_naturalis")))
    async with seated(app) as (pilot, screen):
        await pilot.press("x")
        assert isinstance(app.screen, ConfirmScreen)
        await pilot.press("escape", "x", "enter")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        app.screen.query_one(Form).go_to("again")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen is not screen)


async def test_enter_too_many_starts_nothing_and_the_board_leads_back(tmp_path: Path) -> None:
    app = make_app(tmp_path, TableOpening(setting("my_shelfie", (), "beginner")))
    async with seated(app) as (pilot, screen):
        await play_to_the_end(pilot, screen, shelfie_by_keys)
        await until(pilot, lambda: isinstance(app.screen, ResultScreen))
        await pilot.pause()
        assert "␣ next" in text(app)
        keys = 0
        while "won with" not in text(app):
            keys += 1
            await pilot.press("enter")
        assert keys > 1
        assert "␣ next" not in text(app)
        await pilot.press("enter")  # one too many: the board is shown, and nothing begins
        await until(pilot, lambda: app.screen is screen)
        for _ in range(3):
            await pilot.press("enter")
        assert app.screen is screen
        assert "hint" not in text(app).splitlines()[-1]
        assert "take" not in text(app).splitlines()[-1]
        assert [s for s in app.screen_stack if isinstance(s, TableScreen)] == [screen]
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, ResultScreen) and "won with" in text(app))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, StartScreen))


async def test_a_hidden_choice_is_told_in_words(tmp_path: Path) -> None:
    """Codex Naturalis, rulebook page 2: objectives are kept secretly, all at once."""
    opening = TableOpening(setting("codex_naturalis", (), "hard"))
    app = make_app(tmp_path, opening, name="Ada")
    async with seated(app, (120, 36)) as (pilot, screen):
        await until_asked(pilot, screen)
        await pilot.press("slash", *"front", "enter")
        await until_alone(pilot, screen, "keep_objective")
        assert screen.match
        told = screen.match.news()
        assert "bot (hard) has chosen." in told
        assert not [line for line in told if "?" in line]


async def test_a_player_without_a_name_is_spoken_to(tmp_path: Path) -> None:
    opening = TableOpening(setting("my_shelfie", ("Bo",), "easy"), "", (0, 1, 2))
    app = make_app(tmp_path, opening)
    async with app.run_test(size=(80, 24)) as pilot:
        seen = set()
        for _ in range(2):
            await until(pilot, lambda: isinstance(app.screen, HandoverScreen))
            await until(pilot, lambda: "Pass the keyboard" in text(app))
            seen.add(next(line for line in text(app).splitlines() if "Pass" in line).strip())
            assert "You" not in text(app)
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, TableScreen))
            screen: Any = app.screen
            await until_asked(pilot, screen)
            await shelfie_by_keys(pilot, screen)
        assert seen == {
            "Pass the keyboard back to the first player.",
            "Pass the keyboard to Bo.",
        }


async def test_the_plain_board_plays_any_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game without a board of its own is played from its drawing and its legal moves."""
    from ludoteca.tui.boards import plain

    monkeypatch.setattr(table, "board_of", lambda _: plain.PlainBoard)
    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app, (100, 40)) as (pilot, screen):
        for _ in range(3):
            await until_asked(pilot, screen)
            ply = screen.board.scene.position.ply
            await plain_by_keys(pilot, screen)
            await until_moved(pilot, screen, ply)
        assert "Living room" in text(app) or "a  b  c" in text(app)
    assert games.load("my_shelfie").id
