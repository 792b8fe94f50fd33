"""Proximal policy optimisation in one file, on the vector environment, with legal actions only.

In the manner of CleanRL: no framework, every step in sight. It needs PyTorch and
`pip install 'ludoteca[learning]'`.

    python examples/ppo.py --game codex_naturalis --steps 1000000 --opponents quick
"""

import argparse
import time
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn

import ludoteca.rl.gymnasium  # noqa: F401 - registers the environments


@dataclass
class Settings:
    """What can be chosen."""

    game: str = "my_shelfie"
    opponents: str = "random"
    reward: str = "points"
    matches: int = 128
    """Played at the same time."""
    steps: int = 200_000
    """Decisions in all matches together."""
    horizon: int = 32
    """Decisions of each match between two updates."""
    epochs: int = 3
    minibatches: int = 4
    learning_rate: float = 5e-4
    discount: float = 0.99
    smoothing: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    seed: int = 7


class Policy(nn.Module):  # type: ignore[misc]
    """Two layers that policy and value share."""

    def __init__(self, numbers: int, highest: np.ndarray, actions: int, width: int = 256) -> None:
        super().__init__()
        self.register_buffer("scale", 1 / torch.as_tensor(highest).float().clamp(min=1))
        self.body = nn.Sequential(
            nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.choice = nn.Linear(width, actions)
        self.value = nn.Linear(width, 1)
        nn.init.orthogonal_(self.choice.weight, 0.01)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[torch.distributions.Categorical, Tensor]:
        """Return the chances of the legal actions, and what the position is worth."""
        found = self.body(seen.float() * self.scale)
        legal = mask | ~mask.any(1, keepdim=True)  # where a match is over nothing is legal
        logits = self.choice(found).masked_fill(~legal, -1e9)
        chances = torch.distributions.Categorical(logits=logits, validate_args=False)
        return chances, self.value(found).squeeze(1)


def tensors(observations: dict[str, np.ndarray]) -> tuple[Tensor, Tensor]:
    """Return what is seen, and the legal actions."""
    mask = torch.as_tensor(observations["action_mask"]).bool()
    return torch.as_tensor(observations["observation"]), mask


def advantages(rewards: Tensor, values: Tensor, ended: Tensor, s: Settings) -> Tensor:
    """Return how much better each decision was than expected (generalised advantages)."""
    found, following = torch.zeros_like(rewards), torch.zeros(rewards.shape[1])
    for step in reversed(range(len(rewards))):
        goes_on = 1 - ended[step]
        surprise = rewards[step] + s.discount * values[step + 1] * goes_on - values[step]
        following = surprise + s.discount * s.smoothing * goes_on * following
        found[step] = following
    return found


def update(policy: Policy, optimizer: Any, data: dict[str, Tensor], s: Settings) -> None:
    """Improve the policy on the decisions since the last update."""
    rows = len(data["action"])
    for _ in range(s.epochs):
        for chosen in torch.randperm(rows).chunk(s.minibatches):
            part = {name: values[chosen] for name, values in data.items()}
            chances, value = policy(part["seen"], part["mask"])
            ratio = (chances.log_prob(part["action"]) - part["log_chance"]).exp()
            gain = (part["advantage"] - part["advantage"].mean()) / (part["advantage"].std() + 1e-8)
            bounded = ratio.clamp(1 - s.clip, 1 + s.clip)
            loss = (
                -torch.min(ratio * gain, bounded * gain).mean()
                + 0.5 * (value - part["aim"]).square().mean()
                - s.entropy * chances.entropy().mean()
            )
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def collect(
    envs: Any, policy: Policy, now: tuple[Tensor, Tensor], s: Settings
) -> tuple[dict[str, Tensor], tuple[Tensor, Tensor], list[float]]:
    """Play some decisions in every match; return them, what is seen now, and returns."""
    notes: dict[str, list[Tensor]] = {
        name: [] for name in ("seen", "mask", "action", "log_chance", "value", "reward", "ended")
    }
    returns: list[float] = []
    for _ in range(s.horizon):
        with torch.no_grad():
            chances, value = policy(*now)
        action = chances.sample()
        observations, rewards, ended, _, infos = envs.step(action.numpy())
        for name, noted in zip(
            notes,
            (*now, action, chances.log_prob(action), value, rewards, ended),
            strict=True,
        ):
            notes[name].append(torch.as_tensor(noted))
        if "episode" in infos:
            returns += infos["episode"]["r"][ended].tolist()
        now = tensors(observations)
    with torch.no_grad():
        notes["value"].append(policy(*now)[1])
    stacked = {name: torch.stack(values) for name, values in notes.items()}
    values = stacked.pop("value")
    gain = advantages(stacked.pop("reward").float(), values, stacked.pop("ended").float(), s)
    stacked |= {"advantage": gain, "aim": gain + values[:-1]}
    return {name: data.flatten(0, 1) for name, data in stacked.items()}, now, returns


def train(s: Settings) -> tuple[Policy, list[float]]:
    """Train a policy; return it with the returns of all matches in their order."""
    torch.manual_seed(s.seed)
    torch.set_num_threads(1)  # a small network is quicker so
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        gymnasium.make_vec(
            f"ludoteca/{s.game}-v1",
            num_envs=s.matches,
            opponents=s.opponents,
            reward=s.reward,
            autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
        )
    )
    seen: Any = envs.single_observation_space
    actions: Any = envs.single_action_space
    space = seen["observation"]
    policy = Policy(space.shape[0], space.high, int(actions.n))
    optimizer = torch.optim.Adam(policy.parameters(), lr=s.learning_rate, eps=1e-5)
    now = tensors(envs.reset(seed=s.seed)[0])
    returns: list[float] = []
    began = time.perf_counter()
    for done in range(0, s.steps, s.matches * s.horizon):
        data, now, ended = collect(envs, policy, now, s)
        update(policy, optimizer, data, s)
        returns += ended
        speed = (done + s.matches * s.horizon) / (time.perf_counter() - began)
        if ended:
            print(f"{done:>9,} steps: {np.mean(ended):6.2f} a match, {speed:,.0f} steps/s")
    return policy, returns


def main() -> None:
    """Train with the settings of the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, value in vars(Settings()).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=type(value), default=value)
    train(Settings(**vars(parser.parse_args())))


if __name__ == "__main__":
    main()
