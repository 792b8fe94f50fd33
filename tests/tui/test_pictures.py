"""Pictures of the program: drawn from the screen, small, and complete by themselves."""

import re
from pathlib import Path

import pytest

from tests.tui.pictures import FOLDER, SCREENS
from tests.tui.pilots import make_app
from tests.tui.svg import Film, capture

NAMES = [*(file for file, _ in SCREENS.values()), "terminal-demo"]


@pytest.mark.parametrize("name", NAMES)
def test_the_documents_show_pictures_that_need_nothing_else(name: str) -> None:
    picture = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert len(picture) < 1_000_000
    assert not re.search(r"(?:href|src)=\"(?!#)|url\(|@import|<script", picture)
    page = (FOLDER.parent / "terminal.md").read_text(encoding="utf-8")
    readme = (FOLDER.parents[1] / "README.md").read_text(encoding="utf-8")
    assert f"pictures/{name}.svg" in page
    assert "docs/pictures/terminal-demo.svg" in readme


async def test_a_picture_has_every_word_of_the_screen_and_frames_in_turn(tmp_path: Path) -> None:
    app = make_app(tmp_path, name="Ada")
    async with app.run_test(size=(80, 24)) as pilot:
        film = Film(80, 24, "#000000", "#ffffff")
        film.add(capture(app), 1.0)
        await pilot.press("down")
        film.add(capture(app), 2.0)
        picture = film.write("Two screens")
    for word in ("Play", "Shelfie", "Online", "Replays", "<title>Two screens</title>"):
        assert word in picture
    assert picture.count("<animate ") == 2
    assert 'dur="3.0s"' in picture
    rows = re.findall(r'<g id="r\d+">', picture)
    assert picture.count("<use ") == 48
    assert len(rows) < 30  # rows that look alike are drawn once
