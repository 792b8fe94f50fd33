"""What a seat sees, in the form of the record."""

import msgspec

from ludoteca.core.generator import seeded
from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from tests.games.codex_naturalis.tables import (
    GAME,
    dealt,
    new_match,
    played,
    position,
    ready_match,
)
from tests.games.codex_naturalis.twins import Placement
from tests.playing import random_match

AREAS: list[list[Placement]] = [
    [(83, "front", 0, 0), (5, "back", 1, 1)],
    [(82, "back", 0, 0)],
]


def test_a_position_has_the_form_of_the_record() -> None:
    state = position(AREAS, [[1, 12, 60], [2, 3]], points=(3, 0), first=1, secrets=(89, 95))
    fields = msgspec.to_builtins(GAME.position(state))
    assert list(fields) == [
        "to_move",
        "first_seat",
        "over",
        "phase",
        "last_round",
        "decks",
        "face_up",
        "common_objectives",
        "seats",
    ]
    assert [fields["to_move"], fields["first_seat"], fields["over"]] == [0, 1, False]
    assert [fields["phase"], fields["last_round"]] == ["place", False]
    assert fields["face_up"] == {"resource": [4, 6], "gold": [41, 42]}
    assert fields["decks"]["resource"]["top"] == 7
    assert fields["decks"]["resource"]["below"] == [8, 9, 10, 11, *range(13, 41)]
    assert fields["common_objectives"] == [87, 88]
    assert fields["seats"][0] == {
        "hand": [1, 12, 60],
        "starter": 83,
        "objectives_dealt": [89, 90],
        "secret_objective": 89,
        "points": 3,
        "blocked": False,
        "symbols": {
            "fungi": 2,
            "plant": 1,
            "animal": 0,
            "insect": 0,
            "quill": 0,
            "inkwell": 0,
            "manuscript": 0,
        },
        "play_area": [
            {"card": 83, "side": "front", "x": 0, "y": 0},
            {"card": 5, "side": "back", "x": 1, "y": 1},
        ],
    }


def test_what_is_not_dealt_yet_is_null_or_not_in_its_list() -> None:
    fields = msgspec.to_builtins(GAME.position(GAME.new(3)))
    assert [fields["to_move"], fields["first_seat"], fields["phase"]] == [None, None, "starter"]
    assert fields["decks"]["gold"] == {"top": None, "below": list(range(41, 81))}
    assert fields["face_up"] == {"resource": [None, None], "gold": [None, None]}
    assert fields["common_objectives"] == []
    for seat in fields["seats"]:
        assert [seat["hand"], seat["starter"], seat["play_area"]] == [[], None, []]
        assert [seat["objectives_dealt"], seat["secret_objective"]] == [[], None]


def test_a_seat_sees_backs_of_others_and_of_the_tops() -> None:
    state = position(AREAS, [[1, 12, 60], [2, 13, 70]], secrets=(89, 95))
    fields = msgspec.to_builtins(GAME.position(GAME.view(state, 0).state))
    assert fields["seats"][0]["hand"] == [1, 12, 60]
    assert fields["seats"][1]["hand"] == [
        {"kind": "resource", "kingdom": "fungi"},
        {"kind": "resource", "kingdom": "plant"},
        {"kind": "gold", "kingdom": "animal"},
    ]
    assert fields["seats"][1]["objectives_dealt"] == [None, None]
    assert fields["seats"][1]["secret_objective"] is None
    assert fields["seats"][1]["play_area"] == [{"card": 82, "side": "back", "x": 0, "y": 0}]
    assert fields["decks"]["resource"] == {
        "top": {"kind": "resource", "kingdom": "fungi"},
        "below": state.below[0],
    }
    spectator = msgspec.to_builtins(GAME.position(GAME.view(state, None).state))
    assert spectator["seats"][0]["hand"][2] == {"kind": "gold", "kingdom": "plant"}


def test_a_card_drawn_face_up_is_shown_by_its_back_like_any_other() -> None:
    state = ready_match(2)
    seat = state.turn
    state = played(state, seat, f"{state.hand[seat][0]} back 1,1")
    state = played(state, seat, f"draw {state.face_up[0]}")
    shown = GAME.position(GAME.view(state, 1 - seat).state).seats[seat].hand
    assert all(not isinstance(card, int) for card in shown)


FACE_DOWN: list[list[Placement]] = [
    [(83, "front", 0, 0), (5, "back", 1, 1), (12, "front", 2, 2)],
    [(82, "back", 0, 0), (9, "back", 1, 1), (77, "back", 2, 2)],
]


def test_only_its_owner_sees_which_card_lies_face_down() -> None:
    state = position(FACE_DOWN, [[1, 13, 60], [2, 14, 70]])
    back = {"kind": "resource", "kingdom": "fungi"}
    for viewer, first, second in ((0, 5, back), (1, back, 9), (None, back, back)):
        fields = msgspec.to_builtins(GAME.position(GAME.view(state, viewer).state))
        assert fields["seats"][0]["play_area"] == [
            {"card": 83, "side": "front", "x": 0, "y": 0},
            {"card": first, "side": "back", "x": 1, "y": 1},
            {"card": 12, "side": "front", "x": 2, "y": 2},
        ]
        assert fields["seats"][1]["play_area"][1]["card"] == second
    drawing = GAME.draw(GAME.view(state, 0), ["Ada", "Bo"])
    assert "( 5F)" in drawing
    assert "( ?F)" in drawing
    assert "(?I*)" in drawing
    assert "( 9F)" not in drawing
    assert "(77I)" not in drawing


def test_any_card_that_a_seat_sees_nowhere_may_lie_under_a_back() -> None:
    state = position(FACE_DOWN, [[1, 13, 60], [2, 14, 70]], face_up=(4, 6, 41, 42))
    view, rng, found = GAME.view(state, 0), seeded(3), set()
    for _ in range(400):
        world = GAME.resample(view, rng)
        assert isinstance(world, CodexNaturalis)
        assert GAME.engine.faults(world) == 0
        assert GAME.view(world, 0) == view
        found.add(world.area[1][1])
    assert found == {2, 3, 7, 8, 9, 10}


def test_others_read_the_back_of_a_card_laid_face_down() -> None:
    state = position(AREAS, [[1, 12, 60], [2]])
    action = GAME.modules.notation.parse_move(state, 0, "60 back 2,2")
    assert GAME.is_secret(state, 0, action)
    assert GAME.hidden_move(state, 0, action) == (
        "? back 2,2",
        {"place": {"kind": "gold", "kingdom": "plant"}, "side": "back", "x": 2, "y": 2},
    )
    front = GAME.modules.notation.parse_move(state, 0, "12 front 2,2")
    assert not GAME.is_secret(state, 0, front)


def test_a_card_seen_is_forgotten_when_one_with_its_back_is_laid_face_down() -> None:
    state = ready_match(2)
    seat = state.turn
    state = played(state, seat, f"{state.hand[seat][0]} back 1,1")
    card = state.face_up[0]
    state = dealt(played(state, seat, f"draw {card}"))
    assert state.seen[seat][0] == 1 << card - 1
    other = 1 - seat
    state = played(state, other, f"{state.hand[other][0]} back 1,1")
    state = dealt(played(state, other, "draw resource"))
    assert state.seen[seat][0] == 1 << card - 1
    assert played(state, seat, f"{card} back 2,2").seen[seat] == [0, 0]


def test_nobody_sees_a_side_before_the_last_one_is_chosen() -> None:
    state = played(new_match(3), 1, "back")
    full = GAME.position(state)
    assert [len(seat.play_area) for seat in full.seats] == [0, 1, 0]
    for viewer in (None, 0, 2):
        view = GAME.position(GAME.view(state, viewer).state)
        assert all(seat.play_area == [] for seat in view.seats)
        assert all(set(seat.symbols.values()) == {0} for seat in view.seats)
        assert view.to_move == 0
    assert len(GAME.position(GAME.view(state, 1).state).seats[1].play_area) == 1
    state = played(played(state, 0, "front"), 2, "front")
    view = GAME.position(GAME.view(state, 0).state)
    assert [len(seat.play_area) for seat in view.seats] == [1, 1, 1]


def test_nobody_sees_a_secret_objective_before_the_end() -> None:
    state = new_match(2)
    state = dealt(played(played(state, 0, "front"), 1, "front"))
    state = played(state, 1, f"keep {state.objectives_dealt[1][0]}")
    assert GAME.position(GAME.view(state, 0).state).seats[1].secret_objective is None
    assert GAME.position(GAME.view(state, 1).state).seats[1].secret_objective is not None


def test_everything_is_open_after_the_end() -> None:
    state = random_match(GAME, 3, GAME.choose_options(), seed=2).state
    for seat in (None, 0, 1, 2):
        assert GAME.view(state, seat).state == state


def test_a_deck_of_a_view_is_all_that_may_be_in_it() -> None:
    state = position(AREAS, [[1, 12, 60], [2, 13, 70]])
    view = GAME.view(state, 0).state
    assert isinstance(view, CodexNaturalis)
    hidden = state.deck[0] | 1 << state.top[0] - 1 | 1 << 1 | 1 << 12
    assert view.deck[0] == hidden
    assert view.below == state.below


def test_blocked_and_the_last_round_are_shown() -> None:
    state = position(AREAS, [[1], [2]], end="decks!", stage="place")
    assert GAME.position(state).last_round is True
    state.places[1] = 0
    assert [seat.blocked for seat in GAME.position(state).seats] == [False, True]
