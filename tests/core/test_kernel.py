"""The loader: the same functions bound, compiled or checked, and a cache that is never stale."""

import importlib
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludoteca.core import engine, kernel
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from tests.core.modes import COMPILING, each_mode
from tests.playing import GAMES, random_states, table_name

HELPER = '''"""A lower room."""

from ludoteca.core.bits import popcount

STEPS = (2, 3, 5)


def stretch(n: int) -> int:
    """Multiply by a number that edits change."""
    return n * 7


def weigh(bits: int) -> int:
    """Count bits, with a table."""
    return popcount(bits) * STEPS[popcount(bits) % 3]
'''

TOY = '''"""A few rules that use another file, a table and declarations."""

from toy_helper import stretch, weigh

from ludoteca.core.engine import count_legal, score

OFFSET = 100


def total(s: object, seat: int) -> int:
    """Add what the game says and what the helper says."""
    points = OFFSET
    for n in range(count_legal(s, seat)):
        points += stretch(n) + weigh(n)
    return points + score(s, seat)


def peek(numbers: object, index: int) -> int:
    """Read a number that may not be there."""
    return numbers[index]


def own_score(s: object, seat: int) -> int:
    """Provide a score."""
    return s[seat] * 1000


def own_count(s: object, seat: int) -> int:
    """Provide a count."""
    return seat + 5
'''

Toy = Callable[[], ModuleType]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """Write the toy rules into a directory; give what imports them afresh."""
    (tmp_path / "toy_helper.py").write_text(HELPER)
    (tmp_path / "toy_rules.py").write_text(TOY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # edits here are faster than its clock
    monkeypatch.setenv(kernel.CACHE_SETTING, str(tmp_path / "cache"))
    monkeypatch.delenv(kernel.MODE_SETTING, raising=False)

    def imported() -> ModuleType:
        importlib.invalidate_caches()
        for name in ("toy_helper", "toy_rules"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module("toy_rules")

    return imported


def provided(rules: ModuleType) -> dict[str, Callable[..., Any]]:
    """Give the functions of the toy game."""
    return {"score": rules.own_score, "count_legal": rules.own_count}


def total(rules: ModuleType, mode: str) -> int:
    """Load the toy rules and ask them."""
    loaded = kernel.load((rules.total,), provided(rules), mode)
    return int(loaded.total(np.array([3, 4]), 1))


def expected(factor: int = 7, steps: tuple[int, ...] = (2, 3, 5)) -> int:
    """Work the toy rules out by hand, for seat 1."""
    counts = [0, 1, 1, 2, 1, 2]
    weights = [count * steps[count % 3] for count in counts]
    return 100 + sum(n * factor for n in range(6)) + sum(weights) + 4000


def cached(tmp_path: Path) -> set[str]:
    """Name the cache directories."""
    home = tmp_path / "cache"
    return {path.name for path in home.iterdir()} if home.exists() else set()


def edit(path: Path, old: str, new: str) -> None:
    """Change a source file."""
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


# Binding


@each_mode
def test_every_mode_gives_the_same_answer(toy: Toy, mode: str) -> None:
    assert total(toy(), mode) == expected()


def test_the_originals_stay_untouched(toy: Toy) -> None:
    rules = toy()
    total(rules, "interpreted")
    assert rules.total.__globals__["score"] is engine.score
    with pytest.raises(RuntimeError, match="declaration only"):
        rules.total([3, 4], 1)


def test_two_games_are_bound_side_by_side(toy: Toy) -> None:
    rules = toy()
    one = kernel.load((rules.total,), provided(rules), "interpreted")
    swapped = {"score": rules.own_count, "count_legal": rules.own_count}
    two = kernel.load((rules.total,), swapped, "interpreted")
    assert one.total([3, 4], 1) - two.total([3, 4], 1) == 4000 - 6


def test_only_plain_functions_can_be_loaded() -> None:
    with pytest.raises(TypeError, match="not a plain function"):
        kernel.load((len,), {}, "interpreted")


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_interpreted_rules_are_bound_for_every_game(game: Game) -> None:
    entries = (asked_over, asked_mover)
    loaded = kernel.load(entries, game.functions, "interpreted")
    for state in random_states(game, game.player_counts[0], game.choose_options(), seed=33):
        assert loaded.asked_over([state]) == game.is_over(state)
        mover = game.to_move(state)
        assert loaded.asked_mover([state]) == (-1 if mover is None else mover)


def asked_over(states: Any) -> bool:
    """Ask a declaration."""
    return engine_is_over(states[0])


def asked_mover(states: Any) -> int:
    """Ask another."""
    return engine_seat_to_move(states[0])


engine_is_over, engine_seat_to_move = engine.is_over, engine.seat_to_move


# The cache


@pytest.mark.parametrize("mode", COMPILING or ("interpreted",))
def test_an_edit_in_another_file_is_noticed(toy: Toy, tmp_path: Path, mode: str) -> None:
    """Numba alone would answer from its cache: the entry function's own file is the same."""
    assert total(toy(), mode) == expected()
    before = cached(tmp_path)
    edit(tmp_path / "toy_helper.py", "n * 7", "n * 8")
    assert total(toy(), mode) == expected(factor=8)
    assert len(cached(tmp_path)) == 2 * len(before)
    edit(tmp_path / "toy_helper.py", "n * 8", "n * 7")
    assert total(toy(), mode) == expected()
    assert len(cached(tmp_path)) == 2 * len(before)


@pytest.mark.parametrize("mode", COMPILING or ("interpreted",))
def test_a_changed_table_is_noticed(toy: Toy, tmp_path: Path, mode: str) -> None:
    """The sources are the same: the table may come from a data file."""
    rules = toy()
    assert total(rules, mode) == expected()
    before = cached(tmp_path)
    sys.modules["toy_helper"].STEPS = (2, 4, 5)  # type: ignore[attr-defined]
    assert total(rules, mode) == expected(steps=(2, 4, 5))
    assert len(cached(tmp_path)) == 2 * len(before)


@pytest.mark.parametrize("mode", COMPILING or ("interpreted",))
def test_other_functions_under_the_same_names_are_noticed(
    toy: Toy, tmp_path: Path, mode: str
) -> None:
    rules = toy()
    loaded = kernel.load((rules.total,), provided(rules), mode)
    swapped = {"score": rules.own_count, "count_legal": rules.own_score}
    numbers = np.array([0, 1])
    assert loaded.total(numbers, 0) != kernel.load((rules.total,), swapped, mode).total(numbers, 0)
    assert len(cached(tmp_path)) in (0, 2)


def test_every_mode_has_a_cache_of_its_own(toy: Toy, tmp_path: Path) -> None:
    rules = toy()
    for mode in kernel.MODES[: len(COMPILING)]:
        assert total(rules, mode) == expected()
    names = cached(tmp_path)
    assert len(names) == len(COMPILING)
    assert all(any(f"_{mode}_" in name for name in names) for mode in COMPILING)
    assert total(rules, "interpreted") == expected()
    assert cached(tmp_path) == names


@pytest.mark.parametrize("mode", COMPILING or ("interpreted",))
def test_what_is_cached_is_not_compiled_again(toy: Toy, mode: str) -> None:
    rules = toy()
    total(rules, mode)
    loaded = kernel.load((rules.total,), provided(rules), mode)
    assert loaded.total(np.array([3, 4]), 1) == expected()
    if COMPILING:
        assert sum(loaded.total.stats.cache_hits.values()) == 1
        assert not loaded.total.stats.cache_misses


@each_mode
def test_without_a_writable_directory_everything_works_in_memory(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(kernel.CACHE_SETTING, str(tmp_path / "file" / "below"))
    assert total(toy(), mode) == expected()
    assert cached(tmp_path) == set()


@each_mode
def test_without_a_home_everything_works_in_memory(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv(kernel.CACHE_SETTING)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert total(toy(), mode) == expected()


@pytest.mark.parametrize("mode", COMPILING[:1] or ("interpreted",))
def test_threads_that_load_at_once_do_not_mix_their_caches(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    """Numba's setting is one for all threads; a lost one would let it cache where we stand."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    rules = toy()
    swapped = {"score": rules.own_count, "count_legal": rules.own_score}
    with ThreadPoolExecutor(4) as threads:
        games = [provided(rules), swapped] * 8
        loads = [threads.submit(kernel.load, (rules.total,), game, mode) for game in games]
        loaded = [load.result() for load in loads]
    numbers = np.array([0, 1])
    answers = [each.total(numbers, 0) for each in loaded[-4:]]
    assert answers == answers[:2] * 2
    assert answers[0] != answers[1]
    assert list((tmp_path / "here").iterdir()) == []


def test_the_cache_goes_where_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(kernel.CACHE_SETTING, str(tmp_path / "a"))
    assert kernel.cache_home() == tmp_path / "a"
    monkeypatch.delenv(kernel.CACHE_SETTING)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "b"))
    assert kernel.cache_home() == tmp_path / "b" / "ludoteca"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path / "c")
    assert kernel.cache_home() == tmp_path / "c" / ".cache" / "ludoteca"


# Bounds


def test_a_read_out_of_range_is_caught_unless_compiled(toy: Toy) -> None:
    """Compiled without checks it gives rubbish silently: here, what lies behind the view."""
    rules = toy()
    numbers = np.arange(8)[:4]
    for mode in ("checked", "interpreted")[0 if COMPILING else 1 :]:
        loaded = kernel.load((rules.peek,), {}, mode)
        assert loaded.peek(numbers, 3) == 3
        with pytest.raises(IndexError):
            loaded.peek(numbers, 5)
    for mode in COMPILING[:1]:
        assert kernel.load((rules.peek,), {}, mode).peek(numbers, 5) == 5


# Choosing the mode


def test_the_setting_chooses_the_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode in kernel.MODES:
        monkeypatch.setenv(kernel.MODE_SETTING, mode)
        assert kernel.best_mode() == mode
    monkeypatch.setenv(kernel.MODE_SETTING, "")
    assert kernel.best_mode() == (COMPILING or ("interpreted",))[0]


def test_an_unknown_mode_is_refused_with_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "fast")
    with pytest.raises(UsageError, match=r"LUDOTECA_ENGINE is 'fast'.*compiled, checked, interp"):
        kernel.best_mode()


def test_without_numba_python_itself_is_the_engine(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel, "can_compile", lambda: False)
    assert kernel.best_mode() == "interpreted"
    rules = toy()
    assert kernel.load((rules.total,), provided(rules)).total([3, 4], 1) == expected()
    for mode in ("compiled", "checked"):
        with pytest.raises(UsageError, match=r"Numba: pip install 'ludoteca\[fast\]'"):
            kernel.load((rules.total,), provided(rules), mode)
