"""Pig: roll as often as you dare, and keep what you have before a 1 takes it."""

from pathlib import Path

from ludoteca.core.game import Game, Option
from ludoteca.core.modules import GameModules
from ludoteca_pig import board, layout, rules, tensor

GAME = Game(
    id="pig",
    version=1,
    player_counts=range(2, layout.SEATS + 1),
    options=(Option("target", layout.TARGETS),),
    editions={},
    new_state=layout.Pig,
    folder=Path(__file__).parent,
    modules=GameModules(
        layout,
        actions=rules,
        deal=rules,
        scoring=rules,
        rules=rules,
        view=board,
        notation=board,
        drawing=board,
        tensor=tensor,
    ),
)
