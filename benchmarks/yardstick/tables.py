"""Write the tables of My Shelfie as a C header, so that the yardstick copies no data by hand.

python benchmarks/yardstick/tables.py OUT.h
"""

import sys
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

from ludoteca.core import generator
from ludoteca.games.my_shelfie import actions, catalog, deal, layout, rules
from ludoteca.games.my_shelfie.scoring import common_goals

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

SETS = {
    "LANES": common_goals.LANES,
    "CARRY": common_goals.CARRY,
    "COLUMN": common_goals.COLUMN,
    "FULL": common_goals.COLUMN * common_goals.LANES,
    "CORNERS": common_goals.CORNERS,
    "RISING": common_goals.RISING,
    "FALLING": common_goals.FALLING,
    "STAIRS_UP": common_goals.STAIRS_UP,
    "STAIRS_DOWN": common_goals.STAIRS_DOWN,
    "FIELDS": deal.FIELDS,
    "HALF": deal.HALF,
}

Table = Sequence[Any]
"""Integers, or rows of them, or rows of rows."""


def placing_orders(size: int) -> Table:
    """List in which orders the cells of a line are taken, six rows of three.

    >>> placing_orders(2)
    ((0, 1, 0), (1, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0), (0, 0, 0))
    """
    orders = [(*order, 0, 0, 0)[:3] for order in permutations(range(size))]
    return (*orders, *[(0, 0, 0)] * (6 - len(orders)))


TABLES: dict[str, tuple[str, Table]] = {
    "CELL_COUNTS": ("uint8_t", catalog.CELL_COUNTS),
    "CELL_BITS": ("uint8_t", catalog.CELL_BITS),
    "TILE_COUNTS": ("uint8_t", catalog.TILE_COUNTS),
    "TILE": ("uint64_t", deal.TILE),
    "ORDERS": ("uint8_t", actions.ORDERS),
    "PLACING_ORDERS": ("uint8_t", tuple(placing_orders(size) for size in range(4))),
    "LEAST_TILES": ("uint8_t", common_goals.LEAST_TILES),
    "PERSONAL_MASKS": ("uint64_t", catalog.PERSONAL_MASKS),
    "PERSONAL_POINTS": ("uint8_t", catalog.PERSONAL_POINTS),
    "GROUP_POINTS": ("uint8_t", catalog.GROUP_POINTS),
    "TOKEN_POINTS": ("uint8_t", catalog.TOKEN_POINTS),
}


def format_table(name: str, kind: str, table: Table) -> str:
    """Write one table as a C array.

    >>> format_table("SQUARES", "uint8_t", ((0, 1), (4, 9)))
    'static const uint8_t SQUARES[2][2] = {{0, 1}, {4, 9}};'
    """
    lengths = ""
    row: Any = table
    while not isinstance(row, int):
        lengths += f"[{len(row)}]"
        row = row[0]
    inside = str(table).replace("(", "{").replace(")", "}")
    return f"static const {kind} {name}{lengths} = {inside};"


def header() -> str:
    """Write the whole header."""
    lines = ["/* The tables of My Shelfie, written by tables.py. */", "#include <stdint.h>"]
    lines += [f"#define {name} {number}" for name, number in NUMBERS.items()]
    lines += [f"#define {name} {bits}ULL" for name, bits in SETS.items()]
    lines += [format_table(name, kind, table) for name, (kind, table) in TABLES.items()]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(header(), encoding="utf-8")
