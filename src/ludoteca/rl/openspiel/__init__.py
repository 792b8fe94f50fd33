"""Every game as a Python game of OpenSpiel, with chance nodes and information states.

Importing this module registers them:

>>> import pyspiel
>>> import ludoteca.rl.openspiel
>>> game = pyspiel.load_game("ludoteca_my_shelfie(players=3)")
>>> game.num_players(), game.new_initial_state().is_chance_node()
(3, True)

The information state of a player is all that the player saw happen, and the present view. The
tensor of an information state is that of the view, as everywhere in `ludoteca.rl`.
"""

from ludoteca import games
from ludoteca.core.extras import lacking

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise lacking(error) from error

from ludoteca.rl.openspiel.game import SpielGame, SpielState, game_type

__all__ = ["SpielGame", "SpielState"]

for _name in games.names():
    if f"ludoteca_{_name}" not in pyspiel.registered_names():
        # A class, no function: OpenSpiel drops it when Python is no longer there to free it. And
        # one that can be found by its name, as pickle wants it.
        _class = type(f"{SpielGame.__name__}_{_name}", (SpielGame,), {"game_id": _name})
        globals()[_class.__name__] = _class
        pyspiel.register_game(game_type(games.load(_name)), _class)
