"""P3: the client always knows: every refusal has a code, and a sentence in three languages."""

import ast
import re
from functools import cache

import pytest

from ludoteca import language
from ludoteca.protocol import encode
from ludoteca.protocol.from_client import PlayMove
from ludoteca.protocol.to_client import Refused
from ludoteca.table import Refusal
from tests.house.tree import modules, text
from tests.playing import GAMES
from tests.table.stage import ADA, BO, started

LANGUAGES = ("en", "it", "de")


@cache
def refusals() -> dict[str, set[str]]:
    """Find every refusal in the sources: its code, and the values that its sentence gets."""
    found: dict[str, set[str]] = {}
    for path in (*modules("src", "ludoteca", "table"), *modules("src", "ludoteca", "client")):
        for node in ast.walk(ast.parse(text(path))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            if node.func.id == "Refusal" and node.args and isinstance(node.args[0], ast.Constant):
                values = {keyword.arg or "" for keyword in node.keywords} - {"ply", "sentence"}
                found.setdefault(str(node.args[0].value), set()).update(values)
    return found


def test_every_refusal_is_found() -> None:
    assert len(refusals()) > 30
    assert refusals()["seat_taken"] == {"name"}


@pytest.mark.parametrize("code", refusals())
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_every_refusal_has_a_sentence_in_every_language(code: str, tongue: str) -> None:
    sentence = language.words(tongue)[f"refusal.{code}"]
    assert set(re.findall(r"\{(\w+)\}", sentence)) <= refusals()[code]
    assert sentence.endswith((".", ".”", "»"))
    values = dict.fromkeys(refusals()[code], "something")
    assert Refusal(code, None, **values).sentence(tongue)  # type: ignore[arg-type]


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_refused_move_is_explained_in_ones_language(game: object, tongue: str) -> None:
    stage = started(getattr(game, "id", ""))
    ada = type(ADA)(ADA.visitor, ADA.name, tongue)  # type: ignore[arg-type]
    sentences = set()
    for move in (
        "nonsense",
        "a1>1",
        "d4d4>1",
        "d4>9",
        "60 back 9,9",
        "keep 999",
        "draw 3",
        "front",
    ):
        answer = stage.say(ada, PlayMove, ply=stage.ply, move_id=stage.move_id(), move=move)
        if isinstance(answer, Refused):
            assert answer.code
            assert answer.sentence
            sentences.add(answer.sentence)
    assert len(sentences) > 1


def test_languages_differ() -> None:
    stage = started(GAMES[-1].id)
    said = set()
    for tongue in LANGUAGES:
        bo = type(BO)(BO.visitor, BO.name, tongue)  # type: ignore[arg-type]
        answer = stage.say(bo, PlayMove, ply=stage.ply, move_id="a" * 32, move="d4>1")
        assert isinstance(answer, Refused)
        assert "Ada" in answer.sentence, "it says whose turn it is"
        said.add(answer.sentence)
    assert len(said) == len(LANGUAGES)


def test_the_seed_is_in_no_answer_before_the_match_is_final() -> None:
    stage = started(GAMES[-1].id)
    seed = stage.table.seed.hex().encode()
    stage.play(20)
    frames = [encode(each) for told in stage.told.values() for each in told]
    frames.append(encode(stage.enter(ADA)))
    assert frames
    assert not any(seed in frame for frame in frames)
    stage.play()
    assert seed in encode(stage.enter(ADA))
