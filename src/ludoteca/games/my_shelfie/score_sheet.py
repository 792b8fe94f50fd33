"""Points for a bookshelf of the real box: what the `score` command reads and answers."""

from collections.abc import Mapping
from typing import Any

from ludoteca.core.bits import popcount
from ludoteca.core.errors import UsageError
from ludoteca.core.words import Words
from ludoteca.games.my_shelfie.catalog import (
    COMMON_GOAL_CARDS,
    GROUP_POINTS,
    PERSONAL_GOAL_CARDS,
    PERSONAL_MASKS,
    TILE_NAMES,
)
from ludoteca.games.my_shelfie.layout import TYPES
from ludoteca.games.my_shelfie.pictures import parse_bookshelf
from ludoteca.games.my_shelfie.scoring import personal_points
from ludoteca.games.my_shelfie.scoring.common_goals import is_met
from ludoteca.games.my_shelfie.scoring.groups import group_of, group_points

SWITCHES = {"personal": f"your personal goal card, 1 to {PERSONAL_GOAL_CARDS}"}

HELP = """\
Type or pipe in a bookshelf: six lines of five letters, the top row first. C cats, B books,
G games, F frames, T trophies, P plants, . empty.
Or JSON Lines:
  {"bookshelf": [".....", …], "personal_goal": 7}

examples:
  printf '.....\\n.....\\n.....\\n.....\\nCC.BB\\nCC.BB\\n' | ludoteca score my_shelfie
  ludoteca score my_shelfie --personal 7 --json < bookshelf.txt
"""


def answer_text(
    text: str, switches: Mapping[str, int | None], words: Words
) -> tuple[dict[str, Any], str]:
    """Score a bookshelf of six lines; return the fields and a readable account."""
    rows = [line.strip().upper().replace(" ", "") for line in text.splitlines() if line.strip()]
    card = switches.get("personal")
    answer = _answer(rows, card)
    masks, _ = parse_bookshelf(rows)
    lines = [words["common_goals_met"] + ":"]
    lines += [f"  {goal:2} {words[f'goal.{goal}.name']}" for goal in answer["common_goals_met"]]
    if not answer["common_goals_met"]:
        lines.append(f"  {words['none']}")
    lines.append(f"{words['groups']}: {answer['groups']}")
    for kind in range(TYPES):
        lines += [
            f"  {size} {words[TILE_NAMES[kind]]}: {points}"
            for size, points in _groups(masks[kind])
            if points
        ]
    if card is None:
        lines.append(f"{words['personal_goal']}: {words['not_given']}")
    else:
        matches = sum(popcount(masks[k] & PERSONAL_MASKS[card][k]) for k in range(TYPES))
        lines.append(
            f"{words['personal_goal']} {card}: {answer['personal']} ({matches} {words['matches']})"
        )
    lines.append(f"{words['total_without_tokens']}: {answer['total']}")
    return answer, "\n".join(lines)


def answer_fields(fields: object, switches: Mapping[str, int | None]) -> dict[str, Any]:
    """Score a bookshelf given as JSON."""
    if not isinstance(fields, dict) or "bookshelf" not in fields:
        raise UsageError('an object with "bookshelf" is expected')
    unknown = sorted(set(fields) - {"bookshelf", "personal_goal"})
    if unknown:
        raise UsageError(f"unknown key {unknown[0]!r}")
    rows = fields["bookshelf"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise UsageError('"bookshelf" must be a list of six strings')
    card = fields.get("personal_goal", switches.get("personal"))
    if card is not None and type(card) is not int:
        raise UsageError('"personal_goal" must be a number')
    return _answer(rows, card)


def _answer(rows: list[str], card: int | None) -> dict[str, Any]:
    if card is not None and not 1 <= card <= PERSONAL_GOAL_CARDS:
        raise UsageError(f"there is no personal goal {card}; the cards are 1 to 12")
    try:
        masks, filled = parse_bookshelf(rows)
    except ValueError as error:
        raise UsageError(str(error)) from None
    groups, personal = group_points(masks), personal_points(masks, card or 0)
    return {
        "common_goals_met": [
            goal for goal in range(1, COMMON_GOAL_CARDS + 1) if is_met(masks, filled, goal)
        ],
        "groups": groups,
        "personal": personal,
        "total": groups + personal,
    }


def _groups(tiles: int) -> list[tuple[int, int]]:
    """List the groups among tiles of one kind: size and points."""
    found = []
    while tiles:
        group = group_of(tiles & -tiles, tiles)
        tiles ^= group
        size = popcount(group)
        found.append((size, GROUP_POINTS[min(size, len(GROUP_POINTS) - 1)]))
    return sorted(found, reverse=True)
