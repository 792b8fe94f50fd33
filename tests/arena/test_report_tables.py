"""The tables in words and figures."""

import pytest

from ludoteca.arena.report_tables import (
    cross_table,
    headlines,
    pair_table,
    percent,
    report_tables,
    verdict,
)
from ludoteca.arena.standings import standings
from tests.arena.contests import contest_of, deal_of, fields_of, made_up


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0"),
        (1.0, "100"),
        (0.5, "50.0"),
        (0.12345, "12.3"),
        (0.9996, "99.96"),
        (2e-5, "0.002"),
    ],
)
def test_shares_are_written_in_percent(share: float, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize("players", [2, 3])
def test_every_table_is_rectangular_and_full(players: int) -> None:
    found = report_tables(fields_of(players=players))
    assert len(found) == (4 if players == 2 else 5)
    for table in found:
        assert table.title
        assert table.rows
        assert all(len(row) == len(table.head) for row in table.rows)
        assert all(row[0] for row in table.rows)


def test_the_cross_table_shows_both_sides_of_a_pair() -> None:
    plan = made_up("x,y", deals=4)
    deals = [deal_of(0, n, [[0, 1], [1 - n % 2, n % 2]]) for n in range(4)]
    table = cross_table(standings(contest_of(plan, deals)))
    assert table.head == ["", "x", "y"]
    assert [row[0] for row in table.rows] == ["x", "y"]
    assert table.rows[0][1] == table.rows[1][2] == "–"
    assert table.rows[0][2].startswith("75.0 (")
    assert table.rows[1][1].startswith("25.0 (")


def test_the_best_one_stands_first() -> None:
    assert cross_table(fields_of()).head == ["", "z", "y", "x"]


def test_a_verdict_is_said_in_words() -> None:
    assert verdict({"claim": "x"}) == "x is better"
    assert verdict({"claim": None}) == "open"
    test = {"low": 0.5, "high": 0.55, "verdict": "accepted"}
    assert verdict({"claim": "x", "sprt": test}) == "50.0 or 55.0 %: accepted"


def test_remarks_say_what_was_corrected() -> None:
    assert "Holm" in pair_table(fields_of()).remark
    assert "Holm" not in pair_table(fields_of("x,y")).remark
    assert "stopped early" in pair_table(fields_of(sprt=(0.5, 0.55))).remark


def test_the_headlines_say_what_was_played_and_with_what() -> None:
    lines = "\n".join(headlines("Some Game", fields_of()))
    for words in ("Some Game, 2 players: 180 matches in 61.2 s, seed 9", "commit abc", "Abacus"):
        assert words in lines
    assert "not finished" not in lines
    assert "not finished" in headlines("Some Game", fields_of() | {"complete": False})[0]
