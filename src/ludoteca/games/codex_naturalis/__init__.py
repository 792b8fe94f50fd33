"""Codex Naturalis: place cards corner over corner, cover the right symbols, reach objectives."""

from pathlib import Path

from ludoteca.core.game import Game, Option
from ludoteca.core.modules import GameModules
from ludoteca.games.codex_naturalis import (
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
    id="codex_naturalis",
    version=1,
    player_counts=range(2, layout.SEATS + 1),
    options=(Option("tie_break", notation.TIE_BREAKS),),
    editions={"english": {}, "italian": {"tie_break": "objectives_completed"}},
    new_state=layout.CodexNaturalis,
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
