"""The code in the documents: fenced blocks, indented ones, and commands in the running text."""

import re
import shlex
from dataclasses import dataclass

from ludoteca import cli
from tests.conventions.tree import ROOT, files, name, text
from tests.docs.writing import NOTE

FENCED = re.compile(r"^( *)```(\w*|\{literalinclude\} \S+)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?<=\n\n)((?:    \S.*\n)+)")
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")

ELSEWHERE = ("docs/bots.md", "docs/add-a-game.md", "docs/add-an-option.md")
"""Their blocks are tried, line by line, in tests/examples."""


@dataclass(frozen=True)
class Command:
    """A command that a document shows."""

    where: str
    line: str


def documents() -> dict[str, str]:
    """Return all Markdown that people read; games' own pages too."""
    found = {name(path): text(path) for path in files() if path.suffix == ".md"}
    return {path: page for path, page in found.items() if not path.startswith("changelog.d/")}


def fenced(kind: str = "") -> list[tuple[str, str, str]]:
    """List fenced blocks as page, kind and text."""
    return [
        (path, block[2], block[3])
        for path, page in documents().items()
        for block in FENCED.finditer(page)
        if not kind or block[2] == kind
    ]


def commands() -> list[Command]:
    """List every command line that stands in a block, or below `examples:` in a help text."""
    found = [
        Command(path, line)
        for path, _, block in fenced("sh")
        for line in block.splitlines()
        if line and not line.startswith("#")
    ]
    for path, page in documents().items():
        for block in INDENTED.findall(FENCED.sub("", page)):
            lines = [re.split(r"\s{2,}", line.strip())[0] for line in block.splitlines()]
            found += [Command(path, line) for line in lines if line.startswith(("ludoteca ", "./"))]
    for command in cli.COMMANDS:
        module = __import__(f"ludoteca.cli.{command}", fromlist=["EXAMPLES"])
        lines = module.EXAMPLES.partition("examples:")[2].splitlines()
        found += [
            Command(f"ludoteca {command} --help", line.strip())
            for line in lines
            if line.startswith("  ") and not line.lstrip().startswith("{")
        ]
    return found


def spans() -> list[Command]:
    """List what stands in the running text as code."""
    return [
        Command(path, span)
        for path, page in documents().items()
        if NOTE not in page
        for span in SPAN.findall(FENCED.sub("", page))
    ]


def words_of(line: str) -> list[list[str]]:
    """Split a line into the commands of a pipe, without what is redirected.

    >>> words_of("printf 'a b' | ludoteca score my_shelfie --json < area.txt")
    [['printf', 'a b'], ['ludoteca', 'score', 'my_shelfie', '--json']]
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>")
    lexer.whitespace_split = True
    found: list[list[str]] = [[]]
    skip = False
    for word in lexer:
        if word == "|":
            found.append([])
        elif word in ("<", ">", ">>"):
            skip = True
        elif skip:
            skip = False
        else:
            found[-1].append(word)
    return found


def of_ludoteca(line: str) -> list[str]:
    """Return the arguments of the command `ludoteca` in a line; [] if it is not there."""
    for words in words_of(line):
        while words and re.fullmatch(r"[A-Z_]+=.*", words[0]):
            words = words[1:]
        if words and words[0].rpartition("/")[2] == "ludoteca":
            return words[1:]
    return []


def stages() -> set[str]:
    """List the stages of ./check."""
    return set(re.findall(r"^stage_(\w+)\(\)", text(ROOT / "check"), re.MULTILINE))
