"""Train MaskablePPO of sb3-contrib against a bot, and see how it does.

It needs `pip install 'ludoteca[learning,learners]'`. Nothing is adapted: `MatchVecEnv` is a vector
environment of Stable-Baselines3 and tells the legal actions.

    python examples/maskable_ppo.py --steps 2000000 --opponents quick
"""

import argparse

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from ludoteca.rl.stable_baselines import MatchVecEnv


def train(game: str, opponents: str, steps: int, matches: int = 64) -> MaskablePPO:
    """Train a policy by the margin of points."""
    torch.set_num_threads(1)  # a small network is quicker so
    envs = MatchVecEnv(game, matches, opponents=opponents, reward="margin")
    model = MaskablePPO(
        "MlpPolicy", envs, n_steps=32, batch_size=512, n_epochs=4, seed=7, device="cpu"
    )
    return model.learn(steps)


def margin(model: MaskablePPO, game: str, opponents: str, matches: int = 64) -> float:
    """Play matches to their end; return how many points the policy is ahead on average."""
    envs = MatchVecEnv(game, matches, opponents=opponents, reward="margin")
    envs.seed(1)
    seen = envs.reset()
    margins: list[float] = []
    while len(margins) < matches:
        actions, _ = model.predict(seen, action_masks=envs.action_masks())
        seen, rewards, ended, _ = envs.step(actions)
        margins += rewards[ended].tolist()
    return float(np.mean(margins))


def main() -> None:
    """Train and measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="my_shelfie")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=200_000)
    given = parser.parse_args()
    model = train(given.game, given.opponents, given.steps)
    ahead = margin(model, given.game, given.opponents)
    print(f"{ahead:+.1f} points against {given.opponents} after {model.num_timesteps:,} steps")


if __name__ == "__main__":
    main()
