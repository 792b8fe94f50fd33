"""The site is built without a warning, names every page, and loads nothing from elsewhere."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conventions.tree import ROOT, files

LOADED = re.compile(
    r"<(?:script|img|iframe|source|video|audio)\b[^>]*?\ssrc=\"([^\"]+)\""
    r"|<link\b(?![^>]*rel=\"(?:canonical|index|search|next|prev)\")[^>]*?\shref=\"([^\"]+)\""
)
IN_STYLES = re.compile(r"@import\s+[\"']?([^\"';]+)|url\(\s*[\"']?([^\"')]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the site as `./check docs` does: a warning is an error."""
    into = tmp_path_factory.mktemp("site")
    sphinx = [sys.executable, "-m", "sphinx", "-n", "-W", "--keep-going", "-q", "-c", "docs"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONWARNINGS": "default"}
    done = subprocess.run(
        [*sphinx, ".", str(into)], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return into


def test_every_page_is_on_the_site(site: Path) -> None:
    pages = [path for path in files() if path.is_relative_to(ROOT / "docs")]
    markdown = [path.relative_to(ROOT) for path in pages if path.suffix == ".md"]
    assert markdown
    missing = [str(path) for path in markdown if not (site / path.with_suffix(".html")).exists()]
    assert not missing
    assert "docs/index.html" in (site / "index.html").read_text()


def test_the_root_of_the_site_is_the_page_without_a_server(site: Path) -> None:
    index = (site / "index.html").read_text()
    assert 'name="ludoteca-server" content="none"' in index
    for name in ("device.json", "service-worker.js", "games/my_shelfie.wasm"):
        assert (site / name).is_file()
    assert '<a href="/">Play it here</a>' in (site / "docs" / "index.html").read_text()


def test_readers_load_nothing_from_elsewhere(site: Path) -> None:
    found = []
    for path in sorted(site.rglob("*")):
        if path.suffix not in (".html", ".css", ".svg"):
            continue
        pattern = IN_STYLES if path.suffix == ".css" else LOADED
        for hit in pattern.finditer(path.read_text(encoding="utf-8")):
            address = next(group for group in hit.groups() if group)
            if "//" in address.split("?")[0] and not address.startswith("data:"):
                found.append(f"{path.relative_to(site)}: {address}")
    assert not found


def test_what_is_loaded_from_elsewhere_would_be_found() -> None:
    page = (
        '<link rel="stylesheet" href="https://a.example/x.css"><img alt="" src="//b.example/y.png">'
    )
    assert [hit[1] or hit[2] for hit in LOADED.finditer(page)] == [
        "https://a.example/x.css",
        "//b.example/y.png",
    ]


def test_the_lists_of_the_index_are_the_navigation(site: Path) -> None:
    index = (ROOT / "docs" / "index.md").read_text()
    page = (site / "docs" / "decisions" / "README.html").read_text()
    for title in re.findall(r"^## (.+)$", index, re.MULTILINE):
        assert f'<span class="caption-text">{title}</span>' in page
