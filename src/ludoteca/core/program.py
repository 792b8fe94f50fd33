"""Which functions and tables a kernel consists of: all that its entry functions reach by name."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import CodeType, FunctionType
from typing import Any

from ludoteca.core import engine


@dataclass(frozen=True)
class Uses:
    """What one function uses, by the names it uses: values, and other functions."""

    values: dict[str, Any]
    functions: dict[str, FunctionType]


Program = dict[FunctionType, Uses]
"""Every function of a program."""


def reach(
    entries: Iterable[Callable[..., Any]], provided: Mapping[str, Callable[..., Any]]
) -> Program:
    """Follow every global name from the entries on.

    A declaration of `core.engine` stands for the function of that name in `provided`.
    """
    reached: Program = {}
    waiting = [plain_function(entry) for entry in entries]
    while waiting:
        function = waiting.pop()
        if function in reached:
            continue
        uses = Uses({}, {})
        for name in sorted(_names(function.__code__)):
            value = function.__globals__.get(name)
            if isinstance(value, FunctionType):
                uses.functions[name] = _chosen(value, provided)
            elif value is not None:
                uses.values[name] = value
        reached[function] = uses
        waiting += uses.functions.values()
    return reached


def plain_function(function: Callable[..., Any]) -> FunctionType:
    """Return the function if it is one that was written in Python."""
    if not isinstance(function, FunctionType):
        raise TypeError(f"{function!r} is not a plain function")
    return function


def full_name(function: FunctionType) -> str:
    """Name a function with its module."""
    return f"{function.__module__}.{function.__qualname__}"


def _chosen(function: FunctionType, provided: Mapping[str, Callable[..., Any]]) -> FunctionType:
    if function.__module__ == engine.__name__:
        return plain_function(provided[function.__name__])
    return function


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names
