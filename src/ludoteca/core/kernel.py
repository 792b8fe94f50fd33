"""The one door to the engines: plain rule functions in, the same functions bound or compiled out.

A rule function is an ordinary function over integers. From the entry functions it is given, the
loader follows every global name to other functions and tables (`core.program`). Declarations of
`core.engine` become the functions of the game that is loaded. Interpreted, each function is copied
with its globals bound; native, all of them are one library of machine code (`core.native`), which
is shipped ready-made. The originals stay untouched.
"""

import os
import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import FunctionType, SimpleNamespace
from typing import Any

from ludoteca.core.errors import CompilerFailed, KernelRefused, LibraryBroken, UsageError
from ludoteca.core.program import Program, plain_function, reach
from ludoteca.core.types import State

MODES = ("native", "checked", "interpreted")
"""How kernels run: as machine code, the same with bounds checks, or by Python itself."""

MODE_SETTING = "LUDOTECA_ENGINE"


class Stateless(State):
    """The state of kernels that have none."""


class EngineWarning(UserWarning):
    """A game runs slower than it could; the message says what to do."""


@dataclass(frozen=True)
class LoadedKernels:
    """Some entry functions of a program, ready to be called."""

    mode: str
    functions: SimpleNamespace


def wanted_mode() -> str | None:
    """Return the mode that the setting asks for, None if it leaves that open."""
    wanted = os.environ.get(MODE_SETTING, "")
    if wanted and wanted not in MODES:
        raise UsageError(f"{MODE_SETTING} is {wanted!r}, but must be one of {', '.join(MODES)}")
    return wanted or None


def load(
    entries: Iterable[Callable[..., Any]],
    provided: Mapping[str, Callable[..., Any]],
    state: type[State] = Stateless,
    name: str = "kernels",
    mode: str | None = None,
) -> LoadedKernels:
    """Make entry functions ready to be called, in the mode given, else in the best there is.

    `provided` holds a game's function for each name that `core.engine` declares; `state` is its
    type of state, `name` its id. If no mode is asked for and there is neither a library for this
    program nor a compiler, the kernels are interpreted and a warning says so.
    """
    roots = [plain_function(entry) for entry in entries]
    program = reach(roots, provided)
    mode = mode or wanted_mode()
    if mode != "interpreted":
        try:
            return _compiled(name, program, roots, state, checked=mode == "checked")
        except (CompilerFailed, KernelRefused, LibraryBroken) as error:
            if mode is not None:
                raise
            _warn(name, str(error))
    return LoadedKernels("interpreted", _bound(program, roots))


def _compiled(
    name: str, program: Program, roots: list[FunctionType], state: type[State], checked: bool
) -> LoadedKernels:
    try:
        import numpy  # noqa: F401 - the arrays that native code works on

        from ludoteca.core.native.library import open_library
    except ImportError as error:  # no NumPy, or a Python without ctypes
        raise LibraryBroken(f"this Python can't call native code: {error}") from error
    library = open_library(name, program, roots, state, checked)
    return LoadedKernels("checked" if checked else "native", SimpleNamespace(**library.functions))


@cache
def _warn(name: str, reason: str) -> None:
    """Log once why a game is interpreted."""
    warnings.warn(f"{name} runs interpreted, about 100 times slower: {reason}", EngineWarning, 4)


def _bound(program: Program, roots: list[FunctionType]) -> SimpleNamespace:
    """Copy every function of a program, with its globals bound to the copies."""
    copies = {
        function: FunctionType(
            function.__code__,
            {"__builtins__": __builtins__, "__name__": function.__module__, **uses.values},
            function.__name__,
            function.__defaults__,
        )
        for function, uses in program.items()
    }
    for function, uses in program.items():
        bound = {name: copies[other] for name, other in uses.functions.items()}
        copies[function].__globals__.update(bound)
    return SimpleNamespace(**{root.__name__: copies[root] for root in roots})
