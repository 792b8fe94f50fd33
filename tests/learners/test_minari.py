"""Datasets go to Minari, episode by episode."""

from pathlib import Path

import minari
import numpy as np
import pytest

from ludoteca.core.game import Game
from ludoteca.rl.dataset import DataPlan, read, to_minari, write
from tests.rl.playing import each_game


@each_game
@pytest.mark.filterwarnings("ignore::UserWarning:minari")  # of facts that we leave out
def test_an_episode_is_what_a_seat_did_in_a_match(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    plan = DataPlan.of(game, 2, game.choose_options(), 1, matches=2, policy="quick")
    write(plan, tmp_path / "data", 1, lambda done: None)
    to_minari(tmp_path / "data", "ludoteca/quick-v0", description="some matches")
    data = minari.load_dataset("ludoteca/quick-v0")
    (group,) = read(tmp_path / "data", ["observation", "action", "seat", "match", "win"])
    assert data.total_episodes == 2 * plan.matches
    assert data.total_steps == len(group["action"])
    for episode in data:
        steps = len(episode.actions)
        legal = episode.observations["action_mask"]
        assert legal.shape[0] == steps + 1
        assert legal[np.arange(steps), episode.actions].all()
        assert not legal[-1].any()
        assert list(np.flatnonzero(episode.terminations)) == [steps - 1]
        assert abs(sum(episode.rewards)) <= 1
    first = (group["match"] == 0) & (group["seat"] == group["seat"][0])
    chosen = [episode.actions.tolist() for episode in data]
    assert group["action"][first].tolist() in chosen
