"""The reference of settings: all variables of the environment that something of ours reads."""

from pathlib import Path
from typing import Any

from ludoteca.bots import external
from ludoteca.core.kernel import MODES
from ludoteca.server.settings import PREFIX, Limits, Settings
from tests.docs import writing

TEXT = """
Everything that can be set without touching a file is a variable of the environment. Options of a
command win over them; none is needed.
"""

OTHERS = {
    "LUDOTECA_ENGINE": f"how rules run: {', '.join(MODES)}. Else native where that is possible",
    "LUDOTECA_CC": "a C compiler for kernels that changed, called like GCC. Else `ziglang`",
    external.SECONDS_SETTING: "seconds that a program as bot (`exec:…`) has for a move. Else"
    f" {external.SECONDS:g}",
    "NO_COLOR": "set to anything: no colours in the terminal",
    "XDG_DATA_HOME": "the folder for the data of programs: records, tokens, the embedded database",
    "XDG_CONFIG_HOME": "the folder for the settings of programs: those of the terminal program",
    "XDG_CACHE_HOME": "the folder for what can be made again: compiled code",
}
FOR_A_CHECKOUT = {
    "LUDOTECA_PYTHON": "the Python that `./play` and `./check` take. Else the newest they find",
    "LUDOTECA_SOAK": "set to anything: tests take their large samples, as in `./check soak`",
    "LUDOTECA_BROWSER": "the browser for tests of the page. Else Playwright's, or the system's",
    "LUDOTECA_SNAPSHOTS": "`write`: the tests of the terminal program rewrite their pictures",
    "LUDOTECA_AREAS": "how many play areas of Codex Naturalis one test plays through",
    "LUDOTECA_SERVER": "the server behind `npm run dev`. Else `http://127.0.0.1:8000`",
}


def usual(name: str, value: Any) -> str:
    """Write the usual value of a setting."""
    if name in ("host", "data", "bot_threads"):
        return {"host": "all addresses", "data": "the user's data folder"}.get(
            name, "half the cores"
        )
    if isinstance(value, bool):
        return "1" if value else "0"
    return "" if value in ("", ()) or isinstance(value, Path) else f"{value}"


def rows() -> list[tuple[str, str, str]]:
    """List the settings of the server."""
    texts, values = writing.texts_of_fields(Settings), Settings()
    return [
        (f"`{PREFIX}{name.upper()}`", texts.get(name, ""), usual(name, getattr(values, name)))
        for name, kind in Settings.__annotations__.items()
        if kind is not Limits
    ]


def limits() -> list[tuple[str, str, str]]:
    """List what is bounded; a text stands below the last one it speaks of."""
    texts, values = writing.texts_of_fields(Limits), Limits()
    return [(f"`{n}`", f"{getattr(values, n):,}", texts.get(n, "")) for n in Limits.__annotations__]


def page() -> str:
    """Write the page."""
    pieces = [
        writing.head("Settings", TEXT),
        "## The server\n",
        writing.table(("variable", "for", "usual"), rows()),
        "## Everywhere\n",
        writing.table(("variable", "for"), [(f"`{n}`", text) for n, text in OTHERS.items()]),
        "Which proxy is believed: `FORWARDED_ALLOW_IPS`, which uvicorn reads (127.0.0.1).\n",
        "## In a checkout\n",
        writing.table(
            ("variable", "for"), [(f"`{n}`", text) for n, text in FOR_A_CHECKOUT.items()]
        ),
        "## Limits for one user\n",
        "They are fixed: a bad client harms only itself.\n",
        writing.table(("limit", "value", ""), limits()),
    ]
    return "\n".join(pieces)
