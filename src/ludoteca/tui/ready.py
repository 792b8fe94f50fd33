"""Reading ahead: what the next screen needs is read while somebody looks at the first one."""

import importlib

from ludoteca import games

AHEAD = (
    "ludoteca.tui.desk",
    "ludoteca.tui.screens.new",
    "ludoteca.tui.screens.table",
    "ludoteca.tui.screens.help",
)
"""What is needed as soon as somebody plays."""


def read_ahead() -> None:
    """Read modules and games; whoever needs one of them at once waits only for that one."""
    for name in AHEAD:
        importlib.import_module(name)
    for name in games.names():
        games.load(name)


def think_ahead() -> None:
    """Read what bots think with; nothing is compiled before a bot is asked."""
    from ludoteca.search.engine import loaded
    from ludoteca.search.tree import grow_tree

    for name in games.names():
        loaded(games.load(name), (grow_tree,))
