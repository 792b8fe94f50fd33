"""How a kernel is refused that C can't express: where, what, and what to write instead."""

import ast
import inspect
from types import FunctionType

from ludoteca.core.errors import KernelRefused


def refuse(function: FunctionType, node: ast.AST | None, what: str, advice: str) -> KernelRefused:
    """Build the error for a place in a function."""
    line = function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
    code = f" `{ast.unparse(node).splitlines()[0]}`" if node is not None else ""
    return KernelRefused(
        f"{inspect.getfile(function)}:{line}: {function.__qualname__}:{code} {what}; {advice}"
    )
