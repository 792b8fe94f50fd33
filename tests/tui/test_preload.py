"""Nothing heavy is read before the first screen; the rest is read ahead."""

import subprocess
import sys

from ludoteca.tui.preload import AHEAD

HEAVY = ("numpy", "ludoteca.core.game", "ludoteca.coach", "ludoteca.server", "websockets")

PROGRAM = """
import sys
from ludoteca.cli import build_parser
build_parser(["tui"])
from ludoteca.tui.app import TerminalApp
from ludoteca.tui.screens.start import StartScreen
TerminalApp()
print(*[name for name in {heavy} if name in sys.modules])
from ludoteca.tui.preload import read_ahead
read_ahead()
print(*[name for name in {ahead} if name not in sys.modules], "numpy" in sys.modules)
"""


def test_the_first_screen_waits_for_nothing_heavy() -> None:
    program = PROGRAM.format(heavy=HEAVY, ahead=AHEAD)
    answer = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert answer.stdout.splitlines() == ["", "False"]
