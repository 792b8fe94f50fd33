"""Who plays the seats that the caller does not: policies inside the kernels, or bots."""

from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.bots.spec import BotPlayer, Player, parse_player
from ludoteca.core.errors import UsageError
from ludoteca.rl.policy import OUTSIDE, POLICIES


@dataclass(frozen=True)
class Opponents:
    """The opponents in the order of their seats."""

    policies: tuple[int, ...]
    """Those that play inside the kernels by their policy; OUTSIDE in place of the others."""
    players: tuple[Player | None, ...]
    """Those others."""

    @property
    def are_inside(self) -> bool:
        """Whether the kernels know all of them."""
        return OUTSIDE not in self.policies


def parse_opponents(names: str | Sequence[str], players: int) -> Opponents:
    """Read who plays: a policy, a bot or a level for all opponents, or one for each.

    >>> parse_opponents(["quick", "greedy", "planner"], 4).policies
    (1, 2, -1)
    """
    listed = [names] * (players - 1) if isinstance(names, str) else list(names)
    if len(listed) != players - 1:
        raise UsageError(f"{players - 1} opponents are expected, not {len(listed)}")
    found = [_parse(name) for name in listed]
    return Opponents(tuple(policy for policy, _ in found), tuple(player for _, player in found))


def _parse(name: str) -> tuple[int, Player | None]:
    if name in POLICIES:
        return POLICIES[name], None
    player = parse_player(name)
    if isinstance(player, BotPlayer) and player.bot in POLICIES:
        return POLICIES[player.bot], None
    return OUTSIDE, player
