"""How fast environments for learning are, beside their peers: `python benchmarks/learning.py`.

The peers come with `pip install 'ludoteca[learning,peers]'`; one that is not installed is left
out. All is measured in one run, in one process on one core, with random legal moves, in rounds so
that each meets the same moods of the machine. Seconds are those that the processor worked for us;
other work on the machine still costs memory and caches: the best short window says what is
possible, the middle one what was usual.
"""

import argparse
import os
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from ludoteca import games
from ludoteca.arena.machine import machine, program

WINDOW = 0.1
"""Seconds of a window."""

ROUNDS = 4

BATCH = 1024

AEC, SOLO, VECTOR = "AEC", "one agent", "vector"


@dataclass
class Runner:
    """Somebody who makes steps."""

    kind: str
    what: str
    work: Callable[[], int]
    """Gives how many steps it made."""
    is_peer: bool = False
    rates: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Work in windows."""
        until = time.process_time() + seconds
        while not self.rates or time.process_time() < until:
            steps, began = 0, time.process_time()
            while (passed := time.process_time() - began) < WINDOW:
                steps += self.work()
            self.rates.append(steps / passed)

    @property
    def best(self) -> float:
        """Steps a second in the best window."""
        return max(self.rates)

    @property
    def middle(self) -> float:
        """The same in the middle one."""
        return statistics.median(self.rates)

    def row(self, peers: dict[str, "Runner"]) -> str:
        """Return a row of the table."""
        peer = peers.get(self.kind)
        ratio = "" if peer is None else f"{self.middle / peer.middle:,.1f}"
        return f"| {self.kind} | {self.what} | {self.best:,.0f} | {self.middle:,.0f} | {ratio} |"


# One agent after the other


def play_match(env: Any, rng: np.random.Generator) -> int:
    """Play a whole match with PettingZoo's usual loop; count the moves."""
    env.reset(seed=int(rng.integers(2**31)))
    luck = rng.random(1024)
    moves = 0
    for _ in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        legal = observation["action_mask"].view(np.bool_).nonzero()[0]
        env.step(int(legal[int(luck[moves & 1023] * len(legal))]))
        moves += 1
    return moves


def agents() -> Iterator[Runner]:
    """Return our AEC environments and PettingZoo's own Connect Four."""
    from ludoteca.rl.pettingzoo import env

    rng = np.random.default_rng(1)
    for name in games.names():
        yield Runner(AEC, f"ludoteca {name}", partial(play_match, env(name), rng))
    with suppress(ImportError):
        import pygame  # noqa: F401 - Connect Four wants it
        from pettingzoo.env_registry.registration import make

        theirs = make("aec", "classic/connect_four-v3")
        yield Runner(AEC, "PettingZoo Connect Four", partial(play_match, theirs, rng), is_peer=True)


# One agent against bots


def play_alone(env: Any, luck: Any) -> int:
    """Play a whole match with Gymnasium's usual loop; count the steps."""
    observation, _ = env.reset()
    moves, terminated = 0, False
    while not terminated:
        legal = observation["action_mask"].view(np.bool_).nonzero()[0]
        action = legal[int(luck[moves & 1023] * len(legal))]
        observation, _, terminated, _, _ = env.step(action)
        moves += 1
    return moves


def solos() -> Iterator[Runner]:
    """Yield our single environments as `gymnasium.make` makes them, against each opponent."""
    import gymnasium

    import ludoteca.rl.gymnasium  # noqa: F401 - registers the ids
    from ludoteca.rl.space import environment_ids

    luck = np.random.default_rng(1).random(1024)
    for name, environment in environment_ids().items():
        for opponents in ("random", "quick", "greedy", "planner"):
            env = gymnasium.make(environment, opponents=opponents)
            env.reset(seed=1)
            yield Runner(SOLO, f"ludoteca {name}, {opponents}", partial(play_alone, env, luck))


# Many matches at once


def vectors() -> Iterator[Runner]:
    """Return our vector environments in self-play, and against opponents."""
    from ludoteca.rl.gymnasium import MatchVectorEnv

    settings: list[tuple[str, dict[str, Any]]] = [
        ("dense mask", {"seat": "every"}),
        ("dense mask, 4 players", {"seat": "every", "players": 4}),
        ("packed mask", {"seat": "every", "mask": "packed"}),
        ("factored mask", {"seat": "every", "mask": "factored"}),
        ("dense mask, against quick", {"opponents": "quick"}),
    ]
    for name in games.names():
        for what, more in settings:
            envs = MatchVectorEnv(name, BATCH, **more)
            envs.reset(seed=1)

            def work(envs: MatchVectorEnv = envs) -> int:
                envs.step(envs.random_actions())
                return BATCH

            for _ in range(100):
                work()  # matches part: not all are in the same round any more
            yield Runner(VECTOR, f"ludoteca {name}, {what}", work)


def pgx() -> Iterator[Runner]:
    """Return Pgx's mahjong with observation and mask, compiled by JAX for one core."""
    try:
        import jax
        import pgx as peer
        from pgx.experimental import auto_reset
    except ImportError:
        return
    env = peer.make("sparrow_mahjong")

    def step(states: Any, key: Any) -> Any:
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        choice, luck = jax.random.split(key)
        actions = jax.random.categorical(choice, logits, axis=-1)
        keys = jax.random.split(luck, BATCH)
        return jax.vmap(auto_reset(env.step, env.init))(states, actions, keys)

    go = jax.jit(step)
    key = jax.random.PRNGKey(1)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH)), key]

    def work() -> int:
        held[1], luck = jax.random.split(held[1])
        held[0] = go(held[0], luck)
        held[0].observation.block_until_ready()
        return BATCH

    yield Runner(VECTOR, "Pgx sparrow_mahjong", work, is_peer=True)


def stay_on_one_core() -> None:
    """Keep this process, and JAX in it, on one core."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false")
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(runners: list[Runner], seconds: float) -> str:
    """Let all of them run, in rounds; give a table."""
    for runner in runners:
        runner.work()  # loads what is loaded once
    for _ in range(ROUNDS):
        for runner in runners:
            runner.run(seconds / ROUNDS)
    peers = {runner.kind: runner for runner in runners if runner.is_peer}
    head = [
        "| | environment | best steps/s | middle steps/s | times the peer |",
        "|---|---|---:|---:|---:|",
    ]
    return "\n".join([*head, *(runner.row(peers) for runner in runners)])


def main(arguments: list[str] | None = None) -> None:
    """Measure everything and print a table."""
    parser = argparse.ArgumentParser(description="Measure environments beside their peers.")
    parser.add_argument("--seconds", type=float, default=6, help="for each line (6)")
    seconds = parser.parse_args(arguments).seconds
    stay_on_one_core()
    about = ", ".join(str(value) for value in machine().values())
    print(f"{program()}; {about}; vectors of {BATCH:,} matches\n")
    print(measure([*agents(), *solos(), *vectors(), *pgx()], seconds))


if __name__ == "__main__":
    main()
