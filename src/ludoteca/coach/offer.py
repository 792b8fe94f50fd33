"""Games as clients see them before anything is played."""

from ludoteca import games
from ludoteca.bots.strength import losses_of, ratings_of
from ludoteca.protocol.http import GameInfo, OptionInfo


def describe(game_id: str) -> GameInfo:
    """Describe a game."""
    game = games.load(game_id)
    return GameInfo(
        id=game.id,
        version=game.version,
        name=game.name,
        players=list(game.player_counts),
        options=[OptionInfo(option.key, list(option.values)) for option in game.options],
        editions={name: dict(options) for name, options in game.editions.items()},
        ratings=ratings_of(game_id),
        ratings_by_players={n: ratings_of(game_id, n) for n in game.player_counts},
        losses_by_players={n: losses_of(game_id, n) for n in game.player_counts},
    )
