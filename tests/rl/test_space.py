"""Spaces describe what environments give."""

from typing import Any

from ludoteca.core.game import Game
from ludoteca.rl.batch import Batch
from ludoteca.rl.space import action_space, environment_ids, mask_space, observation_space
from ludoteca.rl.tensor import tensor_of
from tests.playing import GAMES
from tests.rl.playing import each_game


@each_game
def test_what_a_batch_gives_is_in_its_space(game: Game) -> None:
    for players in game.player_counts:
        for form in ("dense", "packed", "factored", "none"):
            batch = Batch(game, 2, players=players, mask=form, seed=2)
            space = observation_space(game, players, form)
            for _ in range(8):
                step = batch.step(batch.random_actions())
                given: Any = {"observation": step.observations[0], "action_mask": step.masks[0]}
                if form == "none":
                    del given["action_mask"]
                assert given in space


@each_game
def test_a_packed_mask_is_an_eighth_and_factors_are_a_few_words(game: Game) -> None:
    dense, packed, factored = (
        mask_space(game, form).shape[0] for form in ("dense", "packed", "factored")
    )
    assert dense == game.modules.actions.ACTIONS == action_space(game).n
    assert packed == (dense + 7) // 8
    assert factored == len(tensor_of(game).FACTORS) < 10


def test_every_game_has_an_id_with_its_version() -> None:
    assert environment_ids() == {g.id: f"ludoteca/{g.id}-v{g.version}" for g in GAMES}
