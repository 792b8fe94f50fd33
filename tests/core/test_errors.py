"""The tree of errors: as drawn, with a code for each."""

import inspect
import pickle
import re

import pytest

from ludoteca.core import errors
from ludoteca.core.errors import IllegalMove, LudotecaError, RecordError

BRANCH = re.compile(r"((?:[│ ] {3})*)(├── |└── )?([A-Z]\w+)\b")


def classes() -> dict[str, type[LudotecaError]]:
    """Return all errors that the module defines, by name."""
    return {
        name: value
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, LudotecaError)
    }


def drawn() -> dict[str, str | None]:
    """Read the tree at the top of the module: each error with the one above it."""
    found: dict[str, str | None] = {}
    above: list[str] = []
    lines = inspect.cleandoc(errors.__doc__ or "").splitlines()
    start = next(at for at, line in enumerate(lines) if line.strip() == LudotecaError.__name__)
    indent = len(lines[start]) - len(lines[start].lstrip())
    for line in lines[start:]:
        match = BRANCH.match(line[indent:])
        if not match:
            break
        depth = len(match[1]) // 4 + bool(match[2])
        found[match[3]] = above[depth - 1] if depth else None
        above[depth:] = [match[3]]
    return found


def test_the_tree_in_the_docstring_is_the_tree_of_classes() -> None:
    tree = {
        name: None if error is LudotecaError else error.__bases__[0].__name__
        for name, error in classes().items()
    }
    assert drawn() == tree


def test_every_error_has_a_code_of_its_own_and_a_description() -> None:
    codes = [error.code for error in classes().values()]
    assert len(set(codes)) == len(codes)
    for error in classes().values():
        assert re.fullmatch("[a-z]+(_[a-z]+)*", error.code)
        assert "code" in vars(error)
        assert inspect.getdoc(error)


@pytest.mark.parametrize("error", classes().values(), ids=classes())
def test_every_error_keeps_its_sentence(error: type[LudotecaError]) -> None:
    raised = error("a clear sentence")
    assert str(raised) == raised.message == "a clear sentence"
    assert raised.code == error.code
    again = pickle.loads(pickle.dumps(raised))  # as on its way from another process
    assert type(again) is error
    assert str(again) == "a clear sentence"


def test_a_refusal_names_the_rule_by_its_code() -> None:
    error = IllegalMove("there is a gap", "gap")
    assert error.code == "gap"
    assert IllegalMove.code == "illegal_move"


def test_a_record_error_names_the_line() -> None:
    error = RecordError("is cut off", 12)
    assert str(error) == "line 12: is cut off"
    assert error.line == 12
    assert RecordError("is empty").line is None
