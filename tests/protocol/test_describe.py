"""Messages described: fields in their order, with defaults and the sentences below them."""

import msgspec

from ludoteca.protocol import describe
from ludoteca.protocol.from_client import PlayMove, Say
from ludoteca.protocol.to_client import SeatInfo


def test_fields_stand_in_their_order() -> None:
    shape = describe.describe(PlayMove)
    assert [field.name for field in shape.fields] == ["request", "match", "ply", "move_id", "move"]
    assert (shape.tag_field, shape.tag, shape.answer) == ("type", "play_move", "Accepted")


def test_a_field_knows_its_default_and_its_sentence() -> None:
    fields = {field.name: field for field in describe.describe(SeatInfo).fields}
    assert fields["seat"].default is msgspec.NODEFAULT
    assert fields["away"].default is False
    assert fields["bot_at"].text == "When a bot will take over from somebody who is away."


def test_without_another_word_the_answer_is_done() -> None:
    assert describe.describe(Say).answer == "Done"


def test_parts_and_aliases_have_names() -> None:
    assert {"TableSetting", "NoClock", "SeatInfo"} <= {shape.name for shape in describe.parts()}
    assert "PlayMove" not in {shape.name for shape in describe.parts()}
    assert {"MatchId", "Status", "Fields", "Clock", "Moment"} <= set(describe.aliases())
    assert describe.texts_of_aliases()["MoveId"] == "128 random bits of the client"
