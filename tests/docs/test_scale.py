"""The model of scale rests on numbers that were measured, and its arithmetic is right."""

import re

from tests.conventions.tree import ROOT

PAGE = (ROOT / "docs" / "scale.md").read_text(encoding="utf-8")
MEASURED = (ROOT / "benchmarks" / "results.md").read_text(encoding="utf-8")
ALONE, SEVERAL, PEOPLE, PACE, TABLE = 2.47e-3, 3.09e-3, 3, 4, 89
"""Seconds of work a move with one process and with several, people a table, seconds a move, KiB a
table: as the page has them."""


def rows(title: str) -> list[list[str]]:
    """Return the cells of the table below a title."""
    part = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_constant_was_measured_by_a_command() -> None:
    found = rows("Constants")
    assert len(found) >= 6
    for _, value, command in found:
        assert re.search(rf"(?<![\d,.]){re.escape(value)}", MEASURED), value
        script = re.search(r"benchmarks[./](\w+)", command)
        path = ROOT / "benchmarks" / f"{script[1] if script else ''}.py"
        assert "ludoteca load" in command or path.is_file(), command


def test_the_arithmetic_is_right() -> None:
    found = rows("100, 10,000 and 1,000,000 players")
    assert [row[0] for row in found] == ["100", "10,000", "1,000,000"]
    for accounts, playing, tables, moves, cores, memory, _ in found:
        number = [float(cell.replace(",", "")) for cell in (accounts, playing, tables, moves)]
        assert number[1] == number[0] / 10
        assert abs(number[2] - number[1] / PEOPLE) < 1
        assert abs(number[3] - number[2] / PACE) < 1
        work = SEVERAL if number[0] == 1e6 else ALONE
        assert abs(float(cores) - number[1] / PEOPLE / PACE * work) < 0.06
        size, unit = memory.split()
        there = number[2] * TABLE / 1024 / (1024 if unit == "GB" else 1)
        assert abs(float(size) - there) <= max(1.0, 0.1 * there)
