"""Compiles ahead what a device starts with, in its own Python (`web/dev/bytecode.ts` runs it).

A start then reads code instead of compiling it. Code is larger than its source: only what a start
imports is compiled, without the docstrings of functions, which nobody reads there.
"""

import ast
import base64
import importlib.util
import json
import marshal
import sys
from collections.abc import Iterator
from typing import Any

from ludoteca import bots, games

UNCHECKED = (1).to_bytes(4, "little") + bytes(8)
"""In the head of a file with code: nobody looks for its source."""


def start() -> None:
    """Import what a match against a strong bot needs."""
    importlib.import_module("ludoteca.device.main")
    for name in games.names():
        games.load(name)
    bots.load("mcts")


def imported(folder: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and source of each module that was imported from a folder or an archive."""
    for module in list(sys.modules.values()):
        path = getattr(module, "__file__", None) or ""
        loader: Any = module.__loader__
        is_there = path.startswith(folder) and path.endswith(".py")
        if is_there and hasattr(loader, "get_data"):  # Python has code of some others in itself
            yield path, loader.get_data(path)


def code_of(source: bytes, path: str) -> bytes:
    """Compile a file; return the content of its `.pyc`."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(node):
            node.body = node.body[1:] or [ast.copy_location(ast.Pass(), node.body[0])]
    code = compile(tree, path, "exec", dont_inherit=True, optimize=0)
    return importlib.util.MAGIC_NUMBER + UNCHECKED + marshal.dumps(code)


def compile_all(*folders: str) -> str:
    """Return the code by folder as JSON: base64 by the name of the file that it stands for."""
    start()
    coded = [
        {
            path.removeprefix(folder): base64.b64encode(code_of(source, path)).decode()
            for path, source in imported(folder)
        }
        for folder in folders
    ]
    return json.dumps(coded)
