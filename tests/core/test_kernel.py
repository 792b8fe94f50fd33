"""The loader: the same functions bound, native or checked, and libraries that are never stale."""

import errno
import importlib
import os
import shutil
import subprocess
import sys
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ludoteca.core import engine, kernel
from ludoteca.core.errors import CompilerFailed, KernelRefused, UsageError
from ludoteca.core.game import Game
from ludoteca.core.native import compiler, library
from ludoteca.core.types import States
from tests.core.modes import COMPILING, each_mode
from tests.playing import GAMES, random_states, table_name

HELPER = '''"""A lower module."""

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

from collections.abc import Sequence

from toy_helper import stretch, weigh

from ludoteca.core.engine import count_legal, score

OFFSET = 100


def total(s: Sequence[int], seat: int) -> int:
    """Add what the game says and what the helper says."""
    points = OFFSET
    for n in range(count_legal(s, seat)):
        points += stretch(n) + weigh(n)
    return points + score(s, seat)


def peek(numbers: Sequence[int], index: int) -> int:
    """Read a number that may not be there."""
    return numbers[index]


def own_score(s: Sequence[int], seat: int) -> int:
    """Provide a score."""
    return s[seat] * 1000


def own_count(s: Sequence[int], seat: int) -> int:
    """Provide a count."""
    return seat + 5
'''

Toy = Callable[[], ModuleType]


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Toy:
    """Write the toy rules into a directory; return what imports them again."""
    (tmp_path / "toy_helper.py").write_text(HELPER)
    (tmp_path / "toy_rules.py").write_text(TOY)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # edits here are faster than its clock
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(kernel.MODE_SETTING, raising=False)
    kernel._warn.cache_clear()

    def imported() -> ModuleType:
        importlib.invalidate_caches()
        library._file_digest.cache_clear()
        for name in ("toy_helper", "toy_rules"):
            monkeypatch.delitem(sys.modules, name, raising=False)
        return importlib.import_module("toy_rules")

    return imported


def provided(rules: ModuleType) -> dict[str, Callable[..., Any]]:
    """Return the functions of the toy game."""
    return {"score": rules.own_score, "count_legal": rules.own_count}


def load(rules: ModuleType, mode: str | None = None) -> kernel.LoadedKernels:
    """Load the toy rules."""
    return kernel.load((rules.total,), provided(rules), name="toy", mode=mode)


def total(rules: ModuleType, mode: str | None) -> int:
    """Load the toy rules and ask them."""
    return int(load(rules, mode).functions.total(np.array([3, 4]), 1))


def expected(factor: int = 7, steps: tuple[int, ...] = (2, 3, 5)) -> int:
    """Work the toy rules out by hand, for seat 1."""
    counts = [0, 1, 1, 2, 1, 2]
    weights = [count * steps[count % 3] for count in counts]
    return 100 + sum(n * factor for n in range(6)) + sum(weights) + 4000


def kept(tmp_path: Path) -> set[str]:
    """Name the libraries in the cache folder."""
    folder = tmp_path / "cache" / "ludoteca" / "native"
    return {path.name for path in folder.glob("toy-*") if path.suffix != ".lock"}


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
    one = load(rules, "interpreted").functions
    swapped = {"score": rules.own_count, "count_legal": rules.own_count}
    two = kernel.load((rules.total,), swapped, mode="interpreted").functions
    assert one.total([3, 4], 1) - two.total([3, 4], 1) == 4000 - 6


def test_only_plain_functions_can_be_loaded() -> None:
    with pytest.raises(TypeError, match="not a plain function"):
        kernel.load((len,), {}, mode="interpreted")


@pytest.mark.parametrize("game", GAMES, ids=table_name)
def test_interpreted_rules_are_bound_for_every_game(game: Game) -> None:
    entries = (asked_over, asked_mover)
    loaded = kernel.load(entries, vars(game.engine), mode="interpreted").functions
    for state in random_states(game, game.player_counts[0], game.choose_options(), seed=33):
        assert loaded.asked_over([state]) == game.is_over(state)
        mover = game.to_move(state)
        assert loaded.asked_mover([state]) == (-1 if mover is None else mover)


def asked_over(states: States) -> bool:
    """Ask a declaration."""
    return engine_is_over(states[0])


def asked_mover(states: States) -> int:
    """Ask another."""
    return engine_seat_to_move(states[0])


engine_is_over, engine_seat_to_move = engine.is_over, engine.seat_to_move


# Libraries


@pytest.mark.parametrize("mode", COMPILING)
def test_an_edit_in_another_file_is_noticed(toy: Toy, tmp_path: Path, mode: str) -> None:
    assert total(toy(), mode) == expected()
    edit(tmp_path / "toy_helper.py", "n * 7", "n * 8")
    assert total(toy(), mode) == expected(factor=8)
    assert len(kept(tmp_path)) == 2
    edit(tmp_path / "toy_helper.py", "n * 8", "n * 7")
    assert total(toy(), mode) == expected()
    assert len(kept(tmp_path)) == 2


def test_a_changed_table_is_noticed(toy: Toy, tmp_path: Path) -> None:
    """The sources are the same: the table may come from a data file."""
    rules = toy()
    assert total(rules, "native") == expected()
    sys.modules["toy_helper"].STEPS = (2, 4, 5)  # type: ignore[attr-defined]
    assert total(rules, "native") == expected(steps=(2, 4, 5))
    assert len(kept(tmp_path)) == 2


def test_other_functions_under_the_same_names_are_noticed(toy: Toy, tmp_path: Path) -> None:
    rules = toy()
    swapped = {"score": rules.own_count, "count_legal": rules.own_score}
    numbers = np.array([0, 1])
    other = kernel.load((rules.total,), swapped, name="toy").functions
    assert load(rules).functions.total(numbers, 0) != other.total(numbers, 0)
    assert len(kept(tmp_path)) == 2


def test_a_changed_option_is_noticed(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    total(toy(), "native")
    monkeypatch.setattr(library, "_tools_digest", lambda: b"another compiler option")
    total(toy(), "native")
    assert len(kept(tmp_path)) == 2


def test_what_was_built_is_not_built_again(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    total(toy(), "native")
    monkeypatch.setattr(compiler, "build", lambda *_: pytest.fail("built again"))
    assert total(toy(), "native") == expected()


def test_a_damaged_library_is_built_again(toy: Toy, tmp_path: Path) -> None:
    total(toy(), "native")
    file = tmp_path / "cache" / "ludoteca" / "native" / kept(tmp_path).pop()
    file.unlink()  # it is mapped into this process: a new file takes its place
    file.write_bytes(b"\x7fELF, but no more than that")
    assert total(toy(), "native") == expected()


def test_processes_that_start_together_build_once(toy: Toy, tmp_path: Path) -> None:
    toy()
    script = (
        "import toy_rules as r; from ludoteca.core import kernel; import ludoteca.core.native\n"
        "from ludoteca.core.native import compiler; real = compiler.build\n"
        "compiler.build = lambda *a: (print('built', flush=True), real(*a))\n"
        "p = {'score': r.own_score, 'count_legal': r.own_count}\n"
        "kernel.load((r.total,), p, name='toy')\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    started = [
        subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE)
        for _ in range(3)
    ]
    said = b"".join(process.communicate()[0] for process in started)
    assert [process.returncode for process in started] == [0, 0, 0]
    assert said.split() == [b"built"]


def test_threads_that_load_at_once_get_the_same(toy: Toy) -> None:
    rules = toy()
    with ThreadPoolExecutor(4) as threads:
        made = list(threads.map(lambda _: load(rules), range(8)))
    assert {each.functions.total(np.array([3, 4]), 1) for each in made} == {expected()}


@pytest.mark.parametrize("mode", COMPILING)
def test_without_a_writable_folder_a_temporary_one_serves(
    toy: Toy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "below"))
    assert total(toy(), mode) == expected()
    assert kept(tmp_path) == set()


def test_without_a_home_a_temporary_folder_serves(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(Path, "home", homeless)
    assert total(toy(), "native") == expected()


# What ships


def test_what_ships_is_used_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of the package needs no compiler and writes nothing."""
    from ludoteca.search.engine import SearchKernels

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(compiler, "build", lambda *_: pytest.fail("nothing is to be built"))
    for game in GAMES:
        assert SearchKernels(game, "native").mode == "native"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [None, b"", b"MZ: for another system"])
def test_a_damaged_or_foreign_library_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None
) -> None:
    from ludoteca.search.engine import SearchKernels

    game = GAMES[0]
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    shutil.copy(library.SHIPPED / f"{game.id}.json", shipped)
    target = compiler.host()
    assert target is not None
    if content is not None:
        (shipped / f"{game.id}-{target.name}{target.suffix}").write_bytes(content)
    monkeypatch.setattr(library, "SHIPPED", shipped)
    library._shipped_digests.cache_clear()
    monkeypatch.setattr(compiler, "find_compiler", lambda: None)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv(kernel.MODE_SETTING, raising=False)
    kernel._warn.cache_clear()
    with pytest.warns(kernel.EngineWarning, match=r"can't be used.*ludoteca\[compile\]"):
        assert SearchKernels(game).mode == "interpreted"
    monkeypatch.undo()
    library._shipped_digests.cache_clear()


# Without a compiler


def test_without_a_compiler_python_itself_is_the_engine(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler, "find_compiler", lambda: None)
    rules = toy()
    sentence = r"^toy runs interpreted.*there is no C compiler: pip install 'ludoteca\[compile\]'$"
    with pytest.warns(kernel.EngineWarning, match=sentence):
        made = load(rules)
    assert made.mode == "interpreted"
    assert made.functions.total([3, 4], 1) == expected()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        load(rules)  # it is said once
    for mode in COMPILING:
        with pytest.raises(CompilerFailed, match="no C compiler"):
            load(rules, mode)


@pytest.mark.parametrize(
    ("command", "reason"),
    [("false", "failed"), ("there-is-no-such-compiler", "can't be run")],
)
def test_a_compiler_that_fails_is_named(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, command: str, reason: str
) -> None:
    monkeypatch.setenv(compiler.SETTING, command)
    rules = toy()
    with pytest.warns(kernel.EngineWarning, match=f"{command}.*{reason}"):
        assert load(rules).mode == "interpreted"


@pytest.mark.parametrize("part", ["write_text", "replace", "read_bytes"])
def test_a_disk_that_is_full_or_fails_leaves_the_game_interpreted(
    toy: Toy, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    def fail(path: Path, *_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    rules = toy()
    monkeypatch.setenv(compiler.SETTING, "true")  # replacing comes after compiling
    monkeypatch.setattr(Path, part, fail)
    sentence = "^toy runs interpreted.*its library can't be built: .*No space left on device: .*$"
    with pytest.warns(kernel.EngineWarning, match=sentence) as said:
        assert total(rules, None) == expected()
    assert len(said) == 1
    with pytest.raises(CompilerFailed, match="No space left"):
        load(rules, "native")


def test_a_lock_that_can_not_be_had_leaves_the_game_interpreted(
    toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows gives up after ten seconds."""

    def fail(descriptor: int) -> None:
        raise OSError(errno.EDEADLK, "Resource deadlock avoided")

    monkeypatch.setattr(library, "_wait_for", fail)
    with pytest.warns(kernel.EngineWarning, match="its library can't be built: .*deadlock"):
        assert total(toy(), None) == expected()


@pytest.mark.skipif(shutil.which("cc") is None, reason="the machine has no C compiler of its own")
def test_another_compiler_can_be_named(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(compiler.SETTING, "cc")
    assert [total(toy(), mode) for mode in COMPILING] == [expected()] * 2


def test_a_kernel_that_can_not_be_translated_runs_interpreted(toy: Toy, tmp_path: Path) -> None:
    edit(tmp_path / "toy_helper.py", "return n * 7", "return sum([n] * 7)")
    rules = toy()
    with pytest.warns(kernel.EngineWarning, match=r"toy_helper\.py:10: stretch: .*sum"):
        assert total(rules, None) == expected()
    with pytest.raises(KernelRefused):
        total(rules, "native")


def test_an_unusual_machine_runs_interpreted(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platform.machine", lambda: "vax")
    with pytest.warns(kernel.EngineWarning, match="no native code for this kind of machine"):
        assert total(toy(), None) == expected()


# Faults


@pytest.mark.parametrize("index", [4, 5, -1])
def test_a_read_out_of_range_is_caught_by_the_checked_build(toy: Toy, index: int) -> None:
    """It names function and index. Native, it reads what lies beside the array."""
    numbers = np.arange(8)[:4]
    checked = kernel.load((toy().peek,), {}, mode="checked").functions
    assert checked.peek(numbers, 3) == 3
    where = rf"toy_rules\.peek, line 22: index {index} is outside of 0 to 4 - 1"
    with pytest.raises(IndexError, match=where):
        checked.peek(numbers, index)
    assert checked.peek(numbers, 2) == 2  # a fault does no harm to the next call


@pytest.mark.parametrize("mode", COMPILING)
@pytest.mark.parametrize(
    "numbers",
    [np.arange(4.0), np.arange(4, dtype=np.int32), np.arange(8)[::2], np.zeros((2, 2), np.int64)],
)
def test_an_array_of_another_form_is_refused(toy: Toy, mode: str, numbers: Any) -> None:
    peek = kernel.load((toy().peek,), {}, mode=mode).functions.peek
    with pytest.raises(TypeError, match=r"peek\(\) takes i8\[\] in one block, not an? .* array"):
        peek(numbers, 0)


def test_a_bound_call_reads_its_arrays_each_time(toy: Toy) -> None:
    numbers = np.arange(4)
    call = kernel.load((toy().peek,), {}, mode="native").functions.peek.bind(numbers, 2)
    assert call() == 2
    numbers[2] = 7
    assert call() == 7


# Choosing the mode


def test_the_setting_chooses_the_mode(toy: Toy, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = toy()
    for mode in kernel.MODES:
        monkeypatch.setenv(kernel.MODE_SETTING, mode)
        assert load(rules).mode == mode
    monkeypatch.setenv(kernel.MODE_SETTING, "")
    assert load(rules).mode == "native"


def test_an_unknown_mode_is_refused_with_the_known_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.MODE_SETTING, "fast")
    with pytest.raises(UsageError, match=r"LUDOTECA_ENGINE is 'fast'.*native, checked, interp"):
        kernel.wanted_mode()
