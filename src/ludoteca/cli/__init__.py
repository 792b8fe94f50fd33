"""The command line: `ludoteca COMMAND …`, one module a command."""

import argparse
import importlib
import io
import os
import sys
import warnings
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from ludoteca import __version__
from ludoteca.cli.arguments import Parser, add_language
from ludoteca.cli.translation import asked_language, refusal_in, say, speaking, translations
from ludoteca.core.errors import LudotecaError, StoreBroken
from ludoteca.core.extras import sentence

COMMANDS = (
    "serve",
    "static",
    "play",
    "tui",
    "simulate",
    "arena",
    "replay",
    "draw",
    "verify",
    "hint",
    "analyse",
    "score",
    "tune",
    "learn",
    "bench",
    "load",
    "bot",
    "admin",
    "games",
    "completion",
)
"""The commands in the order in which help lists them."""

DONE, NO, BAD_INPUT, BROKEN, INTERRUPTED = 0, 1, 2, 4, 130
"""Exit codes; with 3 uvicorn ends if it can't start, which may go by itself."""


def build_parser(names: Sequence[str] = COMMANDS) -> Parser:
    """Make the parser with its commands."""
    parser = Parser(
        prog="ludoteca",
        description="Play, simulate, record and score modern board games.",
        epilog="Each command explains itself: ludoteca COMMAND --help",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"ludoteca {__version__}",
        help="show the version and exit",
    )
    add_language(parser)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        module = importlib.import_module(f"ludoteca.cli.{name}")
        command = commands.add_parser(
            name,
            help=say(module.SUMMARY),
            description=module.SUMMARY,
            epilog=module.EXAMPLES,
            values=getattr(module, "VALUES", {}),
        )
        module.add_arguments(command)
        add_language(command, argparse.SUPPRESS)
        command.set_defaults(run=module.run)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; bad input gives one sentence on standard error and exit code 2."""
    _be_lenient()
    warnings.showwarning = _print_warning
    told = (sys.argv[1:] if arguments is None else list(arguments)) or ["--help"]
    language = asked_language(told)

    def complain(sentence: str, before: str = "") -> None:
        print(f"{before}ludoteca: {refusal_in(language, sentence)}", file=sys.stderr)

    try:
        # Who names a command does not wait for all the others to be read.
        named = [name for name in COMMANDS if told[:1] == [name]]
        with speaking(translations(language)):
            given = build_parser(named or COMMANDS).parse_args(told)
        code: int = given.run(given)
        sys.stdout.flush()
    except LudotecaError as error:
        complain(str(error))
        return BROKEN if isinstance(error, StoreBroken) else BAD_INPUT
    except ModuleNotFoundError as error:
        said = sentence(error)
        if said is None:
            raise
        complain(said)
        return BAD_INPUT
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as error:
        complain(_explain(error))
        _drop_output()
        return BAD_INPUT
    except (EOFError, KeyboardInterrupt):
        complain("interrupted", "\n")
        return INTERRUPTED
    return code


def _explain(error: OSError) -> str:
    """Return which file it is about, what happened and, where it is known, what was expected."""
    what = f"{error.filename}: " if error.filename else ""
    if isinstance(error, FileExistsError | NotADirectoryError):
        return f"{what}there is a file of this name, and a folder is expected"
    wanted = "; a file is expected" if isinstance(error, IsADirectoryError) else ""
    return f"{what}{error.strerror or error}{wanted}"


def _print_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,
    line: str | None = None,
) -> None:
    """Print a warning as one line, without the place in the code that it comes from."""
    print(f"ludoteca: {message}", file=file or sys.stderr)


def _be_lenient() -> None:
    """Let no odd byte that is read and no letter that a terminal lacks end a command."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _drop_output() -> None:
    """Write nothing more, not even at exit: nobody reads it, or there is no room for it."""
    with suppress(OSError):  # standard output may be no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
