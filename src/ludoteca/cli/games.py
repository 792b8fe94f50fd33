"""List the games with their options and editions."""

import argparse
import json

from ludoteca import bots, games
from ludoteca.cli.arguments import add_json
from ludoteca.core.game import Game

SUMMARY = "list the games with their options and editions, and the bots"
EXAMPLES = """\
examples:
  ludoteca games
  ludoteca games --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the switch for machines."""
    add_json(parser)


def run(given: argparse.Namespace) -> int:
    """Print the list."""
    loaded = [games.load(name) for name in games.names()]
    if given.json:
        print(json.dumps([_fields(game) for game in loaded], ensure_ascii=False))
        return 0
    for game in loaded:
        words = game.words()
        least, most = game.player_counts[0], game.player_counts[-1]
        print(f"{game.id}: {game.name}, {least} to {most} players. {words['about']}")
        for option in game.options:
            print(f"  --option {option.key}=…  {words[f'option.{option.key}']}")
            for value in option.values:
                mark = " (default)" if value == option.values[0] else ""
                print(f"      {value}: {words[f'option.{option.key}.{value}']}{mark}")
        for name, options in game.editions.items():
            text = ", ".join(f"{key}={value}" for key, value in options.items())
            print(f"  --edition {name}: {text or 'the defaults'}")
    print(f"bots: {', '.join(bots.names())}")
    return 0


def _fields(game: Game) -> dict[str, object]:
    return {
        "game": game.id,
        "name": game.name,
        "rules": game.version,
        "players": list(game.player_counts),
        "options": {option.key: list(option.values) for option in game.options},
        "editions": {name: dict(options) for name, options in game.editions.items()},
    }
