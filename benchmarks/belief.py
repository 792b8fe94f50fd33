"""How well hidden cards are guessed from what all can see: `python -m benchmarks.belief`.

Matches by the looks of moves, two players. Prints the mean loss of the chance given to the true
card beside that of knowing nothing, and how often the most likely card is the true one, by quarter
of the match. `--fit` tries other factors for the weights and prints the best ones. For the hands of
Codex Naturalis it prints how often a hidden gold card is of a class of `belief.held_weight`, beside
how often it would be if all possible cards were equally likely.
"""

import argparse
import json
import math
from typing import Any

from ludoteca import games
from ludoteca.core.game import Game
from ludoteca.games import codex_naturalis
from ludoteca.games.codex_naturalis import belief
from ludoteca.games.codex_naturalis.catalog import BACK_SIZE
from ludoteca.games.codex_naturalis.layout import DECK, GOLD
from tests.games.beliefs import chances_of, hidden_card, loss, positions

EVERY = 3
"""Every third turn of a match is looked at."""

Sample = tuple[Any, int, float]
"""A state, the seat that guesses, and how far the match has come, 0 to 1."""


def samples(game: Game, matches: int, seed: int) -> list[Sample]:
    """Play matches and take some turns of each."""
    found: list[Sample] = []
    for match in range(matches):
        turns = list(positions(game, 2, seed + match))
        found += [
            (state, seat, n / len(turns))
            for n, (state, seat) in enumerate(turns)
            if n % EVERY == match % EVERY
        ]
    return found


def guesses(game: Game, found: list[Sample]) -> list[tuple[float, float, bool, float]]:
    """For each sample: the loss, that of knowing nothing, whether the best guess is true, when."""
    results = []
    assert game.modules.belief is not None
    for state, seat, when in found:
        weights = [0] * game.modules.belief.WEIGHTS
        game.engine.weigh_unknown(game.view(state, seat).state, seat, weights)
        chances = chances_of(game, weights, state, seat, 1 - seat)
        true = hidden_card(game, state, 1 - seat)
        possible = sum(chance > 0 for chance in chances)
        is_best = chances[true] == max(chances)
        results.append((loss(chances[true]), math.log(possible), is_best, when))
    return results


def fit(game: Game, found: list[Sample]) -> dict[str, Any]:
    """Try factors around zero to three for both numbers of the weights."""
    belief: Any = game.modules.belief
    kept, best = belief.WEIGHT, (math.inf, 0.0, 0.0)
    steps = [n / 10 for n in range(0, 31, 2)]
    try:
        for first in steps[: 9 if game.id == "codex_naturalis" else None]:
            for second in steps[: 9 if game.id == "codex_naturalis" else None]:
                belief.WEIGHT = belief.weight_table(first, second)
                mean = sum(row[0] for row in guesses(game, found)) / len(found)
                best = min(best, (mean, first, second))
    finally:
        belief.WEIGHT = kept
    return {"best_factors": best[1:], "loss_with_them": round(best[0], 3)}


def hands(found: list[Sample]) -> dict[str, list[float]]:
    """Count the hidden gold cards of each weight: those that are there, and those expected."""
    counts = {name: [0.0, 0.0] for name in ("few_points", "lacks_one", "any_card")}
    names = dict(zip((belief.FEW_POINTS, belief.LACKS_ONE, belief.ANY_CARD), counts, strict=True))
    for state, seat, _ in found:
        other, deck = 1 - seat, codex_naturalis.GAME.view(state, seat).state.deck[GOLD]  # type: ignore[attr-defined]
        hidden = [card for card in state.hand[other] if card > DECK]
        for card in hidden:
            if state.seen[other][GOLD] >> card - 1 - DECK & 1:
                continue
            first = (card - 1) // BACK_SIZE * BACK_SIZE + 1
            possible = [c for c in range(first, first + BACK_SIZE) if deck >> c - 1 - DECK & 1]
            counts[names[belief.held_weight(state, other, card)]][0] += 1
            for each in possible:
                counts[names[belief.held_weight(state, other, each)]][1] += 1 / len(possible)
    return {name: [round(number, 1) for number in pair] for name, pair in counts.items()}


def main() -> None:
    """Measure every game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=51_000)
    parser.add_argument("--fit", action="store_true")
    given = parser.parse_args()
    for name in games.names():
        game = games.load(name)
        found = samples(game, given.matches, given.seed)
        results = guesses(game, found)
        line: dict[str, Any] = {"game": name, "positions": len(found)}
        line["loss"] = round(sum(row[0] for row in results) / len(results), 3)
        line["loss_of_knowing_nothing"] = round(sum(row[1] for row in results) / len(results), 3)
        quarters: list[list[bool]] = [[], [], [], []]
        for _, _, is_best, when in results:
            quarters[min(3, int(4 * when))].append(is_best)
        line["best_guess_true"] = [round(sum(part) / len(part), 2) for part in quarters if part]
        if given.fit:
            line |= fit(game, found)
        if game is codex_naturalis.GAME:
            line["gold_cards_held_and_expected"] = hands(found)
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
