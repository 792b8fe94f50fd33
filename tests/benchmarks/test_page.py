"""The benchmark of the page sums up what it has seen; the browser itself is for `./check page`."""

import pytest

from benchmarks import page
from benchmarks.page import Weight, board_row, frame_row, quantile


def test_files_are_weighed_by_what_they_are() -> None:
    weight = Weight()
    for name, size in (
        ("index-a1.js", 60_000),
        ("", 1_000),
        ("figtree.woff2", 20_000),
        ("TileSprite-b2.js", 11_000),
        ("shelf.svg", 4_000),
        ("index-a1.js", 60_000),
    ):
        weight.put(name, size)
    assert weight.without_art == 81_000
    assert weight.row("chess") == "| chess | 81 kB | 61 kB | 20 kB | 15 kB |"


def test_quantiles_are_times_that_were_seen() -> None:
    times = [float(n) for n in range(1, 101)]
    assert [quantile(times, share) for share in (0.5, 0.95, 1.0)] == [50.0, 95.0, 100.0]
    assert quantile([7.0], 0.95) == 7.0


def test_rows_say_the_middle_and_the_worst() -> None:
    assert board_row("chess", [300.0, 250.4, 900.0]) == "| chess | 300 ms | 250 ms | 900 ms |"
    assert (
        frame_row("chess", [16.7] * 19 + [50.0]) == "| chess | 20 | 16.7 ms | 16.7 ms | 50.0 ms |"
    )


def test_what_it_can_do_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        page.main(["--help"])
    assert "--rounds" in capsys.readouterr().out
