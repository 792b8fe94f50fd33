"""A match as the terminal knows it."""

from msgspec.structs import replace

from ludoteca.protocol.from_client import Propose, Resign
from ludoteca.protocol.to_client import Happening, Update
from ludoteca.tui.match_view import MatchView
from tests.table.stage import ADA, BO, CY, started


def test_what_was_hidden_stands_open_in_the_news_once_the_match_is_final() -> None:
    stage = started("codex_naturalis", 2)
    stage.play(4)
    match = MatchView.of(stage.enter(ADA), "en")
    hidden = [each.ply for each in match.log if isinstance(each, Happening) and "?" in each.text]
    assert hidden
    down = Happening(ply=9, kind="move", text="? back 1,1", seat=1)
    assert match.said(down) == f"{match.names[1]}: back 1,1"
    assert "?" not in "".join(match.news())
    for who in (ADA, BO):
        stage.do(who, Propose, matter="end")
    update = stage.told[ADA.user][-1]
    assert isinstance(update, Update)
    match.take(update)
    assert match.log == list(stage.enter(ADA).happened)


def test_on_the_seat_of_somebody_who_gave_up_a_bot_wins() -> None:
    stage = started("my_shelfie", 3)
    seat = stage.table.seats_of(ADA.user)[0]
    stage.do(ADA, Resign)
    for who in (BO, CY):
        stage.do(who, Propose, matter="end")
    shown = stage.enter(BO)
    match = MatchView.of(shown, "en")
    assert match.ending is not None
    match.ending = replace(match.ending, winners=(seat,))
    assert match.winners == ["Ada’s bot"]
    match.ending = replace(match.ending, winners=shown.seats)
    assert match.winners == ["Bo"]
