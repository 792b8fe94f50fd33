"""What may be chosen in Codex Naturalis, what it would bring, and how the seats stand."""

from itertools import islice
from typing import Any

import pytest

from ludoteca.core.errors import MoveError
from ludoteca.core.generator import below, seeded
from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, PATTERN_CARDS
from ludoteca.games.codex_naturalis.choice.standing import find_patterns
from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from ludoteca.games.codex_naturalis.scoring.objectives import times_fulfilled
from tests.games.codex_naturalis.tables import GAME, face_down, position
from tests.games.codex_naturalis.twins import Placement
from tests.playing import random_match, random_states

PLAIN: Placement = (83, "front", 0, 0)
"""A starter card with four empty corners, a plant and a fungi."""

OTHER: list[Placement] = [(84, "front", 0, 0)]

ROUND_THE_STARTER = face_down(
    PLAIN, [("fungi", (1, 1)), ("fungi", (-1, 1)), ("fungi", (1, -1)), ("animal", (-1, -1))]
)
"""Four fungi and an animal: enough for the gold card 44."""


def one_move(state: CodexNaturalis, **fields: Any) -> dict[str, Any]:
    """Return the only continuation of some fields, for seat 0."""
    (found,) = GAME.continuations(GAME.view(state, 0), fields)
    return found


def expanded(chosen: dict[str, Any]) -> list[dict[str, Any]]:
    """Write out the moves that choices stand for."""
    if "place" in chosen:
        return [
            {"place": card, "side": side, "x": x, "y": y}
            for side, cards in chosen["place"].items()
            for card in cards
            for x, y in chosen["places"]
        ]
    return [{name: value} for name, values in chosen.items() for value in values]


# Choices


@pytest.mark.parametrize("players", GAME.player_counts)
def test_choices_stand_for_exactly_the_legal_moves(players: int) -> None:
    phases = set()
    for state in random_states(GAME, players, GAME.choose_options(), seed=players):
        for seat in GAME.movers(state):
            chosen = GAME.choices(GAME.view(state, seat))
            phases.add(next(iter(chosen)))
            moves = expanded(chosen)
            legal = [
                GAME.modules.notation.move_fields(state, seat, n) for n in GAME.legal(state, seat)
            ]
            assert len(moves) == len(legal)
            assert sorted(map(str, moves)) == sorted(map(str, legal))
    assert phases == {"starter_side", "keep_objective", "place", "draw"}


def test_a_front_needs_its_symbols() -> None:
    poor = position([[PLAIN], OTHER], [[1, 44], [2]])
    assert GAME.choices(GAME.view(poor, 0)) == {
        "place": {"front": [1], "back": [1, 44]},
        "places": [[-1, -1], [-1, 1], [1, -1], [1, 1]],
    }
    rich = position([ROUND_THE_STARTER, OTHER], [[8, 44], [9]])
    assert GAME.choices(GAME.view(rich, 0))["place"] == {"front": [8, 44], "back": [8, 44]}


def test_only_what_lies_there_can_be_drawn() -> None:
    state = position([[PLAIN], OTHER], [[1, 2], [3]], stage="draw", face_up=[7, None, 41, 42])
    assert GAME.choices(GAME.view(state, 0)) == {"draw": ["resource_deck", "gold_deck", 7, 41, 42]}


# Continuations


def test_a_gold_card_is_paid_for_each_corner_it_covers() -> None:
    state = position([ROUND_THE_STARTER, OTHER], [[8, 44], [9]])
    found = one_move(state, place=44, side="front", x=0, y=2)
    assert found["text"] == "44 front 0,2"
    assert found["points"] == {"track": 4, "total": 4}
    assert found["notes"] == {
        "symbols": {},
        "covers": 2,
        "why": {"rule": "covered_corner", "count": 2, "each": 2},
        "objectives": {},
    }


def test_a_gold_card_is_paid_for_each_symbol_its_own_included() -> None:
    """Card 41 shows a quill and is paid for quills, card 5 shows one already."""
    area = [*ROUND_THE_STARTER, (5, "front", 2, 2)]
    state = position([area, OTHER], [[8, 41], [9]])
    found = one_move(state, place=41, side="front", x=-2, y=-2)
    assert found["points"]["track"] == 2
    assert found["notes"]["why"] == {"rule": "symbol", "count": 2, "each": 1, "symbol": "quill"}
    assert found["notes"]["symbols"] == {"quill": 1}


def test_a_card_with_points_of_its_own_is_paid_once_and_its_back_never() -> None:
    state = position([[PLAIN], OTHER], [[8, 1], [9]])
    front = one_move(state, place=8, side="front", x=1, y=1)
    assert front["points"] == {"track": 1, "total": 1}
    assert front["notes"]["why"] == {"rule": "flat", "count": 1, "each": 1}
    back = one_move(state, place=8, side="back", x=1, y=1)
    assert back["points"] == {"total": 0}
    assert back["notes"]["why"] is None


def test_a_covered_symbol_is_lost() -> None:
    """The back of starter card 81 shows a plant at its top right corner."""
    state = position([[(81, "back", 0, 0)], OTHER], [[1, 2], [9]])
    found = one_move(state, place=1, side="back", x=1, y=1)
    assert found["notes"]["symbols"] == {"fungi": 1, "plant": -1}
    assert found["notes"]["covers"] == 1


def test_a_pattern_counts_for_its_objective_and_shows_its_cells() -> None:
    area = face_down(PLAIN, [("fungi", (1, 1)), ("fungi", (2, 2))])
    state = position([area, OTHER], [[8, 44], [9]], common=(87, 97), secrets=(95, 89))
    found = one_move(state, place=8, side="back", x=3, y=3)
    assert found["notes"]["objectives"] == {"87": 1}
    assert found["points"] == {"common": [2, 0], "total": 2}
    action = GAME.modules.notation.parse_move(state, 0, found["text"])
    own, other = GAME.standing(GAME.view(GAME.apply(state, 0, action), 0))
    assert own["objectives"][0] == {
        "objective": 87,
        "fulfilled": 1,
        "points": 2,
        "cards": [[[1, 1], [2, 2], [3, 3]]],
    }
    assert [each["objective"] for each in own["objectives"]] == [87, 97, 95]
    assert [each["objective"] for each in other["objectives"]] == [87, 97]


def test_a_draw_tells_a_face_up_card_and_of_a_deck_only_the_back() -> None:
    state = position([[PLAIN], OTHER], [[1, 2], [3]], stage="draw", face_up=[7, 31, 41, 42])
    assert one_move(state, draw=31)["notes"] == {
        "card": 31,
        "kind": "resource",
        "kingdom": "insect",
    }
    deck = one_move(state, draw="gold_deck")
    assert deck["notes"] == {"card": None, "kind": "gold", "kingdom": "fungi"}
    assert deck["points"] == {"total": 0}


def test_starter_sides_and_objectives_tell_what_they_show() -> None:
    sides = kept = 0
    for state in random_states(GAME, 2, GAME.choose_options(), seed=3):
        for seat in GAME.movers(state):
            found = GAME.continuations(GAME.view(state, seat), {})
            if "starter_side" in found[0]["move"]:
                sides += 1
                assert [sum(each["notes"]["symbols"].values()) > 0 for each in found] == [True] * 2
            elif "keep_objective" in found[0]["move"]:
                kept += 1
                for each in found:
                    card = each["move"]["keep_objective"]
                    assert isinstance(state, CodexNaturalis)
                    assert each["notes"]["fulfilled"] == times_fulfilled(state, seat, card)
    assert sides
    assert kept


def test_what_the_notes_say_of_points_adds_up_to_the_track() -> None:
    rules = set()
    for seed in range(8):
        for state in islice(random_states(GAME, 2, GAME.choose_options(), seed), 30, None, 5):
            for seat in GAME.movers(state):
                for each in GAME.continuations(GAME.view(state, seat), {"side": "front"}):
                    why = each["notes"]["why"] or {"rule": "", "count": 0, "each": 0}
                    assert each["points"].get("track", 0) == why["count"] * why["each"]
                    rules.add(why["rule"])
    assert rules == {"", "flat", "symbol", "covered_corner"}


# Why not

PLACING = position([ROUND_THE_STARTER, OTHER], [[8, 50], [9]])
DRAWING = position([[PLAIN], OTHER], [[1, 2], [3]], stage="draw", face_up=[7, None, 41, 42])
HIDDEN = position([[(85, "front", 0, 0)], OTHER], [[8, 50], [9]])


@pytest.mark.parametrize(
    ("state", "fields", "code"),
    [
        (PLACING, {"starter_side": "front"}, "setup_done"),
        (PLACING, {"keep_objective": 90}, "setup_done"),
        (PLACING, {"draw": "gold_deck"}, "place_first"),
        (PLACING, {"place": 9}, "not_in_hand"),
        (PLACING, {"place": 50, "side": "front"}, "requirement"),
        (PLACING, {"place": 50, "side": "front", "x": 2, "y": 2}, "requirement"),
        (PLACING, {"x": 0, "y": 0}, "occupied"),
        (PLACING, {"place": 8, "x": 1, "y": 0}, "off_grid"),
        (PLACING, {"place": 8, "x": 6, "y": 6}, "no_card_there"),
        (PLACING, {"place": 8, "x": 2000, "y": 2000}, "no_card_there"),
        (PLACING, {"x": 9}, "unreadable_move"),
        (PLACING, {"place": 8, "draw": 7}, "unreadable_move"),
        (PLACING, {"place": 8, "side": "top"}, "unreadable_move"),
        (HIDDEN, {"place": 8, "side": "front", "x": 1, "y": -1}, "hidden_corner"),
        (DRAWING, {"place": 1}, "draw_first"),
        (DRAWING, {"draw": 8}, "not_face_up"),
        (DRAWING, {"draw": 0}, "not_face_up"),
        (DRAWING, {"draw": "deck"}, "unreadable_move"),
    ],
)
def test_what_no_move_can_have_is_refused_by_name(
    state: CodexNaturalis, fields: dict[str, Any], code: str
) -> None:
    check_refusal(state, 0, fields, code)


def check_refusal(state: CodexNaturalis, seat: int, fields: dict[str, Any], code: str) -> None:
    """Check the code of a refusal and that it has a sentence in every language."""
    view = GAME.view(state, seat)
    assert GAME.continuations(view, fields) == []
    answers = [GAME.why_not(view, fields, language) for language in ("en", "it", "de")]
    assert [answer and answer[0] for answer in answers] == [code] * 3
    assert len({answer and answer[1] for answer in answers}) == 3
    assert not any("{" in answer[1] for answer in answers if answer)


def test_the_set_up_comes_first() -> None:
    codes = set()
    for state in islice(random_states(GAME, 2, GAME.choose_options(), seed=4), 12):
        assert isinstance(state, CodexNaturalis)
        for seat in GAME.movers(state):
            chosen = GAME.choices(GAME.view(state, seat))
            if "starter_side" in chosen:
                check_refusal(state, seat, {"draw": 5}, "choose_starter")
                codes.add("choose_starter")
            elif "keep_objective" in chosen:
                check_refusal(state, seat, {"place": 5}, "choose_objective")
                check_refusal(state, seat, {"keep_objective": 5}, "not_dealt")
                codes.add("choose_objective")
    assert len(codes) == 2


def test_an_empty_deck_is_named_in_the_reader_s_language() -> None:
    state = position(
        [[PLAIN], OTHER], [[1, 2], [3]], stage="draw", face_up=[7, 8, None, 42], leftover_to=1
    )
    check_refusal(state, 0, {"draw": "gold_deck"}, "empty_deck")
    answer = GAME.why_not(GAME.view(state, 0), {"draw": "resource_deck"}, "it")
    assert answer == ("empty_deck", "il mazzo risorse è vuoto; pesca un’altra carta")


def test_a_lacking_requirement_says_what_is_missing() -> None:
    answer = GAME.why_not(GAME.view(PLACING, 0), {"place": 50, "side": "front"}, "de")
    assert answer is not None
    assert answer[1] == "für Karte 50 fehlt dir noch: 1 Pilz; oder leg sie verdeckt"


def test_whole_moves_are_refused_as_the_rules_refuse_them() -> None:
    rng, codes = seeded(9), set()
    for state in islice(random_states(GAME, 3, GAME.choose_options(), 9), 8, None, 5):
        assert isinstance(state, CodexNaturalis)
        for seat in GAME.movers(state):
            for _ in range(40):
                x, y = below(rng, 13) - 6, below(rng, 13) - 6
                card = [*state.hand[seat], 1 + below(rng, 80)][below(rng, 4)]
                side = ("front", "back")[below(rng, 2)]
                code = ""
                try:
                    text = f"{card} {side} {x},{y}"
                    GAME.check(state, seat, GAME.modules.notation.parse_move(state, seat, text))
                except MoveError as error:
                    code = error.code
                fields = {"place": card, "side": side, "x": x, "y": y}
                answer = GAME.why_not(GAME.view(state, seat), fields)
                assert (answer[0] if answer else "") == code
                codes.add(code)
    assert {"", "not_in_hand", "no_card_there", "occupied", "off_grid", "draw_first"} <= codes


# Standing


def test_others_secrets_are_left_open() -> None:
    state = position([ROUND_THE_STARTER, OTHER], [[8, 44], [9]], points=(7, 3), common=(95, 97))
    own, other = GAME.standing(GAME.view(state, 0))
    assert own["points"] == {"track": 7, "common": [2, 0], "secret": 0, "total": 9, "seen": 9}
    assert other["points"] == {
        "track": 3,
        "common": [0, 0],
        "secret": None,
        "total": None,
        "seen": 3,
    }
    assert own["objectives"][0]["cards"] == []
    spectator = GAME.standing(GAME.view(state, None))
    assert [seat["points"]["secret"] for seat in spectator] == [None, None]


def test_as_many_patterns_are_found_as_are_counted_and_none_shares_a_card() -> None:
    found = 0
    for seed in range(12):
        state = random_match(GAME, 4, GAME.choose_options(), seed).state
        assert isinstance(state, CodexNaturalis)
        for seat in range(4):
            for objective in range(PATTERN_CARDS):
                patterns = find_patterns(state, seat, objective)
                card = FIRST_OBJECTIVE + objective
                assert len(patterns) == times_fulfilled(state, seat, card)
                places = [tuple(place) for pattern in patterns for place in pattern]
                assert len(set(places)) == len(places) == 3 * len(patterns)
                found += len(patterns)
    assert found > 20


def test_of_a_long_diagonal_every_third_pattern_is_shown() -> None:
    area = face_down(PLAIN, [("fungi", (n, n)) for n in range(1, 8)])
    state = position([area, OTHER], [[80], [79]])
    shown = GAME.standing(GAME.view(state, None))[0]["objectives"][0]
    assert shown["fulfilled"] == 2
    assert shown["cards"] == [[[1, 1], [2, 2], [3, 3]], [[4, 4], [5, 5], [6, 6]]]


# The final scoring


def test_the_steps_name_each_objective() -> None:
    state = position([ROUND_THE_STARTER, OTHER], [[8], [9]], points=(7, 3), common=(95, 97))
    *steps, result = GAME.final_steps(state)
    assert [step["step"] for step in steps] == ["track", "common_1", "common_2", "secret"]
    assert steps[1]["seats"][0] == {
        "points": 2,
        "total": 9,
        "detail": {"objective": 95, "fulfilled": 1, "points": 2, "cards": []},
    }
    assert [seat["detail"]["objective"] for seat in steps[3]["seats"]] == [89, 91]
    assert result == {"step": "result", "winners": [0], "tie_break": None}


@pytest.mark.parametrize("word", ["objective_points", "objectives_completed"])
def test_what_decides_between_equal_scores_is_named(word: str) -> None:
    areas = [ROUND_THE_STARTER, OTHER]
    state = position(areas, [[8], [9]], points=(7, 9), common=(95, 97), tie_break=word)
    assert GAME.final_steps(state)[-1] == {"step": "result", "winners": [0], "tie_break": word}


def test_a_shared_victory_is_named() -> None:
    state = position([[PLAIN], OTHER], [[8], [9]], points=(7, 7))
    assert GAME.final_steps(state)[-1] == {
        "step": "result",
        "winners": [0, 1],
        "tie_break": "shared",
    }
    for word in ("objective_points", "objectives_completed", "shared"):
        assert all(f"tie_break.{word}" in GAME.words(language) for language in ("en", "it", "de"))
