"""The printed facts that the page's board draws its cards from."""

import json
from itertools import islice

from tests.games.codex_naturalis.frames import GAME, frames
from tests.games.codex_naturalis.page import HOME, facts
from tests.games.moments import FRAMES


def test_the_page_draws_its_cards_from_the_game_s_own_facts() -> None:
    fresh = "run: python -m tests.games.codex_naturalis.page"
    assert HOME.read_text(encoding="utf-8") == facts(), fresh


def test_a_card_for_the_page_has_all_that_is_printed_on_it() -> None:
    card = json.loads(facts())["cards"][40]
    assert card == {
        "id": 41,
        "kind": "gold",
        "kingdom": "fungi",
        "points": 1,
        "rule": "per_quill",
        "requires": {"fungi": 2, "animal": 1},
        "front": {"corners": ["hidden", "empty", "empty", "quill"], "centre": []},
        "back": {"corners": ["empty"] * 4, "centre": ["fungi"]},
    }


def test_the_story_page_shows_positions_of_this_version() -> None:
    fresh = "run: python -m tests.games.codex_naturalis.frames"
    for name, content in islice(frames(), 3):
        kept = (FRAMES / GAME.id / f"{name}.json").read_text(encoding="utf-8")
        assert json.loads(kept) == content, fresh
