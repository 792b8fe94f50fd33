"""Write the script that lets a shell complete our commands."""

import argparse
import sys

import shtab

from ludoteca import cli, games

SUMMARY = "print what your shell needs to complete these commands"
EXAMPLES = """\
Put the output where your shell looks for it, then open a new terminal.

examples:
  ludoteca completion bash > ~/.local/share/bash-completion/completions/ludoteca
  ludoteca completion zsh > ~/.zfunc/_ludoteca
  ludoteca completion tcsh > ~/.ludoteca.tcsh
"""

FILES = {"FILE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""What is completed with names of files and folders, by what help calls it."""

GAMES = {"bash": "_ludoteca_games", "zsh": "_ludoteca_games", "tcsh": "_ludoteca_games"}
"""The function that completes the id of a game."""

PREAMBLE = {
    "bash": '_ludoteca_games() {{ compgen -W "{names}" -- "$1"; }}\n',
    "zsh": "_ludoteca_games() {{ _values game {names}; }}\n",
    "tcsh": "",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Take the shell."""
    parser.add_argument("shell", choices=list(PREAMBLE), help="your shell")


def run(given: argparse.Namespace) -> int:
    """Print the script."""
    parser = cli.build_parser()
    _describe(parser, given.shell)
    preamble = PREAMBLE[given.shell].format(names=" ".join(games.names()))
    sys.stdout.write(shtab.complete(parser, given.shell, preamble=preamble) + "\n")
    return 0


def _describe(parser: argparse.ArgumentParser, shell: str) -> None:
    """Tell what each argument takes, in this command and those below."""
    for action in parser._actions:  # noqa: SLF001 - argparse offers no other way to list them
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for command in action.choices.values():
                _describe(command, shell)
        elif action.metavar in FILES:
            action.complete = FILES[str(action.metavar)]  # type: ignore[attr-defined]
        elif action.metavar == "GAME" and PREAMBLE[shell]:
            action.complete = GAMES  # type: ignore[attr-defined]
