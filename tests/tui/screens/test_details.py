"""What was decided about a table, in words."""

import pytest

from ludoteca.language import LANGUAGES, words
from ludoteca.protocol.common import TableSetting
from ludoteca.protocol.to_client import Ending, TableInfo
from ludoteca.tui.match_view import MatchView
from ludoteca.tui.screens.details import details


def match_of(language: str, **more: object) -> MatchView:
    setting = TableSetting("my_shelfie", **more)  # type: ignore[arg-type]
    table = TableInfo(
        match="k3v9x0c2",
        status="open",
        setting=setting,
        options={"first_token": 8, "goals": "open"},
        host=0,
        seats=(),
        commitment="5ea1",
        spectators=0,
    )
    return MatchView(table, None, (), None, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_seal_and_every_option_are_told(language: str) -> None:
    told = dict(details(match_of(language)))
    assert told[words(language)["page.commitment"]] == "5ea1"
    assert told["first_token"] == "8"  # no option of the game: told as it is
    assert words(language)["page.delay"] not in told


def test_the_seed_is_told_once_it_is_revealed() -> None:
    match = match_of("en")
    assert "Shuffle seed" not in dict(details(match))
    match.ending = Ending(how="rules", seat=None, winners=(0,), scores=(), seed="d1ce")
    assert dict(details(match))["Shuffle seed"] == "d1ce"


def test_a_delay_is_told_only_where_somebody_may_watch() -> None:
    assert ("Spectators see moves", "90 s later") in details(match_of("en", spectator_delay=90))
    nobody = details(match_of("en", spectator_delay=90, spectators=False))
    assert "Spectators see moves" not in dict(nobody)
