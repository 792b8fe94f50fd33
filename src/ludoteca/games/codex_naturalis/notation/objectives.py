"""What objective cards ask for, in words."""

from collections.abc import Mapping

from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, OBJECTIVE_FACTS


def objective_text(card: int, words: Mapping[str, str]) -> str:
    """Say what an objective card asks for."""
    facts = OBJECTIVE_FACTS[card - FIRST_OBJECTIVE]
    if facts.needs:
        parts = (f"{count} {words[symbol]}" for symbol, count in facts.needs.items())
        return words["objective.set"].format(set=", ".join(parts))
    first, other = facts.cells[0].kingdom, facts.cells[2].kingdom
    return words[f"objective.{facts.shape}"].format(first=words[first], other=words[other])
