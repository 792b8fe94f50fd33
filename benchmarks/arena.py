"""Plays the matches behind the published tables: `python benchmarks/arena.py GAME [PART …]`.

Each part is one `ludoteca arena` command. It keeps its results in a file and goes on from there
when it is started again; its page is written beside it. Without a part, all are played.
"""

import argparse
import subprocess
import sys
from pathlib import Path

SEED = "2026"
"""Not the seed that any weights were tuned with."""

PARTS: dict[str, list[str]] = {
    "ladder": ["--bots", "random,greedy,planner", "--deals", "2000"],
    "search": ["--bots", "planner,mcts:100ms", "--deals", "200"],
    "flat": ["--bots", "planner,monte_carlo:100ms", "--deals", "200"],
    "playouts": ["--bots", "mcts:400p,mcts:200p", "--deals", "2000", "--sprt", "0.50,0.55"],
    "mirror": ["--bots", "greedy,greedy", "--deals", "500"],
    "four": ["--bots", "expert,medium", "--players", "4", "--deals", "2"],
}
"""Run them on a machine that does nothing else: some bots search by the clock."""


def command(game: str, part: str, folder: Path) -> list[str]:
    """Write the command for one part."""
    name = str(folder / f"{game}-{part}")
    run = "import sys; from ludoteca.cli import main; sys.exit(main())"
    words = [sys.executable, "-c", run, "arena", game, *PARTS[part], "--seed", SEED]
    return [*words, "--resume", f"{name}.jsonl", "--report", f"{name}.html"]


def main() -> int:
    """Play the parts one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of: {', '.join(PARTS)}")
    parser.add_argument("--folder", type=Path, default=Path(".cache/arena"))
    given = parser.parse_args()
    unknown = [part for part in given.parts if part not in PARTS]
    if unknown:
        parser.error(f"there is no part {unknown[0]!r}; there are: {', '.join(PARTS)}")
    given.folder.mkdir(parents=True, exist_ok=True)
    for part in given.parts or PARTS:
        code = subprocess.run(command(given.game, part, given.folder), check=False).returncode
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())
