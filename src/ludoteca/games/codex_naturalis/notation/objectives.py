"""What objective cards ask for, in words."""

from ludoteca.core.words import Words
from ludoteca.games.codex_naturalis.catalog import FIRST_OBJECTIVE, OBJECTIVE_FACTS


def objective_text(card: int, words: Words) -> str:
    """Describe what an objective card asks for.

    >>> from ludoteca.games import load
    >>> objective_text(94, load("codex_naturalis").words("en"))
    'two insect cards stacked, one animal card at the top left'
    """
    facts = OBJECTIVE_FACTS[card - FIRST_OBJECTIVE]
    if facts.needs:
        parts = [words.say(f"board.count.{symbol}", n=n) for symbol, n in facts.needs.items()]
        return words.say("objective.set", set=join(parts, words))
    first, other = facts.cells[0].kingdom, facts.cells[2].kingdom
    return words.say(
        f"objective.{facts.shape}", first=words[f"cards.{first}"], other=words[f"card.{other}"]
    )


def join(parts: list[str], words: Words) -> str:
    """Write a list with commas, and "and" before the last item."""
    if len(parts) < 2:
        return "".join(parts)
    return words.say("board.and", first=", ".join(parts[:-1]), last=parts[-1])
