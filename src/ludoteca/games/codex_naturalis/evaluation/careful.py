"""The careful policy of playouts: it judges every placement, with the objectives in view.

It takes a few times as long as the quick policy, and scores far more and nearly as much as the bot
`planner`: see `python -m benchmarks.policy`.
"""

from collections.abc import MutableSequence

from ludoteca.core.bits import lowest_index, popcount
from ludoteca.core.generator import below
from ludoteca.games.codex_naturalis.actions import DRAW_DECK, DRAW_FACE_UP, place_action
from ludoteca.games.codex_naturalis.catalog import (
    CORNER_STEPS,
    CORNER_SYMBOLS,
    FACE_SYMBOLS,
    FIRST_OBJECTIVE,
    KINGDOM,
    OBJECTIVE_POINTS,
    PATTERN_CARDS,
    PATTERN_CELLS,
    PATTERN_KINGDOMS,
    PATTERN_REACH,
    POINTS,
    REQUIREMENT,
    VISIBLE_CORNERS,
)
from ludoteca.games.codex_naturalis.evaluation.progress import half_sets
from ludoteca.games.codex_naturalis.evaluation.quick import (
    RESOURCES,
    count_all,
    lacking_symbols,
    likely_points,
)
from ludoteca.games.codex_naturalis.layout import (
    CARDS_A_WORD,
    DECK,
    DRAW,
    FIELD,
    FRONT,
    HAND,
    PLACE,
    SPOT_WORDS,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import (
    card_at,
    cell_of_spot,
    count_symbol,
    face_of,
    has_symbols,
    is_touched,
)
from ludoteca.games.codex_naturalis.rules.legality import count_legal, nth_legal
from ludoteca.games.codex_naturalis.rules.turn import placing_points
from ludoteca.games.codex_naturalis.scoring.objectives import count_sets, has_pattern

TRACK, TRACK_RISE = 1900, 80
"""What a point on the track is worth, and how much more for each point that is there already. All
of these numbers were found by CMA-ES, in matches of the policy against itself and against moves
that look best; only their ratios count."""

OBJECTIVE = 1900
"""What a point of an objective is worth."""

HALF_PATTERN, HALF_SET = 660, 150
"""What it is worth if a pattern lacks one card, and a symbol towards the next set."""

POSITION = 190
"""What a legal position is worth."""

RESOURCE, MANY_RESOURCES, ENOUGH = 2300, 500, 3
"""What a resource is worth, and what those of the same kingdom are worth once there are enough."""

OBJECT = 620
"""What an object symbol is worth."""

READY, LACKING = 1160, -320
"""What a likely point of a gold card in the hand is worth, and each symbol that it lacks."""

HAND_POINT, HAND_SYMBOL = 190, 460
"""What a point and a symbol of a resource card in the hand are worth."""

UNKNOWN_RESOURCE, UNKNOWN_GOLD = 590, 1320
"""What a card of unknown front is worth."""

HELP = 880
"""What it is worth that a card's kingdom is one that a gold card in the hand waits for."""

BLUR = 300
"""Every judgement is blurred by up to this much, so that playouts differ."""

LOWEST = -(1 << 60)

OBJECT_FIELDS = (1 << 3 * FIELD) - 1 << RESOURCES * FIELD
"""The fields of the object symbols."""

CORNERS = 15
"""The bits of all four corners."""


def careful_choice(s: CodexNaturalis, seat: int, rng: MutableSequence[int]) -> int:
    """Choose the placement or the draw that looks best, and any starter side or objective."""
    if s.phase == PLACE:
        return careful_placement(s, seat, rng)
    count = count_legal(s, seat)
    if s.phase != DRAW:
        return nth_legal(s, seat, below(rng, count))
    best = -1
    highest = LOWEST
    for n in range(count):
        action = nth_legal(s, seat, n)
        gain = draw_worth(s, seat, action) + below(rng, BLUR)
        if gain > highest:
            highest = gain
            best = action
    return best


# Draws


def draw_worth(s: CodexNaturalis, seat: int, action: int) -> int:
    """Judge a draw by the card, or by its back alone."""
    if action >= DRAW_FACE_UP:
        card = s.face_up[action - DRAW_FACE_UP]
        return held_worth(s, seat, card, s.symbols[seat]) + HELP * golds_helped(s, seat, card)
    kind = action - DRAW_DECK
    unknown = UNKNOWN_GOLD if kind else UNKNOWN_RESOURCE
    return unknown + HELP * golds_helped(s, seat, s.top[kind])


def golds_helped(s: CodexNaturalis, seat: int, card: int) -> int:
    """Count the gold cards of the hand that lack a resource of the kingdom on a card's back."""
    kingdom = KINGDOM[card]
    known = count_symbol(s.symbols[seat], kingdom)
    count = 0
    for slot in range(HAND):
        held = s.hand[seat][slot]
        if held > DECK:
            count += count_symbol(REQUIREMENT[held], kingdom) > known
    return count


def held_worth(s: CodexNaturalis, seat: int, card: int, symbols: int) -> int:
    """Judge a card in the hand of a seat that has these symbols."""
    if card <= DECK:
        return HAND_POINT * POINTS[card] + HAND_SYMBOL * count_all(FACE_SYMBOLS[2 * card])
    if has_symbols(symbols, REQUIREMENT[card]):
        return READY * likely_points(s, seat, card)
    return LACKING * lacking_symbols(symbols, card)


# Placements


def careful_placement(s: CodexNaturalis, seat: int, rng: MutableSequence[int]) -> int:
    """Choose the best-looking of all placements."""
    best = -1
    highest = LOWEST
    for word in range(SPOT_WORDS):
        spots = s.open[seat][word]
        while spots != 0:
            spot = 4 * CARDS_A_WORD * word + lowest_index(spots)
            spots &= spots - 1
            cell = cell_of_spot(s, spot)
            lost = covered_symbols(s, seat, cell)
            around = surroundings(s, seat, cell)
            for slot in range(HAND):
                card = s.hand[seat][slot]
                if card == 0:
                    continue
                patterns = patterns_worth(s, seat, KINGDOM[card], cell)
                for side in range(2):
                    if side == FRONT and not has_symbols(s.symbols[seat], REQUIREMENT[card]):
                        continue
                    gain = patterns + face_worth(s, seat, slot, side, lost, around)
                    gain += below(rng, BLUR)
                    if gain > highest:
                        highest = gain
                        best = place_action(slot, side, spot)
    return best


def covered_symbols(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Add the symbols that a card at a cell would cover."""
    lost = 0
    for corner in range(4):
        other = card_at(s, seat, cell + CORNER_STEPS[corner])
        if other != 0:
            lost += CORNER_SYMBOLS[face_of(s, other)][3 - corner]
    return lost


def surroundings(s: CodexNaturalis, seat: int, cell: int) -> int:
    """Return which corners of a card at a cell would open a position, touch one, cover a card.

    Four bits each, from the lowest on.
    """
    found = 0
    for corner in range(4):
        if card_at(s, seat, cell + CORNER_STEPS[corner]) != 0:
            found |= 1 << corner + 8
        elif is_touched(s, seat, cell, corner):
            found |= 1 << corner + 4
        else:
            found |= 1 << corner
    return found


def face_worth(s: CodexNaturalis, seat: int, slot: int, side: int, lost: int, around: int) -> int:
    """Judge a side of a card where it covers some symbols and has these surroundings."""
    card = s.hand[seat][slot]
    symbols = s.symbols[seat] + FACE_SYMBOLS[2 * card + side] - lost
    points = placing_points(card, side, popcount(around >> 8), symbols)
    worth = sets_worth(s, seat, symbols)
    if s.last_round:
        return worth + OBJECTIVE * points
    worth += (TRACK + TRACK_RISE * s.points[seat]) * points
    worth += symbols_worth(symbols)
    visible = VISIBLE_CORNERS[2 * card + side]
    opened = popcount(visible & around & CORNERS)
    closed = popcount(around >> 4 & CORNERS & ~visible)
    worth += POSITION * (opened - closed)
    for other in range(HAND):
        if other != slot and s.hand[seat][other] > DECK:
            worth += held_worth(s, seat, s.hand[seat][other], symbols)
    if card <= DECK:
        worth -= held_worth(s, seat, card, symbols)
    return worth


def objective_of(s: CodexNaturalis, seat: int, n: int) -> int:
    """Return one of the three objectives of a seat, counted from 0, or a negative number."""
    card = s.secret_objective[seat] if n == 2 else s.common_objectives[n]
    return card - FIRST_OBJECTIVE


def sets_worth(s: CodexNaturalis, seat: int, symbols: int) -> int:
    """Judge the symbols of a seat by its objectives."""
    worth = 0
    for n in range(3):
        objective = objective_of(s, seat, n)
        if objective >= PATTERN_CARDS:
            worth += OBJECTIVE * OBJECTIVE_POINTS[objective] * count_sets(symbols, objective)
            if s.last_round == 0:
                worth += HALF_SET * half_sets(symbols, objective)
    return worth


def symbols_worth(symbols: int) -> int:
    """Judge symbols as such: the first ones of each kingdom count most."""
    worth = OBJECT * count_all(symbols & OBJECT_FIELDS)
    for symbol in range(RESOURCES):
        count = count_symbol(symbols, symbol)
        worth += RESOURCE * min(count, ENOUGH) + MANY_RESOURCES * max(0, count - ENOUGH)
    return worth


# Patterns


def patterns_worth(s: CodexNaturalis, seat: int, kingdom: int, cell: int) -> int:
    """Judge a card of a kingdom at a cell by the patterns of a seat's objectives."""
    worth = 0
    for n in range(3):
        objective = objective_of(s, seat, n)
        if 0 <= objective < PATTERN_CARDS:
            for part in range(3):
                if PATTERN_KINGDOMS[objective][part] == kingdom:
                    worth += pattern_worth(s, seat, objective, part, cell)
    return worth


def pattern_worth(s: CodexNaturalis, seat: int, objective: int, part: int, cell: int) -> int:
    """Judge a card at a cell as one part of a pattern, which it may complete or bring near."""
    first = cell - PATTERN_CELLS[objective][part]
    fits = 0
    free = 0
    for other in range(3):
        if other != part:
            card = card_at(s, seat, first + PATTERN_CELLS[objective][other])
            fits += card != 0 and KINGDOM[card] == PATTERN_KINGDOMS[objective][other]
            free += card == 0
    if fits == 2:
        more = more_patterns(s, seat, objective, first)
        return OBJECTIVE * OBJECTIVE_POINTS[objective] * more
    if fits == 1 and free == 1 and s.last_round == 0:
        return HALF_PATTERN
    return 0


def more_patterns(s: CodexNaturalis, seat: int, objective: int, first: int) -> int:
    """Count how many more patterns would count with one more that begins at a cell.

    Neighbours in a row share cards, see `count_patterns`.
    """
    step = PATTERN_CELLS[objective][1]
    reach = PATTERN_REACH[objective]
    before = 0
    while has_pattern(s, seat, objective, first - step * (before + 1)):
        before += 1
    after = 0
    while has_pattern(s, seat, objective, first + step * (after + 1)):
        after += 1
    counted = (before + reach - 1) // reach + (after + reach - 1) // reach
    return (before + after + reach) // reach - counted
