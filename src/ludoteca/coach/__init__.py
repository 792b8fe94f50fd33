"""Advice from the bots: hints for a seat about to move, and the analysis of a whole record."""

from ludoteca.coach.account import MatchAccount, account_of
from ludoteca.coach.analysis import Analysis, Judgement, Reason, analyse
from ludoteca.coach.compare import compare
from ludoteca.coach.hint import DecisionPoint, decision_at, hint, parse_adviser
from ludoteca.coach.level import level_like

__all__ = [
    "Analysis",
    "DecisionPoint",
    "Judgement",
    "MatchAccount",
    "Reason",
    "account_of",
    "analyse",
    "compare",
    "decision_at",
    "hint",
    "level_like",
    "parse_adviser",
]
