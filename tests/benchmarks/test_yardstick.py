"""The yardstick in C plays the same matches as the kernel."""

import json
import shutil
import subprocess
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.yardstick import tables
from ludoteca import games
from ludoteca.search.engine import loaded

GAME = games.load("my_shelfie")
SOURCE = Path(tables.__file__).parent / "my_shelfie.c"
MATCHES = 300
SEED = 2**40 + 7


def build(folder: Path, *flags: str) -> Path | None:
    """Compile the yardstick; None where there is no C compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    (folder / "tables.h").write_text(tables.header(), encoding="utf-8")
    program = folder / "my_shelfie"
    warnings = ("-Wall", "-Wextra", "-Werror")
    files = (f"-I{folder}", str(SOURCE), "-o", str(program))
    command = (compiler, "-std=c11", "-O2", *warnings, *flags, *files)
    subprocess.run(command, check=True)
    return program


def digest_of(*results: Any) -> str:
    """Hash the lengths, scores and winners of matches as the yardstick does (FNV-1a)."""
    digest = 0xCBF29CE484222325
    for length, scores, winners in zip(*results, strict=True):
        for byte in (length, *scores, winners):
            digest = (digest ^ int(byte)) * 0x100000001B3 & 2**64 - 1
    return f"{digest:016x}"


def played_by_kernel(
    functions: Any, mode: str, players: int, options: list[int]
) -> tuple[int, str]:
    """Play the matches with the kernel; give the number of moves and the digest."""
    scoring = GAME.modules.scoring
    shapes = (
        MATCHES,
        (MATCHES, players),
        MATCHES,
        (
            len(scoring.TALLY_ROWS),
            len(scoring.TALLY_COLUMNS),
        ),
    )
    results: list[Any] = [np.zeros(shape, dtype=np.int64) for shape in shapes]
    states: Any = GAME.new_state().array(1)
    rng: Any = np.zeros(1, dtype=np.int64)
    chosen: Any = np.array(options)
    if mode == "interpreted":
        results = [array.tolist() for array in results]
        states, rng, chosen = [GAME.new_state()], [0], options
    functions.play_matches(states, players, chosen, SEED, 0, rng, *results)
    return int(sum(results[0])), digest_of(*results[:3])


@pytest.mark.parametrize("flags", [(), ("-march=native",)], ids=["any machine", "this machine"])
def test_the_yardstick_plays_the_matches_of_the_kernel(
    tmp_path: Path, flags: tuple[str, ...]
) -> None:
    """Compare the digests for every number of players and all options."""
    program = build(tmp_path, *flags)
    if program is None:
        assert shutil.which("cc") is None
        print("no C compiler here: nothing to compare the kernel with")
        return
    made = loaded(GAME)
    values = [range(len(option.values)) for option in GAME.options]
    for players, *options in product(GAME.player_counts, *values):
        arguments = [str(number) for number in (players, MATCHES, SEED, *options)]
        answer = json.loads(subprocess.check_output([program, *arguments]))
        moves, digest = played_by_kernel(made.functions, made.mode, players, options)
        assert (answer["matches"], answer["moves"]) == (MATCHES, moves)
        assert answer["digest"] == digest, (players, options)
        assert answer["seconds"] > 0
        assert answer["processor_seconds"] > 0


def test_tables_are_written_as_c_arrays() -> None:
    """Look at one table of each depth."""
    assert tables.format_table("A", "int", (1, 2)) == "static const int A[2] = {1, 2};"
    assert tables.format_table("B", "int", ((1,), (2,))).endswith(" B[2][1] = {{1,}, {2,}};")
    assert "PLACING_ORDERS[4][6][3]" in tables.header()
