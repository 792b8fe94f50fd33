"""List the games with their options and editions."""

import argparse
import json
from collections.abc import Iterator

from ludoteca import bots, games
from ludoteca.cli.arguments import add_json
from ludoteca.core.game import Game
from ludoteca.language import system_language, words

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
    language = given.language or system_language()
    for game in loaded:
        print("\n".join(_lines(game, language)))
    print(words(language).say("plain.games.bots", names=", ".join(bots.names())))
    return 0


def _lines(game: Game, language: str) -> Iterator[str]:
    """Describe a game with its options and editions."""
    own, said = game.words(language), words(language)
    yield said.say(
        "plain.games.game",
        id=game.id,
        name=own["name"],
        least=game.player_counts[0],
        most=game.player_counts[-1],
        about=own["about"],
    )
    for option in game.options:
        yield f"  --option {option.key}=…  {own[f'option.{option.key}']}"
        for value in option.values:
            mark = f" {said['plain.games.default']}" if value == option.values[0] else ""
            yield f"      {value}: {own[f'option.{option.key}.{value}']}{mark}"
    for name, options in game.editions.items():
        text = ", ".join(f"{key}={value}" for key, value in options.items())
        yield f"  --edition {name}: {text or said['plain.games.defaults']}"


def _fields(game: Game) -> dict[str, object]:
    return {
        "game": game.id,
        "name": game.name,
        "rules": game.version,
        "players": list(game.player_counts),
        "options": {option.key: list(option.values) for option in game.options},
        "editions": {name: dict(options) for name, options in game.editions.items()},
    }
