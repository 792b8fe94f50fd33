"""A view of Codex Naturalis as text for people, at most 80 columns wide."""

from collections.abc import Sequence
from textwrap import wrap

from ludoteca.core.colour import colour, plain
from ludoteca.core.words import Words
from ludoteca.games.codex_naturalis.catalog.reading import SYMBOLS
from ludoteca.games.codex_naturalis.drawing.areas import (
    area_lines,
    inked,
    last_place,
    legal_positions,
    letters_in,
    outside,
    window,
)
from ludoteca.games.codex_naturalis.drawing.cards import (
    card_line,
    objective_line,
    points_text,
    short_card,
)
from ludoteca.games.codex_naturalis.layout import (
    DRAW,
    KINDS,
    OBJECTIVE,
    STARTER,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import count_symbol, may_show_front
from ludoteca.games.codex_naturalis.rules import is_blocked, seat_to_move
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points

__all__ = ["area_lines", "draw", "legal_summary"]

WIDTH = 80
AREA_HEIGHT = 30
"""Lines for one play area; a larger one is drawn in part."""

NAME_WIDTH = 30


def draw(s: CodexNaturalis, seat: int | None, names: Sequence[str], words: Words) -> str:
    """Draw a masked state: the table, the seat's own cards, then everybody's play area."""
    own = [] if seat is None or seat < 0 else _own_cards(s, seat, words)
    lines = [*_table(s, seat, words), *own, ""]
    order = list(range(s.players))
    if seat is not None and seat >= 0:
        order = order[seat:] + order[:seat]
    lines += _side_by_side([_seat_block(s, who, seat, names, words) for who in order])
    lines += _dim(words["legend"])
    return "\n".join(line.rstrip() for line in lines)


def _dim(text: str) -> list[str]:
    return [colour("d", line) for line in wrap(text, WIDTH)]


def _table(s: CodexNaturalis, seat: int | None, words: Words) -> list[str]:
    decks = "   ".join(_deck(s, kind, words) for kind in range(KINDS))
    lines = [colour("B", words["last_round"])] if s.last_round else []
    lines.append(f"{colour('B', words['decks'])}  {decks}")
    cards = [card_line(card, words) for card in s.face_up if card]
    if cards:
        lines += [colour("B", words["face_up"]), *cards]
    common = [_objective(s, seat, card, words) for card in s.common_objectives if card]
    if common:
        lines += [colour("B", words["common_objectives"]), *common]
    return lines


def _deck(s: CodexNaturalis, kind: int, words: Words) -> str:
    name = words[("resource", "gold")[kind]]
    if not s.top[kind] and not s.below[kind]:
        return f"{name}: {words['empty']}"
    top = f"{short_card(s.top[kind], words)} " if s.top[kind] else ""
    return f"{name}: {top}({s.below[kind]} {words['below']})"


def _objective(s: CodexNaturalis, seat: int | None, card: int, words: Words) -> str:
    line = objective_line(card, words)
    if seat is None or seat < 0:
        return line
    return f"{line} = {objective_points(s, seat, card)}"


def _own_cards(s: CodexNaturalis, seat: int, words: Words) -> list[str]:
    """Show what only this seat sees: its objectives and both faces of its cards."""
    lines = []
    if s.secret_objective[seat] > 0:
        lines.append(colour("B", words["secret_objective"]))
        lines.append(_objective(s, seat, s.secret_objective[seat], words))
    elif s.objectives_dealt[seat][0] > 0:
        lines.append(colour("B", words["objectives_dealt"]))
        lines += [_objective(s, seat, card, words) for card in s.objectives_dealt[seat]]
    if s.starter[seat] and not s.placed[seat]:
        lines.append(card_line(s.starter[seat], words))
    hand = [card_line(card, words) for card in s.hand[seat] if card > 0]
    if hand:
        lines += [colour("B", words["hand"]), *hand, *_dim(words["back_text"])]
    return lines


def _seat_block(
    s: CodexNaturalis,
    who: int,
    viewer: int | None,
    names: Sequence[str],
    words: Words,
) -> list[str]:
    """Draw one seat: name, points, symbols, hand and play area."""
    turn = ">" if seat_to_move(s) == who else " "
    flags = [points_text(s.points[who], words)]
    flags += [words["first"]] * (s.first_seat == who) + [words["blocked"]] * is_blocked(s, who)
    letters = letters_in(words)
    counts = [count_symbol(s.symbols[who], n) for n in range(len(SYMBOLS))]
    symbols = (inked(each, letters) + str(n) for each, n in zip(SYMBOLS, counts, strict=True))
    lines = [
        turn + colour("B", names[who][:NAME_WIDTH]),
        f"  {', '.join(flags)}",
        f"  {' '.join(symbols)}",
    ]
    hand = [short_card(card, words) for card in s.hand[who] if card]
    if hand:
        lines.append(f"  {words['hand']}: {' '.join(hand)}")
    if viewer != who and s.secret_objective[who] > 0:
        lines.append(f"  {words['secret_objective']}: {s.secret_objective[who]}")
    if not s.placed[who]:
        return [*lines, f"  {words['starter']}: {s.starter[who]}" if s.starter[who] else ""]
    return [*lines, *_area(s, who, words)]


def _area(s: CodexNaturalis, who: int, words: Words) -> list[str]:
    """Draw a play area, and say how many cards lie outside the picture."""
    centre = last_place(s, who)
    left_out = outside(s, who, window(s, who, centre, WIDTH, AREA_HEIGHT))
    note = [words["outside"].format(**left_out)] if any(left_out.values()) else []
    return [*area_lines(s, who, centre, WIDTH, AREA_HEIGHT, letters_in(words)), *note]


def _side_by_side(blocks: list[list[str]]) -> list[str]:
    """Put blocks next to each other as long as they fit."""
    lines: list[str] = []
    row: list[list[str]] = []
    for block in blocks:
        if row and sum(map(_width, row)) + _width(block) + 2 * len(row) > WIDTH:
            lines += [*_joined(row), ""]
            row = []
        row.append(block)
    return [*lines, *_joined(row), ""]


def _width(block: list[str]) -> int:
    return max(len(plain(line)) for line in block)


def _joined(row: list[list[str]]) -> list[str]:
    widths = [_width(block) + 2 for block in row]
    lines = []
    for n in range(max(map(len, row))):
        line = ""
        for block, width in zip(row, widths, strict=True):
            part = block[n] if n < len(block) else ""
            line += part + " " * (width - len(plain(part)))
        lines.append(line.rstrip())
    return lines


def legal_summary(s: CodexNaturalis, seat: int, words: Words) -> str:
    """Return what the seat may do now."""
    lines = []
    for paragraph in _summary(s, seat, words):
        lines += wrap(paragraph, WIDTH, break_on_hyphens=False)
    return "\n".join(lines)


def _summary(s: CodexNaturalis, seat: int, words: Words) -> list[str]:
    if s.phase == STARTER:
        return [words["how_to_choose_starter"]]
    if s.phase == OBJECTIVE:
        return [words["how_to_keep"]]
    if s.phase == DRAW:
        sources = [("resource", "gold")[kind] for kind in range(KINDS) if s.top[kind]]
        sources += [str(card) for card in s.face_up if card]
        return [words["how_to_draw"], f"{words['to_draw']}: {' '.join(sources)}"]
    places = " ".join(f"{x},{y}" for x, y in legal_positions(s, seat))
    fronts = [str(card) for card in s.hand[seat] if card > 0 and may_show_front(s, seat, card)]
    return [
        words["how_to_move"],
        f"{words['fronts_allowed']}: {' '.join(fronts) or words['none']}",
        f"{words['legal_positions']}: {places}",
    ]
