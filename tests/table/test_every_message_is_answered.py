"""The client always knows: every refusal has a code, and a sentence in three languages."""

import ast
import re
from functools import cache

import pytest
from msgspec.structs import replace

from ludoteca import language
from ludoteca.core.game import Game
from ludoteca.protocol import encode
from ludoteca.protocol.common import Language
from ludoteca.protocol.from_client import PlayMove
from ludoteca.protocol.to_client import Refused
from ludoteca.table import Refusal, decide
from tests.conventions.tree import modules, text
from tests.playing import GAMES
from tests.table.stage import ADA, BO, MATCH, POLICY, started

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


MOVES = ("nonsense", "a1>1", "d4d4>1", "d4>9", "{card} back 9,9", "{card} back 0,0", "keep 999",
    "draw 3", "front")  # fmt: skip
"""What no game allows, or only now and then."""


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_refused_move_is_explained_in_ones_language(game: Game, tongue: Language) -> None:
    stage = started(game.id)
    ada, sentences = replace(ADA, language=tongue), set()
    in_general = language.words(tongue)["refusal.illegal_move"]
    for _ in range(9):
        if 0 in stage.table.movers:
            card = stage.legal_texts(0)[0].split()[0]
            for move in (move.format(card=card) for move in MOVES):
                said = PlayMove(request=1, match=MATCH, ply=stage.ply, move_id="a" * 32, move=move)
                answer = decide(stage.table, ada, said, stage.now, POLICY).answer
                if isinstance(answer, Refused):
                    assert answer.code
                    assert answer.sentence not in ("", in_general), answer.code
                    sentences.add(answer.sentence)
        stage.play(1)
    assert len(sentences) > 3


def test_languages_differ() -> None:
    stage = started(GAMES[-1].id)
    said = set()
    for tongue in LANGUAGES:
        bo = type(BO)(BO.user, BO.name, tongue)  # type: ignore[arg-type]
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
