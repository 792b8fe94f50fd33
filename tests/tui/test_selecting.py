"""What a player is choosing is seen by the others while they choose, where it lies open."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludoteca.protocol.from_client import Enter, PlayMove, Select
from ludoteca.protocol.to_client import PositionInfo, Selecting, Snapshot
from ludoteca.tui.boards.codex_naturalis import CodexNaturalisBoard
from ludoteca.tui.boards.my_shelfie import MyShelfieBoard
from ludoteca.tui.boards.plain import PlainBoard
from ludoteca.tui.opening import TableOpening
from ludoteca.tui.screens import table
from tests.tui.pilots import (
    make_app,
    seated,
    setting,
    spot_named,
    text,
    until,
    until_alone,
    until_moved,
)
from tests.tui.two_players import TwoPlayers, together


def shown_to_bo(company: TwoPlayers) -> list[dict[str, Any]]:
    """Return what Bo was shown of Ada's choice since the last time."""
    told = company.bo._told
    frames = [told.get_nowait() for _ in range(told.qsize())]
    return [frame.partial for frame in frames if isinstance(frame, Selecting)]


def board_of(company: TwoPlayers) -> MyShelfieBoard:
    board = company.screen.board
    assert isinstance(board, MyShelfieBoard)
    return board


async def ada_moves(company: TwoPlayers) -> None:
    """Let Ada take one tile into her first column: then it is Bo's turn."""
    pilot, board = company.pilot, board_of(company)
    ply = board.scene.position.ply
    await pilot.press("space", "1")
    await until(pilot, lambda: board.foreseen)
    await pilot.press("enter")
    await until_moved(pilot, company.screen, ply)


async def position_of_bo(company: TwoPlayers) -> PositionInfo:
    answer = await company.bo.send(Enter(request=1, match=company.match))
    assert isinstance(answer, Snapshot)
    assert answer.position
    return answer.position


async def test_the_others_follow_the_choice(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, board = company.pilot, board_of(company)
        shown_to_bo(company)
        seen: list[dict[str, Any]] = []

        async def until_shown(*wanted: dict[str, Any]) -> None:
            """Wait until Bo was shown so much, and see that it was this."""

            def has_come() -> bool:
                seen.extend(shown_to_bo(company))
                return len(seen) >= len(wanted)

            await until(pilot, has_come)
            assert seen == list(wanted)

        taken = {"take": [list(board.cursor)]}
        await pilot.press("space")
        await until_shown(taken)
        await pilot.press("3")
        await until_shown(taken, {**taken, "column": 2})
        await pilot.press("left", "tab", "tab")  # looking around chooses nothing
        await pilot.press("escape")
        await until_shown(taken, {**taken, "column": 2}, {})


async def test_a_rivals_choice_is_on_the_board_until_they_move(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        pilot, board = company.pilot, board_of(company)
        await ada_moves(company)
        position = await position_of_bo(company)
        (row, column), *_ = position.choices["takes"][0]
        letter = position.view["living_room"][row][column]
        await company.says(Select, ply=position.ply, partial={"take": [[row, column]]})
        name = f"{'abcdefghi'[column]}{row + 1}"
        await until(pilot, lambda: f"Bo is taking {name}." in text(pilot.app))
        spot = spot_named(board, f"cell {row} {column}")
        assert spot
        edge = board.picture.text().splitlines()[spot.top + 1]
        assert edge[spot.left : spot.left + 3].strip() == "B"
        choice = {"take": [[row, column]], "column": 4}
        await company.says(Select, ply=position.ply, partial=choice)
        await until(pilot, lambda: f"Bo is placing {name} in column 5." in text(pilot.app))
        assert board.scene.selecting == {1: choice}
        move = f"{name}>5"
        await company.says(PlayMove, ply=position.ply, move_id="0" * 32, move=move)
        await until(pilot, lambda: board.scene.position.ply > position.ply)
        assert board.scene.selecting == {}
        assert board.scene.position.view["seats"][1]["bookshelf"][5] == f"....{letter}"


async def test_who_comes_later_sees_it_too(tmp_path: Path) -> None:
    async with together(tmp_path) as company:
        await ada_moves(company)
        position = await position_of_bo(company)
        take = position.choices["takes"][0][:1]
        await company.says(Select, ply=position.ply, partial={"take": take})
        await company.screen.enter()
        assert board_of(company).scene.selecting == {1: {"take": take}}


async def test_a_rival_who_chooses_at_the_same_time_changes_nothing(tmp_path: Path) -> None:
    async with together(tmp_path, game="codex_naturalis") as company:
        pilot, board = company.pilot, company.screen.board
        assert isinstance(board, CodexNaturalisBoard)
        await pilot.press("2")
        assert board.choice
        assert board.choice.fields() == {"starter_side": "back"}
        ply = board.scene.position.ply
        await company.says(PlayMove, ply=ply, move_id="0" * 32, move="front")
        await until(pilot, lambda: board.scene.position.ply > ply)
        assert board.choice.fields() == {"starter_side": "back"}
        await pilot.press("escape")
        assert board.choice.fields() is None
        await pilot.press("2")
        await until(pilot, lambda: board.foreseen)
        await pilot.press("enter")
        await until(pilot, lambda: board.choice and board.choice.kind == "keep_objective")
        assert board.choice.fields() is None


async def test_nor_does_one_on_the_plain_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table, "board_of", lambda _: PlainBoard)
    async with together(tmp_path, game="codex_naturalis") as company:
        pilot, board = company.pilot, company.screen.board
        assert isinstance(board, PlainBoard)
        await until(pilot, lambda: board.moves)
        await pilot.press("down")
        assert board.moves[board.chosen] == "back"
        ply = board.scene.position.ply
        await company.says(PlayMove, ply=ply, move_id="0" * 32, move="front")
        await until(pilot, lambda: board.scene.position.ply > ply and board.moves)
        assert board.moves[board.chosen] == "back"
        await pilot.press("enter")
        await until(pilot, lambda: board.moves and "back" not in board.moves)
        assert board.chosen == 0


async def test_only_an_open_card_of_codex_naturalis_is_shown(tmp_path: Path) -> None:
    async with seated(make_app(tmp_path, TableOpening(setting("codex_naturalis")))) as (
        pilot,
        screen,
    ):
        board = screen.board
        assert isinstance(board, CodexNaturalisBoard)
        for kind in ("starter_side", "keep_objective", "place"):
            await until_alone(pilot, screen, kind)
            await pilot.press("1")
            await until(pilot, lambda: board.foreseen)
            assert board.selection() == {}
            await pilot.press("n", "enter")
        await until_alone(pilot, screen, "draw")
        await pilot.press("2")
        card = board.scene.position.view["face_up"]["resource"][0]
        things = board.scene.position.choices["draw"]
        assert board.selection() == {"draw": things[1]}
        await pilot.press("backspace")
        rival = 1 - board.scene.own
        mark = f"{board.look.glyphs.cursor}{board.scene.initial(rival)}"
        assert mark not in text(pilot.app)
        board.show(replace(board.scene, selecting={rival: {"draw": card}}))
        await until(pilot, lambda: mark in text(pilot.app))
