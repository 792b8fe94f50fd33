"""What the pages that the program writes have in common: their head, tables, texts in sources."""

import ast
import inspect
from collections.abc import Iterable, Sequence
from textwrap import dedent

COMMAND = "python -m tests.docs.pages"
NOTE = f"<!-- Written by `{COMMAND}`; edit what it is written from instead. -->"


def head(title: str, text: str) -> str:
    """Open a page."""
    return f"# {title}\n\n{NOTE}\n\n{dedent(text).strip()}\n"


def table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a table."""
    lines = ["| " + " | ".join(titles) + " |", "|" + "---|" * len(titles)]
    for row in rows:
        lines.append(
            "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in row) + " |"
        )
    return "\n".join(line.replace("|  |", "| |") for line in lines) + "\n"


def texts_of_fields(kind: type) -> dict[str, str]:
    """Return the text below each field of a class."""
    body = ast.parse(dedent(inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    found = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
        ):
            found[field.target.id] = str(below.value.value)
    return found


def sentence(text: str) -> str:
    """Begin with a capital letter and end with a full stop."""
    text = " ".join(text.split())
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")
