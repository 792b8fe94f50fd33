"""A short name of a browser or program, to tell sessions apart."""

BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""The first that is found counts: later ones are also named by those before."""


def describe_device(user_agent: str) -> str:
    """Name the browser and its system; a program by the first word it says of itself.

    >>> describe_device("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0")
    'Firefox, Linux'
    >>> describe_device("ludoteca/1.0 Python")
    'ludoteca'
    """
    text = user_agent[:400]
    found = [
        next((name for mark, name in known if mark in text), "") for known in (BROWSERS, SYSTEMS)
    ]
    named = ", ".join(name for name in found if name)
    first = text.partition("/")[0].strip()
    program = first if first.isascii() and first.isprintable() and first != "Mozilla" else ""
    return named or program[:40]
