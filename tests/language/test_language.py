"""The shared words: complete in every language, with the same values in each sentence."""

import json
import re
from pathlib import Path

import pytest

import ludoteca
from ludoteca import games
from ludoteca.language import LANGUAGES, USUAL, Words, words

SOURCE = Path(ludoteca.__file__).parent
VALUE = re.compile(r"\{(\w+)[},]")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_word(language: str) -> None:
    assert list(words(language)) == list(words(USUAL))


def test_no_word_stands_twice() -> None:
    """The second would silently replace the first."""

    def keys_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = [key for key, _ in pairs]
        assert len(found) == len(set(found)), {key for key in found if found.count(key) > 1}
        return dict(pairs)

    for path in SOURCE.glob("**/*.json"):
        if path.parent.name in ("language", "text"):
            json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=keys_once)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_takes_the_same_values_in_every_language(language: str) -> None:
    usual, here = words(USUAL), words(language)
    wrong = [
        key for key in usual if set(VALUE.findall(usual[key])) != set(VALUE.findall(here[key]))
    ]
    assert not wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language: str) -> None:
    for key, sentence in words(language).items():
        for number in (0, 1, 2):
            values = dict.fromkeys(VALUE.findall(sentence), number)
            said = words(language).say(key, **values)
            assert said.strip()
            assert not set("{}") & set(said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_says_what_is_wrong_and_what_to_do(language: str) -> None:
    """One sentence for what is wrong, one for what to do; a mark separates them."""
    both = re.compile(r"[.;:!,] \S")
    found = {**words(language)}
    for name in games.names():
        own = games.load(name).words(language)
        found |= {f"{name} {key}": own[key] for key in own if key.startswith("refusal.")}
    lacking = [key for key in found if "refusal." in key and not both.search(found[key])]
    assert lacking == []


def test_counted_words_follow_their_number() -> None:
    here = Words(a="{n, plural, one {# card} other {# cards}}")
    assert [here.say("a", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_a_games_words_can_be_joined() -> None:
    assert words("en", {"name": "Go"})["name"] == "Go"
    assert "name" not in words("en")
