"""The columns of a dataset: a row is one decision, as the seat that made it saw it."""

from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import UsageError
from ludoteca.rl.dataset.plan import DataPlan


@dataclass(frozen=True)
class Column:
    """One column."""

    name: str
    kind: str
    """Its type, as Arrow names it; `tensor` is a list of the tensor's length."""
    meaning: str


COLUMNS = (
    Column("match", "int64", "number of the match, from 0"),
    Column("ply", "int32", "number of the decision in its match, from 0"),
    Column("seat", "int8", "who decides; all else is as this seat sees it"),
    Column("position", "string", "its view in JSON, as `replay --json --seat` shows it"),
    Column("observation", "tensor", "the same in numbers"),
    Column("legal_actions", "list<int32>", "all actions that are legal, in rising order"),
    Column("move", "string", "the move that was made, as people write it"),
    Column("action", "int32", "the same as a number"),
    Column("after", "tensor", "what the seat sees once it has moved, before any deal"),
    Column("points", "int16", "its score as if the match ended now"),
    Column("points_after", "int16", "the same once it has moved"),
    Column("score", "int16", "its score at the end of the match"),
    Column("margin", "int16", "how far it is then ahead of the best other seat"),
    Column("win", "float", "its share of the win: 1, a part of it if shared, or 0"),
    Column("searched_action", "int32", "the best action by search; null if nobody searched"),
    Column("searched_win", "float", "its expected share of the win"),
    Column("searched_score", "float", "the expected score"),
    Column("searched_actions", "list<int32>", "all actions that were searched, best first"),
    Column("searched_wins", "list<float>", "the expected share of the win for each"),
    Column("searched_playouts", "list<int32>", "how often each was tried"),
)
"""All columns in their order."""


def arrow() -> Any:
    """Import pyarrow, or say how to get it."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError:
        raise UsageError("datasets need pyarrow: pip install 'ludoteca[data]'") from None
    return pyarrow


def schema_of(plan: DataPlan) -> Any:
    """Make the Arrow schema, with the plan in its metadata."""
    pa = arrow()
    kinds = {
        "int8": pa.int8(),
        "int16": pa.int16(),
        "int32": pa.int32(),
        "int64": pa.int64(),
        "float": pa.float32(),
        "string": pa.string(),
        "tensor": pa.list_(pa.uint8(), plan.numbers),
        "list<int32>": pa.list_(pa.int32()),
        "list<float>": pa.list_(pa.float32()),
    }
    fields = [pa.field(column.name, kinds[column.kind]) for column in COLUMNS]
    about = {"ludoteca.game": plan.game, "ludoteca.players": str(plan.players)}
    return pa.schema(fields, metadata=about)
