"""The networks of the learned value: one file for each game and number of players."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game


class Network(NamedTuple):
    """A network as `search.value` reads it."""

    hidden: int
    weights: tuple[int, ...]


NOTHING = Network(0, ())
"""For games that have learned nothing."""


class NetworkFile(msgspec.Struct, frozen=True):
    """How a network is kept."""

    inputs: list[str]
    hidden: int
    weights: list[int]
    """As `search.value` lays them out."""
    learned: dict[str, float]
    """What it was learned from, and how well it judges."""


def network_path(game: Game, players: int) -> Path:
    """Return where the network for a number of players is kept."""
    return game.folder / "data" / f"value-{players}.json"


@cache
def network_of(game: Game, players: int) -> Network:
    """Read the network of a game; nothing if it has none."""
    path = network_path(game, players)
    if game.modules.value is None or not path.is_file():
        return NOTHING
    return read_network(path, game.modules.value.INPUTS)


def read_network(path: Path, inputs: Sequence[str]) -> Network:
    """Read a network that was learned for these inputs."""
    found = msgspec.json.decode(path.read_bytes(), type=NetworkFile)
    if tuple(found.inputs) != tuple(inputs):
        raise UsageError(
            f"{path.name} was learned for other inputs: run `ludoteca learn` for this game again"
        )
    if len(found.weights) != found.hidden * (len(inputs) + 2):
        raise UsageError(f"{path.name} is damaged: it has {len(found.weights)} weights")
    return Network(found.hidden, tuple(found.weights))


def format_network(found: NetworkFile) -> str:
    """Write a network as its file, a line for each input."""
    lines = [
        ", ".join(str(weight) for weight in found.weights[at : at + found.hidden])
        for at in range(0, len(found.weights), found.hidden)
    ]
    head = msgspec.json.encode(
        {"inputs": found.inputs, "hidden": found.hidden, "learned": found.learned}
    ).decode()
    rows = ",\n    ".join(lines)
    return f'{head[:-1]},\n  "weights": [\n    {rows}\n  ]\n}}\n'
