"""What a caller must know of an entry function; to call one, the translator is not needed."""

import inspect
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from ludoteca.core.native.kinds import NONE, NUMBERS, Kind, kind_of_annotation
from ludoteca.core.native.refusal import refuse


@dataclass(frozen=True)
class Entry:
    """An exported function: what a caller must know of it."""

    function: FunctionType
    parameters: tuple[tuple[str, Kind], ...]
    returns: Kind

    def facts(self) -> dict[str, Any]:
        """Describe it in JSON."""
        kinds = [[name, kind.name] for name, kind in self.parameters]
        return {"parameters": kinds, "returns": self.returns.name}


def entry_of(function: FunctionType) -> Entry:
    """Read the types of an entry function from its annotations."""
    notes = inspect.get_annotations(function)
    parameters = []
    for name in inspect.signature(function).parameters:
        kind = kind_of_annotation(notes.get(name))
        if kind is None:
            raise refuse(
                function, None, f"parameter {name} of an entry has no type that C has",
                "annotate it with int, bool, float, a State, or a Sequence of one of these",
            )  # fmt: skip
        parameters.append((name, kind))
    return Entry(function, tuple(parameters), result_of(function))


def result_of(function: FunctionType) -> Kind:
    """Return the kind of what a function returns."""
    note = inspect.get_annotations(function).get("return", False)
    if note is None:
        return NONE
    if note not in NUMBERS:
        raise refuse(
            function, None, "what it returns has no type that C has",
            "annotate int, bool, float or None; write arrays into a parameter",
        )  # fmt: skip
    return NUMBERS[note]
