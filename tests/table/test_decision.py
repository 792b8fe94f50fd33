"""Who acts for which seat, and how refusals are said."""

import pytest

from ludoteca.table import Refusal, Who
from ludoteca.table.decision import Draft, TablePolicy, acting_seat
from tests.playing import GAMES
from tests.table.stage import ADA, BO, EVE, POLICY, opened, started

GAME = GAMES[-1].id


def test_who_has_one_seat_acts_for_it() -> None:
    table = started(GAME).table
    assert [acting_seat(table, who) for who in (ADA, BO, EVE)] == [0, 1, None]


def test_people_who_share_a_device_act_for_the_seat_they_entered_as() -> None:
    table = opened(GAME, 1, here=("Ann",)).table
    entered = [Who(ADA.user, "Ada", seat=seat) for seat in (0, 1, 7, None)]
    assert [acting_seat(table, who) for who in entered] == [0, 1, 0, 0]


def test_a_forged_seat_is_of_no_use() -> None:
    table = started(GAME).table
    assert acting_seat(table, Who(EVE.user, "Eve", seat=0)) is None
    assert acting_seat(table, Who(BO.user, "Bo", seat=0)) == 1


def test_a_refusal_speaks_three_languages() -> None:
    refusal = Refusal("seat_taken", name="Bo")
    assert [refusal.sentence(each) for each in ("en", "it", "de")] == [
        "Bo is sitting there. Choose another seat.",
        "Quel posto è già di Bo. Scegline un altro.",
        "Dort sitzt Bo. Wähl einen anderen Platz.",
    ]
    assert Refusal("gap", "there is a gap").sentence("it") == "there is a gap"


def test_a_policy_knows_no_bot_unless_told() -> None:
    assert not TablePolicy().knows_bot("random")
    assert POLICY.knows_bot("random")


def test_a_draft_leaves_the_table_it_began_with_alone() -> None:
    stage = opened(GAME)
    draft = Draft(stage.table, 1.0, POLICY)
    with pytest.raises(Refusal):
        draft.own_seat(EVE)
    with pytest.raises(Refusal):
        draft.check_host(BO)
    draft.check_open()
    assert draft.decision().events == ()
