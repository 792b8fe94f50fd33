"""Gymnasium's RecordVideo films a match."""

from pathlib import Path
from typing import Any

import gymnasium
import pytest
from gymnasium.wrappers import RecordVideo

import ludoteca.rl.gymnasium  # noqa: F401 - registers the environments


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_match_is_filmed(tmp_path: Path) -> None:
    env: Any = RecordVideo(
        gymnasium.make("ludoteca/my_shelfie-v1", render_mode="rgb_array"), str(tmp_path / "films")
    )
    observation, _ = env.reset(seed=1)
    for _ in range(3):
        observation, *_ = env.step(int(observation["action_mask"].argmax()))
    env.close()
    (film,) = tmp_path.glob("films/*.mp4")
    assert film.stat().st_size > 10_000
