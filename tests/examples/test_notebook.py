"""The notebook runs from top to bottom, and its cells show pictures."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from tests.conventions.tree import ROOT

NOTEBOOK = ROOT / "examples" / "first_look.ipynb"


def run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell as a notebook does; return what its last line shows."""
    tree = ast.parse(source)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_the_notebook_plays_looks_simulates_and_plots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    names: dict[str, Any] = {}
    codes = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    shown = [run_cell(code, names) for code in codes]
    assert sum(hasattr(value, "_repr_svg_") for value in shown) >= 4
    assert sum(hasattr(value, "_repr_html_") for value in shown) >= 2
    assert names["figure"].svg().count("<polyline") == 2
    assert (tmp_path / "first.ludo").exists()
    assert all(not cell.get("outputs") for cell in cells)  # what a run shows is not kept
