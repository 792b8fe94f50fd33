"""Where each thing of Codex Naturalis sits in the state.

Cards are known by the ids of the fact table: 1 to 40 resource, 41 to 80 gold, 81 to 86 starter and
87 to 102 objective cards. 0 is no card. In a view a negative number is a card of which the seat
knows less: -1 - n is a card with back n, -1 an objective card. In a play area a card needs a number
of its own: in a view another one with the same back *stands in* for a rival's card that lies face
down, and `stand_ins` tells which do.

The play area is turned by 45 degrees: with u = (x + y) / 2 and v = (y - x) / 2 the four positions
at the corners of a card are (u ± 1, v) and (u, v ± 1). A position is one number, its *cell*

    ROW * u + v         top left +1   top right +ROW   bottom left -ROW   bottom right -1

which is unique in every area that the cards can form. A seat finds its card at a cell in a small
table of slots: a card lies in slot `cell % SLOTS` or, if that is taken, a few leaps on. ROW is
chosen so that cells fewer than 16 steps apart never want the same slot; no area is too large.

The legal positions are kept as sets of *spots*. A spot is 4 * card + corner: the position that
would cover that corner of that card. The card that first made a position legal holds its spot.

Symbols are counted in seven fields of eight bits, fungi lowest; the top bit of a field stays free.
"""

from typing import Annotated

from ludoteca.core.types import Shape, Small, State

SEATS = 4
"""The most players."""

HAND = 3
"""Cards in a full hand."""

KINDS = 2
RESOURCE, GOLD = 0, 1
"""The two decks, and the kinds of their cards."""

CARDS = 80
"""Resource and gold cards: the ids from 1 on."""

DECK = 40
"""Cards of one kind."""

CARD_IDS = 87
"""Ids that can lie in a play area, and 0."""

AREA = 81
"""The most cards an area can hold: every resource and gold card, and the starter card."""

FRONT, BACK = 0, 1
"""The sides of a card; side + 2 * card is the number of a *face*."""

TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = 0, 1, 2, 3
"""The corners; 3 - corner lies opposite."""

ROW = 271
"""From a cell to the next one at the top right."""

SLOTS = 128
"""The length of the table in which a seat finds its cards."""

SPOT_WORDS, CARDS_A_WORD = 6, 15
"""The sets of spots: four bits a card."""

FIELD = 8
"""Bits of one symbol's count."""

NOBODY = -1
"""No seat."""

STARTER, OBJECTIVE, PLACE, DRAW, OVER = 0, 1, 2, 3, 4
"""The phases."""

(
    NO_DEAL,
    STARTERS,
    COMMON_OBJECTIVES,
    OBJECTIVES,
    FIRST_SEAT,
    FACE_UP,
    HANDS,
    TOPS,
    RESOURCE_TOP,
    GOLD_TOP,
) = range(10)
"""Which deal is due; from FACE_UP on, it takes cards of the two decks."""

NOT_YET, BY_POINTS, BY_DECKS, ALL_BLOCKED = 0, 1, 2, 3
"""What has brought the end about."""

OBJECTIVE_POINTS_DECIDE, OBJECTIVES_COMPLETED_DECIDE = 0, 1
"""What breaks a tie."""


class CodexNaturalis(State):
    """All there is to know about a position."""

    players: Small
    tie_break: Small
    masked: Small  # 1 in a view: a deck is then the set of all cards that may be in it
    due: Small  # the deal that is due
    cursor: Small  # how many of its cards are dealt
    phase: Small
    turn: Small  # whose turn it is, or will be after the deal
    first_seat: Small
    ending: Small  # what has brought the end about
    last_round: Small
    chosen: Small  # the seats that have made the choice of the phase, as bits
    deck: Annotated[list[int], Shape("i8", KINDS)]  # bit n: the n-th card of the kind is below
    stand_ins: Annotated[list[int], Shape("i8", KINDS)]  # in a view; bits as in a deck
    below: Annotated[list[int], Shape("i1", KINDS)]  # how many cards are below the top
    top: Annotated[list[int], Shape("i1", KINDS)]
    face_up: Annotated[list[int], Shape("i1", 2 * KINDS)]  # two places of each kind
    common_objectives: Annotated[list[int], Shape("i1", 2)]
    hand: Annotated[list[list[int]], Shape("i1", SEATS, HAND)]  # rising, 0 at the end
    seen: Annotated[list[list[int]], Shape("i8", SEATS, KINDS)]  # in the hand, seen by all
    starter: Annotated[list[int], Shape("i1", SEATS)]
    objectives_dealt: Annotated[list[list[int]], Shape("i1", SEATS, 2)]
    secret_objective: Annotated[list[int], Shape("i1", SEATS)]
    points: Annotated[list[int], Shape("i2", SEATS)]
    symbols: Annotated[list[int], Shape("i8", SEATS)]
    placed: Annotated[list[int], Shape("i1", SEATS)]  # how many cards lie in the area
    area: Annotated[list[list[int]], Shape("i1", SEATS, AREA)]  # in the order of placing
    slots: Annotated[list[list[int]], Shape("i1", SEATS, SLOTS)]
    open: Annotated[list[list[int]], Shape("i8", SEATS, SPOT_WORDS)]  # the legal spots
    places: Annotated[list[int], Shape("i2", SEATS)]  # how many there are
    cell: Annotated[list[int], Shape("i2", CARD_IDS)]  # where a card lies in its owner's area
    side: Annotated[list[int], Shape("i1", CARD_IDS)]


def option_indices(s: CodexNaturalis) -> tuple[int]:
    """Read the option back: what breaks a tie."""
    return (s.tie_break,)


def cell_of(x: int, y: int) -> int:
    """Return the cell of a position; x + y must be even.

    >>> cell_of(0, 0), cell_of(-1, 1), cell_of(1, 1)
    (0, 1, 271)
    """
    return ROW * ((x + y) // 2) + (y - x) // 2


def x_of(cell: int) -> int:
    """Return the x of a cell."""
    u = (cell + ROW // 2) // ROW
    return (1 + ROW) * u - cell


def y_of(cell: int) -> int:
    """Return the y of a cell."""
    u = (cell + ROW // 2) // ROW
    return cell - (ROW - 1) * u


def position_of(cell: int) -> tuple[int, int]:
    """Return the x and y of a cell.

    >>> position_of(cell_of(-7, 13)), position_of(cell_of(80, -80))
    ((-7, 13), (80, -80))
    """
    return x_of(cell), y_of(cell)
