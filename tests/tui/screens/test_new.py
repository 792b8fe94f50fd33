"""Putting a new match together."""

import dataclasses
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.tui.form import Form
from ludoteca.tui.screens.new import NewScreen
from ludoteca.tui.screens.table import TableScreen
from tests.tui.pilots import make_app, text, until

pytestmark = pytest.mark.usefixtures("fixed_seed")


async def go_to(pilot: object, form: Form, key: str) -> None:
    form.go_to(key)


async def test_seats_are_taken_by_people_and_bots_in_the_chosen_order(tmp_path: Path) -> None:
    app = make_app(tmp_path, name="Ada")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = NewScreen()
        await app.push_screen(screen)
        form = screen.query_one(Form)
        await pilot.press("right")  # the other game
        await go_to(pilot, form, "seat 0")
        await pilot.press("right", "right")  # an easy bot begins
        await go_to(pilot, form, "seat 1")
        for _ in range(6):
            if form.here.value != "person":
                await pilot.press("right")
        await go_to(pilot, form, "name 1")
        await pilot.press(*"Bo")
        await go_to(pilot, form, "seat 2")
        await pilot.press("right")
        await go_to(pilot, form, "name 2")
        await pilot.press(*"Cy")
        opening = screen.opening()
        assert opening.name == "Bo"
        assert opening.setting.here == ("Cy",)
        assert opening.setting.bots == ("easy",)
        assert opening.order == (2, 0, 1)
        await go_to(pilot, form, "start")
        await pilot.press("enter")
        await until(pilot, lambda: "Pass the keyboard to" in text(app))
        (table,) = (s for s in app.screen_stack if isinstance(s, TableScreen))
        assert table.match
        assert table.match.names == ("bot (easy)", "Bo", "Cy")


async def test_a_match_needs_a_person_with_a_name(tmp_path: Path) -> None:
    app = make_app(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = NewScreen()
        await app.push_screen(screen)
        form = screen.query_one(Form)
        await go_to(pilot, form, "name 0")
        await pilot.press("backspace", "backspace", "backspace")
        assert "every player needs a different name" in text(app)
        await go_to(pilot, form, "start")
        await pilot.press("enter")
        assert app.screen is screen
        await go_to(pilot, form, "seat 0")
        await pilot.press("right")
        assert "at least one seat needs a person" in text(app)


async def test_a_game_without_editions_offers_its_options(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = dataclasses.replace(games.load("my_shelfie"), editions={})
    monkeypatch.setattr(games, "load", lambda _: plain)
    app = make_app(tmp_path, name="Ada")
    async with app.run_test(size=(80, 24)) as pilot:
        screen = NewScreen()
        await app.push_screen(screen)
        form = screen.query_one(Form)
        await go_to(pilot, form, "option common_goals")
        await pilot.press("right")
        assert "one, for a first match" in text(app)
        assert screen.opening().setting.edition is None
        assert screen.opening().setting.options == {"refill": "four_or_fewer", "common_goals": "1"}
        await go_to(pilot, form, "start")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
