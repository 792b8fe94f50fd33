"""What a simulation says, for machines and for the tables of people."""

from typing import Any

import numpy as np

from ludoteca.arena.report_tables import ReportTable
from ludoteca.arena.simulate import SimulationPlan, SimulationSummary
from ludoteca.core.game import Game


def summary_fields(
    game: Game, plan: SimulationPlan, summary: SimulationSummary, seconds: float
) -> dict[str, Any]:
    """Return the summary for machines."""
    scoring = game.modules.scoring
    columns = scoring.TALLY_COLUMNS
    return {
        "game": game.id,
        "players": plan.players,
        "options": plan.options,
        "seed": plan.seed,
        "matches": summary.matches,
        "seconds": round(seconds, 3),
        "matches_per_s": round(summary.matches / seconds, 1),
        "moves": _spread(summary.lengths),
        "seats": [
            {"wins": wins / summary.matches, "score": _spread(scores)}
            for wins, scores in zip(summary.wins, summary.scores, strict=True)
        ],
        "tally": {
            row: dict(zip(columns, map(int, counts), strict=True))
            for row, counts in zip(scoring.TALLY_ROWS, summary.tally, strict=True)
        },
    }


def _spread(counts: Any) -> dict[str, float]:
    """Describe how often each number came up."""
    values = np.arange(len(counts))
    total = counts.sum()
    mean = float((counts * values).sum() / total)
    deviation = float(np.sqrt((counts * (values - mean) ** 2).sum() / total))
    seen = np.nonzero(counts)[0]
    return {
        "mean": round(mean, 3),
        "deviation": round(deviation, 3),
        "least": int(seen[0]),
        "most": int(seen[-1]),
    }


def summary_tables(game: Game, fields: dict[str, Any]) -> list[ReportTable]:
    """Put the seats and what was counted into tables."""
    words, moves = game.words(), fields["moves"]
    seats = [
        [
            f"seat {seat}",
            f"{row['wins']:.1%}",
            f"{row['score']['mean']:.2f}",
            f"{row['score']['deviation']:.2f}",
            str(row["score"]["least"]),
            str(row["score"]["most"]),
        ]
        for seat, row in enumerate(fields["seats"])
    ]
    length = f"{moves['mean']:.1f} moves a match ({moves['least']} to {moves['most']})."
    columns = list(game.modules.scoring.TALLY_COLUMNS)[: fields["players"] + 1]
    counted = [
        [words.get(f"tally.{row}", row), *(f"{counts[c]:,}" for c in columns)]
        for row, counts in fields["tally"].items()
    ]
    head = ["", *(words.get(f"tally.{column}", column) for column in columns)]
    title = ["", "Wins", "Mean score", "Deviation", "Least", "Most"]
    return [
        ReportTable("Seats", title, seats, length),
        ReportTable("Counted", head, counted, f"In {fields['matches']:,} matches."),
    ]
