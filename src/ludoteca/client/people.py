"""Where a server tells of its players over HTTP: profiles, past matches, leaderboards."""

from urllib.parse import quote


def profile_path(name: str) -> str:
    """Return where the profile of an account is found.

    >>> profile_path("Zoë/1")
    '/api/people/Zo%C3%AB%2F1'
    """
    return f"/api/people/{quote(name, safe='')}"


def history_path(name: str | None, before: float | None = None) -> str:
    """Return where the matches of an account are found; one's own without a name.

    >>> history_path(None), history_path("Ada", 12.5)
    ('/api/me/matches', '/api/people/Ada/matches?before=12.5')
    """
    path = "/api/me" if name is None else profile_path(name)
    return f"{path}/matches" + ("" if before is None else f"?before={before}")
