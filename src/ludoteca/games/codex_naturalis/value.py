"""What the learned value looks at in a seat's position: knowledge for bots, not rules.

Small numbers; the network behind them is in `data/value-N.json` and comes from `ludoteca learn`.
"""

from collections.abc import MutableSequence

from ludoteca.core.bits import popcount
from ludoteca.games.codex_naturalis.evaluation import FEATURES, features_into
from ludoteca.games.codex_naturalis.evaluation.quick import lacking_symbols, likely_points
from ludoteca.games.codex_naturalis.layout import (
    DECK,
    DRAW,
    HAND,
    KINDS,
    NOT_YET,
    PLACE,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import count_symbol
from ludoteca.games.codex_naturalis.scoring.objectives import objective_points

LOOKED_AT = len(FEATURES)
SYMBOLS = LOOKED_AT
OBJECTIVES = SYMBOLS + 7
CARDS = OBJECTIVES + 3
TABLE = CARDS + 6

INPUTS = (
    *FEATURES,
    *("fungi", "plants", "animals", "insects", "quills", "inkwells", "manuscripts"),
    *("first_common_objective", "second_common_objective", "secret_objective"),
    *("placed", "places", "best_in_hand", "nearest_gold", "best_face_up", "gold_in_hand"),
    *("waits", "draws_now", "cards_left", "ending", "last_round", "turn_left"),
    *("best_other_track", "leading_track"),
)
"""What `inputs_into` writes."""

HORIZON = 4
"""Playouts go on for this many decisions of each player, two turns, and are judged there."""

CAREFUL_FROM = {2: 0, 3: 0, 4: 0}
"""Quick playouts do not look at the objectives."""

WIDENED = ()
"""It is not known whether more moves below the root would help."""

SOLO = True
"""The others only take cards that lie face up: a tree of a seat's own moves looks further ahead."""


def inputs_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write what counts for a seat's chance to win."""
    features_into(s, seat, out)
    for n in range(LOOKED_AT, TABLE + 8):
        out[n] = 0
    for symbol in range(7):
        out[SYMBOLS + symbol] = count_symbol(s.symbols[seat], symbol)
    for n in range(3):
        card = s.secret_objective[seat] if n == 2 else s.common_objectives[n]
        if card > 0:
            out[OBJECTIVES + n] = objective_points(s, seat, card)
    cards_into(s, seat, out)
    table_into(s, seat, out)


def cards_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write what the hand and the cards face up promise."""
    symbols = s.symbols[seat]
    out[CARDS] = s.placed[seat]
    out[CARDS + 1] = s.places[seat]
    nearest = 9
    for slot in range(HAND):
        card = s.hand[seat][slot]
        if card > DECK:
            lacking = lacking_symbols(symbols, card)
            nearest = min(nearest, lacking)
            out[CARDS + 5] += 1
            if lacking == 0:
                out[CARDS + 2] = max(out[CARDS + 2], likely_points(s, seat, card))
    out[CARDS + 3] = nearest
    for n in range(2 * KINDS):
        card = s.face_up[n]
        if card > DECK and lacking_symbols(symbols, card) == 0:
            out[CARDS + 4] = max(out[CARDS + 4], likely_points(s, seat, card))


def table_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write how far the match has come."""
    waits = (seat - s.turn + s.players) % s.players if s.phase >= PLACE else 0
    out[TABLE] = waits
    out[TABLE + 1] = s.phase == DRAW and waits == 0
    out[TABLE + 2] = min(15, (popcount(s.deck[0]) + popcount(s.deck[1])) // 4)
    out[TABLE + 3] = s.ending != NOT_YET
    out[TABLE + 4] = s.last_round
    if s.ending != NOT_YET:
        rank = (seat - s.first_seat + s.players) % s.players
        now = (s.turn - s.first_seat + s.players) % s.players
        out[TABLE + 5] = (rank >= now) + (s.last_round == 0)
    leading = s.points[seat]
    for other in range(s.players):
        if other != seat:
            out[TABLE + 6] = max(out[TABLE + 6], s.points[other])
        leading = max(leading, s.points[other])
    out[TABLE + 7] = leading
