"""Goofspiel: bid cards for prizes, all at once and face down."""

from pathlib import Path

from ludoteca.core.game import Game, Option
from ludoteca.core.modules import GameModules
from ludoteca.games.goofspiel import (
    actions,
    deal,
    drawing,
    layout,
    notation,
    rules,
    scoring,
    view,
)

GAME = Game(
    id="goofspiel",
    version=1,
    player_counts=range(2, layout.SEATS + 1),
    options=(Option("cards", layout.SUITS),),
    editions={},
    new_state=layout.Goofspiel,
    folder=Path(__file__).parent,
    modules=GameModules(layout, actions, deal, scoring, rules, view, notation, drawing),
)
