"""Slow, plain rules of Codex Naturalis that the fast ones are compared with."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

Position = tuple[int, int]
"""An (x, y); x grows to the right, y grows upwards, the starter card lies at (0, 0)."""
Placement = tuple[int, str, int, int]
"""A (card id, side, x, y); the side is "front" or "back"."""
Area = Sequence[Placement]
"""A play area: its placements in the order in which they were made, the starter card first."""
Instance = frozenset[Position]
"""The three cards that make one pattern."""

FACTS = Path(__file__).parents[2] / "facts" / "codex"
CARDS: dict[str, Any] = json.loads((FACTS / "cards.json").read_text(encoding="utf-8"))


def by_id(chapter: str) -> dict[int, dict[str, Any]]:
    """Read one chapter of the card facts, by card id."""
    return {card["id"]: card for card in CARDS[chapter]}


STARTER_CARDS = by_id("starter_cards")
RESOURCE_CARDS = by_id("resource_cards")
GOLD_CARDS = by_id("gold_cards")
OBJECTIVE_CARDS = by_id("objective_cards")
DEALT_CARDS = RESOURCE_CARDS | GOLD_CARDS
"""All cards that can be in a hand."""

KINGDOMS: list[str] = CARDS["vocabulary"]["kingdoms"]
SYMBOLS: list[str] = KINGDOMS + CARDS["vocabulary"]["objects"]
CORNER_STEPS: dict[str, Position] = {
    corner: (x, y) for corner, (x, y) in CARDS["geometry"]["corner_neighbour"].items()
}
"""The way from a card to the position that covers its corner."""
COUNTED_OBJECT = {
    "per_quill": "quill",
    "per_inkwell": "inkwell",
    "per_manuscript": "manuscript",
}
"""The object symbol that each rule of a gold card pays for."""


def corners(card_id: int, side: str) -> dict[str, str | None]:
    """Name what a card shows in its four corners: a symbol, "empty", or None when hidden."""
    if card_id in STARTER_CARDS:
        return dict(STARTER_CARDS[card_id][side]["corners"])
    if side == "back":
        return dict(CARDS["sides"]["resource_and_gold_back"]["corners"])
    return dict(DEALT_CARDS[card_id]["front"])


def centre(card_id: int, side: str) -> list[str]:
    """Name the permanent resources in the centre of a card."""
    if card_id in STARTER_CARDS:
        return list(STARTER_CARDS[card_id][side]["centre"])
    return [DEALT_CARDS[card_id]["kingdom"]] if side == "back" else []


def kingdom_at(area: Area) -> dict[Position, str]:
    """Name the kingdom of every card that has one; the starter card has none."""
    return {
        (x, y): DEALT_CARDS[card_id]["kingdom"]
        for card_id, _, x, y in area
        if card_id in DEALT_CARDS
    }


def symbols(area: Area) -> dict[str, int]:
    """Count the visible symbols: those in centres and those in corners that no card covers."""
    counts = dict.fromkeys(SYMBOLS, 0)
    for order, (card_id, side, x, y) in enumerate(area):
        placed_later = {(later_x, later_y) for _, _, later_x, later_y in area[order + 1 :]}
        shown = centre(card_id, side)
        for corner, value in corners(card_id, side).items():
            step_x, step_y = CORNER_STEPS[corner]
            if value is not None and (x + step_x, y + step_y) not in placed_later:
                shown.append(value)
        for symbol in shown:
            if symbol != "empty":
                counts[symbol] += 1
    return counts


Lying = dict[Position, tuple[int, str]]
"""The card and its side at each position."""


def lying_in(area: Area) -> Lying:
    """Name the card and its side at each position."""
    return {(x, y): (card_id, side) for card_id, side, x, y in area}


def facing_corners(area: Area, position: Position) -> list[str | None]:
    """List the corners, one of each neighbouring card, that a card at a position would cover."""
    return _facing_corners(lying_in(area), position)


def _facing_corners(lying: Lying, position: Position) -> list[str | None]:
    facing = []
    for corner, (step_x, step_y) in CORNER_STEPS.items():
        neighbour = (position[0] - step_x, position[1] - step_y)
        if neighbour in lying:
            facing.append(corners(*lying[neighbour])[corner])
    return facing


def why_not(area: Area, position: Position) -> str | None:
    """Return why no card can be placed at a position, or None when one can."""
    return _why_not(lying_in(area), position)


def _why_not(lying: Lying, position: Position) -> str | None:
    if position in lying:
        return "the position is taken"
    facing = _facing_corners(lying, position)
    if not facing:
        return "the card covers no corner"
    if None in facing:
        return "the card covers a hidden corner"
    return None


def legal_positions(area: Area) -> set[Position]:
    """Name the positions where the next card can be placed."""
    nearby = {
        (x + step_x, y + step_y) for _, _, x, y in area for step_x, step_y in CORNER_STEPS.values()
    }
    lying = lying_in(area)
    return {position for position in nearby if _why_not(lying, position) is None}


def meets_requirement(area_before: Area, card_id: int, side: str) -> bool:
    """Tell whether the visible symbols allow a card; only the fronts of gold cards ask for any."""
    if side == "back" or card_id not in GOLD_CARDS:
        return True
    visible = symbols(area_before)
    requirement: dict[str, int] = GOLD_CARDS[card_id]["requires"]
    return all(visible[symbol] >= count for symbol, count in requirement.items())


def placement_points(area_before: Area, placement: Placement) -> int:
    """Return the points that a placement earns at once."""
    card_id, side, x, y = placement
    if side == "back" or card_id in STARTER_CARDS:
        return 0
    points: int = DEALT_CARDS[card_id]["points"]
    rule = DEALT_CARDS[card_id].get("rule", "flat")
    if rule == "flat":
        return points
    if rule == "per_covered_corner":
        return points * len(facing_corners(area_before, (x, y)))
    return points * symbols([*area_before, placement])[COUNTED_OBJECT[rule]]


def instances(area: Area, objective_id: int) -> list[Instance]:
    """List every place where the pattern of an objective card occurs, overlapping or not."""
    kingdoms = kingdom_at(area)
    found = []
    for x, y in sorted(kingdoms):
        wanted = {
            (x + cell["dx"], y + cell["dy"]): cell["kingdom"]
            for cell in OBJECTIVE_CARDS[objective_id]["cells"]
        }
        if all(kingdoms.get(position) == kingdom for position, kingdom in wanted.items()):
            found.append(frozenset(wanted))
    return found


def rivals(instance: Instance, among: frozenset[Instance]) -> frozenset[Instance]:
    """Name the other instances that share a card with one."""
    return frozenset(other for other in among if other != instance and other & instance)


def clusters(among: frozenset[Instance]) -> list[frozenset[Instance]]:
    """Split instances into sets that have no card in common with each other."""
    unseen = set(among)
    found = []
    while unseen:
        cluster: set[Instance] = set()
        waiting = {unseen.pop()}
        while waiting:
            instance = waiting.pop()
            cluster.add(instance)
            waiting |= rivals(instance, among) - cluster
        unseen -= cluster
        found.append(frozenset(cluster))
    return found


def most_disjoint(among: frozenset[Instance]) -> int:
    """Find how many instances can be counted at once, by trying every choice."""

    @cache
    def best(cluster: frozenset[Instance]) -> int:
        contested = max(cluster, key=lambda instance: len(rivals(instance, cluster)))
        without = cluster - {contested}
        leave = sum(map(best, clusters(without)))
        take = 1 + sum(map(best, clusters(without - rivals(contested, cluster))))
        return max(leave, take)

    return sum(map(best, clusters(among)))


def pattern_count(area: Area, objective_id: int) -> int:
    """Count the most patterns of an objective card that share no card."""
    return most_disjoint(frozenset(instances(area, objective_id)))


def objective_points(area: Area, objective_id: int) -> int:
    """Return the points of an objective card at the end of the match."""
    objective = OBJECTIVE_CARDS[objective_id]
    points: int = objective["points"]
    if objective["kind"] == "pattern":
        return points * pattern_count(area, objective_id)
    visible = symbols(area)
    needs: dict[str, int] = objective["needs"]
    return points * min(visible[symbol] // count for symbol, count in needs.items())


def refused_start(placement: Placement) -> str | None:
    """Return why a placement cannot be the first one."""
    card_id, _, x, y = placement
    if card_id not in STARTER_CARDS:
        return "the first card is not a starter card"
    if (x, y) != (0, 0):
        return "the starter card does not lie at (0, 0)"
    return None


def refused_next(area_before: Area, placement: Placement) -> str | None:
    """Return why a placement cannot follow others."""
    card_id, side, x, y = placement
    if card_id not in DEALT_CARDS:
        return "the card is neither a resource card nor a gold card"
    if card_id in {earlier for earlier, _, _, _ in area_before}:
        return "the card already lies in the area"
    reason = why_not(area_before, (x, y))
    if reason is None and not meets_requirement(area_before, card_id, side):
        return "the requirement of the card is not met"
    return reason


def refused(area: Area) -> str | None:
    """Name the first impossible placement and why it is impossible, or None when all are legal."""
    for order, placement in enumerate(area):
        card_id, side, x, y = placement
        if side not in ("front", "back"):
            reason: str | None = "a side is front or back"
        elif order == 0:
            reason = refused_start(placement)
        else:
            reason = refused_next(area[:order], placement)
        if reason is not None:
            return f"{card_id} {side} at ({x}, {y}): {reason}"
    return None


FAVOUR = 0.9
"""How often a random card comes from the favoured kingdoms while these last."""
PATTERN_PAIRS = [["fungi", "plant"], ["plant", "insect"], ["animal", "fungi"], ["insect", "animal"]]
"""The kingdoms that meet in the patterns of objective cards 91 to 94."""


def random_card(rng: Random, pile: Sequence[int], kingdoms: Sequence[str]) -> int:
    """Choose a card of a pile, mostly from the favoured kingdoms."""
    favoured = [card_id for card_id in pile if DEALT_CARDS[card_id]["kingdom"] in kingdoms]
    return rng.choice(favoured if favoured and rng.random() < FAVOUR else pile)


def random_position(rng: Random, area: Area, closeness: float) -> Position | None:
    """Choose a legal position, as often as closeness says one with the most neighbours."""
    positions = sorted(legal_positions(area))
    if not positions:
        return None
    if rng.random() < closeness:
        most = max(len(facing_corners(area, position)) for position in positions)
        positions = [spot for spot in positions if len(facing_corners(area, spot)) == most]
    return rng.choice(positions)


def random_area(
    rng: Random,
    cards: int,
    kingdoms: Sequence[str] = (),
    *,
    fronts: float = 0.5,
    striped: bool = False,
) -> list[Placement]:
    """Play at random until so many cards, the starter card included, lie in the area.

    A blocked area stays smaller. Cards mostly come from the named kingdoms; when striped, these
    take turns from column to column. A card whose requirement is met shows its front with the
    probability given, every other card its back.
    """
    starter = rng.choice(list(STARTER_CARDS))
    area: list[Placement] = [(starter, rng.choice(["front", "back"]), 0, 0)]
    pile = list(DEALT_CARDS)
    closeness = rng.random()
    while len(area) < cards and (position := random_position(rng, area, closeness)):
        x, y = position
        favoured = [kingdoms[x % len(kingdoms)]] if striped else kingdoms
        card_id = random_card(rng, pile, favoured)
        pile.remove(card_id)
        is_front = rng.random() < fronts and meets_requirement(area, card_id, "front")
        area.append((card_id, "front" if is_front else "back", x, y))
    return area


def random_areas(rng: Random, count: int) -> Iterator[list[Placement]]:
    """Make legal areas of 1 to 45 cards, rich in patterns that overlap."""
    for _ in range(count):
        cards, fronts = rng.randint(1, 45), rng.choice([0.0, 0.5, 1.0])
        pair = rng.choice(PATTERN_PAIRS)
        kingdoms = rng.choice([[], pair[:1], pair, pair])
        striped = len(kingdoms) == 2 and rng.random() < 0.5
        yield random_area(rng, cards, kingdoms, fronts=fronts, striped=striped)
