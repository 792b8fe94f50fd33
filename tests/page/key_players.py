"""People who play through the page by keys alone; where one is can always be seen."""

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.page.players import SHORT, best_card, places_of, ply_of, wait_for_turn, words_of

MOST_TABS = 40
MOST_MOVES = 200

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

    game: str
    dock_name: str
    """The key of what the dock is called."""

    def __init__(self, page: Page, language: str = "en") -> None:
        self.page, self.words = page, words_of(self.game, language)
        self.dock = page.get_by_role("region", name=self.words[self.dock_name])
        self.made = 0

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
        expect(self.dock.locator("button.filled")).to_be_enabled()
        self.tab_to("section button.filled")
        self.page.keyboard.press("Enter")

    @abstractmethod
    def move(self, first: bool) -> None:
        """Make a move; the first one is confirmed by the button."""

    def play(self, moves: int = MOST_MOVES) -> int:
        """Play some moves, or to the end; return their number."""
        made = 0
        while made < moves and wait_for_turn(self.page):
            before = ply_of(self.page)
            if self.made:
                self.page.wait_for_function(f"() => ({FOCUS})() === ''", timeout=SHORT)
            self.move(first=self.made == 0)
            expect(self.page.locator(f'[data-ply="{before}"]')).to_have_count(0)
            self.made, made = self.made + 1, made + 1
        return made


class ShelfieKeys(KeyPlayer):
    """Plays My Shelfie: arrows and Enter take tiles, numbers choose a column."""

    game, dock_name = "my_shelfie", "board.dock"

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

    game, dock_name = "codex_naturalis", "board.your_move"

    def move(self, first: bool) -> None:
        """Do what the phase asks for."""
        words = self.words
        text = self.dock.locator("button.filled").inner_text()
        if text in (words["board.use_side"], words["board.keep"]):
            self.tab_to("[data-side], [data-objective]")
            self.press("Enter")
            self.confirm()
        elif text in (words["board.place_card"], words["board.place_short"]):
            best, back_only = best_card(self.page, words)
            self.press(str(best + 1))
            if back_only:
                self.press("f")
            expect(places_of(self.page, words).first).to_be_visible()
            self.press("Shift+N")
            self.page.keyboard.press("Enter")
        else:
            assert self.has_focus("[data-source]:not(.empty)"), "one goes on with the cards to draw"
            self.press("Enter")
            self.page.keyboard.press("Enter")


KEY_PLAYERS: dict[str, Callable[..., KeyPlayer]] = {
    "codex_naturalis": CodexKeys,
    "my_shelfie": ShelfieKeys,
}
"""Who can play which game by keys."""
