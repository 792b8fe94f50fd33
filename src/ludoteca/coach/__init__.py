"""Advice from the bots: hints for a seat about to move, and the analysis of a whole record."""

from ludoteca.coach.analysis import Analysis, Judgement, Reason, analyse
from ludoteca.coach.compare import compare
from ludoteca.coach.hint import DecisionPoint, decision_at, hint, parse_adviser

__all__ = [
    "Analysis",
    "DecisionPoint",
    "Judgement",
    "Reason",
    "analyse",
    "compare",
    "decision_at",
    "hint",
    "parse_adviser",
]
