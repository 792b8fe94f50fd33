"""The first and the last line of every screen: where one is, and which keys there are."""

from typing import Any

from rich.cells import cell_len
from textual.screen import Screen

from ludoteca.language import Words
from ludoteca.tui.canvas import Canvas, Paint, fitted
from ludoteca.tui.drawable import Drawable
from ludoteca.tui.look import in_ascii

NAMES = {
    "space": "␣", "enter": "↵", "escape": "Esc", "backspace": "⌫", "tab": "Tab", "plus": "+",
    "minus": "-", "question_mark": "?", "left": "←", "right": "→", "up": "↑", "down": "↓",
    "slash": "/",
    "shift+left": "Shift ←", "shift+right": "Shift →", "shift+up": "Shift ↑",
    "shift+down": "Shift ↓", "ctrl+p": "Ctrl P", "ctrl+q": "Ctrl Q",
}  # fmt: skip
"""How keys are written."""

PLAIN_NAMES = {
    "space": "Space", "enter": "Enter", "backspace": "Bksp", "left": "Left", "right": "Right",
    "up": "Up", "down": "Down", "shift+left": "Shift Left", "shift+right": "Shift Right",
    "shift+up": "Shift Up", "shift+down": "Shift Down",
}  # fmt: skip
"""How they are written in ASCII."""

MENU = "m"
"""The key of the menu."""


def key_name(key: str, ascii_only: bool, words: Words) -> str:
    """Write the name of a key, as keyboards of the language print it.

    >>> from ludoteca.language import words
    >>> [key_name(key, True, words("en")) for key in ("space", "h", "pageup")]
    ['Space', 'h', 'PgUp']
    >>> [key_name(key, ascii, words("de")) for key in ("home", "pageup") for ascii in (False, True)]
    ['Pos1', 'Pos1', 'Bild↑', 'Bild auf']
    """
    if f"tui.keys.{key}" in words:
        name = words[f"tui.keys.{key}"]
        return in_ascii(words.get(f"tui.keys.{key}.plain", name)) if ascii_only else name
    return (PLAIN_NAMES.get(key) if ascii_only else None) or NAMES.get(key, key)


def keys_of(screen: Screen[Any], shown_only: bool) -> list[tuple[list[str], str]]:
    """List the keys that work now with the key of their words; those of one meaning together."""
    found: dict[str, list[str]] = {}
    for active in screen.active_bindings.values():
        binding = active.binding
        if "." in binding.description and active.enabled and (binding.show or not shown_only):
            found.setdefault(binding.description, []).append(binding.key)
    return [(keys, description) for description, keys in found.items()]


def joined(keys: list[str], ascii_only: bool, words: Words) -> str:
    """Write several keys of one meaning.

    >>> from ludoteca.language import words
    >>> joined(["1", "2", "3"], True, words("en")), joined(["n", "p"], True, words("en"))
    ('1-3', 'n p')
    """
    if len(keys) > 2 and all(key.isdigit() for key in keys):
        return f"{min(keys)}-{max(keys)}"
    return " ".join(key_name(key, ascii_only, words) for key in keys)


def _width(found: list[tuple[str, str, str]], gap: int) -> int:
    """Return how many columns keys with their names and words take."""
    return sum(cell_len(name) + 1 + cell_len(text) + gap for _, name, text in found)


class TitleBar(Drawable):
    """The first line: the program, the current screen, and what matters now."""

    DEFAULT_CSS = "TitleBar { height: 1; dock: top; }"

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self._left, self._middle, self._right, self._lit = "", "", "", False

    def say(self, left: str, middle: str = "", right: str = "", lit: bool = False) -> None:
        """Write the line; lit if the player is to act."""
        self._left, self._middle, self._right, self._lit = left, middle, right, lit
        self.redraw()

    def draw(self, canvas: Canvas) -> None:
        """Draw the line."""
        look, palette = self.look, self.look.palette
        canvas.fill(0, 0, canvas.width, 1, palette.panel)
        canvas.put(1, 0, look.text(self._left), Paint(palette.soft, bold=True))
        right = look.text(self._right)
        canvas.put(canvas.width - cell_len(right) - 1, 0, right, Paint(palette.soft))
        middle = look.text(self._middle)
        if middle:
            text = f" {middle} "
            room = canvas.width - cell_len(self._left) - cell_len(right) - 6
            text = fitted(text, min(room, cell_len(text)), look.glyphs.ellipsis)
            paint = Paint(palette.ink, palette.raised, bold=True)
            if self._lit:
                paint = Paint(palette.on_accent, palette.accent, bold=True)
            first = max((canvas.width - cell_len(text)) // 2, cell_len(self._left) + 3)
            canvas.put(first, 0, text, paint)


class KeyLine(Drawable):
    """The last line: the keys that matter now; a click is as good as the key."""

    DEFAULT_CSS = "KeyLine { height: 1; dock: bottom; }"

    def on_mount(self) -> None:
        """Follow the focus."""
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.redraw())

    def draw(self, canvas: Canvas) -> None:
        """Draw as many keys as fit."""
        look, palette = self.look, self.look.palette
        canvas.fill(0, 0, canvas.width, 1, palette.panel)
        words: Words = self.screen.words  # type: ignore[attr-defined]  # every screen has words
        found = [
            (keys[0], joined(keys, look.ascii, words), look.text(words[description]))
            for keys, description in keys_of(self.screen, shown_only=True)
            if words.get(description)
        ]
        gap = 2 if _width(found, 2) < canvas.width else 1
        has_menu = any(key == MENU for key, _, _ in found)
        if has_menu and _width(found, gap) > canvas.width:  # the way back is in the menu, too
            found = [each for each in found if each[0] != "escape"]
        x = 1
        for each in found:
            key, name, text = each
            if x + _width([each], 0) >= canvas.width:
                continue
            canvas.spot(x, 0, _width([each], 1), 1, key)
            x = canvas.put(x, 0, name, Paint(palette.accent, bold=True))
            x = canvas.put(x + 1, 0, text, Paint(palette.soft)) + gap

    def touch(self, name: str) -> None:
        """Press the key that was clicked."""
        self.app.simulate_key(name)
