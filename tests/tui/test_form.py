"""Forms: rows by keyboard and mouse."""

from pathlib import Path

from ludoteca.tui.form import Form, Row
from ludoteca.tui.screens.base import BaseScreen
from tests.tui.pilots import make_app, text


class Page(BaseScreen[None]):
    """A screen with a form."""

    def __init__(self, rows: list[Row]) -> None:
        super().__init__()
        self.form = Form(rows)
        self.heard: list[str] = []

    def body(self) -> list[Form]:  # type: ignore[override]
        """Put the form."""
        return [self.form]

    def on_form_chosen(self, message: Form.Chosen) -> None:
        """Listen."""
        self.heard.append(message.key)

    def on_form_changed(self, message: Form.Changed) -> None:
        """Listen."""
        self.heard.append(f"{message.key}={message.value}")


def rows() -> list[Row]:
    return [
        Row("title", "Seats", is_title=True),
        Row("bot", "Bot", (("easy", "easy one"), ("hard", "hard one")), "easy"),
        Row("name", "Name", value="Ad", is_text=True),
        Row("start", "Start"),
    ]


async def test_rows_are_set_by_keys(tmp_path: Path) -> None:
    page = Page(rows())
    async with make_app(tmp_path).run_test() as pilot:
        await pilot.app.push_screen(page)
        await pilot.press("right", "left", "left", "enter")
        await pilot.press("down", "a", "space", "B", "backspace", "backspace", "down", "enter")
        assert page.heard[:4] == ["bot=hard", "bot=easy", "bot=hard", "bot=easy"]
        assert page.form.rows[2].value == "Ada"
        assert page.heard[-1] == "start"


async def test_titles_are_passed_over(tmp_path: Path) -> None:
    page = Page(rows())
    async with make_app(tmp_path).run_test() as pilot:
        await pilot.app.push_screen(page)
        assert page.form.here.key == "bot"
        await pilot.press("up")
        assert page.form.here.key == "start"
        await pilot.press("down")
        assert page.form.here.key == "bot"


async def test_rows_are_set_by_the_mouse(tmp_path: Path) -> None:
    page = Page(rows())
    async with make_app(tmp_path).run_test() as pilot:
        await pilot.app.push_screen(page)
        line = text(pilot.app).splitlines()[2]
        await pilot.click(page.form, offset=(line.index("›"), 1))
        line = text(pilot.app).splitlines()[2]
        await pilot.click(page.form, offset=(line.index("‹"), 1))
        await pilot.click(page.form, offset=(5, 3))
        assert page.heard == ["bot=hard", "bot=easy", "start"]


async def test_a_long_list_follows_the_cursor(tmp_path: Path) -> None:
    page = Page([Row(str(number), f"Row {number}") for number in range(100)])
    async with make_app(tmp_path).run_test(size=(80, 24)) as pilot:
        await pilot.app.push_screen(page)
        await pilot.press("end")
        assert "Row 99" in text(pilot.app)
        await pilot.press("home")
        assert "Row 0\n" in text(pilot.app)
