"""From one kernel function to one C function."""

import ast
import inspect
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any, Protocol

from ludoteca.core.bits import popcount
from ludoteca.core.errors import KernelRefused
from ludoteca.core.native.entry import result_of
from ludoteca.core.native.kinds import (
    BOOL,
    ELEMENTS,
    FLOAT,
    INT,
    NONE,
    NUMBERS,
    STATE,
    STATES,
    Array,
    Kind,
    join,
    literal,
)
from ludoteca.core.native.refusal import refuse
from ludoteca.core.program import Program, full_name
from ludoteca.core.types import State, copy_state

RESERVED = {
    *("I", "S", "at", "add", "subtract", "multiply", "fits", "fail", "fault", "escape", "setjmp"),
    *("shift_left", "shift_right", "nonzero", "nonzero_float", "popcount", "memcpy", "memset"),
    *("floor_divide", "floor_remainder", "smaller_int", "larger_int", "smaller_float"),
    *("larger_float", "SMALL", "LARGE", "EXPORT", "CHECKED", "INDEX", "OVERFLOW", "SHIFT"),
    *("DIVISION", "WIDTH", "asm", "typeof", "linux", "unix"),
    *("auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else"),
    *("enum", "extern", "float", "for", "goto", "if", "inline", "int", "long", "register"),
    *("restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch", "typedef"),
    *("union", "unsigned", "void", "volatile", "while"),
}
"""Names that mean something else in the C text."""

GENERATED = re.compile(r"[iv]\d+(_end)?|.*_n\d*|[kT]_.*|.*_|u?int\d+_t|U?INT\d+_.*")
"""Names such as the translator makes up, or the C headers."""

OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
CHECKED_OPERATORS = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.LShift: "shift_left",
    ast.RShift: "shift_right",
}
COMPARISONS = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
LIMITS = {
    "i1": ("INT8_MIN", "INT8_MAX"),
    "u1": ("0", "UINT8_MAX"),
    "i2": ("INT16_MIN", "INT16_MAX"),
    "i4": ("INT32_MIN", "INT32_MAX"),
}
"""What each narrow element can hold."""


def c_name(name: str) -> str:
    """Return the C name of a Python variable, which nothing else has.

    >>> [c_name(name) for name in ("turn", "int", "int_", "v1")]
    ['turn', 'int_', 'int__', 'v1_']
    """
    return f"{name}_" if name in RESERVED or GENERATED.fullmatch(name) else name


@dataclass(frozen=True)
class Value:
    """An expression in C, its kind, and for arrays the expression of each length."""

    code: str
    kind: Kind
    lengths: tuple[str, ...] = ()


class Unit(Protocol):
    """What a function must know of the text it is part of."""

    program: Program
    state: type[State]
    checked: bool
    writing: set[FunctionType]

    def name_of(self, function: FunctionType, kinds: tuple[Kind, ...]) -> str:
        """Name the C function for these argument types."""

    def table_of(self, name: str, value: Sequence[Any]) -> tuple[str, Array] | None:
        """Declare a constant table."""


class FunctionWriter:
    """Writes one function for one combination of argument types."""

    def __init__(
        self,
        unit: Unit,
        function: FunctionType,
        tree: ast.FunctionDef,
        kinds: tuple[Kind, ...],
        how: str,
        name: str,
    ) -> None:
        """Take the function, its syntax, and how it is to be declared."""
        self.unit, self.function, self.tree = unit, function, tree
        self.how, self.name = how, name
        self.uses = unit.program[function]
        self._check_parameters()
        self.parameters = dict(zip((a.arg for a in tree.args.args), kinds, strict=True))
        self.variables: dict[str, Kind] = dict(self.parameters)
        self.returns = result_of(function)
        self.temporaries = 0

    @staticmethod
    def passed(code: str, kind: Kind) -> list[tuple[str, str]]:
        """List the C type and name of all that a parameter is passed as."""
        parts = [(kind.c, code)]
        if kind is STATES:
            parts.append(("I", f"{code}_n"))
        if isinstance(kind, Array):
            free = [d for d, length in enumerate(kind.lengths) if length is None]
            parts += [("I", f"{code}_n{d}") for d in free]
        return parts

    def write(self) -> str:
        """Write the function, once the kinds of its variables have settled."""
        while True:
            before, self.temporaries = dict(self.variables), 0
            lines = self._block(self.tree.body, 1)
            if before == self.variables:
                break
        declared = [
            f"{c} {code}".replace("* ", "*")
            for name, kind in self.parameters.items()
            for c, code in self.passed(c_name(name), kind)
        ]
        own = [
            f"    {c} {code} = 0;".replace("* ", "*")
            for name, kind in self.variables.items()
            if name not in self.parameters
            for c, code in self.passed(c_name(name), kind)
        ]
        head = f"{self.how}{self.returns.c} {self.name}({', '.join(declared) or 'void'})"
        return "\n".join([head, "{", *own, *lines, "}"])

    def _refuse(self, node: ast.AST, what: str, advice: str) -> KernelRefused:
        return refuse(self.function, node, what, advice)

    def _check_parameters(self) -> None:
        a = self.tree.args
        if a.vararg or a.kwarg or a.kwonlyargs or a.posonlyargs or a.defaults:
            raise refuse(
                self.function, None, "it has optional, starred or keyword parameters",
                "give every parameter a plain position",
            )  # fmt: skip

    def _where(self, node: ast.AST) -> str:
        line = self.function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        return f'"{full_name(self.function)}, line {line}"'

    # Statements

    def _block(self, body: Sequence[ast.stmt], depth: int) -> list[str]:
        return [line for statement in body for line in self._statement(statement, depth)]

    def _statement(self, node: ast.stmt, depth: int) -> list[str]:  # noqa: C901, PLR0912
        pad = "    " * depth
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return []
            case ast.Expr(value=ast.Call() as call):
                return [f"{pad}{self._expression(call).code};"]
            case ast.Return(value=value):
                return self._return(node, value, pad)
            case ast.Assign(targets=[ast.Tuple() as several], value=ast.Tuple(elts=values)):
                return self._assign_several(node, several, values, pad)
            case ast.Assign(targets=[target], value=value):
                return self._assign(target, value, pad)
            case ast.Assign(targets=targets, value=value):
                several = ast.Tuple(targets, ast.Store())
                return self._assign_several(node, several, [value] * len(targets), pad)
            case ast.AnnAssign(target=target, value=value) if value is not None:
                return self._assign(target, value, pad)
            case ast.AugAssign(target=target, op=op, value=value):
                return self._augment(node, target, op, value, pad)
            case ast.If(test=test, body=body, orelse=orelse):
                return self._if(test, body, orelse, depth)
            case ast.While(test=test, body=body, orelse=[]):
                head = f"{pad}while ({self._condition(test)}) {{"
                return [head, *self._block(body, depth + 1), f"{pad}}}"]
            case ast.For():
                return self._for(node, depth)
            case ast.Break():
                return [f"{pad}break;"]
            case ast.Continue():
                return [f"{pad}continue;"]
        raise self._refuse(
            node, "is a statement that kernels don't have",
            "use assignments, if, while, for over range, break, continue, return and calls",
        )  # fmt: skip

    def _return(self, node: ast.Return, value: ast.expr | None, pad: str) -> list[str]:
        if value is None or (isinstance(value, ast.Constant) and value.value is None):
            if self.returns is not NONE:
                raise self._refuse(node, "returns nothing", "return a number")
            return [f"{pad}return;"]
        result = self._expression(value)
        if self.returns is NONE or join(result.kind, self.returns) is None:
            raise self._refuse(
                node, f"returns {result.kind.name}, but {self.returns.name} is announced",
                "let the annotation and the value agree (0.0 is a float, 0 an int)",
            )  # fmt: skip
        return [f"{pad}return {result.code};"]

    def _if(
        self, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], depth: int
    ) -> list[str]:
        pad = "    " * depth
        lines = [f"{pad}if ({self._condition(test)}) {{", *self._block(body, depth + 1), f"{pad}}}"]
        if orelse:
            lines += [f"{pad}else {{", *self._block(orelse, depth + 1), f"{pad}}}"]
        return lines

    def _for(self, node: ast.For, depth: int) -> list[str]:
        pad = "    " * depth
        match node:
            case ast.For(
                target=ast.Name(id=name),
                iter=ast.Call(func=ast.Name(id="range"), args=[*limits], keywords=[]),
                body=body,
                orelse=[],
            ) if len(limits) in (1, 2):
                pass
            case _:
                raise self._refuse(
                    node.iter, "is no loop that kernels have", "loop over range(n) or range(a, b)"
                )
        first = self._integer(limits[0]).code if len(limits) == 2 else "0"
        last = self._integer(limits[-1]).code
        self._note(node, name, INT)
        self.temporaries += 1
        i = f"i{self.temporaries}"
        head = f"{pad}for (I {i} = {first}, {i}_end = {last}; {i} < {i}_end; {i}++) {{"
        step = f"{pad}    {c_name(name)} = {i};"
        return [head, step, *self._block(body, depth + 1), f"{pad}}}"]

    def _note(self, node: ast.AST, name: str, kind: Kind) -> None:
        """Remember that a variable holds this kind."""
        joined = join(self.variables[name], kind) if name in self.variables else kind
        if joined is None or kind is NONE:
            raise self._refuse(
                node, f"makes {name} both {self.variables.get(name, kind).name} and {kind.name}",
                "use two variables, or start a float with 0.0",
            )  # fmt: skip
        self.variables[name] = joined

    def _assign(self, target: ast.expr, value: ast.expr, pad: str) -> list[str]:
        given = self._expression(value)
        if isinstance(target, ast.Name):
            self._note(value, target.id, given.kind)
            name, kind = c_name(target.id), self.variables[target.id]
            lines = [f"{pad}{name} = {given.code};"]
            if isinstance(given.kind, Array) and isinstance(kind, Array):
                free = [d for d, length in enumerate(kind.lengths) if length is None]
                lines += [f"{pad}{name}_n{d} = {given.lengths[d]};" for d in free]
            elif kind is STATES:
                lines.append(f"{pad}{name}_n = {given.lengths[0]};")
            return lines
        if self._writes(value) or self._writes(target):
            # Python evaluates the value first, C whichever it likes.
            self.temporaries += 1
            held = f"v{self.temporaries}"
            store = self._store(target, Value(held, given.kind))
            return [f"{pad}{{ {given.kind.c} {held} = {given.code}; {store} }}"]
        return [pad + self._store(target, given)]

    def _assign_several(
        self, node: ast.Assign, targets: ast.Tuple, values: list[ast.expr], pad: str
    ) -> list[str]:
        if len(values) != len(targets.elts) or (len(set(values)) == 1 and self._writes(values[0])):
            raise self._refuse(node, "assigns to several targets", "write one line for each")
        held = []
        stores = []
        for target, part in zip(targets.elts, values, strict=True):
            given = self._expression(part)
            if isinstance(given.kind, Array) or given.kind in (STATE, STATES):
                raise self._refuse(node, "swaps arrays or states", "assign them one by one")
            self.temporaries += 1
            name = f"v{self.temporaries}"
            held.append(f"{given.kind.c} {name} = {given.code};")
            if isinstance(target, ast.Name):
                self._note(node, target.id, given.kind)
                stores.append(f"{c_name(target.id)} = {name};")
            else:
                stores.append(self._store(target, Value(name, given.kind)))
        return [f"{pad}{{ {' '.join(held)} {' '.join(stores)} }}"]

    def _store(self, target: ast.expr, given: Value) -> str:
        """Write a number into a field or an element."""
        place, element = self._place(target)
        whole = element.startswith("f") and given.kind in (INT, BOOL)
        if given.kind not in (INT, BOOL, FLOAT) or (given.kind is FLOAT) > element.startswith("f"):
            raise self._refuse(
                target, f"can't hold {given.kind.name}", "store an int into ints, a float in floats"
            )
        code = given.code
        if self.unit.checked and element in LIMITS and not whole:
            low, high = LIMITS[element]
            code = f"fits({code}, {low}, {high}, {self._where(target)})"
        return f"{place} = {code};"

    def _place(self, target: ast.expr) -> tuple[str, str]:
        """Return the C lvalue of a field or an element, and the element's type."""
        match target:
            case ast.Attribute():
                before, name, shape = self._field(target)
                if not shape.lengths:
                    return f"{before}{c_name(name)}", shape.width
            case ast.Subscript(value=whole, slice=index) if not self._is_table(whole):
                array = self._expression(whole)
                if isinstance(array.kind, Array) and len(array.kind.lengths) == 1:
                    return f"{array.code}[{self._index(array, index)}]", array.kind.element
        raise self._refuse(
            target, "can't be assigned to", "assign to a variable, a field or one element"
        )

    def _is_table(self, node: ast.expr) -> bool:
        """Return whether this is a constant of the module, or a row of one."""
        while isinstance(node, ast.Subscript):
            node = node.value
        return isinstance(node, ast.Name) and node.id not in self.variables

    def _augment(
        self, node: ast.stmt, target: ast.expr, op: ast.operator, value: ast.expr, pad: str
    ) -> list[str]:
        if not isinstance(target, ast.Name) and (self._writes(value) or self._writes(target)):
            raise self._refuse(
                node, "changes something else while it is computed", "compute the value before"
            )
        result = self._operate(op, self._number(target), self._number(value), node)
        if isinstance(target, ast.Name):
            self._note(node, target.id, result.kind)
            return [f"{pad}{c_name(target.id)} = {result.code};"]
        return [pad + self._store(target, result)]

    # Conditions

    def _condition(self, node: ast.expr) -> str:
        match node:
            case ast.BoolOp(op=op, values=values):
                sign = " && " if isinstance(op, ast.And) else " || "
                return "(" + sign.join(self._condition(value) for value in values) + ")"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return f"!({self._condition(operand)})"
            case ast.Compare():
                return self._compare(node)
        return self._number(node).code

    def _compare(self, node: ast.Compare) -> str:
        parts = [node.left, *node.comparators]
        if len(parts) > 2 and any(self._writes(part) for part in parts):
            raise self._refuse(node, "compares what changes meanwhile", "compute it before")
        for op in node.ops:
            if type(op) not in COMPARISONS:
                raise self._refuse(node, "is a comparison that kernels don't have", "use == != < >")

        def compared(*values: Value) -> Value:
            pairs = zip(values, node.ops, values[1:], strict=False)
            tests = [f"({a.code} {COMPARISONS[type(op)]} {b.code})" for a, op, b in pairs]
            return Value(tests[0] if len(tests) == 1 else f"({' && '.join(tests)})", BOOL)

        return self._in_order(parts, [self._number(part) for part in parts], compared).code

    # Expressions

    def _number(self, node: ast.expr) -> Value:
        value = self._expression(node)
        if value.kind not in (INT, BOOL, FLOAT):
            raise self._refuse(node, "is not a number", "kernels compute with numbers only")
        return value

    def _integer(self, node: ast.expr) -> Value:
        value = self._expression(node)
        if value.kind not in (INT, BOOL):
            raise self._refuse(node, "is not an integer", "use an int here")
        return value

    def _expression(self, node: ast.expr) -> Value:  # noqa: C901
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self._named(node, name)
            case ast.BinOp(left=left, op=op, right=right):
                parts = [left, right]
                values = [self._number(part) for part in parts]
                return self._in_order(parts, values, lambda a, b: self._operate(op, a, b, node))
            case ast.UnaryOp(op=sign, operand=operand):
                return self._unary(node, sign, operand)
            case ast.Compare():
                return Value(f"((I){self._compare(node)})", BOOL)
            case ast.BoolOp(values=values):
                if any(self._expression(value).kind is not BOOL for value in values):
                    raise self._refuse(node, "joins numbers by and/or", "compare them: n != 0")
                return Value(f"((I){self._condition(node)})", BOOL)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choose(node, test, body, orelse)
            case ast.Attribute():
                return self._read_field(node)
            case ast.Subscript(value=whole, slice=index):
                return self._read_element(node, self._expression(whole), index)
            case ast.Call(func=func, args=args, keywords=[]):
                return self._call(node, func, args)
        raise self._refuse(
            node, "is an expression that kernels don't have",
            "use numbers, fields, elements, arithmetic, comparisons and calls by position",
        )  # fmt: skip

    def _constant(self, node: ast.expr, value: object) -> Value:
        if isinstance(value, bool):
            return Value(str(int(value)), BOOL)
        if isinstance(value, float) and math.isfinite(value):
            return Value(literal(value), FLOAT)
        if isinstance(value, int) and -(1 << 63) <= value < 1 << 63:
            return Value("INT64_MIN" if value == -(1 << 63) else f"INT64_C({value})", INT)
        raise self._refuse(
            node, "is not a number of at most 64 bits", "use an int, a float, True or False"
        )

    def _named(self, node: ast.expr, name: str) -> Value:
        code = c_name(name)
        if name in self.variables:
            kind = self.variables[name]
            if isinstance(kind, Array):
                lengths = enumerate(kind.lengths)
                return Value(
                    code, kind, tuple(f"{code}_n{d}" if n is None else str(n) for d, n in lengths)
                )
            return Value(code, kind, (f"{code}_n",) if kind is STATES else ())
        value = self.uses.values.get(name)
        if isinstance(value, bool | int | float):
            return self._constant(node, value)
        if isinstance(value, tuple):
            table = self.unit.table_of(name, value)
            if table is not None:
                c, kind = table
                pointer = f"(({ELEMENTS[kind.element]} *){c})"
                return Value(pointer, kind, tuple(map(str, kind.lengths)))
        raise self._refuse(
            node, "is not known here",
            "use a parameter, a variable that was assigned, or a constant of the module: "
            "a number, or a tuple of numbers or of equally long tuples",
        )  # fmt: skip

    def _unary(self, node: ast.expr, op: ast.unaryop, operand: ast.expr) -> Value:
        if isinstance(op, ast.Not):
            return Value(f"((I)!({self._condition(operand)}))", BOOL)
        match op, operand:
            case ast.USub(), ast.Constant(value=int() | float() as number):
                return self._constant(node, -number)
        if isinstance(op, ast.Invert):
            return Value(f"(~{self._integer(operand).code})", INT)
        value = self._number(operand)
        kind = FLOAT if value.kind is FLOAT else INT
        if isinstance(op, ast.UAdd):
            return Value(value.code, kind)
        if kind is INT and self.unit.checked:
            return Value(f"subtract(0, {value.code}, {self._where(node)})", INT)
        return Value(f"(-{value.code})", kind)

    def _choose(self, node: ast.expr, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Value:
        one, other = self._expression(body), self._expression(orelse)
        kind = join(one.kind, other.kind)
        if kind is None:
            raise self._refuse(
                node, f"is {one.kind.name} or {other.kind.name}", "let both be of one type"
            )
        question = self._condition(test)
        if one.lengths != other.lengths and self._writes(test):
            raise self._refuse(node, "decides by what it changes", "compute the test before")
        lengths = tuple(
            a if a == b else f"({question} ? {a} : {b})"
            for a, b in zip(one.lengths, other.lengths, strict=True)
        )
        return Value(f"({question} ? {one.code} : {other.code})", kind, lengths)

    # Fields and elements

    def _field(self, node: ast.Attribute) -> tuple[str, str, Any]:
        """Return the C text before a field's name, the name, and its shape."""
        owner = self._expression(node.value)
        shape = self.unit.state.fields.get(node.attr)
        if owner.kind is not STATE or shape is None:
            raise self._refuse(
                node, "is no field of the state", "kernels read attributes of states only"
            )
        return f"{owner.code}->", node.attr, shape

    def _read_field(self, node: ast.Attribute) -> Value:
        before, name, shape = self._field(node)
        code = f"{before}{c_name(name)}"
        if shape.lengths:
            return Value(code, Array(shape.width, shape.lengths), tuple(map(str, shape.lengths)))
        return Value(f"((I){code})", INT)

    def _index(self, array: Value, index: ast.expr) -> str:
        code = self._integer(index).code
        if self.unit.checked:
            return f"at({code}, {array.lengths[0]}, {self._where(index)})"
        return code

    def _read_element(self, node: ast.expr, whole: Value, index: ast.expr) -> Value:
        if isinstance(index, ast.Slice):
            raise self._refuse(node, "is a slice", "loop over the indices")
        if whole.kind is STATES:
            return Value(f"(&{whole.code}[{self._index(whole, index)}])", STATE)
        if not isinstance(whole.kind, Array):
            raise self._refuse(node, "has no elements", "index arrays, tables and states only")
        code = self._index(whole, index)
        element, rest = whole.kind.element, whole.kind.lengths[1:]
        if rest:
            stride = " * ".join(whole.lengths[1:])
            start = f"({whole.code} + {code} * {stride})"
            return Value(start, Array(element, rest), whole.lengths[1:])
        kind = whole.kind.number
        code = f"{whole.code}[{code}]"
        return Value(code if element in ("i8", "f8") else f"(({kind.c}){code})", kind)

    # Arithmetic

    def _operate(self, op: ast.operator, a: Value, b: Value, node: ast.AST) -> Value:
        floats = FLOAT in (a.kind, b.kind)
        where = self._where(node)
        if isinstance(op, ast.Div):
            divisor = f"(double){b.code}"
            if self.unit.checked:
                divisor = f"nonzero_float({divisor}, {where})"
            return Value(f"((double){a.code} / {divisor})", FLOAT)
        if floats:
            if not isinstance(op, ast.Add | ast.Sub | ast.Mult):
                raise self._refuse(node, "is an operation on ints only", "use + - * / with floats")
            return Value(f"({a.code} {OPERATORS[type(op)]} {b.code})", FLOAT)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            name = "floor_divide" if isinstance(op, ast.FloorDiv) else "floor_remainder"
            divisor = f"nonzero({b.code}, {where})" if self.unit.checked else b.code
            return Value(f"{name}({a.code}, {divisor})", INT)
        if type(op) not in OPERATORS:
            raise self._refuse(
                node, "uses an operator that kernels don't have", "use + - * / // % & | ^ << >>"
            )
        if self.unit.checked and type(op) in CHECKED_OPERATORS:
            return Value(f"{CHECKED_OPERATORS[type(op)]}({a.code}, {b.code}, {where})", INT)
        return Value(f"({a.code} {OPERATORS[type(op)]} {b.code})", INT)

    # Order of evaluation

    def _writes(self, node: ast.AST) -> bool:
        """Return whether evaluating this may change something."""
        return any(
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Name)
            and self.uses.functions.get(part.func.id) in self.unit.writing
            for part in ast.walk(node)
        )

    def _in_order(
        self, parts: Sequence[ast.expr], values: Sequence[Value], make: Callable[..., Value]
    ) -> Value:
        """Evaluate operands from left to right where one of several changes something."""
        moving = [part for part in parts if not isinstance(part, ast.Constant | ast.Name)]
        if len(moving) < 2 or not any(self._writes(part) for part in parts):
            return make(*values)
        held, given = [], []
        for part, value in zip(parts, values, strict=True):
            if part not in moving or value.kind not in (INT, BOOL, FLOAT):
                given.append(value)
                continue
            self.temporaries += 1
            name = f"v{self.temporaries}"
            held.append(f"{value.kind.c} {name} = {value.code};")
            given.append(Value(name, value.kind))
        result = make(*given)
        return Value(f"({{ {' '.join(held)} {result.code}; }})", result.kind, result.lengths)

    # Calls

    def _call(self, node: ast.Call, func: ast.expr, args: list[ast.expr]) -> Value:  # noqa: C901
        if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
            module = self.uses.values.get(func.value.id)
            if module is math and func.attr == "sqrt" and len(args) == 1:
                return Value(f"__builtin_sqrt({self._number(args[0]).code})", FLOAT)
        if not isinstance(func, ast.Name):
            raise self._unknown_call(node)
        if func.id in self.uses.functions:
            function = self.uses.functions[func.id]
            values = [self._expression(part) for part in args]
            return self._in_order(args, values, lambda *v: self._call_function(node, function, v))
        if self.uses.values.get(func.id) is popcount and len(args) == 1:
            return Value(f"popcount({self._integer(args[0]).code})", INT)
        if func.id == "len" and len(args) == 1:
            value = self._expression(args[0])
            if value.lengths:
                return Value(f"((I){value.lengths[0]})", INT)
        if func.id in ("min", "max") and len(args) > 1:
            return self._extreme(node, func.id, args)
        if func.id == "int" and len(args) == 1:
            return Value(self._integer(args[0]).code, INT)
        if func.id == "float" and len(args) == 1:
            return Value(f"((double){self._number(args[0]).code})", FLOAT)
        raise self._unknown_call(node)

    def _unknown_call(self, node: ast.Call) -> KernelRefused:
        return self._refuse(
            node, "calls what kernels don't have",
            "call other kernel functions by name, popcount, len, math.sqrt, or min, max, int and "
            "float of numbers (int of a bool only)",
        )  # fmt: skip

    def _extreme(self, node: ast.Call, which: str, args: list[ast.expr]) -> Value:
        def folded(*values: Value) -> Value:
            result = values[0]
            for value in values[1:]:
                kind = join(result.kind, value.kind)
                if kind is None:
                    raise self._refuse(node, "compares int and float", "let all be of one type")
                kind = FLOAT if kind is FLOAT else INT
                name = ("smaller_" if which == "min" else "larger_") + kind.name
                result = Value(f"{name}({result.code}, {value.code})", kind)
            return result

        return self._in_order(args, [self._number(part) for part in args], folded)

    def _call_function(
        self, node: ast.Call, function: FunctionType, values: tuple[Value, ...]
    ) -> Value:
        names = list(inspect.signature(function).parameters)
        if len(names) != len(values):
            raise self._refuse(node, f"needs {len(names)} arguments", "give all of them")
        if function is copy_state:
            return self._copy_state(node, *values)
        kinds = []
        handed: list[str] = []
        notes = inspect.get_annotations(function)
        for name, value in zip(names, values, strict=True):
            kinds.append(self._argument(node, name, value, notes.get(name)))
            handed.append(value.code)
            if value.kind is STATES:
                handed.append(value.lengths[0])
            elif isinstance(value.kind, Array):
                lengths = zip(value.kind.lengths, value.lengths, strict=True)
                handed += [code for known, code in lengths if known is None]
        c = self.unit.name_of(function, tuple(kinds))
        return Value(f"{c}({', '.join(handed)})", result_of(function))

    def _copy_state(self, node: ast.Call, states: Value, to: Value, origin: Value) -> Value:
        for value, kinds in ((states, (STATES,)), (to, (INT, BOOL)), (origin, (INT, BOOL))):
            if value.kind not in kinds:
                raise self._refuse(
                    node, f"copies by {value.kind.name}", "give the states and two of their indices"
                )
        places = [to.code, origin.code]
        if self.unit.checked:
            n, where = states.lengths[0], self._where(node)
            places = [f"at({code}, {n}, {where})" for code in places]
        return Value(f"({states.code}[{places[0]}] = {states.code}[{places[1]}])", NONE)

    def _argument(self, node: ast.Call, name: str, value: Value, note: Any) -> Kind:
        """Return the kind that a parameter takes: numbers as annotated, all else as given."""
        if isinstance(value.kind, Array) or value.kind in (STATE, STATES):
            return value.kind
        wanted = NUMBERS.get(note)
        fits = value.kind in (INT, BOOL) or (value.kind is FLOAT and wanted is FLOAT)
        if wanted is None or not fits:
            raise self._refuse(
                node, f"gives {value.kind.name} for {name}", "let argument and annotation agree"
            )
        return wanted
