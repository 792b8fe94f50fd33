"""Which moves are legal, and the rule that forbids each of the others."""

import pytest

from ludoteca.core.errors import LudotecaError, MatchOver
from ludoteca.games.codex_naturalis.layout import CodexNaturalis
from ludoteca.games.codex_naturalis.rules.legality import REFUSALS
from tests.games.codex_naturalis.tables import GAME, dealt, new_match, played, position
from tests.games.codex_naturalis.twins import Placement

ALONE: list[Placement] = [(82, "back", 0, 0)]
AREA: list[Placement] = [(84, "front", 0, 0)]


def refused(state: CodexNaturalis, seat: int, text: str) -> tuple[str, str]:
    """Return the code and the sentence with which a move is refused."""
    with pytest.raises(LudotecaError) as caught:
        played(state, seat, text)
    return caught.value.code, str(caught.value)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 back 1,1", "not_in_hand"),
        ("47 back 0,0", "occupied"),
        ("47 back 3,1", "no_card_there"),
        ("47 back 2,0", "no_card_there"),
        ("47 back 1,0", "off_grid"),
        ("47 back 1,-1", "hidden_corner"),
        ("47 back 999,999", "no_card_there"),
        ("draw resource", "place_first"),
        ("draw 3", "place_first"),
        ("keep 89", "setup_done"),
        ("front", "setup_done"),
        ("47 sideways 1,1", "unreadable_move"),
        ("47 back", "unreadable_move"),
        ("", "unreadable_move"),
        ("9" * 5000, "unreadable_move"),
    ],
)
def test_a_wrong_placement_is_refused_with_its_rule(text: str, code: str) -> None:
    state = position([[(85, "front", 0, 0)], ALONE], [[47, 51], [1]])
    assert refused(state, 0, text)[0] == code


def test_a_requirement_says_what_it_lacks() -> None:
    state = position([[(85, "front", 0, 0)], ALONE], [[47, 61], [1]])
    code, sentence = refused(state, 0, "61 front 1,1")
    assert code == "requirement"
    assert sentence == "card 61 still needs: 1 animal; or place it face down"
    assert "still needs: 3 fungi;" in refused(state, 0, "47 front 1,1")[1]


def test_a_hidden_corner_is_named_with_its_position() -> None:
    area: list[Placement] = [(85, "front", 0, 0), (11, "back", 1, 1)]
    state = position([area, ALONE], [[47], [1]])
    sentence = refused(state, 0, "47 back -1,-1")[1]
    assert sentence == (
        "there is a hidden corner at -1,-1, which can never be covered; choose another place"
    )


def test_only_the_seat_whose_turn_it_is_may_move() -> None:
    state = position([AREA, ALONE], [[47], [1]])
    sentence = "it’s not your turn: wait for seat 1"
    assert refused(state, 1, "1 back 1,1") == ("not_your_turn", sentence)
    assert refused(state, 1, "draw gold")[0] == "not_your_turn"


def test_a_wrong_draw_is_refused_with_its_rule() -> None:
    area = [ALONE[0], *((card, "back", card - 2, card - 2) for card in range(3, 40))]
    state = position(
        [AREA, area],
        [[40], [1, 2]],
        stage="draw",
        face_up=[None, None, 41, 42],
    )
    sentence = "the resource deck is empty; draw another card"
    assert refused(state, 0, "draw resource") == ("empty_deck", sentence)
    assert refused(state, 0, "draw 43")[0] == "not_face_up"
    assert refused(state, 0, "40 back 1,1")[0] == "draw_first"
    with pytest.raises(LudotecaError) as caught:
        GAME.check(state, 0, GAME.modules.actions.DRAW_FACE_UP)
    assert caught.value.code == "empty_place"
    assert played(state, 0, "draw 41").hand[0] == [40, 41, 0]


def test_the_choices_of_the_set_up_are_refused_out_of_time() -> None:
    state = new_match(3)
    assert refused(state, 1, "keep 87")[0] == "choose_starter"
    assert refused(state, 1, "draw gold")[0] == "choose_starter"
    assert refused(state, 1, "5 back 1,1")[0] == "choose_starter"
    state = played(state, 1, "back")
    assert refused(state, 1, "back")[0] == "already_chosen"
    assert [GAME.movers(state), GAME.to_move(state)] == [[0, 2], 0]
    state = dealt(played(played(state, 2, "front"), 0, "front"))
    assert refused(state, 0, "front")[0] == "choose_objective"
    assert refused(state, 0, f"keep {state.objectives_dealt[1][0]}")[0] == "not_dealt"


def test_a_finished_match_takes_nothing_more() -> None:
    state = position([AREA, ALONE], [[47], [1]], stage="over", end="points!")
    with pytest.raises(MatchOver):
        GAME.apply(state, 0, 4)
    refuse = GAME.engine.refusal
    assert REFUSALS[refuse(state, 0, 4)] == "match_over"


def test_a_corner_that_does_not_stand_for_its_position_is_no_move() -> None:
    """Two corners lie at 2,0; the action that names the later card's corner is refused."""
    area: list[Placement] = [(84, "front", 0, 0), (1, "back", 1, 1), (2, "back", 1, -1)]
    state = position([area, ALONE], [[47], [80]])
    actions = GAME.modules.actions
    legal = [actions.place_action(0, 1, 4 * card + corner) for card, corner in ((1, 3), (2, 1))]
    assert sum(action in GAME.legal(state, 0) for action in legal) == 1
    refuse = GAME.engine.refusal
    assert sorted(REFUSALS[refuse(state, 0, action)] for action in legal) == ["", "unreadable_move"]


def test_secrets_are_the_choices_of_the_set_up() -> None:
    state = new_match(2)
    assert GAME.is_secret(state, 0, 0)
    state = played(state, 0, "front")
    assert not GAME.is_secret(state, 1, 0), "the last side is shown with all others"
    state = dealt(played(state, 1, "back"))
    assert GAME.is_secret(state, 0, 2)
    state = played(state, 0, f"keep {state.objectives_dealt[0][1]}")
    assert GAME.is_secret(state, 1, 2)
    state = dealt(played(state, 1, f"keep {state.objectives_dealt[1][1]}"))
    assert not GAME.is_secret(state, state.turn, GAME.legal(state, state.turn)[0])
