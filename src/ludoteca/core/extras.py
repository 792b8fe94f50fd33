"""Which extra of this package brings an optional module, for a sentence where it is missing."""

EXTRAS = {
    "argon2": "server",
    "asyncpg": "scale",
    "cma": "tune",
    "gymnasium": "learning",
    "litestar": "server",
    "minari": "learners",
    "openskill": "server",
    "PIL": "graphics",
    "pettingzoo": "learning",
    "prometheus_client": "server",
    "pyarrow": "data",
    "pyotp": "server",
    "pyspiel": "openspiel",
    "redis": "scale",
    "resvg_py": "graphics",
    "segno": "server",
    "stable_baselines3": "learners",
    "structlog": "server",
    "textual": "terminal",
    "textual_image": "graphics",
    "uvicorn": "server",
    "websockets": "server",
}
"""The extra for each module that is imported only where it is used."""


def sentence(error: ModuleNotFoundError) -> str | None:
    """Return what to install for a module that is missing; None if it is none of these.

    >>> sentence(ModuleNotFoundError("No module named 'uvicorn'", name="uvicorn.config"))
    "this needs uvicorn: pip install 'ludoteca[server]'"
    """
    module = (error.name or "").partition(".")[0]
    extra = EXTRAS.get(module)
    return None if extra is None else f"this needs {module}: pip install 'ludoteca[{extra}]'"


def lacking(error: ModuleNotFoundError) -> ModuleNotFoundError:
    """Return the same error with a sentence that says what to install."""
    return ModuleNotFoundError(sentence(error) or str(error), name=error.name)
