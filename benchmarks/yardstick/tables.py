"""Write the tables of My Shelfie as a C header, so that the yardstick copies no data by hand.

    python benchmarks/yardstick/tables.py OUT.h
"""

import sys
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

from ludoteca.core import generator
from ludoteca.games.my_shelfie import actions, catalog, deal, layout, rules

NUMBERS = {
    "MULTIPLIER": generator.MULTIPLIER,
    "WARM_UP": generator.WARM_UP,
    "DOWN": layout.DOWN,
    "RIGHT": layout.RIGHT,
    "ROWS": layout.ROWS,
    "COLUMNS": layout.COLUMNS,
    "LANE": layout.LANE,
    "TYPES": layout.TYPES,
    "SEATS": layout.SEATS,
    "FIELD": layout.FIELD,
    "FOUR_OR_FEWER": layout.FOUR_OR_FEWER,
    "ISOLATED_KEEP": layout.ISOLATED_KEEP,
    "REFILL_AT": rules.REFILL_AT,
    "COMMON_GOAL_CARDS": catalog.COMMON_GOAL_CARDS,
    "PERSONAL_GOAL_CARDS": catalog.PERSONAL_GOAL_CARDS,
    "END_GAME_POINTS": catalog.END_GAME_POINTS,
}

TABLES: dict[str, tuple[str, Sequence[int] | Sequence[Sequence[int]]]] = {
    "CELL_COUNTS": ("uint8_t", catalog.CELL_COUNTS),
    "CELL_BITS": ("uint8_t", catalog.CELL_BITS),
    "TILE_COUNTS": ("uint8_t", catalog.TILE_COUNTS),
    "TILE": ("uint64_t", deal.TILE),
    "ORDERS": ("uint8_t", actions.ORDERS),
    "PLACING_ORDERS": ("uint8_t", tuple(permutations(range(3)))),
    "PERSONAL_MASKS": ("uint64_t", catalog.PERSONAL_MASKS),
    "PERSONAL_POINTS": ("uint8_t", catalog.PERSONAL_POINTS),
    "GROUP_POINTS": ("uint8_t", catalog.GROUP_POINTS),
    "TOKEN_POINTS": ("uint8_t", catalog.TOKEN_POINTS),
}


def format_table(name: str, kind: str, table: Sequence[int] | Sequence[Sequence[int]]) -> str:
    """Write one table as a C array of one or two dimensions.

    >>> format_table("SQUARES", "uint8_t", ((0, 1), (4, 9)))
    'static const uint8_t SQUARES[2][2] = {{0, 1}, {4, 9}};'
    """
    lengths, inside = "", str(table)
    row: Sequence[int] | Sequence[Sequence[int]] | int = table
    while not isinstance(row, int):
        lengths += f"[{len(row)}]"
        row = row[0]
    for python, c in (("(", "{"), (",)", "}"), (")", "}")):
        inside = inside.replace(python, c)
    return f"static const {kind} {name}{lengths} = {inside};"


def header() -> str:
    """Write the whole header."""
    lines = ["/* The tables of My Shelfie, written by tables.py. */", "#include <stdint.h>"]
    lines += [f"#define {name} {number}" for name, number in NUMBERS.items()]
    lines += [format_table(name, kind, table) for name, (kind, table) in TABLES.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(), encoding="utf-8")
