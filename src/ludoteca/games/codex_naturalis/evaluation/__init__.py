"""How good a play area and a hand look: knowledge for bots, not rules.

The weights are found by `ludoteca tune`, not by guesswork; see `data/weights.toml`.
"""

import tomllib
from collections.abc import MutableSequence
from pathlib import Path

from ludoteca.games.codex_naturalis.catalog import (
    FIRST_OBJECTIVE,
    OBJECTIVE_POINTS,
    PATTERN_CARDS,
    POINTS,
)
from ludoteca.games.codex_naturalis.evaluation.careful import careful_choice
from ludoteca.games.codex_naturalis.evaluation.progress import half_patterns, half_sets
from ludoteca.games.codex_naturalis.evaluation.quick import (
    RESOURCES,
    lacking_symbols,
    likely_points,
    quick_choice,
)
from ludoteca.games.codex_naturalis.layout import DECK, HAND, CodexNaturalis
from ludoteca.games.codex_naturalis.play_area import count_symbol
from ludoteca.games.codex_naturalis.scoring import score

__all__ = ["FEATURES", "careful_choice", "features_into", "quick_choice", "weights"]

FEATURES = (
    "track",
    "objectives",
    "open_places",
    "resources",
    "least_resource",
    "objects",
    "ready_gold",
    "waiting_gold",
    "gold_lacks",
    "hand_points",
    "unknown_gold",
    "unknown_resource",
    "half_patterns",
    "half_sets",
    "track_squared",
    "kingdoms",
)
"""What `features_into` writes."""


def weights(players: int) -> tuple[int, ...]:
    """Return what each feature is worth, in thousandths of a point."""
    return _WEIGHTS[players]


def _read_weights() -> dict[int, tuple[int, ...]]:
    path = Path(__file__).parents[1] / "data" / "weights.toml"
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    return {
        int(players): tuple(table[name] for name in FEATURES)
        for players, table in tables["players"].items()
    }


_WEIGHTS = _read_weights()


def features_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write what counts in a seat's area and hand."""
    symbols = s.symbols[seat]
    resources = 0
    least = 99
    kingdoms = 0
    for symbol in range(RESOURCES):
        count = count_symbol(symbols, symbol)
        resources += count
        least = min(least, count)
        kingdoms += count > 0
    objects = 0
    for symbol in range(RESOURCES, 7):
        objects += count_symbol(symbols, symbol)
    hand_into(s, seat, out)
    out[0] = s.points[seat]
    out[1] = score(s, seat) - s.points[seat]
    out[2] = min(s.places[seat], 10)
    out[3] = resources
    out[4] = least
    out[5] = objects
    out[12] = 0
    out[13] = 0
    for n in range(3):
        card = s.secret_objective[seat] if n == 2 else s.common_objectives[n]
        if card > 0:
            objective = card - FIRST_OBJECTIVE
            if objective < PATTERN_CARDS:
                out[12] += OBJECTIVE_POINTS[objective] * half_patterns(s, seat, objective)
            else:
                out[13] += half_sets(symbols, objective)
    out[14] = s.points[seat] * s.points[seat] // 8
    out[15] = kingdoms


def hand_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write what the cards in a seat's hand promise; -1 - n is a card known by its back n."""
    for feature in range(6, 12):
        out[feature] = 0
    for slot in range(HAND):
        card = s.hand[seat][slot]
        if card > DECK:
            lacking = lacking_symbols(s.symbols[seat], card)
            likely = likely_points(s, seat, card)
            if lacking == 0:
                out[6] += likely
            else:
                out[7] += 4 * likely // (1 + lacking)
                out[8] += lacking
        elif card > 0:
            out[9] += POINTS[card]
        elif card < 0:
            out[10 if -1 - card >= RESOURCES else 11] += 1
