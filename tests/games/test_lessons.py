"""Every recorded lesson of a game can be done and is told in every language, in few words."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludoteca import games
from ludoteca.language import LANGUAGES
from tests.games.lessons import BOARDS

MOST_WORDS = 20
STEPS = 8


def scripts() -> Iterator[tuple[str, dict[str, Any]]]:
    for game in games.names():
        path = BOARDS / game / "lessons.json"
        if path.is_file():
            yield game, json.loads(path.read_text(encoding="utf-8"))


SCRIPTS = dict(scripts())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SCRIPTS)
def test_every_lesson_is_told_in_few_words(game: str, language: str) -> None:
    words = games.load(game).words(language)
    ids = [lesson["id"] for lesson in SCRIPTS[game]["lessons"]]
    told = {key for key in words if key.startswith("lesson.")}
    assert told == {f"lesson.{one}{end}" for one in ids for end in ("", ".done")}
    assert {key: words[key] for key in told if len(words[key].split()) > MOST_WORDS} == {}


@pytest.mark.parametrize("game", SCRIPTS)
def test_every_lesson_can_be_done(game: str) -> None:
    script = SCRIPTS[game]
    assert len(script["lessons"]) == STEPS
    for lesson in script["lessons"]:
        position, awaits = script["positions"][lesson["position"]], lesson["awaits"]
        moves = {move["text"] for one in position["asked"] for move in one["moves"]}
        if awaits["act"] == "play":
            assert lesson.get("hint", {}).get("text", next(iter(lesson["then"]))) in lesson["then"]
            assert set(lesson["then"]) <= moves
        elif awaits["act"] == "why":
            assert set(awaits["codes"]) <= {one["code"] for one in position["refusals"]}
        else:
            assert moves
