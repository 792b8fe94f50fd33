"""Pairs of bots that meet in benchmarks; each deal is kept in a file, so that they can go on."""

from pathlib import Path

from ludoteca.arena import contest
from ludoteca.arena.contest import Contest, share_of_first
from ludoteca.arena.resume_file import ResumeFile
from ludoteca.arena.statistics import interval
from ludoteca.arena.tournament import make_plan
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
    sprt: tuple[float, float] | None = None,
) -> Contest:
    """Let two bots meet until there are as many deals, or a test is sure, or Ctrl-C ends it."""
    plan = make_plan(game, players, game.choose_options(), pair, deals, seed, sprt)
    name = "-".join([game.id, str(players), str(seed), *pair]).translate(_SPECIAL)
    folder.mkdir(parents=True, exist_ok=True)
    with ResumeFile(folder / f"{name[:180]}.jsonl", plan, "benchmark") as kept:
        under_way = Contest(plan)
        for deal in kept.deals:
            under_way.take(deal)
        contest.run(under_way, Here(), kept.append, lambda: None)
    return under_way


def shares(met: Contest) -> list[float]:
    """Return the share of the wins that went to the first bot, deal by deal."""
    return [share_of_first(met.plan, deal) for deal in met.counted()]


def said(values: list[float]) -> list[float]:
    """Return a mean with the ends of its interval."""
    found = interval(values)
    return [round(value, 3) for value in (found.mean, found.low, found.high)]
