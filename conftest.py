"""What can't be collected on this machine, and where documents may write."""

from importlib.util import find_spec

import pytest
from _pytest.doctest import DoctestItem

collect_ignore = ["docs/conf.py"]
"""Sphinx reads it, in a process of its own."""

if not find_spec("pyspiel"):  # OpenSpiel has no wheels for some machines; these import it
    collect_ignore += ["src/ludoteca/rl/openspiel", "docs/learning.md"]


@pytest.fixture(autouse=True)
def _folder_of_its_own(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the examples of a document save their files where they bother nobody."""
    if isinstance(request.node, DoctestItem) and request.path.suffix == ".md":
        monkeypatch.chdir(request.getfixturevalue("tmp_path"))
