"""Points for a play area of the real box: what the `score` command reads and answers."""

import re
from typing import Any, NamedTuple

from ludoteca.core.errors import UsageError
from ludoteca.core.modules import Switch, Switches
from ludoteca.core.words import Words
from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, OBJECTIVE_FACTS
from ludoteca.games.codex_naturalis.catalog.reading import SYMBOLS
from ludoteca.games.codex_naturalis.layout import (
    CARD_IDS,
    CARDS,
    FRONT,
    CodexNaturalis,
    cell_of,
    position_of,
)
from ludoteca.games.codex_naturalis.notation.areas import REASONS
from ludoteca.games.codex_naturalis.notation.objectives import objective_text
from ludoteca.games.codex_naturalis.notation.refusals import missing
from ludoteca.games.codex_naturalis.play_area import (
    FREE,
    NO_CARD_THERE,
    cell_of_spot,
    count_symbol,
    lies_in_area,
    may_show_front,
    nth_open,
    put_card,
    refusal_at,
)
from ludoteca.games.codex_naturalis.rules.turn import placing_points
from ludoteca.games.codex_naturalis.scoring import PARTS, score_parts
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points

LAST_OBJECTIVE = FIRST_OBJECTIVE + len(OBJECTIVE_FACTS) - 1

SWITCHES = {
    "common": Switch("N,N", f"the common objectives, {FIRST_OBJECTIVE} to {LAST_OBJECTIVE}"),
    "secret": Switch("N", f"your secret objective, {FIRST_OBJECTIVE} to {LAST_OBJECTIVE}"),
}

COMMON_OBJECTIVES = 2
"""Common objectives of a match."""

HELP = """\
Type or pipe in a play area, one card per line in the order of play: its number and side, then its
position, x to the right and y upwards. The starter card comes first, at 0,0. Or JSON Lines:
  {"play_area": [{"card": 83, "side": "front", "x": 0, "y": 0}, …],
   "common_objectives": [87, 95], "secret_objective": 99}

examples:
  printf '83 front\\n5 back 1,1\\n12 front 2,2\\n' | ludoteca score codex_naturalis
  ludoteca score codex_naturalis --json < area.txt
  ludoteca score codex_naturalis --common 87,95 --secret 99 < area.txt
"""

KEYS = {"play_area", "common_objectives", "secret_objective"}
"""What JSON may hold."""

_LINE = re.compile(
    r"(\d{1,3}) +(front|back|f|b)(?: +\(? *(-?\d{1,3}) *(?:,| ) *(-?\d{1,3}) *\)?)?", re.IGNORECASE
)


class SheetPlacement(NamedTuple):
    """A card of the area, as it was given."""

    card: int
    side: int
    x: int
    y: int

    def __str__(self) -> str:
        """Write the placement as people do."""
        return f"{self.card} {('front', 'back')[self.side]} {self.x},{self.y}"


class SheetObjectives(NamedTuple):
    """The objectives of a match, as far as they were given."""

    common: tuple[int, ...] = ()
    secret: int = 0


def answer_text(text: str, switches: Switches, words: Words) -> tuple[dict[str, Any], str]:
    """Score an area of one placement a line; return the fields and a readable account."""
    given = [_read_line(line.strip()) for line in text.splitlines() if line.strip()]
    chosen = _given(switches)
    answer = _answer(given, chosen)
    symbols = ", ".join(f"{words[name]} {answer['symbols'][name]}" for name in SYMBOLS)
    places = " ".join(f"{x},{y}" for x, y in answer["legal_positions"])
    lines = [
        f"{words['symbols']}: {symbols}",
        f"{words['legal_positions']}: {places or words['none']}",
        f"{words['objectives']}:",
        *(
            f"  {card:>3}: {points:>2}  {objective_text(int(card), words)}"
            for card, points in answer["objectives"].items()
            if not (chosen.common or chosen.secret) or int(card) in (*chosen.common, chosen.secret)
        ),
        f"{words['track']}: {answer['track']}",
        *(
            f"  {placement}: {points}"
            for placement, points in zip(given, answer["card_points"], strict=True)
            if points
        ),
    ]
    if "total" in answer:
        lines += [f"{words[part]}: {_sum(answer[part])}" for part in (*PARTS[1:], "total")]
    return answer, "\n".join(lines)


def _sum(points: int | list[int]) -> int:
    return points if isinstance(points, int) else sum(points)


def _given(switches: Switches) -> SheetObjectives:
    """Read the switches of the command."""
    secret = switches.get("secret", (0,))
    if len(secret) != 1:
        raise UsageError("--secret takes one card")
    if "secret" in switches:
        _refuse_unknown(secret)
    return SheetObjectives(_refuse_unknown(switches.get("common", ())), secret[0])


def _refuse_unknown(cards: tuple[int, ...]) -> tuple[int, ...]:
    for card in cards:
        if not FIRST_OBJECTIVE <= card <= LAST_OBJECTIVE:
            raise UsageError(f"there is no objective {card}; the cards are 87 to 102")
    return cards


def _read_line(line: str) -> SheetPlacement:
    match = _LINE.fullmatch(line)
    if not match:
        raise UsageError(f"{line[:60]!r} is no placement; write 83 front at first, then 5 back 1,1")
    card, side, x, y = match.groups()
    return SheetPlacement(int(card), "fb".index(side[0].lower()), int(x or 0), int(y or 0))


def answer_fields(fields: object, switches: Switches) -> dict[str, Any]:
    """Score an area given as JSON."""
    if not isinstance(fields, dict) or "play_area" not in fields:
        raise UsageError('an object with "play_area" is expected')
    unknown = sorted(str(key) for key in set(fields) - KEYS)
    if unknown:
        raise UsageError(f"unknown key {unknown[0]!r}")
    if not isinstance(fields["play_area"], list):
        raise UsageError('"play_area" must be a list of placements')
    usual = _given(switches)
    common = fields.get("common_objectives", list(usual.common))
    secret = fields.get("secret_objective", usual.secret or None)
    if not isinstance(common, list) or any(type(card) is not int for card in common):
        raise UsageError('"common_objectives" must be a list of numbers')
    if secret is not None and type(secret) is not int:
        raise UsageError('"secret_objective" must be a number')
    _refuse_unknown((*common, *(() if secret is None else (secret,))))
    area = [_read_placement(placement) for placement in fields["play_area"]]
    return _answer(area, SheetObjectives(tuple(common), secret or 0))


def _read_placement(placement: object) -> SheetPlacement:
    if not isinstance(placement, dict) or set(placement) != {"card", "side", "x", "y"}:
        raise UsageError('a placement has "card", "side", "x" and "y"')
    numbers = [placement[key] for key in ("card", "x", "y")]
    if any(type(number) is not int or abs(number) > 999 for number in numbers):
        raise UsageError('"card", "x" and "y" are numbers')
    if placement["side"] not in ("front", "back"):
        raise UsageError(f'"side" is front or back, not {str(placement["side"])[:20]!r}')
    side = ("front", "back").index(placement["side"])
    return SheetPlacement(placement["card"], side, placement["x"], placement["y"])


def _answer(given: list[SheetPlacement], chosen: SheetObjectives) -> dict[str, Any]:
    if chosen.common and len(set(chosen.common)) != COMMON_OBJECTIVES:
        raise UsageError(f"there are {COMMON_OBJECTIVES} common objectives")
    if chosen.secret in chosen.common:
        raise UsageError(f"objective {chosen.secret} can't be common and secret")
    s = CodexNaturalis()
    s.players = 1
    if not given:
        raise UsageError("an area has at least its starter card")
    points: list[int] = []
    for number, placement in enumerate(given):
        reason = _refused_starter(placement) if number == 0 else _refused(s, placement)
        if reason:
            raise UsageError(f"placement {number + 1}, {placement}: {reason}")
        cell = cell_of(placement.x, placement.y)
        covered = put_card(s, 0, placement.card, placement.side, cell)
        points.append(placing_points(placement.card, placement.side, covered, s.symbols[0]))
    s.points[0] = sum(points)
    s.secret_objective[0] = chosen.secret
    for n, card in enumerate(chosen.common):
        s.common_objectives[n] = card
    spots = [nth_open(s, 0, n) for n in range(s.places[0])]
    return {
        "symbols": {name: count_symbol(s.symbols[0], n) for n, name in enumerate(SYMBOLS)},
        "legal_positions": sorted(list(position_of(cell_of_spot(s, spot))) for spot in spots),
        "objectives": {
            str(FIRST_OBJECTIVE + n): objective_points(s, 0, FIRST_OBJECTIVE + n)
            for n in range(len(OBJECTIVE_FACTS))
        },
        "card_points": points,
        **(score_parts(s, 0) if chosen.common or chosen.secret else {"track": s.points[0]}),
    }


def _refused_starter(placement: SheetPlacement) -> str:
    """Explain why a card can't be the first one; "" if it can."""
    if not CARDS < placement.card < CARD_IDS:
        return "the first card must be a starter card, 81 to 86"
    if (placement.x, placement.y) != (0, 0):
        return "the starter card lies at 0,0"
    return ""


def _refused(s: CodexNaturalis, placement: SheetPlacement) -> str:
    """Name the rule that forbids a placement; "" if none does."""
    card, side, x, y = placement
    if not 1 <= card <= CARDS:
        return "only resource and gold cards, 1 to 80, can follow the starter card"
    if lies_in_area(s, 0, card):
        return "this card lies in the area already"
    outside = (x + y) % 2 or max(abs(x), abs(y)) > CARDS
    reason = NO_CARD_THERE if outside else refusal_at(s, 0, cell_of(x, y))
    if reason != FREE:
        return REASONS[reason]
    if side == FRONT and not may_show_front(s, 0, card):
        needs = ", ".join(f"{symbol} {n}" for symbol, n in missing(s, 0, card).items())
        return f"the front still needs {needs}; it can be placed face down"
    return ""
