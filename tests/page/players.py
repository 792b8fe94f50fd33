"""People who play through the page, by clicks or by taps."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache
from typing import Any

from playwright.sync_api import Locator, Page, TimeoutError, expect

from ludoteca import games
from ludoteca.core.words import Words

MOST_MOVES = 200
MOST_TRIES = 5
"""The page may move on between a look and a press: then one looks again."""

SHORT = 10_000
"""Milliseconds within which something that was seen can be pressed."""

Move = dict[str, Any]
"""A move in fields, as boards know it."""


@cache
def words_of(game: str, language: str) -> Words:
    """Return the words of a game's board in a language."""
    path = games.load(game).folder / "text" / f"{language}.json"
    return Words(json.loads(path.read_text(encoding="utf-8")))


def wait_for_turn(page: Page) -> bool:
    """Wait until one may move; False if the match is over."""
    page.locator("[data-turn=mine], [data-turn=over]").wait_for()
    return page.locator("[data-turn=over]").count() == 0


def ply_of(page: Page) -> int:
    """Read which ply the page shows."""
    return int(page.locator("[data-ply]").get_attribute("data-ply") or 0)


def expect_same_ply(page: Page, other: Page) -> None:
    """Wait until a page shows the ply at which the other one has arrived."""
    expect(page.locator(f'[data-ply="{ply_of(other)}"]')).to_be_visible()


class Player(ABC):
    """Plays a match to its end on one page."""

    def __init__(self, page: Page, touch: bool = False) -> None:
        """Take a page that shows a match."""
        self.page, self.touch = page, touch
        self.dock = page.get_by_role("region", name="Your move")
        self.button = self.dock.locator("button.filled")

    def press(self, target: Locator, force: bool = False) -> None:
        """Click or tap something; by force also what is marked as refused."""
        if self.touch:
            target.tap(timeout=SHORT, force=force)
        else:
            target.click(timeout=SHORT, force=force)

    def confirm(self) -> None:
        """Press the one filled button of the dock, and see that the match has moved on."""
        before = ply_of(self.page)
        expect(self.button).to_be_enabled()
        self.press(self.button)
        expect(self.page.locator(f'[data-ply="{before}"]')).to_have_count(0)

    @abstractmethod
    def choose(self) -> None:
        """Choose a legal move, up to the button."""

    def play(self, moves: int = MOST_MOVES) -> int:
        """Play some moves, or to the end; return their number."""
        made = tries = 0
        while made < moves and wait_for_turn(self.page):
            try:
                self.choose()
                expect(self.button).to_be_enabled(timeout=SHORT)
            except (AssertionError, TimeoutError):
                tries += 1
                if tries == MOST_TRIES:
                    raise
                continue
            self.confirm()
            made, tries = made + 1, 0
        return made


IN_REACH = """place => {
  const box = place.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return place.contains(found);
}"""
"""Whether nothing lies over the middle of a place."""


class BoardPlayer(Player):
    """Plays on a board made for its game: a certain move can be chosen there, too."""

    game: str
    dock_name: str
    """The key of what the dock is called."""

    def __init__(self, page: Page, touch: bool = False, language: str = "en") -> None:
        """Take a page that shows a match in a language."""
        super().__init__(page, touch)
        self.words = words_of(self.game, language)
        self.dock = page.get_by_role("region", name=self.words[self.dock_name])
        self.button = self.dock.locator("button.filled")

    @abstractmethod
    def lay_out(self, move: Move) -> None:
        """Choose a certain move, or so much of it as is given, up to the button."""


class CodexPlayer(BoardPlayer):
    """Plays Codex Naturalis: always the first card that can lie face up, on the best place."""

    game, dock_name = "codex_naturalis", "board.your_move"

    def choose(self) -> None:
        """Choose what the phase asks for."""
        page, words = self.page, self.words
        label = self.button.inner_text()
        if label in (words["board.use_side"], words["board.keep"]):
            area = page.get_by_role("region", name=words["board.your_page"])
            self.press(area.get_by_role("group").get_by_role("button").first)
        elif label == words["board.draw"]:
            self.press(page.locator("[data-source][aria-pressed]:not(.empty)").last)
        else:
            best, back_only = best_card(page, words)
            card = hand_of(page, words).nth(best)
            if card.get_attribute("aria-selected") == "false":  # again, it would be put back
                self.press(card)
            places = places_of(page, words)
            if back_only and not places.count():
                self.press(page.get_by_role("button", name=words["board.flip"]).first)
            expect(places.first).to_be_visible()
            more = page.locator("button.unseen")
            if more.count():  # they lie outside: show everything
                self.press(more)
                expect(more).to_have_count(0)
            self.press(next(place for place in places.all() if place.evaluate(IN_REACH)))

    def lay_out(self, move: Move) -> None:
        """Choose a side, an objective, a card with its place, or a source."""
        page = self.page
        if "starter_side" in move:
            self.press(page.locator(f'[data-side="{move["starter_side"]}"]'))
        elif "keep_objective" in move:
            self.press(page.locator(f'[data-objective="{move["keep_objective"]}"]'))
        elif "draw" in move:
            self.press(page.locator(f'[data-source="{move["draw"]}"]'))
        else:
            self.press(page.locator(f'[data-hand="{move["place"]}"]'))
            if move["side"] == "back":
                self.press(page.get_by_role("button", name=self.words["board.flip"]).first)
            self.press(page.locator(f'[data-spot="{move["x"]},{move["y"]}"]'))


def hand_of(page: Page, words: Words) -> Locator:
    """Find the cards of the own hand."""
    return page.get_by_role("listbox", name=words["board.your_hand"]).get_by_role("option")


def places_of(page: Page, words: Words) -> Locator:
    """Find the places of the chosen card."""
    return page.get_by_role("group", name=words["board.places"]).get_by_role("button")


def best_card(page: Page, words: Words) -> tuple[int, bool]:
    """Choose a card of the hand; return whether it can only lie face down, too."""
    labels = [card.text_content() or "" for card in hand_of(page, words).all()]
    only = words["board.back_only"]
    best = max(range(len(labels)), key=lambda n: _worth(labels[n], only))
    return best, only in labels[best]


def _worth(label: str, only: str) -> int:
    """Prefer cards that may lie face up, gold before others."""
    points = re.search(r"(\d+) (?:points?|punt[oi]|Punkte?)", label)
    return -1 if only in label else int(points[1]) if points else 0


class ShelfiePlayer(BoardPlayer):
    """Plays My Shelfie: up to three tiles in a line, into the emptiest column that takes them."""

    game, dock_name = "my_shelfie", "board.dock"

    def choose(self) -> None:
        """Take tiles, then a column."""
        room = self.page.get_by_role("grid", name=self.words["living_room"])
        free = room.locator("[role=gridcell][aria-selected=false]:not([aria-disabled=true])")
        taken = room.locator("[role=gridcell][aria-selected=true]").count()  # at an earlier try
        if not taken:
            expect(free.first).to_be_visible()
        for _ in range(taken, 3):
            if free.count():
                self.press(free.first)
        self.press(self.page.locator("[data-column][aria-disabled=false]").first)

    def lay_out(self, move: Move) -> None:
        """Take tiles, also such as may not be taken, and choose a column."""
        for row, column in move["take"]:
            cell = self.page.locator(f'[data-room="{row},{column}"]')
            refused = cell.get_attribute("aria-disabled") == "true"
            self.press(cell, force=refused)
        if "column" in move:
            self.press(self.page.locator(f'[data-column="{move["column"]}"]'))


PLAYERS: dict[str, Callable[..., BoardPlayer]] = {
    "codex_naturalis": CodexPlayer,
    "my_shelfie": ShelfiePlayer,
}
"""Who can play which game through its board."""
