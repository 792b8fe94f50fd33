"""Pairs of bots that meet in benchmarks; each deal is kept in a file, so that they can go on."""

import json
from pathlib import Path

from ludoteca.arena import contest
from ludoteca.arena.contest import Contest, share_of_first
from ludoteca.arena.resume_file import ResumeFile
from ludoteca.arena.runner import MatchRunner
from ludoteca.arena.statistics import interval
from ludoteca.arena.tournament import Thinking, make_plan
from ludoteca.arena.workers import Here
from ludoteca.core.game import Game

RESULTS = Path(__file__).with_name("results")
"""The results of each deal, from which a measurement goes on."""

_SPECIAL = str.maketrans("?&=:", "....")


def meet(
    game: Game,
    players: int,
    pair: tuple[str, str],
    deals: int,
    seed: int,
    folder: Path = RESULTS,
) -> Contest:
    """Let two bots meet until there are as many deals, or Ctrl-C ends it."""
    plan = make_plan(game, players, game.choose_options(), pair, deals, seed)
    with ResumeFile(path_of(folder, game, players, pair, seed), plan, "benchmark") as kept:
        under_way = Contest(plan)
        for deal in kept.deals:
            under_way.take(deal)
        contest.run(under_way, Here(), kept.append, lambda: None)
    return under_way


def meet_alone(
    game: Game, players: int, pair: tuple[str, str], deals: int, seed: int, folder: Path = RESULTS
) -> list[float]:
    """Let one of the first bot sit among others of the second, in every seat; return its shares.

    These are half of the matches of `meet`, with the same cards and the same luck.
    """
    plan = make_plan(game, players, game.choose_options(), pair, deals, seed)
    path = path_of(folder, game, players, pair, seed, "lone-")
    lines = path.read_text().splitlines() if path.is_file() else []
    kept = {row["deal"]: row["shares"] for row in map(json.loads, lines)}
    table = MatchRunner(plan)
    with path.open("a") as file:
        try:
            for deal in range(deals):
                if deal not in kept:
                    kept[deal] = [_share_of(table, deal, seat) for seat in range(players)]
                    file.write(json.dumps({"deal": deal, "shares": kept[deal]}) + "\n")
                    file.flush()
        except KeyboardInterrupt:
            pass
        finally:
            table.close()
    return [sum(kept[deal]) / players for deal in sorted(kept) if deal < deals]


def _share_of(table: MatchRunner, deal: int, seat: int) -> float:
    """Play a match with the first bot in one seat; return its share of the win."""
    sitting = [int(other != seat) for other in range(table.plan.players)]
    return table.play_match(deal, sitting, [Thinking() for _ in sitting], []).shares()[seat]


def path_of(
    folder: Path, game: Game, players: int, pair: tuple[str, str], seed: int, kind: str = ""
) -> Path:
    """Return where the results of a pair are kept."""
    folder.mkdir(parents=True, exist_ok=True)
    name = "-".join([game.id, str(players), str(seed), *pair]).translate(_SPECIAL)
    return folder / f"{kind}{name[:180]}.jsonl"


def shares(met: Contest) -> list[float]:
    """Return the share of the wins that went to the first bot, deal by deal."""
    return [share_of_first(met.plan, deal) for deal in met.counted()]


def said(values: list[float]) -> list[float]:
    """Return a mean with the ends of its interval."""
    found = interval(values)
    return [round(value, 3) for value in (found.mean, found.low, found.high)]
