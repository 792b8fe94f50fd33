"""Questions: every word of them can be read."""

from pathlib import Path

import pytest

from ludoteca.language import LANGUAGES, words
from ludoteca.tui.screens.confirm import ConfirmScreen
from tests.tui.pilots import SIZE, make_app, text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_long_question_is_read_to_its_end(tmp_path: Path, language: str) -> None:
    app = make_app(tmp_path, language=language)
    async with app.run_test(size=SIZE) as pilot:
        name = "Maximiliane Gertrude"
        heard: list[bool | None] = []
        await app.push_screen(ConfirmScreen("tui.seating.kick", name=name), heard.append)
        await pilot.pause()
        shown = " ".join(text(app).split())
        assert words(language).say("tui.seating.kick", name=name) in shown
        await pilot.press("down", "enter")
        assert heard == [False]
