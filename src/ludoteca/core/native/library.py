"""A compiled library: found or built for a program, and its functions called through ctypes.

A library ships with the package for each game and system. A source, a table or an option that
changed since is noticed by its digest; then the library is built again, where there is a compiler,
and kept in the user's cache directory. ctypes lets other threads run during a call.
"""

import ctypes
import hashlib
import inspect
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from ludoteca.core import folders
from ludoteca.core.errors import CompilerFailed, LibraryBroken
from ludoteca.core.native import compiler
from ludoteca.core.native.entry import Entry, entry_of
from ludoteca.core.native.kinds import BOOL, FLOAT, INT, NONE, STATE, STATES, Array, Kind
from ludoteca.core.program import Program, full_name
from ludoteca.core.types import State

SHIPPED = Path(__file__).resolve().parents[2] / "native"
"""Where the package keeps its libraries, each game's with its digests in a JSON file."""

C_TYPES = {INT: ctypes.c_int64, BOOL: ctypes.c_int64, FLOAT: ctypes.c_double, NONE: None}

FAULTS = {
    1: (IndexError, "index {a} is outside of 0 to {b} - 1"),
    2: (OverflowError, "{a} and {b} give a result of more than 64 bits"),
    3: (OverflowError, "a shift by {a} is outside of 0 to 63"),
    4: (ZeroDivisionError, "division by zero"),
    5: (OverflowError, "{a} does not fit where it is stored, which holds up to {b}"),
}
"""What the bounds-checked build reports."""


# Digests


@cache
def _file_digest(path: str) -> bytes:
    return hashlib.sha256(Path(path).read_bytes()).digest()


@cache
def _tools_digest() -> bytes:
    """Sum up all that decides how a kernel is translated and compiled."""
    total = hashlib.sha256()
    here = Path(__file__).parent
    for path in (*sorted(here.glob("*.py")), *sorted(here.glob("*.h")), here.parent / "program.py"):
        total.update(_file_digest(str(path)))
    return total.digest()


def digests(
    program: Program, entries: Iterable[FunctionType], state: type[State]
) -> dict[str, str]:
    """Return a digest for each entry: of all the sources, tables and options behind it."""
    layout = [(n, s.width, s.lengths, state.offsets[n]) for n, s in state.fields.items()]
    base = _tools_digest() + repr(sorted(layout)).encode()
    parts = {function: _function_digest(program, function) for function in program}
    return {
        entry.__name__: hashlib.sha256(
            base + b"".join(sorted(parts[function] for function in _reached(program, entry)))
        ).hexdigest()
        for entry in entries
    }


def _function_digest(program: Program, function: FunctionType) -> bytes:
    uses = program[function]
    total = hashlib.sha256(_file_digest(inspect.getfile(function)))
    total.update(full_name(function).encode())
    for name, value in uses.values.items():
        if isinstance(value, bool | int | float | tuple):
            total.update(f"{name} {value!r}".encode())
    for name, other in uses.functions.items():
        total.update(f"{name} {full_name(other)}".encode())
    return total.digest()


def _reached(program: Program, entry: FunctionType) -> set[FunctionType]:
    found: set[FunctionType] = set()
    waiting = [entry]
    while waiting:
        function = waiting.pop()
        if function not in found:
            found.add(function)
            waiting += program[function].functions.values()
    return found


# Finding and building


def open_library(
    name: str, program: Program, entries: Sequence[FunctionType], state: type[State], checked: bool
) -> "Library":
    """Open the library of a program: the one that ships, one built before, or a new one.

    Raises `CompilerFailed` where it must be built and can't be, `KernelRefused` for kernels that C
    can't express.
    """
    try:
        return _found_or_built(name, program, entries, state, checked)
    except OSError as error:  # a full disk, a folder that can't be written, sources that are gone
        raise CompilerFailed(f"its library can't be built: {error}") from error


def _found_or_built(
    name: str, program: Program, entries: Sequence[FunctionType], state: type[State], checked: bool
) -> "Library":
    target = compiler.host()
    if target is None:
        raise CompilerFailed("there is no native code for this kind of machine")
    wanted = digests(program, entries, state)
    damage: LibraryBroken | None = None
    if not checked and _shipped_digests(name).items() >= wanted.items():
        try:
            return Library(SHIPPED / f"{name}-{target.name}{target.suffix}", entries, state)
        except LibraryBroken as error:
            damage = error
    digest = hashlib.sha256(repr(sorted(wanted.items())).encode()).hexdigest()[:20]
    mode = "checked" if checked else "native"
    file = f"{name}-{mode}-{digest}{target.suffix}"
    with _locked(file) as folder:
        try:
            return Library(folder / file, entries, state)
        except LibraryBroken:
            pass
        try:
            from ludoteca.core.native.translator import Translator  # seldom needed, long to import

            text = Translator(program, state, checked).translate(map(entry_of, entries))
            compiler.build(text, target, folder / file, checked)
        except CompilerFailed as error:
            raise CompilerFailed(f"{damage}; {error}" if damage else str(error)) from error
        return Library(folder / file, entries, state)


@cache
def _shipped_digests(name: str) -> dict[str, str]:
    try:
        facts = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
        return {entry: str(about["digest"]) for entry, about in facts["entries"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def cache_folder() -> Path:
    """Return the folder for libraries built on this machine."""
    return folders.cache() / "native"


@contextmanager
def _locked(file: str) -> Iterator[Path]:
    """Yield the folder to keep a file in, while no other process builds the same file.

    Where nothing can be kept, the folder is a temporary one of this process.
    """
    try:
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / f"{file}.lock").open("a+b")
    except (OSError, RuntimeError):  # the latter: nobody knows where home is
        yield Path(_temporary_folder().name)
        return
    with lock:
        _wait_for(lock.fileno())
        yield folder


@cache
def _temporary_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="ludoteca-", ignore_cleanup_errors=True)


def _wait_for(descriptor: int) -> None:
    """Take the lock of an open file; closing the file gives it back."""
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX)


# Calling


class _Fault(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_int64),
        ("a", ctypes.c_int64),
        ("b", ctypes.c_int64),
        ("where", ctypes.c_char_p),
    )


class Library:
    """An open library and its functions."""

    def __init__(self, path: Path, entries: Iterable[FunctionType], state: type[State]) -> None:
        """Open a file; `LibraryBroken` says why that can't be done."""
        self.path = path
        try:
            opened = ctypes.CDLL(str(path))
            self.functions = {
                entry.__name__: NativeFunction(
                    getattr(opened, entry.__name__),
                    entry_of(entry),
                    state,
                    getattr(opened, "last_fault", None),
                )
                for entry in entries
            }
        except (OSError, AttributeError) as error:
            raise LibraryBroken(f"the library {path} can't be used: {error}") from error


class NativeFunction:
    """A compiled entry function; arrays are NumPy's."""

    def __init__(
        self, symbol: Any, entry: Entry, state: type[State], last_fault: Any = None
    ) -> None:
        self.entry = entry
        self.__name__ = entry.function.__name__
        self._state_size = state.size
        symbol.restype = C_TYPES[entry.returns]  # type: ignore[index]
        symbol.argtypes = [c for _, kind in entry.parameters for c in _c_types(kind)]
        self._symbol = symbol
        self._kinds = tuple(kind for _, kind in entry.parameters)
        self._is_plain = last_fault is None
        if last_fault is not None:
            last_fault.restype = ctypes.POINTER(_Fault)
            self._symbol = _raising(symbol, last_fault)

    def __call__(self, *arguments: Any) -> Any:
        """Call it."""
        return self._symbol(*self._flat(arguments))

    def bind(self, *arguments: Any) -> Callable[[], Any]:
        """Return a function without parameters that makes this call, at less cost each time.

        Numbers stay as they are now; what changes from call to call must be inside the arrays.
        """
        symbol, flat = self._symbol, self._flat(arguments)
        if self._is_plain:  # converted once, for the same function without the types
            flat = [c.from_param(value) for c, value in zip(symbol.argtypes, flat, strict=True)]
            address = ctypes.cast(symbol, ctypes.c_void_p).value or 0
            symbol = ctypes.CFUNCTYPE(symbol.restype)(address)

        def call(_: Sequence[Any] = arguments) -> Any:  # keeps the arrays alive
            return symbol(*flat)

        return call

    def _flat(self, arguments: Sequence[Any]) -> list[Any]:
        flat: list[Any] = []
        for kind, value in zip(self._kinds, arguments, strict=True):
            if isinstance(kind, Array):
                dtype, shape = value.dtype, value.shape
                wanted = _element_dtype(kind.element)
                if (dtype is not wanted and dtype != wanted) or len(shape) != len(kind.lengths):
                    raise self._mismatch(kind, value)
                flat.append(self._address(kind, value))
                flat += shape
            elif kind is STATES or kind is STATE:
                if value.itemsize != self._state_size:
                    raise self._mismatch(kind, value)
                flat.append(self._address(kind, value))
                if kind is STATES:
                    flat.append(len(value))
            else:
                flat.append(value if kind is FLOAT else int(value))
        return flat

    def _address(self, kind: Kind, array: Any) -> int:
        """Return where an array begins in memory."""
        try:  # four times as fast as asking NumPy; refuses what does not lie in one block
            return ctypes.addressof(_from_buffer(array))
        except (BufferError, TypeError, ValueError):  # also for one that is empty or read-only
            if not array.flags.c_contiguous:
                raise self._mismatch(kind, array) from None
            return int(array.ctypes.data)

    def _mismatch(self, kind: Kind, value: Any) -> TypeError:
        given = f"{value.dtype} array of shape {value.shape}"
        return TypeError(f"{self.__name__}() takes {kind.name} in one block, not an {given}")


_from_buffer = ctypes.c_char.from_buffer


@cache
def _element_dtype(element: str) -> Any:
    import numpy as np

    return np.dtype(element)


def _c_types(kind: Kind) -> list[Any]:
    if isinstance(kind, Array):
        return [ctypes.c_void_p, *[ctypes.c_int64] * len(kind.lengths)]
    if kind is STATES:
        return [ctypes.c_void_p, ctypes.c_int64]
    return [ctypes.c_void_p if kind is STATE else C_TYPES[kind]]


def _raising(symbol: Any, last_fault: Any) -> Callable[..., Any]:
    def call(*flat: Any) -> Any:
        result = symbol(*flat)
        fault = last_fault().contents
        if fault.kind:
            error, sentence = FAULTS[fault.kind]
            raise error(f"{fault.where.decode()}: {sentence.format(a=fault.a, b=fault.b)}")
        return result

    return call
