"""The rules of any game as functions on integers: what a game provides and generic kernels call.

Each function here is only a declaration. `core.kernel` puts a game's own function of the same name
in its place, plain or compiled. A state `s` is a `State` or a record of a NumPy array; a seat is a
number from 0 to players - 1; an action and an outcome are small integers of the game's own.
"""

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from typing import Any

S = Any
"""A state of some game."""


def start(s: S, players: int, options: Sequence[int]) -> None:
    """Set up the empty table; each option is the index of its value."""
    raise _unbound(s, players, options)


def roll_size(s: S) -> int:
    """Return the sum of the weights, below which the next draw is made; 0 if no deal is due."""
    raise _unbound(s)


def outcome_of(s: S, roll: int) -> int:
    """Return the outcome that a roll decides; outcomes rise with the roll."""
    raise _unbound(s, roll)


def put_outcome(s: S, outcome: int) -> None:
    """Let chance have decided this outcome."""
    raise _unbound(s, outcome)


def deal_all(s: S, rng: MutableSequence[int]) -> None:
    """Roll and put outcomes until no deal is due; a game may do that faster than one by one."""
    raise _unbound(s, rng)


def seat_to_move(s: S) -> int:
    """Name the (lowest) seat that is to move; -1 while a deal is due and once all is over."""
    raise _unbound(s)


def may_move(s: S, seat: int) -> bool:
    """Return whether this seat may make a move now."""
    raise _unbound(s, seat)


def count_legal(s: S, seat: int) -> int:
    """Count the legal actions of a seat that may move."""
    raise _unbound(s, seat)


def nth_legal(s: S, seat: int, n: int) -> int:
    """Return one legal action for each n below `count_legal`."""
    raise _unbound(s, seat, n)


def refusal(s: S, seat: int, action: int) -> int:
    """Name the rule that forbids an action; 0 if it is legal."""
    raise _unbound(s, seat, action)


def is_secret(s: S, seat: int, action: int) -> bool:
    """Return whether the other seats may not know this move when it is made."""
    raise _unbound(s, seat, action)


def apply(s: S, seat: int, action: int) -> None:
    """Make a legal move."""
    raise _unbound(s, seat, action)


def is_over(s: S) -> bool:
    """Return whether the match has ended by the rules."""
    raise _unbound(s)


def score(s: S, seat: int) -> int:
    """Count a seat's score as if the match ended now."""
    raise _unbound(s, seat)


def winners(s: S, scores: Sequence[int]) -> int:
    """Return the seats that win with these scores, as bits."""
    raise _unbound(s, scores)


def tally_into(s: S, counts: MutableSequence[MutableSequence[int]]) -> None:
    """Add what a simulation counts at the end of a match, a row a thing, to the counts."""
    raise _unbound(s, counts)


def fill_unknown(s: S, seat: int, rng: MutableSequence[int]) -> None:
    """Decide at random what a seat's view leaves open, in agreement with all it shows."""
    raise _unbound(s, seat, rng)


def faults(s: S) -> int:
    """Check what must always hold (no piece lost or doubled …); 0 if all is well."""
    raise _unbound(s)


def features_into(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Write what a bot looks at in a seat's position; `evaluation` names each number."""
    raise _unbound(s, seat, out)


def quick_choice(s: S, seat: int, rng: MutableSequence[int]) -> int:
    """Choose a sensible legal action fast: the policy of playouts."""
    raise _unbound(s, seat, rng)


def careful_choice(s: S, seat: int, rng: MutableSequence[int]) -> int:
    """Choose a good legal action, less fast: the policy of playouts that judge better."""
    raise _unbound(s, seat, rng)


def information(s: S, seat: int) -> int:
    """Sum up in a number, not 0, what a seat knows besides the moves so far.

    That is what chance has laid open, and the seat's own secrets.
    """
    raise _unbound(s, seat)


def parts_into(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Write the parts of a seat's score as if the match ended now; `scoring` names them."""
    raise _unbound(s, seat, out)


def weigh_unknown(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Weigh what a seat's view leaves open by how the others have played; `belief` explains it."""
    raise _unbound(s, seat, out)


def fill_weighed(s: S, seat: int, weights: Sequence[int], rng: MutableSequence[int]) -> None:
    """Decide at random what a seat's view leaves open, by the weights of `weigh_unknown`."""
    raise _unbound(s, seat, weights, rng)


def inputs_into(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Write what the learned value looks at in a seat's position; `value` names each number."""
    raise _unbound(s, seat, out)


def observe_into(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Write what a seat sees as small numbers into `out`, all 0 before; `tensor` explains them."""
    raise _unbound(s, seat, out)


def mask_into(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Write 1 for each legal action of a seat that may move into `out`, all 0 before."""
    raise _unbound(s, seat, out)


def factors_into(s: S, seat: int, out: MutableSequence[int]) -> None:
    """Write the legal actions of a seat that may move in a few words; `tensor` explains them."""
    raise _unbound(s, seat, out)


KNOWLEDGE = (
    *(
        "features_into",
        "quick_choice",
        "careful_choice",
        "information",
        "parts_into",
        "weigh_unknown",
        "fill_weighed",
    ),
    *("inputs_into", "observe_into", "mask_into", "factors_into"),
)
"""What `evaluation`, `belief`, `value`, `tensor` and the parts of a score offer, where they do."""


class Engine:
    """A game's own function for each declaration above: `game.engine.apply(state, seat, action)`.

    `vars(game.engine)` maps each name to the function, as `core.kernel.load` takes them.
    """

    start = staticmethod(start)
    roll_size = staticmethod(roll_size)
    outcome_of = staticmethod(outcome_of)
    put_outcome = staticmethod(put_outcome)
    deal_all = staticmethod(deal_all)
    seat_to_move = staticmethod(seat_to_move)
    may_move = staticmethod(may_move)
    count_legal = staticmethod(count_legal)
    nth_legal = staticmethod(nth_legal)
    refusal = staticmethod(refusal)
    is_secret = staticmethod(is_secret)
    apply = staticmethod(apply)
    is_over = staticmethod(is_over)
    score = staticmethod(score)
    winners = staticmethod(winners)
    tally_into = staticmethod(tally_into)
    fill_unknown = staticmethod(fill_unknown)
    faults = staticmethod(faults)
    features_into = staticmethod(features_into)
    quick_choice = staticmethod(quick_choice)
    careful_choice = staticmethod(careful_choice)
    information = staticmethod(information)
    parts_into = staticmethod(parts_into)
    weigh_unknown = staticmethod(weigh_unknown)
    fill_weighed = staticmethod(fill_weighed)
    inputs_into = staticmethod(inputs_into)
    observe_into = staticmethod(observe_into)
    mask_into = staticmethod(mask_into)
    factors_into = staticmethod(factors_into)

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        """Put the functions of a game in the place of the declarations."""
        vars(self).update(functions)


DECLARED = tuple(name for name in vars(Engine) if not name.startswith("_"))
"""The names of all declarations."""


def _unbound(*_: object) -> RuntimeError:
    return RuntimeError("a declaration only: load the kernel for a game first")
