"""What the commands share: short errors, numbers within bounds, options of a match."""

import argparse

import pytest

from ludoteca.cli.arguments import Parser, add_options, chosen_options, number
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game


def given(*arguments: str) -> argparse.Namespace:
    """Read the options of a match."""
    parser = Parser(prog="test")
    add_options(parser)
    return parser.parse_args(arguments)


def test_an_error_is_one_line_that_points_to_help(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        Parser(prog="test").error("this\nand that")
    assert end.value.code == 2
    assert capsys.readouterr().err == "test: this and that (see test --help)\n"


def test_nothing_is_abbreviated(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        given("--edit", "italian")
    assert "unrecognized arguments: --edit" in capsys.readouterr().err


def test_a_number_keeps_its_bounds() -> None:
    parse = number(3, 12)
    assert [parse(text) for text in ("3", "012", "12")] == [3, 12, 12]
    for text in ("2", "13", "-3", "+4", "3.0", "", " 4", "½", "٤", "9" * 10_000):
        with pytest.raises(argparse.ArgumentTypeError, match="from 3 to 12 is expected") as caught:
            parse(text)
        assert len(str(caught.value)) < 120


def test_options_are_joined(game: Game) -> None:
    edition, changes = list(game.editions.items())[-1]
    assert chosen_options(game, given()) == game.choose_options()
    assert chosen_options(game, given("--edition", edition)) == game.choose_options() | changes
    option = game.options[-1]
    for value in option.values:
        chosen = chosen_options(game, given("--option", f"{option.key}={value}"))
        assert chosen[option.key] == value


def test_options_that_make_no_sense_are_refused(game: Game) -> None:
    key, value = game.options[0].key, game.options[0].values[0]
    for text, reason in (
        (key, "KEY=VALUE"),
        (f"{key}=x", "can't be 'x'"),
        ("a=b", "no option 'a'"),
    ):
        with pytest.raises(UsageError, match=reason):
            chosen_options(game, given("--option", text))
    twice = ("--option", f"{key}={value}") * 2
    with pytest.raises(UsageError, match=f"{key} is given twice"):
        chosen_options(game, given(*twice))
