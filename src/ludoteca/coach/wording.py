"""What the coach found, in words for terminals."""

from ludoteca.language import Words


def like_words(levels: tuple[str, str], said: Words) -> str:
    """Name the level that a player was like, or the two between which they were.

    >>> from ludoteca.language import words
    >>> like_words(("easy", "hard"), words("en")), like_words(("hard", "hard"), words("de"))
    ('played somewhere between easy and hard', 'Spielstärke etwa schwer')
    """
    weaker, stronger = (said[f"page.level.{level}"] for level in levels)
    if weaker == stronger:
        return said.say("plain.analysis.like", level=weaker)
    return said.say("plain.analysis.between", weaker=weaker, stronger=stronger)
