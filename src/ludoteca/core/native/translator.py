"""From kernels to C: one text for a game, with every function that its entries reach.

Types come from the annotations of the entry functions and flow along the calls. A function is
written once for each combination of array types that it is called with. `docs/kernels.md` lists
what a kernel may use; anything else is refused with its place, never guessed.
"""

import ast
import inspect
import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import prod
from pathlib import Path
from types import FunctionType
from typing import Any

from ludoteca.core.native.entry import Entry
from ludoteca.core.native.function import FunctionWriter, c_name
from ludoteca.core.native.kinds import ELEMENTS, Array, Kind, literal
from ludoteca.core.native.refusal import refuse
from ludoteca.core.program import Program
from ludoteca.core.types import State, copy_state

RUNTIME = Path(__file__).with_name("runtime.h")

SMALL = 120
"""Functions of up to this many syntax nodes are inlined wherever they are called."""

RANGES = {"i1": 7, "i2": 15, "i4": 31, "i8": 63}
"""The bits of each signed element, the narrowest first."""


@cache
def syntax_of(function: FunctionType) -> ast.FunctionDef:
    """Parse the source of a function."""
    try:
        tree: ast.stmt | None = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    except SyntaxError:  # a part of a line
        tree = None
    if not isinstance(tree, ast.FunctionDef):
        raise refuse(function, None, "this is not a plain function", "use def")
    return tree


@dataclass
class Translator:
    """Collects the C text of one program over one type of state."""

    program: Program
    state: type[State]
    checked: bool = False
    """Whether every index, sum, shift and store is checked when it runs."""
    writing: set[FunctionType] = field(default_factory=set)
    """The functions that change what they are given."""
    _names: dict[tuple[FunctionType, tuple[Kind, ...]], str] = field(default_factory=dict)
    _open: list[FunctionType] = field(default_factory=list)
    _tables: dict[tuple[str, tuple[int, ...], tuple[float, ...]], str] = field(default_factory=dict)
    _declarations: list[str] = field(default_factory=list)
    _functions: list[str] = field(default_factory=list)

    def translate(self, entries: Iterable[Entry]) -> str:
        """Write the whole C file."""
        self.writing = self._find_writing()
        exports = [self._export(entry) for entry in entries]
        parts = [
            RUNTIME.read_text(encoding="utf-8"),
            self._struct(),
            *self._declarations,
            *self._functions,
            *exports,
        ]
        return "\n".join(parts) + "\n"

    def name_of(self, function: FunctionType, kinds: tuple[Kind, ...]) -> str:
        """Name the C function for these argument types; write it when it is first asked for."""
        key = (function, kinds)
        if function in self._open:
            raise refuse(function, None, "a kernel can't call itself", "write a loop")
        if key in self._names:
            return self._names[key]
        taken = set(self._names.values())
        stem = name = f"k_{function.__name__}"
        number = 2
        while name in taken:
            name, number = f"{stem}_{number}", number + 1
        self._names[key] = name
        self._open.append(function)
        tree = syntax_of(function)
        how = "SMALL" if sum(1 for _ in ast.walk(tree)) <= SMALL else "LARGE"
        self._functions.append(FunctionWriter(self, function, tree, kinds, f"{how} ", name).write())
        self._open.pop()
        return name

    def table_of(self, name: str, value: Sequence[Any]) -> tuple[str, Array] | None:
        """Declare a constant table; return its C name and kind, None if it is not of numbers."""
        flat, lengths = _flatten(value)
        if not lengths or not all(type(number) in (int, bool, float) for number in flat):
            return None
        element = _narrowest(flat)
        key = (name, lengths, tuple(flat))
        if key not in self._tables:
            c = f"T_{name}"
            while c in self._tables.values():
                c += "_"
            self._tables[key] = c
            numbers = ",".join(literal(number) for number in flat)
            self._declarations.append(f"static const {ELEMENTS[element]} {c}[] = {{{numbers}}};")
        return self._tables[key], Array(element, lengths)

    def _export(self, entry: Entry) -> str:
        """Write the function that callers see."""
        name = entry.function.__name__
        inner = self.name_of(entry.function, tuple(kind for _, kind in entry.parameters))
        declared, handed = [], []
        for parameter, kind in entry.parameters:
            for c, code in FunctionWriter.passed(c_name(parameter), kind):
                declared.append(f"{c} {code}".replace("* ", "*"))
                handed.append(code)
        head = f"EXPORT({name}) {entry.returns.c} {name}({', '.join(declared) or 'void'})"
        call = f"{inner}({', '.join(handed)});"
        if entry.returns.c != "void":
            call = f"return {call}"
        if not self.checked:
            return f"{head} {{ {call} }}"
        stop = "return;" if entry.returns.c == "void" else "return 0;"
        return f"{head} {{ fault.kind = 0; if (setjmp(escape)) {stop} {call} }}"

    def _struct(self) -> str:
        """Declare the state as C sees it, and assert that both sides agree on where things are."""
        fields = sorted(self.state.fields.items(), key=lambda item: self.state.offsets[item[0]])
        if not fields:
            return "typedef struct { I nothing; } S;"
        lines = ["typedef struct {"]
        for name, shape in fields:
            size = f"[{prod(shape.lengths)}]" if shape.lengths else ""
            lines.append(f"    {ELEMENTS[shape.width]} {c_name(name)}{size};")
        lines.append("} S;")
        for name, _ in fields:
            at = self.state.offsets[name]
            check = f"__builtin_offsetof(S, {c_name(name)}) == {at}"
            lines.append(f'_Static_assert({check}, "{name} is elsewhere");')
        lines.append(f'_Static_assert(sizeof(S) == {self.state.size}, "another size");')
        return "\n".join(lines)

    def _find_writing(self) -> set[FunctionType]:
        calls = {function: set(uses.functions.values()) for function, uses in self.program.items()}
        writing = {function for function in self.program if _stores(function)}
        while True:
            more = {f for f, used in calls.items() if f not in writing and used & writing}
            if not more:
                return writing
            writing |= more


def _stores(function: FunctionType) -> bool:
    return function is copy_state or any(
        isinstance(node, ast.Subscript | ast.Attribute) and isinstance(node.ctx, ast.Store)
        for node in ast.walk(syntax_of(function))
    )


def _flatten(value: Any) -> tuple[list[Any], tuple[int, ...]]:
    """Return the numbers of a table row by row, and its lengths; () where rows differ."""
    if not isinstance(value, tuple | list):
        return [value], ()
    rows = [_flatten(row) for row in value]
    shapes = {lengths for _, lengths in rows}
    if len(shapes) != 1:
        return [], ()
    return [number for row, _ in rows for number in row], (len(rows), *shapes.pop())


def _narrowest(numbers: Sequence[float]) -> str:
    if any(isinstance(number, float) for number in numbers):
        return "f8"
    bits = max((int(number) if number >= 0 else ~int(number)).bit_length() for number in numbers)
    return next(element for element, room in RANGES.items() if bits <= room)
