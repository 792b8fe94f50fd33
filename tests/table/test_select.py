"""Live preview: what a rival is selecting, only where everybody could see it anyway."""

from typing import Any

import pytest

from ludoteca.protocol.common import Fields
from ludoteca.protocol.from_client import AskMoves, AskWhyNot, Resign, Select
from ludoteca.protocol.to_client import Continuations, Done, Selecting, WhyNot
from ludoteca.table import Refusal, view_for_hint
from tests.playing import GAMES
from tests.table.stage import ADA, BO, EVE, PEOPLE, Stage, started

HIDDEN_HANDS, OPEN_TABLE = (game.id for game in GAMES)


def shown(stage: Stage, who: object = BO) -> list[Fields]:
    """Return what somebody was shown of others' choices."""
    told = stage.told[getattr(who, "user", "")]
    return [each.partial for each in told if isinstance(each, Selecting)]


def choices(stage: Stage, seat: int) -> dict[str, Any]:
    """Return a seat's choices."""
    progress = stage.table.progress
    assert progress is not None
    return stage.table.game.choices(stage.table.game.view(progress.state, seat))


def test_tiles_taken_from_the_living_room_are_seen_by_all() -> None:
    stage = started(OPEN_TABLE)
    stage.enter(EVE)
    take = {"take": [choices(stage, 0)["takes"][0][0]]}
    stage.do(ADA, Select, ply=stage.ply, partial=take)
    assert shown(stage) == shown(stage, EVE) == [take]
    assert shown(stage, ADA) == []
    assert stage.enter(BO).selecting == {"0": take}
    stage.do(ADA, Select, ply=stage.ply, partial={})
    assert shown(stage) == [take, {}]


def test_a_move_clears_what_was_selected() -> None:
    stage = started(OPEN_TABLE)
    take = {"take": [choices(stage, 0)["takes"][0][0]]}
    stage.do(ADA, Select, ply=stage.ply, partial=take)
    stage.move(ADA)
    assert stage.enter(BO).selecting == {}


@pytest.mark.parametrize("partial", [{"take": [[0, 0]]}, {"take": "x"}, {"note": "for you"}])
def test_what_is_no_choice_is_shown_to_nobody(partial: Fields) -> None:
    stage = started(OPEN_TABLE)
    assert isinstance(stage.do(ADA, Select, ply=stage.ply, partial=partial), Done)
    assert shown(stage) == []


def test_who_has_given_up_is_offered_nothing_and_shows_nothing() -> None:
    stage = started(OPEN_TABLE, 3)
    take = {"take": [choices(stage, 0)["takes"][0][0]]}
    stage.do(ADA, Resign)
    position = stage.enter(ADA).position
    assert position is not None
    assert (position.movers, position.choices) == ((0,), {})
    assert stage.refuse(ADA, Select, ply=stage.ply, partial=take) == "resigned"
    with pytest.raises(Refusal) as refused:
        view_for_hint(stage.table, ADA)
    assert refused.value.code == "resigned"
    assert shown(stage) == []


def test_who_has_given_up_can_take_nothing_back() -> None:
    stage = started(OPEN_TABLE, 3)
    stage.move(ADA)
    stage.do(ADA, Resign)
    position = stage.enter(ADA).position
    assert position is not None
    assert position.undo_to is None


def test_selecting_is_for_those_who_may_move_now() -> None:
    stage = started(OPEN_TABLE)
    assert stage.refuse(BO, Select, ply=stage.ply, partial={}) == "not_your_turn"
    assert stage.refuse(ADA, Select, ply=stage.ply - 1, partial={}) == "stale_move"
    assert stage.refuse(EVE, Select, ply=stage.ply, partial={}) == "not_seated"


def test_nothing_of_a_hidden_hand_or_choice_is_shown() -> None:
    stage = started(HIDDEN_HANDS)
    for side in ("front", "back"):
        stage.do(ADA, Select, ply=stage.ply, partial={"starter_side": side})
    stage.play(2)
    kept = choices(stage, 0)["keep_objective"][0]
    stage.do(ADA, Select, ply=stage.ply, partial={"keep_objective": kept})
    stage.play(2)
    seat = stage.table.movers[0]
    who, other = PEOPLE[seat], PEOPLE[1 - seat]
    for card in choices(stage, seat)["place"]["back"]:
        stage.do(who, Select, ply=stage.ply, partial={"place": card})
    assert shown(stage, other) == []
    stage.move(who)
    face_up = next(each for each in choices(stage, seat)["draw"] if isinstance(each, int))
    stage.do(who, Select, ply=stage.ply, partial={"draw": face_up})
    assert shown(stage, other) == [{"draw": face_up}], "what lies face up is seen by all"


def test_a_partial_choice_is_answered_with_what_it_would_bring() -> None:
    stage = started(OPEN_TABLE)
    take = {"take": [choices(stage, 0)["takes"][0][0]]}
    answer = stage.do(ADA, AskMoves, partial=take)
    assert isinstance(answer, Continuations)
    assert len(answer.continuations) == 5, "one for each column"
    assert all({"text", "move", "points", "notes"} <= set(each) for each in answer.continuations)
    empty = stage.do(BO, AskMoves, partial=take)
    assert isinstance(empty, Continuations)
    assert not empty.continuations, "it is not Bo's turn"
    assert stage.refuse(EVE, AskMoves, partial=take) == "not_seated"


def test_all_moves_can_be_asked_for_in_parts() -> None:
    stage = started(OPEN_TABLE)
    whole = stage.do(ADA, AskMoves, partial={})
    parts = [stage.do(ADA, AskMoves, partial={}, most=7, skip=7 * part) for part in range(40)]
    assert isinstance(whole, Continuations)
    found = [
        each for part in parts if isinstance(part, Continuations) for each in part.continuations
    ]
    assert found == list(whole.continuations)
    assert len(found) > 7


def test_why_a_choice_is_not_allowed_is_said_in_ones_language() -> None:
    stage = started(OPEN_TABLE)
    ada = type(ADA)(ADA.user, ADA.name, "it")
    answer = stage.do(ada, AskWhyNot, partial={"take": [[0, 0]]})
    assert isinstance(answer, WhyNot)
    assert (answer.code, answer.sentence) == (
        "cell_not_in_play",
        "a1 non si usa con questo numero di giocatori; scegli un’altra casella",
    )
    fine = stage.do(ada, AskWhyNot, partial={})
    assert isinstance(fine, WhyNot)
    assert (fine.code, fine.sentence) == ("", "")
