"""A match as the terminal knows it."""

from ludoteca.protocol.from_client import Propose
from ludoteca.protocol.to_client import Happening, Update
from ludoteca.tui.match import Match
from tests.table.stage import ADA, BO, started


def test_what_was_hidden_stands_open_in_the_news_once_the_match_is_final() -> None:
    stage = started("codex_naturalis", 2)
    stage.play(4)
    match = Match.of(stage.enter(ADA), "en")
    hidden = [each.ply for each in match.log if isinstance(each, Happening) and "?" in each.text]
    assert hidden
    for who in (ADA, BO):
        stage.do(who, Propose, matter="end")
    update = stage.told[ADA.visitor][-1]
    assert isinstance(update, Update)
    match.take(update)
    assert match.log == list(stage.enter(ADA).happened)
