"""Writing goes on where it was left, and processes change nothing."""

from pathlib import Path

import pytest

from ludoteca.rl.dataset import plan, read, write
from ludoteca.rl.dataset.rows import Scribe
from tests.playing import GAMES
from tests.rl.dataset.making import contents, interpreted, plan_of, written

__all__ = ["interpreted"]

pytestmark = pytest.mark.usefixtures("interpreted")

GAME = GAMES[-1]


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cut the matches into parts of two."""
    monkeypatch.setattr(plan, "PART", 2)


def test_progress_is_reported(tmp_path: Path) -> None:
    assert written(plan_of(GAME, 5), tmp_path)[:-1] == [0, 2, 4, 5]


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    written(plan_of(GAME, 6), whole)

    def stop(done: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    rows, complete = write(plan_of(GAME, 6), broken, 1, stop)
    assert not complete
    assert rows > 0
    (broken / "part-000000004-00002.parquet.tmp").write_text("half a part")
    assert written(plan_of(GAME, 6), broken)[:2] == [4, 6]
    assert contents(whole) == contents(broken)


def test_what_is_complete_is_not_written_again(tmp_path: Path) -> None:
    written(plan_of(GAME, 4), tmp_path)
    before = contents(tmp_path)
    assert written(plan_of(GAME, 4), tmp_path) == [4, 0]
    assert contents(tmp_path) == before


def test_a_dataset_can_be_added_to(tmp_path: Path) -> None:
    """Three matches and then seven are seven: the part that was short is written again."""
    grown, whole = tmp_path / "grown", tmp_path / "whole"
    written(plan_of(GAME, 3), grown)
    written(plan_of(GAME, 7), grown)
    written(plan_of(GAME, 7), whole)
    assert contents(grown) == contents(whole)
    numbers = [int(n) for group in read(grown, ["match"]) for n in group["match"]]
    assert sorted(set(numbers)) == list(range(7))


def test_several_processes_write_the_same(tmp_path: Path) -> None:
    one, two = tmp_path / "one", tmp_path / "two"
    written(plan_of(GAME, 6), one)
    written(plan_of(GAME, 6), two, jobs=2)
    assert contents(one) == contents(two)


def test_a_part_gets_its_name_when_it_is_complete(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Scribe, "rows", fail)
    assert write(plan_of(GAME, 2), tmp_path, 1, lambda done: None) == (0, False)
    assert not list(tmp_path.glob("*.parquet"))
