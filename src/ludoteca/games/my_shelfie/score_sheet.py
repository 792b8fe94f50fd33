"""Points for a bookshelf of the real box: what the `score` command reads and answers."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludoteca.core.bits import popcount
from ludoteca.core.errors import UsageError
from ludoteca.core.modules import Switch, Switches
from ludoteca.core.words import Words
from ludoteca.games.my_shelfie.catalog import (
    COMMON_GOAL_CARDS,
    END_GAME_POINTS,
    GROUP_POINTS,
    PERSONAL_GOAL_CARDS,
    PERSONAL_MASKS,
    TILE_NAMES,
    TOKEN_POINTS,
)
from ludoteca.games.my_shelfie.layout import TYPES
from ludoteca.games.my_shelfie.pictures import parse_bookshelf
from ludoteca.games.my_shelfie.scoring import personal_points
from ludoteca.games.my_shelfie.scoring.common_goals import is_met
from ludoteca.games.my_shelfie.scoring.groups import group_of, group_points

SWITCHES = {
    "personal": Switch("N", f"your personal goal card, 1 to {PERSONAL_GOAL_CARDS}"),
    "common": Switch("N,N", f"the common goals in play, 1 to {COMMON_GOAL_CARDS}"),
    "tokens": Switch("N,N", "the points on your scoring tokens"),
    "end-game-token": Switch("", "you have the end game token"),
}

TOKENS = sorted({points for stack in TOKEN_POINTS for points in stack if points})
"""The points that are printed on scoring tokens."""

KEYS = {"bookshelf", "personal_goal", "common_goals", "tokens", "end_game_token"}
"""What JSON may hold."""

HELP = """\
Type or pipe in a bookshelf: six lines of five letters, the top row first. C cats, B books,
G games, F frames, T trophies, P plants, . empty.
Or JSON Lines:
  {"bookshelf": [".....", …], "personal_goal": 7, "common_goals": [1, 6], "tokens": [8, 4]}

examples:
  printf '.....\\n.....\\n.....\\n.....\\nCC.BB\\nCC.BB\\n' | ludoteca score my_shelfie
  ludoteca score my_shelfie --personal 7 --json < bookshelf.txt
  ludoteca score my_shelfie --personal 7 --common 1,6 --tokens 8,4 --end-game-token < bookshelf.txt
"""


GOALS_IN_PLAY = 2
"""Common goals of a match at most; each of them gives a player one token at most."""


class SheetExtras(NamedTuple):
    """What is known besides the bookshelf; None is not given."""

    card: int | None = None
    common: tuple[int, ...] | None = None
    tokens: tuple[int, ...] | None = None
    has_end_game_token: bool = False


def answer_text(text: str, switches: Switches, words: Words) -> tuple[dict[str, Any], str]:
    """Score a bookshelf of six lines; return the fields and a readable account."""
    rows = [line.strip().upper().replace(" ", "") for line in text.splitlines() if line.strip()]
    extras = _given(switches)
    card = extras.card
    answer = _answer(rows, extras)
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
    if "tokens" in answer:
        lines.append(f"{words['tokens']}: {answer['tokens']}")
        lines.append(f"{words['end_game_token']}: {answer['end_game_token']}")
    total = "total" if "tokens" in answer else "total_without_tokens"
    lines.append(f"{words[total]}: {answer['total']}")
    return answer, "\n".join(lines)


def _given(switches: Switches) -> SheetExtras:
    """Read the switches of the command."""
    card = switches.get("personal")
    if card is not None and len(card) != 1:
        raise UsageError("--personal takes one card")
    return SheetExtras(
        None if card is None else card[0],
        switches.get("common"),
        switches.get("tokens"),
        "end-game-token" in switches,
    )


def answer_fields(fields: object, switches: Switches) -> dict[str, Any]:
    """Score a bookshelf given as JSON."""
    if not isinstance(fields, dict) or "bookshelf" not in fields:
        raise UsageError('an object with "bookshelf" is expected')
    unknown = sorted(set(fields) - KEYS)
    if unknown:
        raise UsageError(f"unknown key {unknown[0]!r}")
    rows = fields["bookshelf"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise UsageError('"bookshelf" must be a list of six strings')
    usual = _given(switches)
    card = fields.get("personal_goal", usual.card)
    if card is not None and type(card) is not int:
        raise UsageError('"personal_goal" must be a number')
    has_token = fields.get("end_game_token", usual.has_end_game_token)
    if not isinstance(has_token, bool):
        raise UsageError('"end_game_token" must be true or false')
    common = _numbers(fields, "common_goals", usual.common)
    tokens = _numbers(fields, "tokens", usual.tokens)
    return _answer(rows, SheetExtras(card, common, tokens, has_token))


def _numbers(
    fields: Mapping[str, Any], key: str, usual: tuple[int, ...] | None
) -> tuple[int, ...] | None:
    found = fields.get(key)
    if found is None:
        return usual
    if not isinstance(found, list) or any(type(number) is not int for number in found):
        raise UsageError(f'"{key}" must be a list of numbers')
    return tuple(found)


def _refuse_impossible(extras: SheetExtras) -> None:
    card, common, tokens, _ = extras
    if card is not None and not 1 <= card <= PERSONAL_GOAL_CARDS:
        raise UsageError(f"there is no personal goal {card}; the cards are 1 to 12")
    for goal in common or ():
        if not 1 <= goal <= COMMON_GOAL_CARDS:
            raise UsageError(f"there is no common goal {goal}; the cards are 1 to 12")
    if common is not None and not len(common) == len(set(common)) <= GOALS_IN_PLAY:
        raise UsageError("one or two common goals are in play, each of them once")
    for points in tokens or ():
        if points not in TOKENS:
            shown = ", ".join(map(str, TOKENS))
            raise UsageError(f"no scoring token has {points} points; they have {shown}")
    if tokens is not None and len(tokens) > GOALS_IN_PLAY:
        raise UsageError(f"nobody has more than {GOALS_IN_PLAY} scoring tokens")


def _answer(rows: list[str], extras: SheetExtras) -> dict[str, Any]:
    _refuse_impossible(extras)
    try:
        masks, filled = parse_bookshelf(rows)
    except ValueError as error:
        raise UsageError(str(error)) from None
    groups, personal = group_points(masks), personal_points(masks, extras.card or 0)
    asked = extras.common or range(1, COMMON_GOAL_CARDS + 1)
    answer = {
        "common_goals_met": [goal for goal in asked if is_met(masks, filled, goal)],
        "groups": groups,
        "personal": personal,
    }
    if extras.tokens is None and not extras.has_end_game_token:
        return {**answer, "total": groups + personal}
    tokens = sum(extras.tokens or ())
    last = END_GAME_POINTS if extras.has_end_game_token else 0
    total = groups + personal + tokens + last
    return {**answer, "tokens": tokens, "end_game_token": last, "total": total}


def _groups(tiles: int) -> list[tuple[int, int]]:
    """List the groups among tiles of one kind: size and points."""
    found = []
    while tiles:
        group = group_of(tiles & -tiles, tiles)
        tiles ^= group
        size = popcount(group)
        found.append((size, GROUP_POINTS[min(size, len(GROUP_POINTS) - 1)]))
    return sorted(found, reverse=True)
