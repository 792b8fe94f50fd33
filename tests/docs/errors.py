"""The reference of errors: every code that people or programs can meet, and what to do about it."""

import ast
import importlib
import pkgutil
import tomllib
from pathlib import Path

import ludoteca
from ludoteca import games
from ludoteca.core.errors import LudotecaError
from ludoteca.language import words
from ludoteca.server.problem import STATUS
from tests.conventions.tree import modules, text
from tests.docs import refusals as by_message
from tests.docs import writing

ADVICE = tomllib.loads(Path(__file__).with_name("advice.toml").read_text(encoding="utf-8"))
REFUSAL = "refusal."

TEXT = """
Whatever is refused has a code, which never changes, and a sentence in the language of the reader.
Programs go by the code. Over the socket it is a message [`refused`](protocol.md), over HTTP a
body with `code` and `sentence` and the status below; in Python `error.code` of a `LudotecaError`;
commands print the sentence and exit with 2. Why a socket was closed is [in the
protocol](protocol.md).
"""


def refusals() -> dict[str, str]:
    """Return the sentence of every refusal of tables and servers."""
    found = words("en")
    keys = sorted(key for key in found if key.startswith(REFUSAL))
    return {key.removeprefix(REFUSAL): found[key] for key in keys}


def rules(game_id: str) -> dict[str, str]:
    """Return the sentence for every rule of a game that can forbid a move."""
    found = games.load(game_id).words("en")
    return {k.removeprefix(REFUSAL): found[k] for k in sorted(found) if k.startswith(REFUSAL)}


def classes() -> list[type[LudotecaError]]:
    """List all kinds of errors, wherever they are defined."""
    for module in pkgutil.walk_packages(ludoteca.__path__, "ludoteca."):
        if module.name.split(".")[1] in ("core", "table", "server", "client", "protocol", "record"):
            importlib.import_module(module.name)

    def below(kind: type[LudotecaError]) -> list[type[LudotecaError]]:
        return [kind, *(one for inner in kind.__subclasses__() for one in below(inner))]

    return list(dict.fromkeys(below(LudotecaError)))


def raised() -> set[str]:
    """List the codes that are given where an error is raised or a refusal made."""
    found = set()
    for path in modules("src", "ludoteca"):
        tree = ast.parse(text(path))
        named = {
            target.id: node.value
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "attr", "") == "code":
                found |= _words([node.value], named)
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = 0 if name == "Refusal" else 1
            if name == "Refusal" or name.endswith(("Error", "Refused")):
                found |= _words(node.args[place : place + 1], named)
    return found


def _words(arguments: list[ast.expr], named: dict[str, ast.expr]) -> set[str]:
    """Return the words that an argument can be: one, one of two, or one that has a name."""
    if not arguments:
        return set()
    one = arguments[0]
    one = named.get(one.id, one) if isinstance(one, ast.Name) else one
    several = [one.body, one.orelse] if isinstance(one, ast.IfExp) else [one]
    values = [each.value for each in several if isinstance(each, ast.Constant)]
    return {value for value in values if isinstance(value, str) and value.isidentifier()}


def page() -> str:
    """Write the page."""
    advice = ADVICE["refusals"]
    rows = [
        (f"`{code}`", sentence, str(STATUS.get(code, "")), advice.get(code, ""))
        for code, sentence in refusals().items()
    ]
    pieces = [
        writing.head("Errors", TEXT),
        "## What a table or a server refuses\n",
        writing.table(("code", "sentence", "HTTP", "what to do"), rows),
        "## What a rule forbids\n",
        "The answer to a move, or to the question why something is not allowed. What to do:\n"
        "choose one of the legal moves, which every position lists.\n",
    ]
    for game_id in games.names():
        named = [(f"`{code}`", sentence) for code, sentence in rules(game_id).items()]
        pieces += [f"### {games.load(game_id).name}\n", writing.table(("code", "sentence"), named)]
    pieces += [by_message.section(), "## What programs can meet\n", _met()]
    return "\n".join(pieces)


def _met() -> str:
    """Write the table of errors in Python; those without a class of their own are named by code."""
    kinds: dict[str, list[type[LudotecaError]]] = {}
    for kind in classes():
        kinds.setdefault(kind.code, []).append(kind)
    rows = []
    for code, advice in ADVICE["errors"].items():
        own = kinds.get(code, [])
        names = ", ".join(dict.fromkeys(f"`{kind.__name__}`" for kind in own))
        about = (own[0].__doc__ or "").partition("\n")[0] if own else ""
        rows.append((f"`{code}`", names, about, advice))
    return writing.table(("code", "in Python", "", "what to do"), rows)
