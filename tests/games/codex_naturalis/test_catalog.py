"""Our data files say what the fact table says, and damage is noticed."""

from pathlib import Path
from typing import Any

import pytest

from ludoteca.core.errors import DataError
from ludoteca.games.codex_naturalis import catalog
from ludoteca.games.codex_naturalis.catalog import reading
from ludoteca.games.codex_naturalis.layout import CARDS, DECK
from tests.games.codex_naturalis import twins

SIDES = ("front", "back")


def corners_of(face: reading.Face) -> dict[str, str | None]:
    """Return the corners of a face as the fact table writes them."""
    names = zip(("TL", "TR", "BL", "BR"), face.corners, strict=True)
    return {name: None if shown == "hidden" else shown for name, shown in names}


@pytest.mark.parametrize("chapter", ["resource_cards", "gold_cards"])
def test_resource_and_gold_cards_are_those_of_the_facts(chapter: str) -> None:
    for number, facts in twins.by_id(chapter).items():
        card = catalog.CARD_FACTS[number]
        assert card.id == number
        assert card.kingdom == facts["kingdom"]
        assert card.points == facts["points"]
        assert card.rule == facts.get("rule", "flat")
        assert card.requires == facts.get("requires", {})
        assert corners_of(card.front) == facts["front"]
        assert corners_of(card.back) == twins.corners(number, "back")
        assert list(card.back.centre) == twins.centre(number, "back")
        assert card.front.centre == ()


def test_starter_cards_are_those_of_the_facts() -> None:
    for number, facts in twins.STARTER_CARDS.items():
        card = catalog.CARD_FACTS[number]
        for side, face in zip(SIDES, (card.front, card.back), strict=True):
            assert corners_of(face) == facts[side]["corners"]
            assert list(face.centre) == facts[side]["centre"]


def test_the_bottom_corners_of_two_starter_cards_are_hidden() -> None:
    """They look like visible corners, but have no frame."""
    for number in (85, 86):
        assert catalog.CARD_FACTS[number].front.corners == ("empty", "empty", "hidden", "hidden")


def test_objective_cards_are_those_of_the_facts() -> None:
    for number, facts in twins.OBJECTIVE_CARDS.items():
        card = catalog.OBJECTIVE_FACTS[number - catalog.FIRST_OBJECTIVE]
        assert card.id == number
        assert card.points == facts["points"]
        assert card.needs == facts.get("needs", {})
        assert card.shape == facts.get("shape", "")
        cells = [{"dx": c.right, "dy": c.up, "kingdom": c.kingdom} for c in card.cells]
        assert cells == facts.get("cells", [])


def test_there_are_no_other_cards() -> None:
    assert set(range(1, len(catalog.CARD_FACTS))) == {
        *twins.RESOURCE_CARDS,
        *twins.GOLD_CARDS,
        *twins.STARTER_CARDS,
    }
    assert len(catalog.OBJECTIVE_FACTS) == len(twins.OBJECTIVE_CARDS)
    assert [n for n, card in enumerate(catalog.OBJECTIVE_FACTS) if card.cells] == list(
        range(catalog.PATTERN_CARDS)
    )


def test_ten_cards_share_a_back() -> None:
    """The code of a back relies on the order of the ids."""
    for card in range(1, CARDS + 1):
        kingdom = (card - 1) % DECK // catalog.BACK_SIZE
        assert catalog.KINGDOM[card] == kingdom


def test_the_tables_agree_with_the_facts() -> None:
    for number, facts in twins.GOLD_CARDS.items():
        assert catalog.REQUIREMENT[number] == catalog.lanes(facts["requires"])
        assert catalog.PER_CORNER[number] == (facts["rule"] == "per_covered_corner")
        paid = catalog.PAID_OBJECT[number]
        named = twins.COUNTED_OBJECT.get(facts["rule"])
        assert (twins.SYMBOLS[paid] if paid >= 0 else None) == named


def damaged(monkeypatch: pytest.MonkeyPatch, folder: Path, name: str, old: str, new: str) -> None:
    """Let the data files be read from a copy in which one text is replaced."""
    for path in reading.DATA.iterdir():
        text = path.read_text(encoding="utf-8")
        assert path.name != name or old in text
        replaced = text.replace(old, new, 1) if path.name == name else text
        (folder / path.name).write_text(replaced, encoding="utf-8")
    monkeypatch.setattr(reading, "DATA", folder)


@pytest.mark.parametrize(
    ("name", "old", "new", "reason"),
    [
        ("resource_cards.csv", "2,fungi,0", "2,fungus,0", "line 5: 'fungus' is none of"),
        ("resource_cards.csv", "2,fungi,0,fungi", "2,fungi,0", "line 5: zip"),
        ("resource_cards.csv", "5,fungi,0,hidden", "5,fungi,0,torn", "line 8: 'torn' is none of"),
        ("gold_cards.csv", "fungi:2", "fungi:two", "line 3: invalid literal"),
        ("gold_cards.csv", "per_quill", "per_pen", "line 3: 'per_pen' is none of"),
        ("gold_cards.csv", "41,fungi", "42,fungi", "the cards 41 to 80 in order"),
        ("starter_cards.csv", "81,back", "81,front", "card 81 lacks a side"),
        ("starter_cards.csv", "81,back", "81,top", "line 4: 'top' is none of"),
    ],
)
def test_damaged_cards_are_refused_with_file_and_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, old: str, new: str, reason: str
) -> None:
    damaged(monkeypatch, tmp_path, name, old, new)
    with pytest.raises(DataError, match=f"{name}.*{reason}"):
        catalog._read_cards()


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("fungi@0/0 ", "", "line 4: a pattern has three cards, not 2"),
        ("fungi@0/0", "0/0", "line 4: '0/0' is none of"),
        ("87,2,pattern", "87,2,line", "line 4: 'line' is none of"),
    ],
)
def test_damaged_objectives_are_refused_with_file_and_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, old: str, new: str, reason: str
) -> None:
    damaged(monkeypatch, tmp_path, "objective_cards.csv", old, new)
    with pytest.raises(DataError, match=f"objective_cards.csv, {reason}"):
        reading.read("objective_cards.csv", reading.objective)


def test_no_symbol_can_overflow_its_field() -> None:
    """Add the most that every card can show: the free top bit is never reached."""
    for symbol in twins.SYMBOLS:
        most = 0
        for number in (*twins.DEALT_CARDS, 81):
            shown: list[Any] = [
                [*twins.corners(number, side).values(), *twins.centre(number, side)]
                for side in SIDES
            ]
            most += max(face.count(symbol) for face in shown)
        assert most < 1 << 7
