"""The reference of the command line, written from the parser itself."""

import argparse
from collections.abc import Iterator

from ludoteca import cli
from tests.docs import writing

TEXT = """
Everything is one program, `ludoteca`; in a checkout that `./play` or `./check` has set up it is
`.venv/bin/ludoteca`. Each command explains itself with `--help`. Bad input is answered with one
sentence.

| exit code | means |
|---|---|
| 0 | done |
| 1 | the answer is no: a record that does not hold |
| 2 | bad input, or something that can't be read or reached |
| 3 | the server could not start, for its database went away just then |
| 4 | a write to the server's database has failed, or it was found damaged |
| 130 | interrupted |
"""


def commands(
    parser: argparse.ArgumentParser,
) -> Iterator[tuple[argparse.ArgumentParser, list[argparse.Action]]]:
    """Return every command, and every act of a command, with its arguments."""
    inner = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
    plain = [a for a in parser._actions if a not in inner and a.dest not in ("help", "version")]
    yield parser, plain
    for action in inner:
        for below in action.choices.values():
            yield from commands(below)


def written(action: argparse.Action) -> str:
    """Write an argument as one types it."""
    if not action.option_strings:
        return f"`{action.metavar}`" + (" (may be left out)" if action.nargs == "?" else "")
    metavar = action.metavar or ("{" + ",".join(action.choices) + "}" if action.choices else "")
    takes = f" {metavar}" if action.nargs != 0 and metavar else ""
    return ", ".join(f"`{name}{takes}`" for name in action.option_strings)


def about(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Return what an argument is for."""
    text = (action.help or "") % {"default": action.default, "prog": parser.prog}
    return text + (" (needed)" if action.option_strings and action.required else "")


def page() -> str:
    """Write the page."""
    pieces = [writing.head("Commands", TEXT)]
    for parser, arguments in list(commands(cli.build_parser()))[1:]:
        level = len(parser.prog.split())
        pieces.append(
            f"{'#' * level} `{parser.prog}`\n\n{writing.sentence(parser.description or '')}\n"
        )
        if arguments:
            rows = [(written(action), about(parser, action)) for action in arguments]
            pieces.append(writing.table(("argument", "for"), rows))
        if parser.epilog:
            pieces.append(f"```text\n{parser.epilog.strip()}\n```\n")
    return "\n".join(pieces)
