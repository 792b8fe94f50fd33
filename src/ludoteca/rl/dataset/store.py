"""A dataset on disk: its plan, its parts, and reading it back."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ludoteca.core.errors import UsageError
from ludoteca.rl.dataset.plan import FORMAT, DataPlan, Part
from ludoteca.rl.dataset.rows import Scribe
from ludoteca.rl.dataset.schema import arrow, schema_of

PLAN = "dataset.json"

GROUP = 4096
"""Rows of a group: as many as are held in memory, and the least that a reader takes at a time."""


def read_plan(directory: Path) -> DataPlan:
    """Read how a dataset was made."""
    try:
        plan = msgspec.json.decode((directory / PLAN).read_bytes(), type=DataPlan)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{directory} holds no dataset: {error}") from None
    if plan.format != FORMAT:
        raise UsageError(f"{directory} has format {plan.format}; this version reads {FORMAT}")
    return plan


def open_dataset(directory: Path, plan: DataPlan) -> list[Part]:
    """Prepare a directory for a plan; list the parts that are still to be written."""
    directory.mkdir(parents=True, exist_ok=True)
    if (directory / PLAN).exists():
        earlier = read_plan(directory)
        if not plan.goes_on_from(earlier):
            raise UsageError(
                f"{directory} holds another dataset: {describe(earlier)}; choose a new directory"
            )
        _drop_last_part(directory, earlier, plan)
    elif any(directory.iterdir()):
        raise UsageError(f"{directory} is neither empty nor a dataset; choose a new directory")
    _replace(directory / PLAN, msgspec.json.format(msgspec.json.encode(plan)))
    for rest in directory.glob("*.tmp"):
        rest.unlink()
    return [part for part in plan.parts() if not (directory / part.name).exists()]


def describe(plan: DataPlan) -> str:
    """Describe a plan in a few words."""
    search = "" if plan.searched is None else f", searched by {plan.searched}"
    return (
        f"{plan.matches:,} matches of {plan.game} for {plan.players}, seed {plan.seed},"
        f" policy {plan.policy}{search}"
    )


def _drop_last_part(directory: Path, earlier: DataPlan, plan: DataPlan) -> None:
    """Take away a last part that was shorter than it will be: its matches are played again."""
    wanted = {part.name for part in plan.parts()}
    last = list(earlier.parts())[-1]
    if last.name not in wanted:
        (directory / last.name).unlink(missing_ok=True)


def _replace(path: Path, data: bytes) -> None:
    rough = path.with_name(path.name + ".tmp")
    rough.write_bytes(data)
    rough.replace(path)


def write_part(scribe: Scribe, part: Part, directory: Path) -> int:
    """Play the matches of a part and write them, group by group; return the number of rows.

    The file gets its name only when it is complete.
    """
    pa = arrow()
    schema = schema_of(scribe.plan)
    path = directory / part.name
    rough = path.with_name(path.name + ".tmp")
    written = 0
    with pa.parquet.ParquetWriter(rough, schema, compression="zstd") as writer:
        waiting: list[dict[str, Any]] = []
        for number in range(part.first, part.first + part.count):
            waiting += scribe.rows(number)
            if len(waiting) >= GROUP or number == part.first + part.count - 1:
                columns = [_column(field, waiting) for field in schema]
                writer.write_table(pa.table(columns, schema=schema))
                written += len(waiting)
                waiting = []
    rough.replace(path)
    return written


def _column(field: Any, rows: list[dict[str, Any]]) -> Any:
    """Make an Arrow column; rows hold tensors as bytes."""
    pa = arrow()
    values = [row.get(field.name) for row in rows]
    if not pa.types.is_fixed_size_list(field.type):
        return pa.array(values, field.type)
    numbers = pa.array(np.frombuffer(b"".join(value or b"" for value in values), dtype=np.uint8))
    return pa.FixedSizeListArray.from_arrays(numbers, type=field.type)


def read(directory: Path | str, columns: Sequence[str]) -> Iterator[dict[str, npt.NDArray[Any]]]:
    """Read some columns, group by group, as arrays; tensors as rows of small numbers."""
    pa = arrow()
    directory = Path(directory)
    plan = read_plan(directory)
    for part in plan.parts():
        if not (directory / part.name).exists():
            continue
        with pa.parquet.ParquetFile(directory / part.name) as file:
            for number in range(file.num_row_groups):
                table = file.read_row_group(number, columns=list(columns))
                yield {name: _array(table.column(name), plan.numbers) for name in columns}


def _array(column: Any, numbers: int) -> npt.NDArray[Any]:
    pa = arrow()
    if pa.types.is_fixed_size_list(column.type):
        flat: npt.NDArray[Any] = column.combine_chunks().flatten().to_numpy()
        return flat.reshape(-1, numbers)
    values: npt.NDArray[Any] = column.to_numpy()
    return values
