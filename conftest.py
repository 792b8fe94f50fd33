"""What can't be collected on this machine."""

from importlib.util import find_spec

collect_ignore = ["docs/conf.py"]
"""Sphinx reads it, in a process of its own."""

if not find_spec("pyspiel"):  # OpenSpiel has no wheels for some machines; these import it
    collect_ignore += ["src/ludoteca/rl/openspiel", "docs/learning.md"]
