"""What `import ludoteca` promises: the names, quickly, without NumPy."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludoteca

QUICK = """
import sys, ludoteca
assert not [name for name in sys.modules if name.startswith("ludoteca.")], "nothing is loaded yet"
sys.modules["numpy"] = None
match = ludoteca.Match("my_shelfie", seed=7)
match.play("greedy", moves=4)
print(len(match.moves), len(str(match)) > 400)
"""


@pytest.mark.parametrize("name", ludoteca.__all__)
def test_every_public_name_is_there_and_explained(name: str) -> None:
    assert getattr(ludoteca, name).__doc__
    assert name in dir(ludoteca)


def test_type_checkers_see_the_same_names() -> None:
    tree = ast.parse(Path(ludoteca.__file__).read_text(encoding="utf-8"))
    guard = next(node for node in tree.body if isinstance(node, ast.If))
    imports = [node for node in guard.body if isinstance(node, ast.ImportFrom)]
    assert sorted(alias.name for node in imports for alias in node.names) == ludoteca.__all__


def test_other_names_are_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'board'"):
        ludoteca.board  # noqa: B018


def test_importing_loads_nothing_and_playing_needs_no_numpy() -> None:
    done = subprocess.run([sys.executable, "-c", QUICK], capture_output=True, check=True, text=True)
    assert done.stdout == "4 True\n"


def test_the_reference_explains_every_public_name() -> None:
    page = Path(__file__).parents[2] / "docs" / "reference" / "python.md"
    shown = re.findall(r"auto\w+:: ludoteca\.(\w+)", page.read_text(encoding="utf-8"))
    assert sorted(shown) == ludoteca.__all__
