"""Matches as data: a row for each decision, in Parquet files that can be added to and gone on with.

A dataset is a directory: `dataset.json` says how it was made, each part holds some matches. The
columns are described in `schema`; `docs/learning.md` shows them all.
"""

from ludoteca.rl.dataset.minari import to_minari
from ludoteca.rl.dataset.plan import DataPlan
from ludoteca.rl.dataset.store import read, read_plan
from ludoteca.rl.dataset.write import write

__all__ = ["DataPlan", "read", "read_plan", "to_minari", "write"]
