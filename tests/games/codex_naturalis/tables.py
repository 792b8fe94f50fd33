"""Positions for tests, told by what matters; the cards not named are put somewhere."""

from collections.abc import Sequence

from ludoteca import games
from ludoteca.core.generator import below, seeded
from ludoteca.games.codex_naturalis.layout import CodexNaturalis, cell_of
from ludoteca.games.codex_naturalis.play_area import put_card
from tests.games.codex_naturalis.twins import DEALT_CARDS, KINGDOMS, Area, Placement, Position

GAME = games.load("codex_naturalis")

BLOCKED_IN_FIVE: list[Placement] = [
    (85, "front", 0, 0),
    (13, "front", 1, 1),
    (59, "front", -1, 1),
    (57, "front", 2, 0),
    (32, "front", 0, 2),
    (79, "front", 1, 3),
]
"""Vector V1: the shortest way to block one's own area."""


def laid_out(area: Area) -> CodexNaturalis:
    """Lay an area out before seat 0."""
    state = CodexNaturalis()
    state.players = 2
    state.starter[0] = area[0][0]
    for card, side, x, y in area:
        put_card(state, 0, card, ("front", "back").index(side), cell_of(x, y))
    return state


def face_down(starter: Placement, places: Sequence[tuple[str, Position]]) -> list[Placement]:
    """Build an area of a starter card and the backs of cards of the kingdoms named."""
    piles = {
        kingdom: [number for number, card in DEALT_CARDS.items() if card["kingdom"] == kingdom]
        for kingdom in KINGDOMS
    }
    return [starter, *((piles[kingdom].pop(0), "back", x, y) for kingdom, (x, y) in places)]


def area_text(area: Area) -> str:
    """Write an area as positions have it."""
    (starter, side, _, _), *others = area
    marks = [f"{starter}{side[0]}", *(f"{card}{s[0]}{x},{y}" for card, s, x, y in others)]
    return ";".join(marks)


def position(
    areas: Sequence[Area],
    hands: Sequence[Sequence[int]],
    *,
    stage: str = "place",
    turn: int = 0,
    first: int = 0,
    end: str = "-",
    points: Sequence[int] = (0, 0, 0, 0),
    face_up: Sequence[int | None] | None = None,
    leftover_to: int | None = None,
    common: Sequence[int] = (87, 88),
    secrets: Sequence[int] = (89, 91, 93, 95),
    tie_break: str = "objective_points",
) -> CodexNaturalis:
    """Make a position; cards not named lie face up (the lowest ones) and in the decks.

    With `leftover_to`, decks and face-up places are empty, and the cards not named lie face down in
    a row in that seat's area, which must have its top right corner free.
    """
    laid = [list(area) for area in areas]
    used = {card for area in laid for card, *_ in area} | {c for hand in hands for c in hand}
    rest = [card for card in DEALT_CARDS if card not in used and card not in (face_up or ())]
    if leftover_to is not None:
        laid[leftover_to] += [(card, "back", n, n) for n, card in enumerate(rest, 1)]
        rest = []
    piles = [[card for card in rest if card <= 40], [card for card in rest if card > 40]]
    if face_up is None:
        face_up = [pile.pop(0) if pile else None for pile in piles for _ in range(2)]
    decks = [f"{pile[0] if pile else '-'}/{','.join(map(str, pile[1:])) or '-'}" for pile in piles]
    seats = [
        f"{','.join(map(str, sorted(hand))) or '-'}:{area[0][0]}:{secret},{secret + 1}:{secret}"
        f":{track}:{area_text(area)}"
        for area, hand, secret, track in zip(laid, hands, secrets, points, strict=False)
    ]
    state = GAME.modules.notation.parse_position(
        f"{len(areas)} {tie_break} {stage} {turn} {first} {end} {decks[0]} {decks[1]} "
        f"{','.join(str(card or '-') for card in face_up)} {','.join(map(str, common))} "
        + " ".join(seats)
    )
    assert isinstance(state, CodexNaturalis)
    return state


def played(state: CodexNaturalis, seat: int, text: str) -> CodexNaturalis:
    """Make a move written as text."""
    after = GAME.apply(state, seat, GAME.modules.notation.parse_move(state, seat, text))
    assert isinstance(after, CodexNaturalis)
    return after


def dealt(state: CodexNaturalis, seed: int = 1) -> CodexNaturalis:
    """Roll whatever deals are due."""
    rng = seeded(seed)
    while GAME.deal_name(state):
        after, _ = GAME.deal_all(state, lambda n: below(rng, n))
        assert isinstance(after, CodexNaturalis)
        state = after
    return state


def new_match(players: int, seed: int = 1) -> CodexNaturalis:
    """Begin a match: the starter cards are dealt."""
    state = GAME.new(players)
    assert isinstance(state, CodexNaturalis)
    return dealt(state, seed)


def ready_match(players: int, seed: int = 1) -> CodexNaturalis:
    """Begin a match and make every choice of the set-up: the first turn may begin."""
    state = new_match(players, seed)
    for seat in range(players):
        state = played(state, seat, "front")
    state = dealt(state, seed)
    for seat in range(players):
        state = played(state, seat, f"keep {state.objectives_dealt[seat][0]}")
    return dealt(state, seed)
