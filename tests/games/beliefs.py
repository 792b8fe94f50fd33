"""Matches by sensible play, and what was hidden in them, to see how good beliefs are."""

import math
from collections.abc import Iterator

from ludoteca.bots.planner import ranked
from ludoteca.core.game import Game
from ludoteca.core.generator import below, seeded
from ludoteca.core.types import State


def positions(game: Game, players: int, seed: int) -> Iterator[tuple[State, int]]:
    """Play a match by the looks of moves, not always the best; yield each turn and its seat."""
    rng, chance, state = seeded(seed, 1), seeded(seed), game.new(players)
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        movers = game.movers(state)
        if len(movers) == 1 and hidden_card(game, state, 1 - movers[0] % 2) >= 0:
            yield state, movers[0]
        moves = ranked(game, game.view(state, movers[0]), 3)
        chosen = moves[0] if below(rng, 10) else moves[below(rng, len(moves))]
        state = game.apply_legal(state, movers[0], chosen)


def chances_of(game: Game, weights: list[int], state: State, seat: int, other: int) -> list[float]:
    """Return what a seat believes about each card that another one may have; 0 for impossible."""
    row = len(weights) // 4
    own = weights[other * row : other * row + row]
    for card in known_cards(game, state, seat):
        own[card] = 0
    return [weight / sum(own) for weight in own]


def known_cards(game: Game, state: State, seat: int) -> list[int]:
    """List the numbers of the cards that a seat knows the others not to have."""
    if game.id == "my_shelfie":
        return [0, state.personal_goal[seat]]  # type: ignore[attr-defined]
    cards = [*state.common_objectives, *state.objectives_dealt[seat]]  # type: ignore[attr-defined]
    return [card - 87 for card in cards if card]


def hidden_card(game: Game, state: State, other: int) -> int:
    """Return the number of the card that a seat hides."""
    if game.id == "my_shelfie":
        return int(state.personal_goal[other])  # type: ignore[attr-defined]
    return int(state.secret_objective[other]) - 87  # type: ignore[attr-defined]


def loss(chance: float) -> float:
    """Return the logarithmic loss of a chance that was given to what is true."""
    return -math.log(chance)
