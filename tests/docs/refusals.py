"""Which message can be refused with which code, found by following the functions that answer it."""

import ast
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

from ludoteca.protocol import from_client as say
from ludoteca.server.lobby.invitations import Invitations
from ludoteca.server.lobby.seat_limit import SeatLimit
from ludoteca.server.tables.archive import Archive
from ludoteca.server.tables.hints import Hints
from ludoteca.server.transport.dispatcher import Dispatcher
from ludoteca.table import move, opening, seating
from ludoteca.table.decide import HANDLERS
from ludoteca.table.decision import Draft
from tests.docs import writing

EVERYWHERE = ("hello_first", "too_fast", "busy", "store_away", "fault", "unreadable")
"""What any message can be refused with."""

AT_TABLES = ("no_such_table", "set_aside")
"""What any message about a table can be refused with besides."""

OPENING: tuple[Callable[..., Any], ...] = (
    SeatLimit.check, Dispatcher._check_setting, opening.open_table,
)  # fmt: skip
AROUND: Mapping[type[say.Message], tuple[Callable[..., Any], ...]] = {
    say.Hello: (Dispatcher._greet,),
    say.OpenTable: OPENING,
    say.QuickMatch: (*OPENING, seating.join_quickly),
    say.PlayOn: (*OPENING, Archive.read_shown, opening.open_played_on),
    say.Enter: (Dispatcher._check_entered,),
    say.TakeSeat: (SeatLimit.check,),
    say.Invite: (Invitations.answer,),
    say.AskHint: (Hints.answer, move.view_for_hint),
}
"""What the server does around a table to answer a message."""

TEXT = """
Any message can be refused with {everywhere}, and any about a table with {at_tables}. `play_move`
can also be refused with every code of a rule above. Besides:
"""


def codes_of(message: type[say.Message]) -> list[str]:
    """List the codes of one message, but for those that all messages have."""
    roots = [*AROUND.get(message, ())]
    if message in HANDLERS:
        roots.append(HANDLERS[message])
    found = {code for root in roots for code in _reached(root)}
    return sorted(found - {*EVERYWHERE, *AT_TABLES})


def _reached(root: Callable[..., Any]) -> set[str]:
    """Collect the codes in a function and in all functions of ours that it calls."""
    open_ones, seen, found = [root], set(), set()
    while open_ones:
        function = open_ones.pop()
        if function not in seen:
            seen.add(function)
            found |= _codes(function)
            open_ones += _called(function)
    return found


@cache
def _tree(function: FunctionType) -> ast.AST:
    return ast.parse(dedent(inspect.getsource(function)))


def _codes(function: Any) -> set[str]:
    """Collect the words that a function makes a refusal of."""
    found = set()
    for node in ast.walk(_tree(function)):
        if isinstance(node, ast.Call) and "efus" in ast.unparse(node.func):
            found |= {word for part in node.args for word in _words(part)}
        if isinstance(node, ast.FunctionDef) and "refuse" in node.name:
            found |= {word for part in node.args.defaults for word in _words(part)}
    return found


def _words(part: ast.AST) -> Iterator[str]:
    if isinstance(part, ast.IfExp):
        yield from _words(part.body)
        yield from _words(part.orelse)
    elif isinstance(part, ast.Constant) and isinstance(part.value, str):
        yield part.value


def _called(function: Any) -> list[FunctionType]:
    """List the functions of ours that a function names."""
    own = function.__globals__
    home = own.get(function.__qualname__.partition(".")[0])
    found = []
    for node in ast.walk(_tree(function)):
        value = None
        if isinstance(node, ast.Name):
            value = own.get(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            value = _attribute(own.get(node.value.id), node, home)
        if isinstance(value, FunctionType) and value.__module__.startswith("ludoteca."):
            found.append(value)
    return [each for each in found if ".protocol" not in each.__module__]


def _attribute(of: Any, node: ast.Attribute, home: Any) -> Any:
    """Find `module.function`, `draft.method` or `self.method`."""
    assert isinstance(node.value, ast.Name)
    if isinstance(of, ModuleType):
        return getattr(of, node.attr, None)
    where = Draft if node.value.id == "draft" else home if node.value.id == "self" else None
    return inspect.getattr_static(where, node.attr, None) if where else None


def section() -> str:
    """Write the section of the page of errors."""
    rows = []
    for message in typing.get_args(say.FromClient):
        codes = ", ".join(f"`{code}`" for code in codes_of(message))
        rows.append((f"`{message.__struct_config__.tag}`", codes))
    text = TEXT.format(
        everywhere=", ".join(f"`{code}`" for code in EVERYWHERE),
        at_tables=" or ".join(f"`{code}`" for code in AT_TABLES),
    )
    return f"## Which message is refused with what\n{text}\n" + writing.table(
        ("message", "codes"), rows
    )
