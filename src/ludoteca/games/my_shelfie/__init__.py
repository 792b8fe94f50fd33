"""My Shelfie: take tiles from the living room, fill your bookshelf, meet the goals."""

from pathlib import Path

from ludoteca.core.game import Game, Option
from ludoteca.core.modules import GameModules
from ludoteca.games.my_shelfie import (
    actions,
    belief,
    choice,
    deal,
    drawing,
    evaluation,
    layout,
    notation,
    preview,
    rules,
    score_sheet,
    scoring,
    svg,
    tensor,
    value,
    view,
)

GAME = Game(
    id="my_shelfie",
    version=1,
    player_counts=range(2, layout.SEATS + 1),
    options=(Option("refill", notation.REFILL_RULES), Option("common_goals", (2, 1))),
    editions={
        "english": {},
        "german": {},
        "italian": {"refill": "isolated_keep"},
        "first-edition": {"refill": "isolated_return"},
    },
    new_state=layout.MyShelfie,
    folder=Path(__file__).parent,
    modules=GameModules(
        layout,
        actions,
        deal,
        scoring,
        rules,
        view,
        notation,
        drawing,
        score_sheet,
        evaluation,
        choice,
        tensor,
        belief,
        svg,
        value,
        preview,
    ),
)
