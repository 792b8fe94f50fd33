"""What a tournament says, for machines and for the tables of people: one form, in plain values.

Nothing in it depends on the order in which the results came in.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludoteca.arena.contest import Contest, shares_of_first
from ludoteca.arena.rating import ANCHOR, rate
from ludoteca.arena.statistics import (
    ERROR,
    LEAST_MATCHES,
    Interval,
    correlation,
    holm,
    interval,
    mean_and_error,
    probability_of_luck,
)
from ludoteca.arena.tournament import PairedDeal, Thinking, TournamentPlan, seatings

MOST_NOTES = 100
"""Number of notes kept in full."""

Fields = dict[str, Any]


def standings(contest: Contest) -> Fields:
    """Sum up all results so far; there must be at least one."""
    plan, deals = contest.plan, contest.counted()
    notes = [note for deal in deals for note in deal.notes]
    if len(notes) > MOST_NOTES:
        notes[MOST_NOTES:] = [f"and {len(notes) - MOST_NOTES:,} more"]
    return {
        "game": plan.game_id,
        "rules_version": plan.rules_version,
        "players": plan.players,
        "options": dict(plan.options),
        "seed": plan.seed,
        "deals": plan.deals,
        "sprt": plan.sprt,
        "matches": sum(len(deal.matches) for deal in deals),
        "complete": contest.is_over,
        "pairs": pair_fields(contest, deals),
        "ratings": rating_fields(plan, deals),
        "rating_model": "Bradley–Terry" if plan.players == 2 else "Plackett–Luce",
        "anchor": anchor_of(plan),
        "seats": seat_fields(plan, deals),
        "bots": bot_fields(plan, deals),
        "notes": notes,
    }


def pair_fields(contest: Contest, deals: Sequence[PairedDeal]) -> list[Fields]:
    """Sum up each pair that has met."""
    plan, found, chances = contest.plan, list[Fields](), list[float]()
    for number, (first, second) in enumerate(plan.pairs):
        met = [deal for deal in deals if deal.pair == number]
        if not met:
            continue
        rows = [shares_of_first(plan, deal) for deal in met]
        outcome = interval([sum(row) / len(row) for row in rows])
        chances.append(probability_of_luck(outcome, len(rows)))
        found.append(
            {"a": plan.labels[first], "b": plan.labels[second]}
            | _counts(rows)
            | {"win_rate_a": outcome.mean, "low": outcome.low, "high": outcome.high}
            | {"deals": len(met), "correlation": correlation(rows)}
            | _scores(plan, met)
            | (_alone(plan, rows) if plan.players > 2 else {})
            | (_test(contest, number) if contest.tests else {})
        )
    for fields, chance, corrected in zip(found, chances, holm(chances), strict=True):
        fields |= {"p": chance, "p_corrected": corrected, "claim": _claim(fields, corrected)}
    return found


def _counts(rows: Sequence[Sequence[float]]) -> Fields:
    shares = [share for row in rows for share in row]
    wins_a = sum(share > 1 - 1e-9 for share in shares)
    wins_b = sum(share < 1e-9 for share in shares)
    ties = len(shares) - wins_a - wins_b
    return {"wins_a": wins_a, "wins_b": wins_b, "ties": ties, "matches": len(shares)}


def _scores(plan: TournamentPlan, deals: Sequence[PairedDeal]) -> Fields:
    scores = [
        [
            score
            for deal in deals
            for seating, match in zip(seatings(plan.players), deal.matches, strict=True)
            for seat, score in enumerate(match.scores)
            if seating[seat] == side
        ]
        for side in (0, 1)
    ]
    return {f"score_{x}": sum(s) / len(s) for x, s in zip("ab", scores, strict=True)}


def _alone(plan: TournamentPlan, rows: Sequence[Sequence[float]]) -> Fields:
    """Return the share of either bot alone among others; between equals it is 1 / players."""
    alone_a = [sum(row[: plan.players]) / plan.players for row in rows]
    alone_b = [1 - sum(row[plan.players :]) / plan.players for row in rows]
    return {"alone_a": _triple(interval(alone_a)), "alone_b": _triple(interval(alone_b))}


def _triple(outcome: Interval) -> Fields:
    return {"win_rate": outcome.mean, "low": outcome.low, "high": outcome.high}


def _test(contest: Contest, pair: int) -> Fields:
    test = contest.tests[pair]
    return {
        "sprt": {
            "low": test.low,
            "high": test.high,
            "verdict": test.verdict,
            "bounds": test.bounds,
            "looks": test.looks,
        }
    }


def _claim(fields: Fields, corrected: float) -> str | None:
    """Name the bot that may be called the better one, if any: a test that stopped has the word."""
    if "sprt" in fields:
        return fields["a"] if fields["sprt"]["verdict"] == "accepted" else None
    if fields["matches"] < LEAST_MATCHES or corrected >= ERROR:
        return None
    return fields["a"] if fields["win_rate_a"] > 0.5 else fields["b"]


def rating_fields(plan: TournamentPlan, deals: Sequence[PairedDeal]) -> list[Fields]:
    """Rate the bots, best first."""
    found = [
        {"bot": label, "rating": rating, "low": low, "high": high}
        for label, (rating, low, high) in zip(plan.labels, rate(plan, deals), strict=True)
    ]
    return sorted(found, key=lambda fields: -fields["rating"])


def anchor_of(plan: TournamentPlan) -> str:
    """Name the bot that is rated 0."""
    return ANCHOR if ANCHOR in plan.bots else plan.labels[0]


def seat_fields(plan: TournamentPlan, deals: Sequence[PairedDeal]) -> list[Fields]:
    """Return how often each seat wins: every bot sits on every seat equally often."""
    by_deal: dict[int, list[list[float]]] = {}
    for deal in deals:
        by_deal.setdefault(deal.deal, []).extend(match.shares() for match in deal.matches)
    found = []
    for seat in range(plan.players):
        means = [sum(row[seat] for row in rows) / len(rows) for rows in by_deal.values()]
        scores = [match.scores[seat] for deal in deals for match in deal.matches]
        outcome = _triple(interval(means))
        found.append({"seat": seat} | outcome | {"score": sum(scores) / len(scores)})
    return found


def bot_fields(plan: TournamentPlan, deals: Sequence[PairedDeal]) -> list[Fields]:
    """Sum up each bot's scores and thinking over all its matches."""
    scores: list[Counter[int]] = [Counter() for _ in plan.bots]
    thinking = [Thinking() for _ in plan.bots]
    for deal in deals:
        pair = plan.pairs[deal.pair]
        for bot, spent in zip(pair, deal.thinking, strict=True):
            thinking[bot].add(spent)
        for seating, match in zip(seatings(plan.players), deal.matches, strict=True):
            for side, score in zip(seating, match.scores, strict=True):
                scores[pair[side]][score] += 1
    return [
        {
            "bot": label,
            "spec": spec,
            "score": None if not counts else mean_and_error(list(counts.elements()))[0],
            "scores": {str(score): counts[score] for score in sorted(counts)},
            "moves": spent.moves,
            "ms_per_move": 1000 * spent.seconds / max(1, spent.moves),
            "ms_longest": 1000 * spent.longest,
            "forfeits": spent.forfeits,
        }
        for label, spec, counts, spent in zip(plan.labels, plan.bots, scores, thinking, strict=True)
    ]
