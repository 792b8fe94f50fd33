"""Write the printed numbers that the page's board needs: python -m tests.games.my_shelfie.page."""

import json
from pathlib import Path

from ludoteca.games.my_shelfie.catalog import END_GAME_POINTS, GROUP_POINTS, PERSONAL_POINTS

BOARD = Path(__file__).parents[3] / "web" / "src" / "boards" / "my_shelfie"
FACTS = BOARD / "facts.json"
GOALS = BOARD / "goals.json"
"""A picture of each common goal: letters, `=` for tiles of one type, `#` for any tile."""


def facts() -> str:
    """Return the numbers as the board reads them."""
    numbers = {
        "personal_points": PERSONAL_POINTS,
        "group_points": GROUP_POINTS,
        "end_game_points": END_GAME_POINTS,
    }
    return json.dumps(numbers, indent=2) + "\n"


if __name__ == "__main__":
    FACTS.write_text(facts(), encoding="utf-8")
