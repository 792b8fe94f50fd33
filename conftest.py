"""What can't be collected on this machine, and where tests and documents may write."""

import os
from importlib.util import find_spec

import pytest
from _pytest.doctest import DoctestItem

from tests.sizes import SOAK
from tests.temporary import memory_folder

collect_ignore = ["docs/conf.py"]
"""Sphinx reads it, in a process of its own."""

if not find_spec("stable_baselines3"):  # has an environment of its own: ./check learning
    collect_ignore += ["src/ludoteca/rl/stable_baselines.py", "tests/learners"]

if not find_spec("pyspiel"):  # OpenSpiel has no wheels for some machines; these import it
    collect_ignore += [
        "src/ludoteca/rl/openspiel",
        "docs/learning.md",
        "tests/examples/test_openspiel_search.py",
    ]

# Databases of tests then never wait for a disk; but the large runs time how long moves take to it.
if not SOAK and (folder := memory_folder()):
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(folder))


@pytest.fixture(autouse=True)
def _folder_of_its_own(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the examples of a document save their files where they bother nobody."""
    if isinstance(request.node, DoctestItem) and request.path.suffix == ".md":
        monkeypatch.chdir(request.getfixturevalue("tmp_path"))
