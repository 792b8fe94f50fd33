"""Reading ahead: what the next screen needs is read while somebody looks at the first one."""

import importlib

from ludoteca import games

AHEAD = (
    "ludoteca.tui.session",
    "ludoteca.tui.screens.new",
    "ludoteca.tui.screens.table",
    "ludoteca.tui.screens.help",
)
"""What is needed as soon as somebody plays."""


def read_ahead() -> None:
    """Import modules and games; a caller that needs one waits only for that one."""
    for name in AHEAD:
        importlib.import_module(name)
    for name in games.names():
        games.load(name)


def think_ahead() -> None:
    """Load the kernels that bots think with."""
    from ludoteca.search.engine import loaded

    for name in games.names():
        loaded(games.load(name))
