"""How every screen looks, at every size, in colour and without, in every language.

The pictures are in `snapshots/`. After a change that was meant, write them again with
`LUDOTECA_SNAPSHOTS=write pytest tests/tui/test_snapshots.py`, and read the difference.
"""

import os
from pathlib import Path

import pytest

from tests.tui.pilots import make_app, text
from tests.tui.tour import tour

SNAPSHOTS = Path(__file__).with_name("snapshots")

pytestmark = pytest.mark.usefixtures("fixed_seed")


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (160, 48)], ids=lambda size: str(size[0]))
async def test_every_screen_looks_as_it_did(tmp_path: Path, size: tuple[int, int]) -> None:
    app = make_app(tmp_path, name="Ada")
    seen = {}
    async with app.run_test(size=size) as pilot:
        async for name in tour(pilot, app):
            seen[f"{name}-{size[0]}x{size[1]}"] = text(app)
    compare(seen)


@pytest.mark.parametrize("language", ["it", "de"])
async def test_every_screen_speaks_every_language(tmp_path: Path, language: str) -> None:
    app = make_app(tmp_path, language=language, name="Ada")
    seen = {}
    async with app.run_test(size=(80, 24)) as pilot:
        async for name in tour(pilot, app):
            seen[f"{name}-{language}"] = text(app)
    compare(seen)


async def test_every_screen_does_without_colours_and_unicode(tmp_path: Path) -> None:
    app = make_app(tmp_path, colours="none", letters="ascii", language="de", name="Zoë")
    seen = {}
    async with app.run_test(size=(80, 24)) as pilot:
        async for name in tour(pilot, app):
            strips = app.screen._compositor.render_strips()
            styles = [segment.style for strip in strips for segment in strip if segment.style]
            assert not [style for style in styles if style.color or style.bgcolor], name
            assert text(app).isascii(), name
            seen[f"{name}-ascii"] = text(app)
    compare(seen)


def compare(seen: dict[str, str]) -> None:
    """Compare screens with their pictures, or write the pictures."""
    if os.environ.get("LUDOTECA_SNAPSHOTS") == "write":
        SNAPSHOTS.mkdir(exist_ok=True)
        for name, picture in seen.items():
            (SNAPSHOTS / f"{name}.txt").write_text(picture + "\n", encoding="utf-8")
    for name, picture in seen.items():
        assert picture + "\n" == (SNAPSHOTS / f"{name}.txt").read_text(encoding="utf-8"), name
