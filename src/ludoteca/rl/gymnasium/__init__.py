"""Gymnasium environments: one seat against bots, alone or thousands of matches at a time.

Importing this module registers an id for every game:

>>> import gymnasium
>>> import ludoteca.rl.gymnasium
>>> env = gymnasium.make("ludoteca/my_shelfie-v1", opponents="greedy")
>>> observation, info = env.reset(seed=7)
>>> envs = gymnasium.make_vec("ludoteca/my_shelfie-v1", num_envs=16)
>>> observations, infos = envs.reset(seed=7)
>>> observations["observation"].shape
(16, 1072)
"""

from ludoteca.core.extras import lacking

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise lacking(error) from error

from ludoteca.rl.gymnasium.solo import MatchEnv
from ludoteca.rl.gymnasium.vector import MatchVectorEnv
from ludoteca.rl.space import environment_ids

__all__ = ["MatchEnv", "MatchVectorEnv"]

for _game, _id in environment_ids().items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point=f"{__name__}:MatchEnv",
            vector_entry_point=f"{__name__}:MatchVectorEnv",
            kwargs={"game": _game},
        )
