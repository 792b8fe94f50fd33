"""Results in a file: read back, cut off, of another tournament."""

from pathlib import Path

import msgspec
import pytest

from ludoteca.arena.resume_file import ResumeFile, seed_in
from ludoteca.core.errors import UsageError
from tests.arena.contests import deal_of, made_up

PLAN = made_up("a,b")
DEALS = [deal_of(0, n, [[0, 1], [n % 2, 0]], notes=("é",) * (n % 2)) for n in range(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Write a file with three deals."""
    path = tmp_path / "results.jsonl"
    with ResumeFile(path, PLAN, "ludoteca 1") as file:
        assert file.deals == []
        for deal in DEALS[:3]:
            file.append(deal)
    return path


def read(path: Path) -> ResumeFile:
    """Open and close it."""
    with ResumeFile(path, PLAN, "ludoteca 2") as file:
        return file


def test_what_was_written_is_read_back(path: Path) -> None:
    assert read(path).deals == DEALS[:3]
    assert read(path).begun_by == "ludoteca 1"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 4
    assert all(isinstance(msgspec.json.decode(line), dict) for line in lines)


def test_more_is_written_behind(path: Path) -> None:
    with ResumeFile(path, PLAN, "ludoteca 2") as file:
        file.append(DEALS[3])
    assert read(path).deals == DEALS


def test_every_result_is_there_at_once(path: Path) -> None:
    with ResumeFile(path, PLAN, "ludoteca 2") as file:
        file.append(DEALS[3])
        assert path.read_bytes().count(b"\n") == 5


@pytest.mark.parametrize("cut", [1, 2, 30])
def test_a_line_that_was_cut_off_is_dropped(path: Path, cut: int) -> None:
    path.write_bytes(path.read_bytes()[:-cut])
    with ResumeFile(path, PLAN, "ludoteca 2") as file:
        assert file.deals == DEALS[:2]
        file.append(DEALS[3])
    assert read(path).deals == [*DEALS[:2], DEALS[3]]


def test_an_empty_file_is_as_good_as_none(tmp_path: Path) -> None:
    path = tmp_path / "empty"
    path.touch()
    assert read(path).deals == []
    assert path.read_bytes().count(b"\n") == 1


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("seed", 10, r"seed \(9, not 10\)"),
        ("deals", 2, r"deals \(4, not 2\)"),
        ("bots", ("a", "c"), r"bots \(\('a', 'b'\), not \('a', 'c'\)\)"),
        ("players", 3, "players"),
        ("options", (("x", 1),), "options"),
        ("rules_version", 2, "rules_version"),
        ("sprt", (0.5, 0.6), "sprt"),
    ],
)
def test_another_tournament_is_refused(path: Path, field: str, value: object, words: str) -> None:
    before = path.read_bytes()
    other = msgspec.structs.replace(PLAN, **{field: value})
    with pytest.raises(UsageError, match=f"another tournament; it differs in {words}"):
        ResumeFile(path, other, "ludoteca 1")
    assert path.read_bytes() == before


def test_more_deals_are_no_difference(path: Path) -> None:
    other = msgspec.structs.replace(PLAN, deals=PLAN.deals + 1, seed=PLAN.seed + 1)
    with pytest.raises(UsageError) as refusal:
        ResumeFile(path, other, "ludoteca 1")
    assert "it differs in seed (9, not 10): give" in str(refusal.value)


@pytest.mark.parametrize("text", ["hello", "hello\n", "{}\n", '{"plan": 1}\n', "\n", "[]\n\n"])
def test_any_other_file_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match="does not hold results of an arena"):
        read(path)
    assert path.read_text(encoding="utf-8") == text


def test_a_damaged_line_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:2], b"rubbish\n", *lines[2:]]))
    with pytest.raises(UsageError, match="does not hold"):
        read(path)


def test_a_finished_tournament_goes_on_with_more_deals(path: Path) -> None:
    more = msgspec.structs.replace(PLAN, deals=9)
    with ResumeFile(path, more, "ludoteca 1") as file:
        assert file.deals == DEALS[:3]


def test_the_seed_of_programs_stands_there_only_while_none_runs(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    plan = msgspec.structs.replace(made_up("a,exec:b"), seed=918273645546)
    with ResumeFile(path, plan, "ludoteca 1") as file:
        file.append(DEALS[0])
        assert b"918273645546" not in path.read_bytes()
    assert seed_in(path) == plan.seed
    with ResumeFile(path, plan, "ludoteca 1") as file:
        assert file.deals == DEALS[:1]
        assert b"918273645546" not in path.read_bytes()
        file.append(DEALS[1])
    assert seed_in(path) == plan.seed
    path.write_bytes(path.read_bytes().rpartition(b'{"seed"')[0])  # as if it had been killed
    with pytest.raises(UsageError, match="holds no seed"):
        seed_in(path)
