"""A position of Codex Naturalis in one line, and back.

    players tie_break stage turn first end resource gold face_up common seat seat …

`stage` is a phase or the name of the deal that is due; `first` the first seat or -; `end` is -, or
what has brought the end about, with ! from the last round on. A deck is `top/card,card,…` with the
cards below in rising order; `face_up` and `common` are lists of cards; - is no card, or none. A
seat is

    hand:starter:objectives:secret:points:area

A ! in the hand marks a card that everybody saw. The area lists card, side and position in the order
of placing, like `83f;5b1,1`; the starter card needs no position.
"""

from ludoteca.games.codex_naturalis.catalog import (
    FIRST_OBJECTIVE,
    FIRST_STARTER,
    OBJECTIVE_CARDS,
    STARTER_CARDS,
)
from ludoteca.games.codex_naturalis.deal import DEALS, start
from ludoteca.games.codex_naturalis.deal.audit import SOUND, faults
from ludoteca.games.codex_naturalis.deal.hand import kind_of
from ludoteca.games.codex_naturalis.layout import (
    COMMON_OBJECTIVES,
    DECK,
    DRAW,
    FACE_UP,
    FIRST_SEAT,
    HAND,
    HANDS,
    KINDS,
    NO_DEAL,
    NOBODY,
    OBJECTIVE,
    OBJECTIVES,
    PLACE,
    STARTER,
    STARTERS,
    TOPS,
    CodexNaturalis,
)
from ludoteca.games.codex_naturalis.notation.areas import format_area, parse_area
from ludoteca.games.codex_naturalis.notation.numbers import cards_of, number

TIE_BREAKS = ("objective_points", "objectives_completed")
"""The values of the option `tie_break`."""

PHASE_OF_DEAL = {
    FACE_UP: STARTER,
    STARTERS: STARTER,
    HANDS: OBJECTIVE,
    TOPS: OBJECTIVE,
    COMMON_OBJECTIVES: OBJECTIVE,
    OBJECTIVES: OBJECTIVE,
}
"""The phase during a deal; during all others a card will be placed next."""

PHASES = ("starter", "objective", "place", "draw", "over")
ENDINGS = ("-", "points", "decks", "blocked")
"""What may bring the end about."""


def format_position(s: CodexNaturalis) -> str:
    """Write a whole state in one line."""
    head = [
        str(s.players),
        TIE_BREAKS[s.tie_break],
        DEALS[s.due] or PHASES[s.phase],
        str(s.turn),
        "-" if s.first_seat == NOBODY else str(s.first_seat),
        ENDINGS[s.ending] + "!" * s.last_round,
    ]
    decks = [f"{s.top[kind] or '-'}/{_listed(_below(s, kind))}" for kind in range(KINDS)]
    face_up = ",".join(str(card or "-") for card in s.face_up)
    common = _listed([card for card in s.common_objectives if card])
    seats = [_format_seat(s, seat) for seat in range(s.players)]
    return " ".join([*head, *decks, face_up, common, *seats])


def _listed(cards: list[int]) -> str:
    return ",".join(map(str, cards)) or "-"


def _below(s: CodexNaturalis, kind: int) -> list[int]:
    return [n + 1 + DECK * kind for n in range(DECK) if s.deck[kind] >> n & 1]


def _format_seat(s: CodexNaturalis, seat: int) -> str:
    hand = ",".join(
        f"{card}!" if s.seen[seat][kind_of(card)] >> (card - 1) % DECK & 1 else str(card)
        for card in s.hand[seat]
        if card
    )
    objectives = _listed([card for card in s.objectives_dealt[seat] if card])
    secret, points = s.secret_objective[seat] or "-", s.points[seat]
    area = format_area(s, seat)
    return f"{hand or '-'}:{s.starter[seat] or '-'}:{objectives}:{secret}:{points}:{area}"


def parse_position(text: str) -> CodexNaturalis:
    """Read a state back; ValueError says what is wrong."""
    fields = text.split(" ")
    if len(fields) < 12:
        raise ValueError("a position has at least twelve parts")
    players, tie_break, stage, turn, first, end, resource, gold, face_up, common, *seats = fields
    s = CodexNaturalis()
    count = number(players, "players", 2, 4)
    if tie_break not in TIE_BREAKS:
        raise ValueError(f"{tie_break!r} breaks no tie; what does: {', '.join(TIE_BREAKS)}")
    start(s, count, [TIE_BREAKS.index(tie_break)])
    _parse_stage(s, stage)
    s.turn = number(turn, "turn", 0, count - 1)
    s.first_seat = NOBODY if first == "-" else number(first, "first seat", 0, count - 1)
    _parse_end(s, end)
    for kind, deck in enumerate((resource, gold)):
        _parse_deck(s, kind, deck)
    s.face_up = cards_of(face_up, "face-up cards", 1, 2 * DECK, 2 * KINDS)
    for n, card in enumerate(_objectives(common, "common objectives")):
        s.common_objectives[n] = card
    if len(seats) != count:
        raise ValueError(f"{count} seats expected, {len(seats)} found")
    for seat, field in enumerate(seats):
        _parse_seat(s, seat, field)
    _settle(s)
    return s


def _parse_stage(s: CodexNaturalis, stage: str) -> None:
    if stage in PHASES:
        s.phase, s.due = PHASES.index(stage), NO_DEAL
    elif stage in DEALS[1:]:
        s.due = DEALS.index(stage)
        s.phase = PHASE_OF_DEAL.get(s.due, PLACE)
    else:
        raise ValueError(f"{stage!r} is no stage of a match")


def _parse_end(s: CodexNaturalis, end: str) -> None:
    s.last_round = int(end.endswith("!"))
    if end.removesuffix("!") not in ENDINGS or end == "-!":
        raise ValueError(f"{end!r} is none of {', '.join(ENDINGS)}, with ! in the last round")
    s.ending = ENDINGS.index(end.removesuffix("!"))


def _parse_deck(s: CodexNaturalis, kind: int, text: str) -> None:
    top, slash, below = text.partition("/")
    if not slash:
        raise ValueError(f"deck {text!r}: top/cards below expected")
    first, last = DECK * kind + 1, DECK * (kind + 1)
    s.top[kind] = cards_of(top, "top", first, last, 1)[0]
    cards = [] if below == "-" else cards_of(below, "deck", first, last, below.count(",") + 1)
    if cards != sorted(set(cards)) or 0 in cards:
        raise ValueError(f"deck {below!r}: the cards below are listed once, rising")
    s.deck[kind] = sum(1 << card - first for card in cards)
    s.below[kind] = len(cards)


def _objectives(text: str, what: str) -> list[int]:
    if text == "-":
        return []
    cards = cards_of(text, what, FIRST_OBJECTIVE, FIRST_OBJECTIVE + OBJECTIVE_CARDS - 1, 2)
    if 0 in cards:
        raise ValueError(f"{what}: two cards or - expected, not {text!r}")
    return cards


def _parse_seat(s: CodexNaturalis, seat: int, field: str) -> None:
    parts = field.split(":")
    if len(parts) != 6:
        raise ValueError(f"seat {seat}: hand:starter:objectives:secret:points:area expected")
    hand, starter, objectives, secret, points, area = parts
    _parse_hand(s, seat, hand)
    last = FIRST_STARTER + STARTER_CARDS - 1
    s.starter[seat] = cards_of(starter, f"seat {seat}, starter", FIRST_STARTER, last, 1)[0]
    for n, card in enumerate(_objectives(objectives, f"seat {seat}, objectives")):
        s.objectives_dealt[seat][n] = card
    last = FIRST_OBJECTIVE + OBJECTIVE_CARDS - 1
    s.secret_objective[seat] = cards_of(secret, f"seat {seat}, secret", FIRST_OBJECTIVE, last, 1)[0]
    s.points[seat] = number(points, f"seat {seat}, points", 0, 999)
    try:
        parse_area(s, seat, area)
    except ValueError as error:
        raise ValueError(f"seat {seat}, area: {error}") from None


def _parse_hand(s: CodexNaturalis, seat: int, text: str) -> None:
    for slot, mark in enumerate([] if text == "-" else text.split(",")):
        if slot == HAND:
            raise ValueError(f"seat {seat}: a hand has at most {HAND} cards")
        card = number(mark.removesuffix("!"), f"seat {seat}, hand", 1, 2 * DECK)
        s.hand[seat][slot] = card
        if mark.endswith("!"):
            s.seen[seat][kind_of(card)] |= 1 << (card - 1) % DECK


def _settle(s: CodexNaturalis) -> None:
    """Note who has chosen, and check that every card is in one place."""
    if s.due == NO_DEAL and s.phase in (STARTER, OBJECTIVE):
        for seat in range(s.players):
            made = s.placed[seat] if s.phase == STARTER else s.secret_objective[seat]
            s.chosen |= bool(made) << seat
        if s.chosen == (1 << s.players) - 1:
            raise ValueError("everybody has chosen, but the next deal is not due")
    reason = faults(s)
    if reason != SOUND:
        raise ValueError(FAULTS[reason])
    for seat in range(s.players):
        _check_stage(s, seat)
    if s.phase in (PLACE, DRAW) and s.due != FIRST_SEAT:
        _check_turn(s)


def _check_turn(s: CodexNaturalis) -> None:
    """Check that the seat whose turn it is has a move."""
    if s.first_seat == NOBODY:
        raise ValueError("the first seat is missing")
    if s.phase == PLACE and not (s.places[s.turn] and s.hand[s.turn][0]):
        raise ValueError(f"seat {s.turn} is to place a card, but cannot")
    if s.phase == DRAW and not (any(s.top) or any(s.face_up)):
        raise ValueError("there is nothing to draw")


def _check_stage(s: CodexNaturalis, seat: int) -> None:
    """Check that a seat has exactly what it must have at this stage."""
    dealing = s.due in (FACE_UP, STARTERS)
    if bool(s.starter[seat]) == dealing:
        raise ValueError(f"seat {seat}: the starter card does not fit the stage")
    if s.phase > STARTER and not s.placed[seat]:
        raise ValueError(f"seat {seat}: the starter card is not in the area")
    if s.phase > OBJECTIVE and not s.secret_objective[seat]:
        raise ValueError(f"seat {seat}: the secret objective is missing")


FAULTS = (
    "",
    "a resource or gold card is missing or in two places",
    "a deck has the wrong number of cards",
    "a hand is not in rising order",
    "an objective or starter card is in two places, or a secret objective was not dealt",
    "an area does not begin with its starter card",
    "the symbols of an area are wrong",
    "the legal positions of an area are wrong",
)
"""What may be wrong with the cards, by the number that `faults` gives."""
