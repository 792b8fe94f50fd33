"""A view of Codex Naturalis in numbers: what a learner sees, and its legal actions in bulk.

Everything is read as one seat may know it, so a full state and a view of it give the same numbers.
Seats come in turn order from the one that looks: seat 0 of a tensor is its own.

The grid shows the middle of a play area turned by 45 degrees, so that every position counts: a step
down its rows leads to the top right (x + 1, y + 1), a step along a row to the top left (x - 1,
y + 1), and the starter card lies in its centre. `position` holds all cards, also those outside.
"""

from collections.abc import MutableSequence, Sequence
from math import prod

from ludoteca.core.bits import lowest_index
from ludoteca.core.modules import Slot
from ludoteca.games.codex_naturalis.actions import (
    DRAW_DECK,
    KEEP_FIRST,
    PLACE_CARD,
    SPOTS,
    TAKE_FRONT,
)
from ludoteca.games.codex_naturalis.catalog import (
    CORNER_STEPS,
    FIRST_OBJECTIVE,
    FIRST_STARTER,
    KINGDOM,
    OBJECTIVE_CARDS,
    STARTER_CARDS,
)
from ludoteca.games.codex_naturalis.deal.hand import back_code
from ludoteca.games.codex_naturalis.layout import (
    BACK,
    CARD_IDS,
    CARDS,
    CARDS_A_WORD,
    DECK,
    DRAW,
    FRONT,
    HAND,
    KINDS,
    NO_DEAL,
    OBJECTIVE,
    PLACE,
    ROW,
    SPOT_WORDS,
    STARTER,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.play_area import count_symbol
from ludoteca.games.codex_naturalis.rules.legality import can_be_front, has_source, seat_to_move

KINGDOMS, SYMBOLS, BACKS, PHASES, ENDINGS = 4, 7, 8, 5, 3
"""How many there are of each."""

PLACED = CARD_IDS - 1
"""The cards that can lie in a play area."""

REACH = 7
"""Positions of the grid on each side of the starter card."""

WIDTH = 2 * REACH + 1
PLANE = WIDTH * WIDTH
"""Numbers of a row and of a whole grid."""

STARTER_CODE = KINGDOMS + 1
"""What stands for the starter card on the grid; for others their kingdom + 1, more if face down."""

MOST_OF_A_BACK = 10
"""Most cards that have the same back."""

OFFSET = 81
"""Added to u and v, which may be negative, in `position`; see `layout`."""

_TABLE = (
    Slot("phase", (PHASES,), 1, "starter, objective, place, draw or over"),
    Slot("last_round", (1,), 1, "whether this is the last round"),
    Slot("ending", (ENDINGS,), 1, "what has brought the end about: points, decks, all blocked"),
    Slot("tie_break", (2,), 1, "what breaks a tie: points of objectives, objectives completed"),
    Slot("decks", (KINDS,), DECK, "cards below the top of the resource and the gold deck"),
    Slot("tops", (KINDS, KINGDOMS), 1, "kingdom of the top of each deck"),
    Slot("face_up", (2 * KINDS, CARDS), 1, "the card in each place, by id - 1"),
    Slot("common_objectives", (OBJECTIVE_CARDS,), 1, "by id - 87"),
    Slot("objectives_dealt", (2, OBJECTIVE_CARDS), 1, "the seat's two, in order"),
    Slot("secret_objective", (OBJECTIVE_CARDS,), 1, "the seat's own, once it is chosen"),
    Slot("hand", (HAND, CARDS), 1, "the seat's cards in rising order, by id - 1"),
    Slot("open", (CARD_IDS, 4), 1, "the seat's legal positions: corners by card id, as in actions"),
    Slot("legal_positions", (WIDTH, WIDTH), 1, "the same on the seat's grid"),
    Slot("position", (PLACED, 2), 2 * OFFSET, "u and v of each known card, + 81; 0 if not placed"),
)
_LENGTHS = tuple(prod(slot.shape) for slot in _TABLE)

(
    PHASE,
    LAST_ROUND,
    ENDING,
    TIE_BREAK,
    DECKS,
    TOPS,
    FACE_UP,
    COMMON,
    DEALT,
    SECRET,
    HAND_CARDS,
    OPEN,
    LEGAL,
    POSITION,
    SEATS_FROM,
) = (sum(_LENGTHS[:n]) for n in range(len(_TABLE) + 1))
"""Where each slot begins; those of the seats follow."""

MOST = 255
"""No number of a tensor is higher."""


def _seat_slots(players: int) -> tuple[Slot, ...]:
    return (
        Slot("to_move", (players,), 1, "who may move now"),
        Slot("first_seat", (players,), 1, "who begins the rounds"),
        Slot("chosen", (players,), 1, "who has made the choice of the set-up"),
        Slot("points", (players,), MOST, "on the track"),
        Slot("placed", (players,), OFFSET, "cards in the area"),
        Slot("symbols", (players, SYMBOLS), 127, "visible symbols, in the order of the catalogue"),
        Slot("starter", (players, STARTER_CARDS), 1, "by id - 81"),
        Slot("backs", (players, BACKS), HAND, "hand cards by their back: kind, then kingdom"),
        Slot("seen", (players, CARDS), 1, "hand cards that everybody saw, by id - 1"),
        Slot("area", (players, 2, PLACED), 1, "cards face up and, its own, face down, by id - 1"),
        Slot("face_down", (players, BACKS), MOST_OF_A_BACK, "face-down cards: kind, then kingdom"),
        Slot(
            "grid",
            (players, WIDTH, WIDTH),
            STARTER_CODE + KINGDOMS,
            "the middle of the area: 0 no card, 1 to 4 a card of this kingdom, "
            "5 the starter card, 6 to 9 a card face down",
        ),
    )


def slots(players: int) -> tuple[Slot, ...]:
    """Name all numbers, in order.

    >>> sum(prod(slot.shape) for slot in slots(2))
    2412
    """
    return (*_TABLE, *_seat_slots(players))


_STARTS = tuple(
    sum(prod(slot.shape) for slot in _seat_slots(1)[:n]) for n in range(len(_seat_slots(1)))
)
(
    TO_MOVE,
    FIRST,
    CHOSEN,
    POINTS,
    COUNT,
    SYMBOL,
    START,
    BACKS_FROM,
    SEEN,
    AREA,
    FACE_DOWN,
    GRID_FROM,
) = _STARTS
"""Where the slots of the seats begin, after those of the table, for each player there is."""


def observe_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write what a seat sees."""
    observe_table(s, out)
    observe_own(s, seat, out)
    for n in range(s.players):
        other = seat + n if seat + n < s.players else seat + n - s.players
        observe_seat(s, other, n, out)
        if n == 0 or s.phase != STARTER:  # the sides of the others are shown all at once
            observe_area(s, other, n, out)


def observe_own(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write what only the seat itself knows, and where it may place a card."""
    for n in range(2):
        if s.objectives_dealt[seat][n] > 0:
            out[DEALT + OBJECTIVE_CARDS * n + s.objectives_dealt[seat][n] - FIRST_OBJECTIVE] = 1
    if s.secret_objective[seat] > 0:
        out[SECRET + s.secret_objective[seat] - FIRST_OBJECTIVE] = 1
    for slot in range(HAND):
        if s.hand[seat][slot] > 0:
            out[HAND_CARDS + CARDS * slot + s.hand[seat][slot] - 1] = 1
    for word in range(SPOT_WORDS):
        spots = s.open[seat][word]
        while spots != 0:
            spot = 4 * CARDS_A_WORD * word + lowest_index(spots)
            spots &= spots - 1
            out[OPEN + spot] = 1
            cell = s.cell[spot >> 2] + CORNER_STEPS[spot & 3]
            u = (cell + ROW // 2) // ROW
            put_on_grid(u, cell - ROW * u, LEGAL, 1, out)


def observe_table(s: CodexNaturalis, out: MutableSequence[int]) -> None:
    """Write what lies in the middle."""
    out[PHASE + s.phase] = 1
    out[LAST_ROUND] = s.last_round
    if s.ending > 0:
        out[ENDING + s.ending - 1] = 1
    out[TIE_BREAK + s.tie_break] = 1
    for kind in range(KINDS):
        out[DECKS + kind] = s.below[kind]
        if s.top[kind] != 0:
            out[TOPS - 1 - back_code(s.top[kind])] = 1
        if s.common_objectives[kind] > 0:
            out[COMMON + s.common_objectives[kind] - FIRST_OBJECTIVE] = 1
    for place in range(2 * KINDS):
        if s.face_up[place] > 0:
            out[FACE_UP + CARDS * place + s.face_up[place] - 1] = 1


def observe_seat(s: CodexNaturalis, other: int, n: int, out: MutableSequence[int]) -> None:
    """Write what everybody knows of the n-th seat from the one that looks, but for its area."""
    players = s.players
    first = SEATS_FROM + n
    waits = s.due == NO_DEAL and s.phase <= OBJECTIVE and s.chosen >> other & 1 == 0
    out[first + TO_MOVE * players] = waits or seat_to_move(s) == other
    out[first + FIRST * players] = s.first_seat == other
    out[first + CHOSEN * players] = s.chosen >> other & 1
    out[first + POINTS * players] = min(s.points[other], MOST)
    if s.starter[other] > 0:
        first = SEATS_FROM + START * players + STARTER_CARDS * n
        out[first + s.starter[other] - FIRST_STARTER] = 1
    first = SEATS_FROM + BACKS_FROM * players + BACKS * n
    for slot in range(HAND):
        if s.hand[other][slot] != 0:
            out[first - 1 - back_code(s.hand[other][slot])] += 1
    first = SEATS_FROM + SEEN * players + CARDS * n
    for kind in range(KINDS):
        put_bits(s.seen[other][kind], first + DECK * kind, out)


def observe_area(s: CodexNaturalis, other: int, n: int, out: MutableSequence[int]) -> None:
    """Write the play area of the n-th seat from the one that looks.

    Of a rival's card that lies face down only its back and its place are told.
    """
    players = s.players
    out[SEATS_FROM + COUNT * players + n] = s.placed[other]
    first = SEATS_FROM + SYMBOL * players + SYMBOLS * n
    for symbol in range(SYMBOLS):
        out[first + symbol] = count_symbol(s.symbols[other], symbol)
    area = SEATS_FROM + AREA * players + 2 * PLACED * n - 1
    face_down = SEATS_FROM + FACE_DOWN * players + BACKS * n - 1
    grid = SEATS_FROM + GRID_FROM * players + PLANE * n
    for n_th in range(s.placed[other]):
        card = s.area[other][n_th]
        cell = s.cell[card]
        u = (cell + ROW // 2) // ROW
        v = cell - ROW * u
        code = KINGDOM[card] + 1 if KINGDOM[card] >= 0 else STARTER_CODE
        is_down = card <= CARDS and s.side[card] == BACK
        if is_down:
            code += STARTER_CODE
            out[face_down - back_code(card)] += 1
        put_on_grid(u, v, grid, code, out)
        if n == 0 or not is_down:
            out[area + PLACED * s.side[card] + card] = 1
            out[POSITION + 2 * card - 2] = u + OFFSET
            out[POSITION + 2 * card - 1] = v + OFFSET


def put_on_grid(u: int, v: int, grid: int, code: int, out: MutableSequence[int]) -> None:
    """Write a code where a position stands on a grid, unless it lies outside."""
    if -REACH <= u <= REACH and -REACH <= v <= REACH:
        out[grid + WIDTH * (u + REACH) + v + REACH] = code


def put_bits(bits: int, first: int, out: MutableSequence[int]) -> None:
    """Write 1 in the place of each bit."""
    while bits != 0:
        out[first + lowest_index(bits)] = 1
        bits &= bits - 1


def mask_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Mark the two choices, or the draws, or each card with its sides and positions."""
    if s.phase < PLACE:
        first = TAKE_FRONT if s.phase == STARTER else KEEP_FIRST
        out[first] = 1
        out[first + 1] = 1
    elif s.phase == DRAW:
        for action in range(DRAW_DECK, PLACE_CARD):
            out[action] = has_source(s, action)
    else:
        mark_places(s, seat, ways_to_place(s, seat), out)


def ways_to_place(s: CodexNaturalis, seat: int) -> int:
    """Return the cards of a hand and their sides that may be placed: bit 2 * slot + side."""
    ways = 0
    for slot in range(HAND):
        card = s.hand[seat][slot]
        ways |= (card != 0) << 2 * slot + BACK
        ways |= can_be_front(s, seat, card) << 2 * slot + FRONT
    return ways


def mark_places(s: CodexNaturalis, seat: int, ways: int, out: MutableSequence[int]) -> None:
    """Mark every legal position of a seat for each way to place a card there."""
    for word in range(SPOT_WORDS):
        spots = s.open[seat][word]
        while spots != 0:
            action = PLACE_CARD + 4 * CARDS_A_WORD * word + lowest_index(spots)
            spots &= spots - 1
            for way in range(2 * HAND):
                out[action + SPOTS * way] = ways >> way & 1


FACTORS = (
    "bit n: action n, for the choices and draws below 10",
    "bit 2 * n + side: the n-th card of the hand may be placed with this side up",
    *(
        f"bit n: spot {4 * CARDS_A_WORD * word} + n is a legal position"
        for word in range(SPOT_WORDS)
    ),
)
"""What each word of `factors_into` tells."""


def factors_into(s: CodexNaturalis, seat: int, out: MutableSequence[int]) -> None:
    """Write which choices there are, which cards may be placed, and where: all go together."""
    choices = 0
    ways = 0
    if s.phase < PLACE:
        choices = 3 << (TAKE_FRONT if s.phase == STARTER else KEEP_FIRST)
    elif s.phase == DRAW:
        for action in range(DRAW_DECK, PLACE_CARD):
            choices |= has_source(s, action) << action
    else:
        ways = ways_to_place(s, seat)
    out[0] = choices
    out[1] = ways
    for word in range(SPOT_WORDS):
        out[2 + word] = s.open[seat][word]


def allows(factors: Sequence[int], action: int) -> bool:
    """Return whether the words of `factors_into` make an action legal."""
    if action < PLACE_CARD:
        return factors[0] >> action & 1 != 0
    way = (action - PLACE_CARD) // SPOTS
    spot = (action - PLACE_CARD) % SPOTS
    word = spot // (4 * CARDS_A_WORD)
    is_open = factors[2 + word] >> spot - 4 * CARDS_A_WORD * word & 1
    return is_open != 0 and factors[1] >> way & 1 != 0
