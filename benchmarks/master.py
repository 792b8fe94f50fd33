"""How strong the strongest bot is: `python benchmarks/master.py GAME [PART …] [--deals N]`.

old-2 old-3 old-4     against `mcts` as it was before it read the others and learned, by its
                      settings, at 100 ms of processor time a move; `lone` is the share of the wins
                      of one among others that play as before
flat-2 flat-3 flat-4  the tree against flat search with as many playouts
cheater               a bot that sees all hidden cards, but not what will be dealt, against one that
                      does not: as it was before, and now
doubling              two seconds against one, until a test of 50 against 55 % is sure

Deals come from a seed that nothing was tuned, learned or chosen with; choosing used those from
515001 on. Results are kept in files: started again with more deals, a part goes on. Prints a line
of JSON for each part.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from ludoteca import games
from ludoteca.arena import contest
from ludoteca.arena.contest import Contest, share_of_first, shares_of_first
from ludoteca.arena.resume_file import ResumeFile
from ludoteca.arena.statistics import interval
from ludoteca.arena.tournament import make_plan
from ludoteca.arena.workers import Here
from ludoteca.bots.spec import Player, parse_player
from ludoteca.core.game import Game, View
from ludoteca.core.generator import below, seeded

SEED = 660_917

OLD = "mcts?belief=off&width=14&halving=off&distinct=off&stop=off&learned=off&judgement=0.4"
"""How `mcts` played before."""


def said(shares: list[float]) -> list[float]:
    """Return a mean with the ends of its interval."""
    found = interval(shares)
    return [round(value, 3) for value in (found.mean, found.low, found.high)]


def meet(
    game: Game, players: int, pair: tuple[str, str], given: Any, sprt: Any = None
) -> dict[str, Any]:
    """Let two bots meet on duplicate deals."""
    plan = make_plan(game, players, game.choose_options(), pair, given.deals, SEED, sprt)
    name = "-".join([game.id, str(players), *pair]).translate(str.maketrans("?&=:", "...."))
    with ResumeFile(given.folder / f"{name[:180]}.jsonl", plan, "benchmark") as kept:
        under_way = Contest(plan)
        for deal in kept.deals:
            under_way.take(deal)
        contest.run(under_way, Here(), kept.append, lambda: None)
    counted = under_way.counted()
    lone = [sum(shares_of_first(plan, deal)[:players]) / players for deal in counted]
    found: dict[str, Any] = {
        "first": pair[0],
        "second": pair[1],
        "matches": sum(len(deal.matches) for deal in counted),
        "share": said([share_of_first(plan, deal) for deal in counted]),
        "lone": said(lone),
        "even": round(1 / players, 3),
    }
    if under_way.tests:
        found["decided"] = under_way.is_decided(0)
    return found


def play(game: Game, bots: tuple[Player, Player], deal: int, own: int) -> float:
    """Play a deal: bot 0 in seat `own` sees everything, bot 1 its view; return bot 0's share."""
    dice, state = seeded(SEED, deal), game.new(2)
    luck = [seeded(SEED + 1 + seat, deal) for seat in range(2)]
    while not game.is_over(state):
        if game.deal_name(state):
            state, _ = game.deal_all(state, lambda number: below(dice, number))
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
        return meet(game, int(players), (f"mcts:{budget}", f"{OLD}:{budget}"), given)
    if name == "flat":
        pair = (f"mcts:{given.playouts}", f"monte_carlo:{given.playouts}")
        return meet(game, int(players), pair, given)
    if name == "doubling":
        pair = (f"mcts:{2 * given.second}cpu", f"mcts:{given.second}cpu")
        return meet(game, 2, pair, given, (0.50, 0.55))
    return cheat(game, given)


PARTS = (
    *(f"{name}-{players}" for name in ("old", "flat") for players in (2, 3, 4)),
    *("cheater", "doubling"),
)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("game")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of: {', '.join(PARTS)}")
    parser.add_argument("--deals", type=int, default=400)
    parser.add_argument("--cpu", type=int, default=100, help="milliseconds a move")
    parser.add_argument("--second", type=int, default=1000, help="the shorter time of `doubling`")
    parser.add_argument("--playouts", default="800p", help="for `flat` and `cheater`")
    parser.add_argument("--folder", type=Path, default=Path(".cache/master"))
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    game = games.load(given.game)
    for part in given.parts or PARTS:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; there are: {', '.join(PARTS)}")
        print(json.dumps({"game": game.id, "part": part, **measure(game, part, given)}), flush=True)


if __name__ == "__main__":
    main()
