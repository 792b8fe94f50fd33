"""Datasets in the form of Minari, from which offline learners read."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.extras import lacking
from ludoteca.rl.dataset.store import read, read_plan
from ludoteca.rl.reward import balanced

COLUMNS = ("match", "seat", "observation", "legal_actions", "action", "after", "win")
"""What an episode is made of."""


def to_minari(directory: Path | str, dataset_id: str, **about: Any) -> Any:
    """Write a dataset as one of Minari, which is returned; `about` goes to Minari as it is.

    An episode is what one seat did in a match. Its observations are those of `gymnasium.make`:
    the tensor and the mask of legal actions; its reward is that of `win`, at the end.
    """
    try:
        import minari
        from minari.data_collector import EpisodeBuffer
    except ModuleNotFoundError as error:
        raise lacking(error) from error
    from ludoteca.rl.space import action_space, observation_space

    plan = read_plan(Path(directory))
    game = plan.rules()
    actions = action_space(game)
    episodes = [
        EpisodeBuffer(id=number, seed=plan.seed, **_episode(rows, int(actions.n), plan.players))
        for number, rows in enumerate(_episodes(directory))
    ]
    return minari.create_dataset_from_buffers(
        dataset_id,
        episodes,
        observation_space=observation_space(game, plan.players),
        action_space=actions,
        **{"algorithm_name": plan.policy, "data_format": "arrow", **about},
    )


def _episodes(directory: Path | str) -> list[list[dict[str, Any]]]:
    """Gather the decisions of each seat of each match, in their order."""
    found: defaultdict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for group in read(directory, COLUMNS):
        for values in zip(*(group[name] for name in COLUMNS), strict=True):
            row = dict(zip(COLUMNS, values, strict=True))
            found[int(row["match"]), int(row["seat"])].append(row)
    return list(found.values())


def _episode(rows: list[dict[str, Any]], actions: int, players: int) -> dict[str, Any]:
    masks = np.zeros((len(rows) + 1, actions), dtype=np.int8)  # at the end nothing is legal
    for n, row in enumerate(rows):
        masks[n, row["legal_actions"]] = 1
    is_last = np.arange(len(rows)) == len(rows) - 1
    seen = [row["observation"] for row in rows] + [rows[-1]["after"]]
    return {
        "observations": {"observation": np.stack(seen), "action_mask": masks},
        "actions": np.array([row["action"] for row in rows], dtype=np.int64),
        "rewards": np.where(is_last, balanced(float(rows[-1]["win"]), players), 0.0),
        "terminations": is_last,
        "truncations": np.zeros(len(rows), dtype=np.bool_),
    }
