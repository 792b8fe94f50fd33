"""The one door to Numba: plain rule functions in, the same functions compiled or bound out.

A rule function is an ordinary function over integers. From the entry functions it is given, the
loader follows every global name they use to other functions and tables, makes a second copy of
each function whose globals are the copies, and (with Numba) compiles it. Declarations of
`core.engine` become the functions of the game that is loaded. The originals stay untouched.

Numba's disk cache notices neither edits in other files nor changed options, so its directory is
named by a hash of every source and table reached and of the options. Where no directory can be
written, functions are compiled in memory.
"""

import hashlib
import importlib.util
import inspect
import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType, SimpleNamespace
from typing import Any

import numpy as np

from ludoteca.core import engine
from ludoteca.core.bits import popcount, popcount_by_halves
from ludoteca.core.errors import UsageError
from ludoteca.core.types import copy_record, copy_state

MODES = ("compiled", "checked", "interpreted")
"""How functions run: by Numba, by Numba with bounds checks, or by Python itself."""

STAND_INS: tuple[tuple[object, Callable[..., Any]], ...] = (
    (popcount, popcount_by_halves),
    (copy_state, copy_record),
)
"""What stands in for a function that Numba does not know or that means something else there."""

INLINED = 400
"""Functions of up to so many bytes of bytecode are put into their callers: half again as many
playouts a second, where LLVM left alone would call them; larger ones only lengthen compiling."""

MODE_SETTING = "LUDOTECA_ENGINE"
CACHE_SETTING = "LUDOTECA_CACHE"


def best_mode() -> str:
    """Choose the mode: the setting if there is one, else compiled where Numba is installed."""
    wanted = os.environ.get(MODE_SETTING, "")
    if wanted:
        if wanted not in MODES:
            raise UsageError(f"{MODE_SETTING} is {wanted!r}, but must be one of {', '.join(MODES)}")
        return wanted
    return "compiled" if can_compile() else "interpreted"


def can_compile() -> bool:
    """Say whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def load(
    entries: Iterable[Callable[..., Any]],
    provided: Mapping[str, Callable[..., Any]],
    mode: str | None = None,
) -> SimpleNamespace:
    """Bind and, unless interpreted, compile the entry functions for one game.

    `provided` gives the game's function for each name that `core.engine` declares.
    """
    mode = mode or best_mode()
    if mode != "interpreted" and not can_compile():
        raise UsageError("compiled rules need Numba: pip install 'ludoteca[fast]'")
    roots = [_plain(entry) for entry in entries]
    reached = _reach(roots, provided, mode)
    module = _new_module(reached, mode)
    twins = {
        function: _twin(function, tables, module.__name__)
        for function, (tables, _) in reached.items()
    }
    compiled: dict[FunctionType, Any] = dict(twins)
    if mode != "interpreted":
        compiled = _compile(twins, set(roots), module.__name__, boundscheck=mode == "checked")
    for function, (_, used) in reached.items():
        for name, other in used.items():
            twins[function].__globals__[name] = compiled[other]
    result = SimpleNamespace(**{root.__name__: compiled[root] for root in roots})
    vars(module).update(vars(result))
    return result


Reached = dict[FunctionType, tuple[dict[str, Any], dict[str, FunctionType]]]
"""For each function: the tables and numbers it uses, and the functions it uses, by name."""


def _reach(
    roots: list[FunctionType], provided: Mapping[str, Callable[..., Any]], mode: str
) -> Reached:
    reached: Reached = {}
    waiting = list(roots)
    while waiting:
        function = waiting.pop()
        if function in reached:
            continue
        tables: dict[str, Any] = {}
        used: dict[str, FunctionType] = {}
        for name in sorted(_names(function.__code__)):
            value = function.__globals__.get(name)
            stand_in = None if mode == "interpreted" else _stand_in(value)
            if stand_in is not None:
                used[name] = stand_in
            elif isinstance(value, FunctionType):
                used[name] = _chosen(value, provided)
            elif isinstance(value, tuple) and mode != "interpreted":
                tables[name] = np.array(value, dtype=np.int64)
            elif value is not None:
                tables[name] = value
        reached[function] = (tables, used)
        waiting += used.values()
    return reached


def _stand_in(value: object) -> FunctionType | None:
    return next((_plain(other) for plain, other in STAND_INS if value is plain), None)


def _chosen(function: FunctionType, provided: Mapping[str, Callable[..., Any]]) -> FunctionType:
    if function.__module__ == engine.__name__:
        return _plain(provided[function.__name__])
    return function


def _names(code: CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= _names(constant)
    return names


def _plain(function: Callable[..., Any]) -> FunctionType:
    if not isinstance(function, FunctionType):
        raise TypeError(f"{function!r} is not a plain function")
    return function


def _twin(function: FunctionType, tables: dict[str, Any], module_name: str) -> FunctionType:
    twin = FunctionType(
        function.__code__,
        {"__builtins__": __builtins__, "__name__": module_name, **tables},
        function.__name__,
        function.__defaults__,
    )
    twin.__module__ = module_name
    twin.__qualname__ = function.__qualname__
    return twin


def _new_module(reached: Reached, mode: str) -> ModuleType:
    """Make the module in which Numba looks the functions up, named by all they depend on."""
    digest = hashlib.sha256(f"{mode} {sys.version}".encode())
    if mode != "interpreted":
        import numba

        digest.update(numba.__version__.encode())
    digest.update(Path(__file__).read_bytes())
    for path in sorted({inspect.getfile(function) for function in reached}):
        digest.update(Path(path).read_bytes())
    for function in sorted(reached, key=lambda f: (f.__module__, f.__qualname__)):
        digest.update(f"{function.__module__}.{function.__qualname__}".encode())
        tables, used = reached[function]
        for name, table in tables.items():
            value = table.tobytes() if isinstance(table, np.ndarray) else repr(table).encode()
            digest.update(name.encode() + value)
        for name, other in used.items():
            digest.update(f"{name} {other.__module__}.{other.__qualname__}".encode())
    name = f"ludoteca_{mode}_{digest.hexdigest()[:20]}"
    return sys.modules.setdefault(name, ModuleType(name))


def _compile(
    twins: dict[FunctionType, FunctionType],
    roots: set[FunctionType],
    module_name: str,
    boundscheck: bool,
) -> dict[FunctionType, Any]:
    from numba import njit
    from numba.core.compiler_lock import global_compiler_lock

    # The cache directory is a setting of the whole process: one thread at a time.
    with global_compiler_lock, _cache_directory(module_name) as cache:
        return {
            function: njit(
                nogil=True,
                boundscheck=boundscheck,
                cache=cache and function in roots,
                forceinline=function not in roots and len(twin.__code__.co_code) <= INLINED,
            )(twin)
            for function, twin in twins.items()
        }


@contextmanager
def _cache_directory(name: str) -> Iterator[bool]:
    """Point Numba's cache to a private directory; give False where none can be written."""
    from numba import config as numba_config

    config: Any = numba_config  # its settings are made at run time, unseen by type checkers

    before = config.CACHE_DIR
    try:
        directory = cache_home() / name
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            config.CACHE_DIR = str(directory)
    except (OSError, RuntimeError):  # the latter: nobody knows where home is
        yield False
    else:
        yield True
    finally:
        config.CACHE_DIR = before


def cache_home() -> Path:
    """Name the directory for compiled code: the setting, else the user's cache directory."""
    setting = os.environ.get(CACHE_SETTING, "")
    if setting:
        return Path(setting)
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if base else Path.home() / ".cache") / "ludoteca"
