"""How strong the strongest bot is: `python -m benchmarks.master GAME [PART …] [--deals N]`.

old-2 old-3 old-4     against `mcts` as it was before it read the others and learned, by its
                      settings, at 100 ms of processor time a move; `lone` is the share of the wins
                      of one among others that play as before
lone-3 lone-4         that share alone, in half of the time
flat-2 flat-3 flat-4  the tree against flat search with as many playouts
cheater               a bot that sees all hidden cards, but not what will be dealt, against one that
                      does not: as it was before, and now

Deals come from a seed that nothing was tuned, learned or chosen with; choosing used those from
515001 on. Results are kept in `benchmarks/results`: ended by Ctrl-C and started again, or with more
deals, a part goes on. Prints a line of JSON for each part.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from benchmarks.resume import RESULTS, meet, meet_alone, said, shares
from ludoteca import games
from ludoteca.arena.contest import shares_of_first
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded

SEED = 660_917

OLD = (
    "mcts?belief=off&width=14&halving=off&distinct=off&stop=off&learned=off&judgement=0.4"
    "&careful=off&solo=off&informed=off&widening=off"
)
"""How `mcts` played before."""


def measure_pair(game: Game, players: int, pair: tuple[str, str], given: Any) -> dict[str, Any]:
    """Let two bots meet on duplicate deals."""
    met = meet(game, players, pair, given.deals, given.seed, given.folder)
    counted = met.counted()
    lone = [sum(shares_of_first(met.plan, deal)[:players]) / players for deal in counted]
    return {
        "first": pair[0],
        "second": pair[1],
        "deals": len(counted),
        "matches": sum(len(deal.matches) for deal in counted),
        "share": said(shares(met)),
        "lone": said(lone),
        "even": round(1 / players, 3),
    }


def play(game: Game, bots: tuple[Player, Player], deal: int, own: int) -> float:
    """Play a deal: bot 0 in seat `own` sees everything, bot 1 its view; return bot 0's share."""
    chance, state = seeded(SEED, deal), game.new(2)
    luck = [seeded(SEED + 1 + seat, deal) for seat in range(2)]
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(chance, number))
            continue
        seat = game.movers(state)[0]
        view = View(seat, state) if seat == own else game.view(state, seat)
        bot = bots[seat != own]
        action = bot.choose(game, view, game.legal(state, seat), luck[seat])
        state = game.apply_legal(state, seat, action)
    winners = game.winners(state)
    return (own in winners) / len(winners)


def cheat(game: Game, given: Any) -> dict[str, Any]:
    """Measure what knowing the hidden cards is worth, before and now."""
    rows: dict[str, Any] = {}
    for name, spec in (("before", OLD), ("now", "mcts?stop=off")):
        player = parse_player(f"{spec}:{given.playouts}")
        old = parse_player(f"{OLD}:{given.playouts}")
        shares = [
            sum(play(game, (player, player), deal, own) for own in range(2)) / 2
            for deal in range(given.deals)
        ]
        rows[name] = said(shares)
        if name == "now":
            shares = [
                sum(play(game, (old, player), deal, own) for own in range(2)) / 2
                for deal in range(given.deals)
            ]
            rows["old_cheater_against_now"] = said(shares)
    return {"matches": 2 * given.deals, "playouts": given.playouts, **rows}


def measure(game: Game, part: str, given: Any) -> dict[str, Any]:
    """Measure one part."""
    name, _, players = part.partition("-")
    if name == "old":
        budget = f"{given.cpu}cpu"
        return measure_pair(game, int(players), (f"mcts:{budget}", f"{OLD}:{budget}"), given)
    if name == "lone":
        pair = (f"mcts:{given.cpu}cpu", f"{OLD}:{given.cpu}cpu")
        alone = meet_alone(game, int(players), pair, given.deals, given.seed, given.folder)
        return {
            "deals": len(alone),
            "matches": len(alone) * int(players),
            "lone": said(alone),
            "even": round(1 / int(players), 3),
        }
    if name == "flat":
        pair = (f"mcts:{given.playouts}", f"monte_carlo:{given.playouts}")
        return measure_pair(game, int(players), pair, given)
    return cheat(game, given)


PARTS = (
    *(f"{name}-{players}" for name in ("old", "flat") for players in (2, 3, 4)),
    *("lone-3", "lone-4", "cheater"),
)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of: {', '.join(PARTS)}")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--cpu", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--playouts", default="800p", help="for `flat` and `cheater`")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--folder", type=Path, default=RESULTS)
    given = parser.parse_args()
    game = games.load(given.game)
    for part in given.parts or PARTS:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; there are: {', '.join(PARTS)}")
        print(json.dumps({"game": game.id, "part": part, **measure(game, part, given)}), flush=True)


if __name__ == "__main__":
    main()
