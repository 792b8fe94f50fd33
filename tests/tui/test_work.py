"""Work in the background that ends before it has begun."""

import ast
from functools import partial
from pathlib import Path

import ludoteca.tui
from ludoteca.tui.opening import TableOpening
from tests.tui.pilots import make_app, seated, setting


def calls_in(node: ast.AST) -> list[ast.Call]:
    """List the calls of `run_worker` in a module."""
    calls = (each for each in ast.walk(node) if isinstance(each, ast.Call))
    return [c for c in calls if isinstance(c.func, ast.Attribute) and c.func.attr == "run_worker"]


async def test_a_worker_that_is_cancelled_at_once_leaves_no_warning(tmp_path: Path) -> None:
    done = []

    async def work(what: str) -> None:
        done.append(what)

    app = make_app(tmp_path, TableOpening(setting("my_shelfie")))
    async with seated(app) as (pilot, screen):
        for node in (screen, app):
            node.run_worker(partial(work, "dropped")).cancel()
            node.run_worker(partial(work, "done"))
        await pilot.pause()
    assert done == ["done", "done"]


def test_workers_get_functions_not_coroutines() -> None:
    """A coroutine whose worker never begins is never awaited, and Python warns."""
    seen = 0
    for path in Path(ludoteca.tui.__file__).parent.rglob("*.py"):
        for call in calls_in(ast.parse(path.read_text(encoding="utf-8"))):
            seen += 1
            made = [each for each in ast.walk(call.args[0]) if isinstance(each, ast.Call)]
            names = {each.func.id if isinstance(each.func, ast.Name) else "?" for each in made[:1]}
            assert names <= {"partial", "int"}, f"{path}:{call.lineno}"
    assert seen > 40
