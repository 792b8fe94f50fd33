"""An option gets another value by just what the page about adding a game says."""

import re
from pathlib import Path

from tests.examples.scratch import make_checkout, run_in
from tests.house.tree import ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")


def test_another_value_takes_one_number_and_a_word_a_language(tmp_path: Path) -> None:
    section = PAGE.partition("## An option, in five minutes\n")[2].partition("\n## ")[0]
    number, word = re.search(r"`(SUITS = .+?)`", section), re.search(r"`(\"option.+?,)`", section)
    assert number
    assert word
    scratch = make_checkout(tmp_path, "goofspiel")
    folder = scratch / "src/ludoteca/games/goofspiel"
    layout = folder / "layout.py"
    layout.write_text(re.sub(r"^SUITS = .*$", number[1], layout.read_text(), flags=re.MULTILINE))
    for path in (folder / "text").glob("*.json"):
        below = re.compile(r'^(  "option\.cards\.7".*\n)', re.MULTILINE)
        path.write_text(below.sub(rf"\1  {word[1]}\n", path.read_text(encoding="utf-8")))
    assert "5: five" in run_in(scratch, "ludoteca", "games")
    played = ("--seats", "bot:greedy,bot:random", "--option", "cards=5", "--record", "short.ludo")
    assert "Won by" in run_in(scratch, "ludoteca", "play", "goofspiel", "--plain", *played)
    assert "valid" in run_in(scratch, "ludoteca", "verify", "short.ludo")
    assert "cards=5" in (scratch / "short.ludo").read_text(encoding="utf-8")
