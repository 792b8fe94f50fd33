"""Completion: the script works in a real shell."""

import subprocess
from pathlib import Path

import pytest

from ludoteca import cli, games
from tests.cli.running import Run


def completed(script: Path, *words: str) -> list[str]:
    """Ask bash what could follow."""
    typed = " ".join(f"'{word}'" for word in words)
    code = (
        f"source {script}; COMP_WORDS=(ludoteca {typed}); COMP_CWORD={len(words)};"
        ' _shtab_ludoteca; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_bash_completes_commands_options_games_and_languages(run: Run, tmp_path: Path) -> None:
    script = tmp_path / "ludoteca"
    script.write_text(run("completion", "bash").out)
    assert set(cli.COMMANDS) <= set(completed(script, ""))
    assert completed(script, "sim") == ["simulate"]
    assert "--matches" in completed(script, "simulate", "--m")
    assert set(games.names()) <= set(completed(script, "simulate", ""))
    assert completed(script, "simulate", "my_") == ["my_shelfie"]
    assert set(completed(script, "games", "--language", "")) == {"de", "en", "it"}


@pytest.mark.parametrize("shell", ["zsh", "tcsh"])
def test_other_shells_have_their_script(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert "simulate" in ran.out


def test_an_unknown_shell_is_refused(run: Run) -> None:
    run("completion", "fish").refused("fish")
