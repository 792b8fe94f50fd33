"""How the site is made of these pages: `./check docs` builds it into build/docs.

The sources are all of the checkout's Markdown that the index reaches, where it lies, so that every
link of a page leads somewhere both on the site and in the plain files.
"""

import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from ludoteca import __version__
from ludoteca.core.errors import UsageError
from ludoteca.device.site import write_site

project, release = "ludoteca", __version__
copyright = "the authors of ludoteca; unofficial, not affiliated with the games' publishers"

root_doc = "docs/index"
include_patterns = [
    "docs/**.md",
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benchmarks/results.md",
    "src/ludoteca/games/*/README.md",
]
exclude_patterns = [".*", "build", "**/node_modules", "web", "tests"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
nitpick_ignore_regex = [("py:.*", ".*")]  # names in signatures that no page explains
myst_heading_anchors = 3
nitpicky = True
suppress_warnings = ["misc.highlighting_failure"]  # notations of the games are no known language

html_theme = "furo"
html_title = "ludoteca"
html_extra_path = ["site"]
html_static_path = ["static"]
html_css_files = ["changes.css"]
html_js_files = ["copy.js"]
html_show_sphinx = False
html_copy_source = False
DEMO = '<a href="/">Play it here</a>: the whole page, with bots, and nothing to install.'
html_theme_options = {"footer_icons": [], "announcement": DEMO}

SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"^(?:- |\| )\[([^\]]+)\]\(([^)#]+)\.md\)", re.MULTILINE)
HELP = '    <link rel="help" href="/docs/index.html" />\n'
INDEXES = (root_doc, "docs/decisions/README")


def add_navigation(_: Sphinx, page: str, source: list[str]) -> None:
    """Make the sections and lists of an index the navigation of the pages that it lists."""
    if page not in INDEXES:
        return
    for title, text in SECTION.findall(source[0]) or [("", source[0])]:
        pages = "\n".join(
            f"{name} <{link}>" if page == root_doc else link for name, link in LINK.findall(text)
        )
        caption = f":caption: {title}\n" if title else ""
        source[0] += f"\n```{{toctree}}\n:hidden:\n{caption}\n{pages}\n```\n"


def read_directives(_: Sphinx, page: str, source: list[str]) -> None:
    """Let a page ask for docstrings between colons: blocks between backticks are its own code."""
    source[0] = re.sub(r"^:::(\{eval-rst\})?$", r"```\1", source[0], flags=re.MULTILINE)


def add_demo(app: Sphinx, exception: Exception | None) -> None:
    """Let the root of the site be the page itself, playing without a server; docs/ stays as it is.

    Where the page was not built, the root leads to the documents.
    """
    if exception is not None or app.builder.format != "html":
        return
    with tempfile.TemporaryDirectory() as folder:
        demo = Path(folder) / "demo"
        try:
            write_site(demo, head=HELP)
        except UsageError:
            return
        shutil.copytree(demo, app.outdir, dirs_exist_ok=True)


def setup(app: Sphinx) -> dict[str, Any]:
    """Tell Sphinx what this adds to it."""
    app.connect("source-read", add_navigation)
    app.connect("source-read", read_directives)
    app.connect("build-finished", add_demo)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
