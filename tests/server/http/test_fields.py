"""What is wrong with a request's fields is said in the reader's language."""

from pathlib import Path

import httpx
import pytest

from ludoteca.language import LANGUAGES
from ludoteca.server.http.fields import describe_field, describe_fields
from tests.server.live import running


@pytest.mark.parametrize(
    ("message", "english", "italian", "german"),
    [
        (
            "Object missing required field `password`",
            "password: this field is missing",
            "password: manca questo campo",
            "password: dieses Feld fehlt",
        ),
        (
            "Object contains unknown field `password`",
            "password: there is no such field",
            "password: questo campo non esiste",
            "password: dieses Feld gibt es nicht",
        ),
        (
            "Expected `str` of length <= 80",
            "at most 80 characters",
            "al massimo 80 caratteri",
            "höchstens 80 Zeichen",
        ),
        ("Expected `int` >= 1", "at least 1", "almeno 1", "mindestens 1"),
        (
            "Expected `str`, got `null`",
            "write it as text, not nothing",
            "scrivilo come testo, non nulla",
            "schreib es als Text, nicht als nichts",
        ),
        (
            "Something else",
            "this value is not allowed",
            "questo valore non è permesso",
            "dieser Wert ist nicht erlaubt",
        ),
    ],
)
def test_a_message_of_the_framework_is_said_in_every_language(
    message: str, english: str, italian: str, german: str
) -> None:
    said = [describe_field("", message, language) for language in LANGUAGES]
    assert said == [english, italian, german]


def test_several_fields_are_named_one_after_the_other() -> None:
    found = [
        {"key": "name", "message": "Expected `str`, got `int`"},
        {"key": "seats", "message": "Expected `int` <= 4"},
        "odd",
    ]
    told = describe_fields(found, "de")
    assert told == "name: schreib es als Text, nicht als ganze Zahl; seats: höchstens 4"


async def test_the_server_answers_in_the_language_of_the_browser(tmp_path: Path) -> None:
    german = {"accept-language": "de"}
    async with (
        running(tmp_path) as server,
        httpx.AsyncClient(base_url=server.address, trust_env=False) as page,
    ):
        answer = await page.post("/api/guest", json={"name": 7}, headers=german)
        assert answer.status_code == 400
        assert answer.json()["sentence"] == (
            "Diese Anfrage ist ungültig. name: schreib es als Text, nicht als ganze Zahl"
        )
        broken = await page.post("/api/guest", content=b"{", headers=german)
        assert broken.json()["sentence"] == (
            "Diese Anfrage ist ungültig. Der Inhalt ist kein gültiges JSON."
        )
