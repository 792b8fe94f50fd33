"""Learning a game's value by self-play: matches in kernels, a small network fitted with NumPy.

Round by round, matches are played by the looks of moves, from the second round on with the network
so far as judge, and the network is fitted to how all of them ended. Every tenth match is kept apart
to see how well it judges.
"""

import io
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca import games
from ludoteca.arena.workers import Runner
from ludoteca.core.errors import UsageError
from ludoteca.core.game import Game
from ludoteca.search.engine import loaded, weights_of
from ludoteca.search.network import NOTHING, Network, NetworkFile
from ludoteca.search.value import FIRST_UNIT, LAST_UNIT

CHUNK = 250
"""Matches that a worker plays at once."""

LONGEST = 160
"""Positions noted of a match at most, on average over a chunk."""

NOISE = 2500
"""Looks are blurred by up to this many thousandths of a point, so that matches differ."""

KEPT_APART = 10
"""Every tenth chunk of a round is not learned from."""

BATCH, RATE, DECAY = 1024, 0.002, 1e-4

LARGEST = 32_767
"""Weights fit into 16 bits; biases may be larger."""

Rows = NDArray[np.int16]
Shares = NDArray[np.float32]


@dataclass(frozen=True)
class LearningTask:
    """What is learned, and from how much."""

    game_id: str
    players: int
    rounds: int = 3
    matches: int = 16_000
    """Matches in each round."""
    hidden: int = 32
    epochs: int = 8
    every: int = 3
    """About one position in this many is noted."""
    seed: int = 1


@dataclass(frozen=True)
class SamplePlan:
    """Matches to be played with one network: a plan for `arena.workers`."""

    task: LearningTask
    network: Network

    def open(self) -> "SamplePlayer":
        """Make ready to play."""
        return SamplePlayer(self)

    def name_of(self, task: tuple[int, int]) -> str:
        """Name a chunk of matches."""
        return f"matches from {task[1] * CHUNK} on in round {task[0] + 1}"


@dataclass(frozen=True)
class Samples:
    """Positions of one chunk: inputs of every seat, and how each match ended for them."""

    chunk: int
    rows: Rows
    """Positions x players x inputs."""
    shares: Shares
    """Positions x players."""


class SamplePlayer:
    """Plays chunks of matches in one process."""

    def __init__(self, plan: SamplePlan) -> None:
        self._task, self._network = plan.task, plan.network
        self._kernels = loaded(games.load(plan.task.game_id))

    def play(self, task: tuple[int, int]) -> Samples:
        """Play one chunk of a round."""
        number, chunk = task
        kernels, players = self._kernels, self._task.players
        game, length = kernels.game, kernels.game.modules.actions.ACTIONS
        known = len(inputs_of(game))
        weights = weights_of(game, players)
        most = CHUNK * LONGEST // self._task.every
        rows = kernels.counters(most * players, known)
        shares = kernels.grid(most, players)
        count = kernels.functions.play_samples(
            kernels.states(game.new(players)), players, kernels.given(game.option_indices({})),
            self._task.seed + 1009 * number, chunk * CHUNK, CHUNK, kernels.given(weights),
            kernels.given_floats(self._network.weights), NOISE, self._task.every,
            kernels.integers(1), kernels.integers(1), kernels.integers(max(known, len(weights))),
            kernels.floats(self._network.hidden), kernels.floats(players), kernels.integers(length),
            kernels.integers(length), rows, shares,
        )  # fmt: skip
        shape = (count, players, known)
        found = np.asarray(rows[: count * players], np.int16).reshape(shape)
        return Samples(chunk, found, np.asarray(shares[:count], np.float32))

    def close(self) -> None:
        """Leave nothing behind."""


@dataclass
class LearnedNetwork:
    """A network in full precision, and how well it did after each epoch."""

    first: NDArray[np.float64]
    biases: NDArray[np.float64]
    last: NDArray[np.float64]
    losses: list[float] = field(default_factory=list)
    """On the matches kept apart, whole numbers already in place of the weights."""
    nothing: float = 0.0
    """The loss of knowing nothing: all seats equally likely."""

    @property
    def knows_something(self) -> bool:
        """Whether it judges better than knowing nothing."""
        return self.losses[-1] < self.nothing

    def rounded(self) -> Network:
        """Return it as whole numbers, as `search.value` reads it."""
        first = np.clip(np.rint(self.first * FIRST_UNIT), -LARGEST, LARGEST)
        biases = np.rint(self.biases * FIRST_UNIT)
        last = np.clip(np.rint(self.last * LAST_UNIT), -LARGEST, LARGEST)
        numbers = np.concatenate([first.ravel(), biases, last]).astype(np.int64)
        return Network(len(self.last), tuple(int(number) for number in numbers))


def inputs_of(game: Game) -> tuple[str, ...]:
    """Name what a game's value looks at; refuse a game that says nothing about it."""
    if game.modules.value is None:
        raise UsageError(f"{game.name} has no inputs to learn from: write its module value.py")
    return tuple(game.modules.value.INPUTS)


def chances(network: Network, rows: Rows) -> NDArray[np.float64]:
    """Judge positions by a network as the kernels do; positions x players."""
    known = len(network.weights) // network.hidden - 2
    numbers = np.array(network.weights, np.float64).reshape(known + 2, network.hidden)
    hidden = np.maximum(rows.astype(np.float64) @ numbers[:known] + numbers[known], 0.0)
    strengths: NDArray[np.float64] = hidden @ numbers[known + 1] / (FIRST_UNIT * LAST_UNIT)
    return _softmax(strengths)


def _softmax(strengths: NDArray[Any]) -> NDArray[Any]:
    powers = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: NDArray[Any] = powers / powers.sum(axis=1, keepdims=True)
    return found


def loss(judged: NDArray[Any], shares: Shares) -> float:
    """Return the mean loss of chances: minus the logarithm of the one given to the winner."""
    return float(-(shares * np.log(np.maximum(judged, 1e-9))).sum(axis=1).mean())


def fit(
    rows: Rows, shares: Shares, apart: tuple[Rows, Shares], task: LearningTask, number: int
) -> LearnedNetwork:
    """Fit a network to how matches ended, by Adam; the same samples give the same network."""
    generator = np.random.default_rng([task.seed, number])
    flat = rows.reshape(-1, rows.shape[2])
    middle, width = flat.mean(axis=0), flat.std(axis=0) + 0.5
    known, hidden = flat.shape[1], task.hidden
    parts: list[NDArray[Any]] = [
        generator.normal(0, known**-0.5, (known, hidden)).astype(np.float32),
        np.zeros(hidden, np.float32),
        generator.normal(0, hidden**-0.5, hidden).astype(np.float32),
    ]
    moments = [[np.zeros_like(part), np.zeros_like(part)] for part in parts]
    result = LearnedNetwork(*(np.zeros(0),) * 3)
    result.nothing = loss(np.full_like(apart[1], 1 / task.players), apart[1])
    steps, total = 0, task.epochs * (len(rows) // BATCH + 1)
    for _ in range(task.epochs):
        order = generator.permutation(len(rows))
        for at in range(0, len(rows), BATCH):
            chosen = order[at : at + BATCH]
            steps += 1
            batch = ((rows[chosen] - middle) / width).astype(np.float32)
            slopes = _slopes(parts, batch, shares[chosen])
            rate = RATE * (1 - steps / (total + 1))
            for part, slope, moment in zip(parts, slopes, moments, strict=True):
                moment[0] += 0.1 * (slope - moment[0])
                moment[1] += 0.001 * (slope * slope - moment[1])
                ahead = moment[0] / (1 - 0.9**steps)
                size = np.sqrt(moment[1] / (1 - 0.999**steps)) + 1e-8
                part -= rate * (ahead / size + DECAY * part)
        first = parts[0].astype(np.float64) / width[:, None]
        result.first, result.last = first, parts[2].astype(np.float64)
        result.biases = parts[1].astype(np.float64) - middle @ first
        result.losses.append(loss(chances(result.rounded(), apart[0]), apart[1]))
    return result


def _slopes(
    parts: list[NDArray[Any]], batch: NDArray[np.float32], shares: Shares
) -> list[NDArray[Any]]:
    """Return how the loss of a batch changes with each part of a network."""
    before = batch @ parts[0] + parts[1]
    hidden = np.maximum(before, 0)
    off = (_softmax(hidden @ parts[2]) - shares) / np.float32(len(batch))
    back = off[:, :, None] * parts[2] * (before > 0)
    first = np.einsum("psi,psh->ih", batch, back, optimize=True)
    return [first, back.sum(axis=(0, 1)), np.einsum("psh,ps->h", hidden, off)]


Heard = Callable[[int, str, float], None]
"""What hears of progress: the round, what is done, and how much of it, 0 to 1."""


def learn(
    task: LearningTask, runner: Runner, hear: Heard, folder: Path | None = None
) -> tuple[NetworkFile, list[LearnedNetwork]]:
    """Learn a value; return it, and what came of every round.

    With a folder, finished rounds are kept there and not played again.
    """
    game = games.load(task.game_id)
    names = inputs_of(game)
    _prepare_folder(folder)
    network, history = NOTHING, list[LearnedNetwork]()
    kept: list[Samples] = []
    for number in range(task.rounds):
        found = _kept_round(folder, task, number, len(names))
        if found is None:
            found = _play_round(task, number, network, runner, hear)
            _keep_round(folder, task, number, found)
        kept += found
        hear(number, "fitting", 0.0)
        seen = [part for part in kept if part.chunk % KEPT_APART]
        apart = [part for part in kept if not part.chunk % KEPT_APART] or seen
        learned = fit(*_joined(seen or apart), _joined(apart), task, number)
        network = learned.rounded()
        history.append(learned)
        hear(number, "fitting", 1.0)
    about = {
        "rounds": task.rounds,
        "matches": task.matches,
        "seed": task.seed,
        "positions": sum(len(part.shares) for part in kept),
        "loss": round(history[-1].losses[-1], 4),
        "loss_of_knowing_nothing": round(history[-1].nothing, 4),
    }
    weights = list(network.weights)
    return NetworkFile(list(names), network.hidden, weights, about), history


def _play_round(
    task: LearningTask, number: int, network: Network, runner: Runner, hear: Heard
) -> list[Samples]:
    chunks = -(-task.matches // CHUNK)
    found: list[Samples] = []
    work: Iterator[tuple[int, int]] = ((number, chunk) for chunk in range(chunks))
    for samples in runner.play(SamplePlan(task, network), work):
        found.append(samples)
        hear(number, "playing", len(found) / chunks)
    return sorted(found, key=lambda samples: samples.chunk)


def _joined(parts: list[Samples]) -> tuple[Rows, Shares]:
    rows = np.concatenate([part.rows for part in parts])
    return rows, np.concatenate([part.shares for part in parts])


# Rounds kept in a folder


def _round_path(folder: Path, task: LearningTask, number: int) -> Path:
    about = (task.game_id, task.players, task.matches, task.hidden, task.epochs, task.every)
    words = "-".join(str(part) for part in about)
    return folder / f"{words}-seed{task.seed}-round{number + 1}.npz"


def _prepare_folder(folder: Path | None) -> None:
    """Make the folder before anything is played; refuse a file in its place."""
    if folder is None:
        return
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is not a folder: name one in which rounds can be kept")
    folder.mkdir(parents=True, exist_ok=True)


_DAMAGED = (ValueError, TypeError, KeyError, EOFError, NotImplementedError, RuntimeError,
            zipfile.BadZipFile, zlib.error)  # fmt: skip
"""What reading a damaged file may raise."""


def _kept_round(
    folder: Path | None, task: LearningTask, number: int, inputs: int
) -> list[Samples] | None:
    path = None if folder is None else _round_path(folder, task, number)
    if path is None or not path.is_file():
        return None
    content = path.read_bytes()
    try:
        return _parse_round(content, task.players, inputs)
    except _DAMAGED as error:
        raise UsageError(
            f"{path} is damaged or of another version: delete it, and the same command plays that"
            " round again"
        ) from error


def _parse_round(content: bytes, players: int, inputs: int) -> list[Samples]:
    with np.load(io.BytesIO(content)) as kept:
        rows, shares, lengths = kept["rows"], kept["shares"], kept["lengths"]
    count = int(lengths.sum())
    if rows.shape != (count, players, inputs) or shares.shape != (count, players):
        raise ValueError("the arrays do not go together")
    ends = np.cumsum(lengths)
    return [
        Samples(chunk, rows[end - length : end], shares[end - length : end])
        for chunk, (end, length) in enumerate(zip(ends, lengths, strict=True))
    ]


def _keep_round(folder: Path | None, task: LearningTask, number: int, found: list[Samples]) -> None:
    if folder is None:
        return
    rows, shares = _joined(found)
    lengths = [len(part.shares) for part in found]
    path = _round_path(folder, task, number)
    fresh = path.with_suffix(".part.npz")
    np.savez_compressed(fresh, rows=rows, shares=shares, lengths=lengths)
    fresh.replace(path)
