"""`ludoteca score`: points for people who play with the real box."""

import io
import json
from pathlib import Path
from typing import Any

import pytest

from ludoteca import games
from ludoteca.core.game import Game
from tests.cli.running import Run, run_apart

SHELF = """\
.....
.....
C...B
C...B
CCTBB
CPTBB
"""
"""A group of 5 cats (5 points), one of 6 books (8), two trophies and a plant."""

ROWS = SHELF.split()
KEYS = ["common_goals_met", "groups", "personal", "total"]


def scored(run: Run, stdin: str, *more: str) -> list[Any]:
    """Score for machines; nothing but JSON comes out."""
    ran = run("score", "my_shelfie", "--json", *more, stdin=stdin)
    assert (ran.code, ran.err) == (0, "")
    return [json.loads(line) for line in ran.out.splitlines()]


def test_a_bookshelf_is_scored_part_by_part(run: Run) -> None:
    ran = run("score", "my_shelfie", stdin=SHELF)
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert "Groups: 13" in lines
    assert "  6 books: 8" in lines
    assert "  5 cats: 5" in lines
    assert "Personal goal: not given" in lines
    assert lines[-1] == "Total without tokens: 13"


def test_machines_get_the_four_fields(run: Run) -> None:
    (answer,) = scored(run, SHELF)
    assert list(answer) == KEYS
    assert answer["groups"] == 13
    assert answer["personal"] == 0
    assert answer["total"] == 13


def test_the_common_goals_met_are_named(run: Run) -> None:
    rows = ["CCCCC", "CCCCC", "CCCCC", "CCCCC", "CCCCC", "CCCCC"]
    text = "\n".join(rows)
    (answer,) = scored(run, text)
    assert {5, 7, 8, 9, 10, 11} <= set(answer["common_goals_met"])
    ran = run("score", "my_shelfie", stdin=text)
    words = games.load("my_shelfie").words()
    for goal in range(1, 13):
        met = goal in answer["common_goals_met"]
        assert (f"{goal:2} {words[f'goal.{goal}.name']}" in ran.out) == met
    assert "none" in run("score", "my_shelfie", stdin="\n".join(["....."] * 6)).out


def test_a_personal_goal_is_counted_when_it_is_given(run: Run) -> None:
    for card in range(1, 13):
        (answer,) = scored(run, SHELF, "--personal", str(card))
        assert answer["total"] == answer["groups"] + answer["personal"]
        ran = run("score", "my_shelfie", "--personal", str(card), stdin=SHELF)
        assert f"Personal goal {card}: {answer['personal']} (" in ran.out


def test_typing_may_be_careless(run: Run) -> None:
    spaced = "\n\n".join("  " + " ".join(row.lower()) for row in ROWS)
    assert scored(run, spaced) == scored(run, SHELF)
    assert scored(run, SHELF.replace("\n", "\r\n")) == scored(run, SHELF)


def test_many_bookshelves_are_scored_line_by_line(run: Run) -> None:
    lines = [
        {"bookshelf": ROWS, "personal_goal": 7},
        {"bookshelf": ["....."] * 6},
        {"bookshelf": ROWS},
    ]
    stdin = "\n".join(map(json.dumps, lines)) + "\n\n"
    answers = scored(run, stdin)
    assert [list(answer) for answer in answers] == [KEYS] * 3
    assert answers[0] == scored(run, SHELF, "--personal", "7")[0]
    assert answers[1] == {"common_goals_met": [], "groups": 0, "personal": 0, "total": 0}
    assert answers[2] == scored(run, SHELF)[0]
    given = scored(run, stdin, "--personal", "3")
    assert given[0] == answers[0]
    assert given[2] == scored(run, SHELF, "--personal", "3")[0]


def test_a_file_is_read_as_well(run: Run, tmp_path: Path) -> None:
    (tmp_path / "shelf.txt").write_text(SHELF)
    ran = run("score", "my_shelfie", "--json", "--file", "shelf.txt")
    assert json.loads(ran.out) == scored(run, SHELF)[0]


def test_at_a_terminal_an_empty_line_ends_the_typing(run: Run) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    ran = run("score", "my_shelfie", stdin=Terminal(f"{SHELF}\nnever read\n"))
    assert ran.code == 0
    assert "End with an empty line." in ran.err
    assert "Total without tokens: 13" in ran.out


FLOATING = SHELF.replace("C...B", "CG..B", 1)


@pytest.mark.parametrize(
    ("shelf", "reason"),
    [
        (FLOATING, "row 3, column 2: a tile floats in the air"),
        (SHELF.replace("T", "X"), "row 6: 'X' is no tile; use C B G F T P or ."),
        ("\n".join(ROWS[1:]), "a bookshelf has six rows, not 5"),
        ("\n".join([*ROWS, "CCCCC"]), "a bookshelf has six rows, not 7"),
        (SHELF.replace("CPTBB", "CPTB"), "row 6 has 4 letters instead of five"),
        (SHELF.replace("CPTBB", "CPTBBB"), "row 6 has 6 letters instead of five"),
        ("", "nothing to score"),
        (" \n\n", "nothing to score"),
        ("\x00\x01\ufffd", "six rows"),
    ],
)
def test_a_bookshelf_that_can_not_be_is_refused(run: Run, shelf: str, reason: str) -> None:
    """As a picture and as JSON."""
    run("score", "my_shelfie", stdin=shelf).refused(reason)
    run("score", "my_shelfie", "--json", stdin=shelf).refused(reason)
    if shelf.strip():
        line = json.dumps({"bookshelf": shelf.split()})
        run("score", "my_shelfie", stdin=line).refused("line 1: ", reason)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "line 1 is not JSON"),
        ('{"bookshelf": ' + "[" * 100_000, "line 1 is not JSON"),
        ('{"bookshelf": [], "personal_goal": ' + "9" * 5_000 + "}", "line 1 is not JSON"),
        ("{}", 'line 1: an object with "bookshelf" is expected'),
        ('{"bookshelf": "....."}', "must be a list of six strings"),
        ('{"bookshelf": [1, 2, 3, 4, 5, 6]}', "must be a list of six strings"),
        ('{"bookshelf": [".....", "....."]}', "six rows, not 2"),
        (json.dumps({"bookshelf": ROWS, "personal_goal": 13}), "no personal goal 13"),
        (json.dumps({"bookshelf": ROWS, "personal_goal": 0}), "no personal goal 0"),
        (json.dumps({"bookshelf": ROWS, "personal_goal": "7"}), "must be a number"),
        (json.dumps({"bookshelf": ROWS, "personal_goal": True}), "must be a number"),
        (json.dumps({"bookshelf": ROWS, "common": 1}), "unknown key 'common'"),
    ],
)
def test_a_line_that_can_not_be_is_refused_by_its_number(run: Run, line: str, reason: str) -> None:
    run("score", "my_shelfie", stdin=line).refused(reason)


def test_lines_before_a_bad_one_are_answered(run: Run) -> None:
    good = json.dumps({"bookshelf": ROWS})
    ran = run("score", "my_shelfie", stdin=f"{good}\n[]\n{good}\n")
    assert ran.code == 2
    assert ran.err == 'ludoteca: line 2: an object with "bookshelf" is expected\n'
    assert len(ran.out.splitlines()) == 1


@pytest.mark.parametrize("card", ["0", "13", "999", "1000", "-1", "seven", "7.0", "9" * 5000])
def test_a_wrong_goal_number_is_refused(run: Run, card: str) -> None:
    run("score", "my_shelfie", "--personal", card, stdin=SHELF).refused(card[:10])


def test_wrong_files_are_refused(run: Run, tmp_path: Path) -> None:
    run("score", "my_shelfie", "--file", "nowhere.txt").refused("nowhere.txt: No such file")
    run("score", "my_shelfie", "--file", str(tmp_path)).refused("Is a directory")


def test_bytes_that_are_no_text_are_refused() -> None:
    for encoding in ("utf-8:strict", "ascii:strict"):
        ran = run_apart(
            "score", "my_shelfie", stdin=bytes(range(256)), settings={"PYTHONIOENCODING": encoding}
        )
        ran.refused("row")


def test_a_game_without_a_sheet_says_so(run: Run, game: Game) -> None:
    if game.modules.score_sheet is None:
        run("score", game.id, stdin=SHELF).refused("nothing to score")
    else:
        assert game.modules.score_sheet.HELP.splitlines()[0] in run("score", "--help").out


def test_the_answer_is_in_the_language_asked_for(run: Run) -> None:
    bookshelf = ".....\n" * 4 + "CC.BB\nCC.BB\n"
    ran = run("score", "my_shelfie", "--language", "de", stdin=bookshelf)
    assert "Zwei Quadrate" in ran.out
    assert "Groups" not in ran.out


def test_tokens_and_common_goals_in_play_are_counted(run: Run) -> None:
    """The shelf of all cats meets goal 5, not goal 6; the match had both."""
    shelf = "\n".join(["CCCCC"] * 6)
    given = ("--common", "5,6", "--tokens", "8,4", "--end-game-token")
    (answer,) = scored(run, shelf, *given)
    assert answer["common_goals_met"] == [5]
    assert (answer["tokens"], answer["end_game_token"]) == (12, 1)
    assert answer["total"] == answer["groups"] + 13
    lines = run("score", "my_shelfie", *given, stdin=shelf).out.splitlines()
    assert lines[-3:] == ["Tokens: 12", "End game token: 1", f"Total: {answer['total']}"]
    fields = {"bookshelf": ["CCCCC"] * 6, "common_goals": [5, 6], "tokens": [8, 4]}
    line = json.dumps({**fields, "end_game_token": True})
    assert scored(run, line) == [answer]
    assert scored(run, json.dumps(fields), "--end-game-token") == [answer]


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        (("--common", "1,13"), "no common goal 13"),
        (("--common", "1,2,3"), "one or two common goals"),
        (("--common", "1,1"), "one or two common goals"),
        (("--tokens", "8,5"), "no scoring token has 5 points; they have 2, 4, 6, 8"),
        (("--tokens", "8,4,2"), "more than 2 scoring tokens"),
        (("--tokens", "8,"), "a whole number"),
        (("--personal", "1,2"), "--personal takes one card"),
        (("--secret", "90"), "--secret is not for My Shelfie"),
    ],
)
def test_tokens_that_can_not_be_are_refused(run: Run, given: tuple[str, ...], reason: str) -> None:
    run("score", "my_shelfie", *given, stdin=SHELF).refused(reason)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"tokens": 8}, '"tokens" must be a list of numbers'),
        ({"common_goals": ["1", "2"]}, '"common_goals" must be a list of numbers'),
        ({"end_game_token": 1}, '"end_game_token" must be true or false'),
    ],
)
def test_damaged_fields_are_refused(run: Run, fields: dict[str, Any], reason: str) -> None:
    line = json.dumps({"bookshelf": ROWS, **fields})
    run("score", "my_shelfie", stdin=line).refused(reason)
