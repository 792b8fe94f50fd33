"""A whole match of each game by keys alone; where one is can always be seen."""

import re
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Visit
from tests.page.players import SHORT, best_card, ply_of, wait_for_turn

MOST_TABS = 40
MOST_MOVES = 100

FOCUS = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return "nothing has the focus";
  const name = `${one.tagName} ${one.textContent.trim().slice(0, 40)}`;
  if (!one.matches(":focus-visible")) return `not shown: ${name}`;
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  if (outlineStyle === "none" || parseFloat(outlineWidth) < 2) return `no ring: ${name}`;
  const box = one.getBoundingClientRect();
  const inside = box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
  return inside && box.width > 1 ? "" : `out of sight: ${name}`;
}"""
"""What is wrong with the focus; "" if it can be seen."""

Cell = tuple[int, int]
ARROWS: dict[Cell, str] = {
    (-1, 0): "ArrowUp",
    (1, 0): "ArrowDown",
    (0, -1): "ArrowLeft",
    (0, 1): "ArrowRight",
}


def path(cells: set[Cell], start: Cell, goal: Cell) -> list[str]:
    """Find the arrows that lead from one cell to another."""
    ways: dict[Cell, list[str]] = {start: []}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for (down, right), key in ARROWS.items():
            there = (at[0] + down, at[1] + right)
            if there in cells and there not in ways:
                ways[there] = [*ways[at], key]
                queue.append(there)
    return ways[goal]


class KeyPlayer(ABC):
    """Plays by keys alone."""

    def __init__(self, page: Page) -> None:
        """Take a page."""
        self.page = page

    def press(self, *keys: str) -> None:
        """Press keys; afterwards one sees where one is."""
        for key in keys:
            self.page.keyboard.press(key)
        assert self.page.evaluate(FOCUS) == ""

    def has_focus(self, selector: str) -> bool:
        """Return whether what has the focus is of a kind."""
        found: bool = self.page.evaluate("s => document.activeElement.matches(s)", selector)
        return found

    def tab_to(self, selector: str) -> None:
        """Press Tab until something of a kind has the focus."""
        for _ in range(MOST_TABS):
            self.page.keyboard.press("Tab")
            if self.has_focus(selector):
                assert self.page.evaluate(FOCUS) == ""
                return
        raise AssertionError(f"{MOST_TABS} times Tab do not lead to {selector}")

    def confirm(self) -> None:
        """Press the one filled button, reached by Tab."""
        button = self.page.get_by_role("region", name="Your move").locator("button.filled")
        expect(button).to_be_enabled()
        self.tab_to("section button.filled")
        self.page.keyboard.press("Enter")

    @abstractmethod
    def move(self, first: bool) -> None:
        """Make a move; the first one is confirmed by the button."""

    def play(self) -> int:
        """Play to the end; give the number of moves."""
        for made in range(MOST_MOVES):
            if not wait_for_turn(self.page):
                return made
            before = ply_of(self.page)
            if made:
                self.page.wait_for_function(f"() => ({FOCUS})() === ''", timeout=SHORT)
            self.move(first=made == 0)
            expect(self.page.locator(f'[data-ply="{before}"]')).to_have_count(0)
        raise AssertionError("the match does not end")


class ShelfieKeys(KeyPlayer):
    """Plays My Shelfie: arrows and Enter take tiles, numbers choose a column."""

    def move(self, first: bool) -> None:
        """Take up to three tiles, then press a column's number, twice."""
        if not self.has_focus("[data-room]"):
            self.tab_to("[data-room]")
        for _ in range(3):
            free = self.cells('[aria-selected="false"]:not([aria-disabled="true"])')
            if not free:
                break
            here = self.cells(":focus")[0]
            every = set(self.cells(""))
            self.press(*min((path(every, here, cell) for cell in free), key=len), "Enter")
        column = self.page.locator("[data-column][aria-disabled=false]").first
        number = str(int(column.get_attribute("data-column") or 0) + 1)
        self.press(number)
        if first:
            self.confirm()
        else:
            self.page.keyboard.press(number)  # the last move of a match opens the scoring

    def cells(self, kind: str) -> list[Cell]:
        """List cells of the living room."""
        found = self.page.locator(f"[data-room]{kind}").evaluate_all(
            "all => all.map((one) => one.dataset.room.split(',').map(Number))"
        )
        return [(row, column) for row, column in found]


class CodexKeys(KeyPlayer):
    """Plays Codex Naturalis: numbers take cards, Shift N finds the best place, T the table."""

    def move(self, first: bool) -> None:
        """Do what the phase asks for."""
        label = self.page.get_by_role("region", name="Your move").locator("button.filled")
        text = label.inner_text()
        if re.search("side|Keep", text):
            self.tab_to("[data-side], [data-objective]")
            self.press("Enter")
            self.confirm()
        elif "Place" in text:
            best, back_only = best_card(self.page)
            self.press(str(best + 1))
            if back_only:
                self.press("f")
            places = self.page.get_by_role("group", name="Places").get_by_role("button")
            expect(places.first).to_be_visible()
            self.press("Shift+N")
            self.page.keyboard.press("Enter")
        else:
            assert self.has_focus("[data-source]:not(.empty)"), "one goes on with the cards to draw"
            self.press("Enter")
            self.page.keyboard.press("Enter")


PLAYERS: dict[str, Callable[[Page], KeyPlayer]] = {
    "codex_naturalis": CodexKeys,
    "my_shelfie": ShelfieKeys,
}


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_whole_match_by_keys_alone(visit: Visit, game: str) -> None:
    page = visit(settings={"level": "easy"})
    player = PLAYERS[game](page)
    page.locator(f'article[data-game="{game}"]').wait_for()
    player.tab_to(f'article[data-game="{game}"] button.filled')
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    assert player.play() > 8
    result = page.get_by_role("dialog", name="Final scoring")
    while result.get_by_role("button", name="Next").count():
        if not player.has_focus("dialog button.filled"):
            player.tab_to("dialog button.filled")
        player.press("Enter")
    expect(result.get_by_role("heading", name="win")).to_be_visible()
    player.tab_to('dialog a[href^="/r/"]')
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*")
