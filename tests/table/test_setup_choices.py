"""Set-up choices are made by all at once and stay hidden as the record says."""

from ludoteca.protocol.from_client import PlayMove
from ludoteca.protocol.to_client import Accepted, Refused, Update
from tests.playing import GAMES
from tests.table.stage import ADA, BO, CY, EVE, Stage, started

GAME = GAMES[0].id


def setting_up() -> Stage:
    """Begin a match whose first choice is made by all at once."""
    stage = started(GAME, 3)
    assert stage.table.movers == (0, 1, 2)
    return stage


def test_any_ply_since_the_choice_opened_will_do() -> None:
    stage = setting_up()
    opened = stage.ply
    for number, who in enumerate((CY, ADA, BO)):
        answer = stage.say(who, PlayMove, ply=opened, move_id=stage.move_id(), move="front")
        assert isinstance(answer, Accepted)
        assert answer.ply == opened + number + 1


def test_a_ply_before_it_or_after_now_will_not() -> None:
    stage = setting_up()
    for ply in (stage.ply - 1, stage.ply + 1):
        answer = stage.say(ADA, PlayMove, ply=ply, move_id=stage.move_id(), move="front")
        assert isinstance(answer, Refused)
        assert answer.code == "stale_move"


def test_the_next_choice_does_not_take_moves_meant_for_the_last() -> None:
    stage = setting_up()
    opened = stage.ply
    for who in (ADA, BO, CY):
        stage.move(who)
    assert stage.table.movers == (0, 1, 2), "now all keep an objective"
    answer = stage.say(ADA, PlayMove, ply=opened, move_id=stage.move_id(), move=stage.pick(0))
    assert isinstance(answer, Refused)
    assert answer.code == "stale_move"


def test_a_choice_is_made_once() -> None:
    stage = setting_up()
    ply = stage.ply
    stage.move(ADA)
    answer = stage.say(ADA, PlayMove, ply=ply, move_id=stage.move_id(), move="back")
    assert isinstance(answer, Refused)
    assert stage.table.movers == (1, 2)


def test_what_was_chosen_is_told_to_its_seat_only() -> None:
    stage = setting_up()
    stage.enter(EVE)
    stage.move(ADA, "back")
    seen = {}
    for who in (ADA, BO, CY, EVE):
        update = [each for each in stage.told[who.user] if isinstance(each, Update)][-1]
        seen[who.name] = (update.happened[0].text, update.happened[0].move)
    hidden = ("?", {"starter_side": None})
    own = ("back", {"starter_side": "back"})
    assert seen == {"Ada": own, "Bo": hidden, "Cy": hidden, "Eve": hidden}
    snapshot = stage.enter(BO)
    assert snapshot.position is not None
    assert snapshot.position.view["seats"][0]["play_area"] == []
    assert snapshot.position.movers == (1, 2), "that she has chosen is no secret"
    assert snapshot.happened[-1].text == "?"


def test_once_the_match_is_final_the_past_is_open() -> None:
    stage = setting_up()
    stage.play()
    assert all("?" not in each.text for each in stage.enter(EVE).happened)
