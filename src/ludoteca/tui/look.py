"""How the program looks: colours, signs and letters, as the terminal and the player want it."""

import unicodedata
from dataclasses import dataclass, replace

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

from ludoteca.language import harmless
from ludoteca.tui.canvas import Paint


@dataclass(frozen=True)
class Palette:
    """The colours of a surface and of what stands on it."""

    ground: str
    panel: str
    raised: str
    line: str
    ink: str
    soft: str
    accent: str
    on_accent: str
    good: str
    bad: str
    glow: str

    @property
    def surface(self) -> Paint:
        """Text on the ground."""
        return Paint(self.ink, self.ground)


THEMES = {
    "dark": Palette(
        "#1E1A1C", "#2A2528", "#342E31", "#4A4145", "#F3E9DA", "#B9AA9A",
        "#F0A878", "#2B2018", "#8FD0AE", "#FF9B8A", "#FFD25E",
    ),
    "light": Palette(
        "#F4EADA", "#FBF6EC", "#FFFDF8", "#DFCFB8", "#3B2A26", "#6B5850",
        "#A5401F", "#FFFFFF", "#2F6B4F", "#A12B2B", "#9A5B00",
    ),
}  # fmt: skip
"""The warm room that everything stands in; a board may bring colours of its own."""

MORE_THEMES = (
    "nord", "gruvbox", "dracula", "tokyo-night", "monokai", "flexoki", "rose-pine",
    "catppuccin-mocha", "solarized-dark", "atom-one-dark",
    "catppuccin-latte", "solarized-light", "rose-pine-dawn", "atom-one-light",
)  # fmt: skip
"""Textual's themes that can be chosen as well; the boards keep their own colours."""

SEATS = {
    "dark": ("#4F9B75", "#A67CCB", "#E07F55", "#6F93B3"),
    "light": ("#2F6B4F", "#7A4FA0", "#C0562B", "#3E5C76"),
}
"""The colour of each seat; its name or initial always stands beside it."""


@dataclass(frozen=True)
class Glyphs:
    """The program's symbols, in characters the terminal can show."""

    bar_full: str
    bar_empty: str
    cursor: str
    arrow: str
    tick: str
    star: str
    dot: str
    horizontal: str
    vertical: str
    corners: str
    ellipsis: str
    left: str
    right: str
    half: str


UNICODE = Glyphs(
    "■", "□", "▸", "→", "✓", "★", "·", "─", "│", "╭╮╰╯", "…", "‹", "›", "▀"
)  # fmt: skip
ASCII = Glyphs("#", "-", ">", "->", "v", "*", ".", "-", "|", "++++", "..", "<", ">", " ")

TRANSLITERATED = {
    "ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "à": "a'",
    "è": "e'", "é": "e'", "ì": "i'", "ò": "o'", "ù": "u'", "È": "E'", "À": "A'", "’": "'",
    "…": "..", "–": "-", "→": "->", "×": "x", "·": "-", "„": '"', "“": '"', "”": '"', "−": "-",
    "↑": "^", "↓": "v", "←": "<", "»": ">", "«": "<", "▀": " ", "•": "*", "✓": "v", "±": "+-",
}  # fmt: skip
"""How letters are written where there is only ASCII."""

_TABLE = str.maketrans(TRANSLITERATED)


def in_ascii(text: str) -> str:
    """Write a text in ASCII.

    >>> in_ascii("Sofort spielen, für Größe"), in_ascii("Zoë")
    ('Sofort spielen, fuer Groesse', 'Zoe')
    """
    plain = unicodedata.normalize("NFKD", text.translate(_TABLE))
    bare = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return bare.encode("ascii", "replace").decode()


@dataclass(frozen=True)
class Look:
    """What a drawing has to know about the terminal and the player's taste."""

    theme: str = "dark"
    ascii: bool = False
    colour: bool = True
    palette: Palette = THEMES["dark"]
    letters: str = ""
    """The letters of a game's symbols in the player's language; empty for the usual ones."""

    @property
    def glyphs(self) -> Glyphs:
        """The signs that the terminal can show."""
        return ASCII if self.ascii else UNICODE

    def text(self, text: str) -> str:
        """Write a text in letters that the terminal has."""
        shown = harmless(text)
        return in_ascii(shown) if self.ascii else shown

    def seat(self, seat: int) -> str:
        """Return the colour of a seat."""
        return SEATS[self.theme][seat % len(SEATS[self.theme])]

    def within(self, palettes: dict[str, Palette]) -> "Look":
        """Return the same look with the colours of a board."""
        return replace(self, palette=palettes[self.theme])


def made(theme: str, ascii_only: bool, colour: bool) -> Look:
    """Build the look of a theme, ours or one of Textual's.

    >>> made("nord", False, True).theme, made("solarized-light", False, True).theme
    ('dark', 'light')
    """
    if theme in THEMES:
        return Look(theme, ascii_only, colour, THEMES[theme])
    found = BUILTIN_THEMES[theme]
    return Look("dark" if found.dark else "light", ascii_only, colour, _palette(found))


def _palette(theme: Theme) -> Palette:
    """Take our palette from a theme of Textual."""
    named = theme.to_color_system().generate()
    ground, ink, accent = (
        Color.parse(named[key]) for key in ("background", "foreground", "accent")
    )
    return Palette(
        ground=ground.hex,
        panel=Color.parse(named["surface"]).hex,
        raised=Color.parse(named["panel"]).hex,
        line=ground.blend(ink, 0.25).hex,
        ink=ink.hex,
        soft=ground.blend(ink, 0.7).hex,
        accent=accent.hex,
        on_accent=accent.get_contrast_text(1.0).hex,
        good=Color.parse(named["success"]).hex,
        bad=Color.parse(named["error"]).hex,
        glow=Color.parse(named["warning"]).hex,
    )
