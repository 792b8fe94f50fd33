"""What can't be collected on this machine."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("pyspiel") else ["src/ludoteca/rl/openspiel", "docs/learning.md"]
"""OpenSpiel has no wheels for some machines; what is collected imports it."""
