"""All pages that the program writes: `python -m tests.docs.pages` writes them again."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from tests.docs import (
    commands,
    errors,
    games,
    http,
    levels,
    limits,
    pieces,
    protocol,
    rules,
    settings,
)

ROOT = Path(__file__).parents[2]

PAGES: dict[str, Callable[[], str]] = {
    "docs/reference/commands.md": commands.page,
    "docs/reference/settings.md": settings.page,
    "docs/reference/http.md": http.page,
    "docs/reference/protocol.md": protocol.page,
    "docs/reference/games.md": games.page,
    "docs/reference/errors.md": errors.page,
    "docs/reference/levels.md": levels.page,
    "docs/reference/limits.md": limits.page,
    "docs/reference/pieces.md": pieces.page,
    **{path: partial(pieces.sheet, path) for path in pieces.SHEETS},
    **rules.pages(),
}


def main(root: Path = ROOT) -> None:
    """Write all of them."""
    for path, page in PAGES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
