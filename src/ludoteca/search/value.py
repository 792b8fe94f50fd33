"""The learned value: every seat's chance to win, judged by a small network.

A network has one layer of hidden units. Its weights are whole numbers, kept in floats, and so are
all sums: they stay below 2**53, so every engine gets the same bits in any order of adding.

    net = inputs x hidden weights, row by row · a bias for each hidden unit · its weight at the end

It gives each seat a strength, from its own position and the table; the chances of all seats are the
softmax of their strengths and add up to 1.
"""

from collections.abc import MutableSequence, Sequence
from typing import Any

from ludoteca.core.engine import inputs_into
from ludoteca.core.numeric import exp

Numbers = MutableSequence[int]
Values = MutableSequence[float]

FIRST_UNIT, LAST_UNIT = 4096, 1024
"""What 1 is in the weights before and after the hidden units."""


def strength_of(s: Any, seat: int, net: Sequence[float], inputs: Numbers, hidden: Values) -> float:
    """Return how strong a seat's position is; only differences between seats mean something."""
    size = len(hidden)
    known = len(net) // size - 2
    inputs_into(s, seat, inputs)
    biases = known * size
    for unit in range(size):
        hidden[unit] = net[biases + unit]
    for n in range(known):
        value = inputs[n]
        if value != 0:
            first = n * size
            for unit in range(size):
                hidden[unit] += value * net[first + unit]
    total = 0.0
    for unit in range(size):
        if hidden[unit] > 0.0:
            total += hidden[unit] * net[biases + size + unit]
    return total / (FIRST_UNIT * LAST_UNIT)


def chances_into(
    s: Any,
    players: int,
    net: Sequence[float],
    inputs: Numbers,
    hidden: Values,
    out: Values,
    first: int,
) -> None:
    """Write every seat's chance to win into `out` from `first` on."""
    highest = -1000000.0
    for seat in range(players):
        out[first + seat] = strength_of(s, seat, net, inputs, hidden)
        highest = max(highest, out[first + seat])
    total = 0.0
    for seat in range(players):
        out[first + seat] = exp(out[first + seat] - highest)
        total += out[first + seat]
    for seat in range(players):
        out[first + seat] /= total
