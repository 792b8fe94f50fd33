"""The page: complete, well-formed, and on its own."""

import re
from html.parser import HTMLParser

import pytest

from ludoteca.arena.report import STYLE, command, report
from ludoteca.arena.report_tables import Fields, report_tables
from ludoteca.core.game import Game
from tests.arena.contests import fields_of
from tests.playing import GAMES

EVIL = 'exec:./<b>"x"&'


class Reader(HTMLParser):
    """Reads a page strictly: every tag is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an opening tag."""
        self.seen.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag that is closed at once."""
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that is open."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Note words."""
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def read(page: str) -> Reader:
    """Read a page to its end."""
    reader = Reader()
    reader.feed(page)
    reader.close()
    assert reader.open == []
    return reader


@pytest.fixture
def game() -> Game:
    """Return some game; the results are made up."""
    return GAMES[0]


@pytest.mark.parametrize("players", [2, 4])
def test_the_page_has_every_table_and_fact(game: Game, players: int) -> None:
    fields = fields_of(players=players)
    text = "\n".join(read(report(game, fields)).words)
    for table in report_tables(fields):
        for words in (table.title, table.remark, *table.head, *(c for r in table.rows for c in r)):
            assert words in text
    for words in (game.name, "Abacus, 2 cores", "commit abc", "Python 3.11", "61.2 s, pool"):
        assert words in text
    assert "--seed 9" in text
    assert "Nothing went wrong." in text


def test_the_page_needs_nothing_else(game: Game) -> None:
    page = report(game, fields_of(sprt=(0.5, 0.55)))
    tags = {tag for tag, _ in read(page).seen}
    assert not tags & {"script", "link", "img", "iframe", "object", "a"}
    assert not re.search(r"https?:|//|url\(|@import|src=|href=", page.split("</style>")[1])
    assert not re.search(r"https?:|url\(|@import", STYLE.read_text(encoding="utf-8"))


def test_pictures_are_there(game: Game) -> None:
    seen = read(report(game, fields_of(sprt=(0.5, 0.55), deals=40))).seen
    labels = [attributes["aria-label"] or "" for tag, attributes in seen if tag == "svg"]
    assert len(labels) == 4 + 3  # wins, ratings, scores, seats, and a test for each pair
    assert sum("log-likelihood" in label for label in labels) == 3


def test_names_cannot_break_the_page(game: Game) -> None:
    fields = fields_of(f"greedy,{EVIL}", sprt=(0.5, 0.55))
    fields["notes"] = [f"{EVIL}, deal 3: <script>alert(1)</script>"]
    page = report(game, fields)
    assert EVIL not in page
    reader = read(page)
    assert "script" not in {tag for tag, _ in reader.seen}
    assert any(EVIL in words for words in reader.words)
    assert any("<script>alert(1)</script>" in words for words in reader.words)


def test_what_is_proved_stands_first(game: Game) -> None:
    fields = fields_of("weak,strong", deals=400)
    text = " ".join(read(report(game, fields)).words)
    assert re.search(r"strong\s+beats weak: \d\d\.\d %", text)
    assert "beats" not in report(game, fields_of("weak,strong", deals=10))


def test_the_style_knows_every_class_that_is_used(game: Game) -> None:
    style = STYLE.read_text(encoding="utf-8")
    bots = ",".join("abcdefghij")
    for tag, attributes in read(report(game, fields_of(bots, deals=3))).seen:
        for name in (attributes.get("class") or "").split():
            assert f".{name}" in style, f"{tag} {name}"


def test_the_command_plays_the_same_again() -> None:
    fields: Fields = fields_of("x,y", sprt=(0.5, 0.55)) | {"options": {"refill": "often"}}
    assert command(fields) == (
        "ludoteca arena some_game --bots x,y --deals 30 --players 2 --seed 9"
        " --option refill=often --sprt 0.5,0.55"
    )


def test_what_went_wrong_is_told(game: Game) -> None:
    fields = fields_of()
    fields["notes"] = ["x, deal 3, seat 1: no answer within 5 s"]
    fields["complete"] = False
    text = " ".join(read(report(game, fields)).words)
    assert "no answer within 5 s" in text
    assert "Nothing went wrong" not in text
    assert "not finished" in text
