"""Settings: environment, options, and what is refused."""

from pathlib import Path

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.settings import Settings, read_settings
from tests.conventions.tree import ROOT, text


def test_options_win_over_the_environment_and_that_over_defaults() -> None:
    environment = {"LUDOTECA_PORT": "8080", "LUDOTECA_HOST": "127.0.0.1", "LUDOTECA_METRICS": "0"}
    settings = read_settings(environment, {"port": 9000, "data": None})
    assert (settings.port, settings.host, settings.metrics) == (9000, "127.0.0.1", False)
    assert read_settings({}).port == Settings().port


def test_lists_are_written_with_spaces_or_commas() -> None:
    origins = read_settings({"LUDOTECA_ORIGINS": "https://a.example, https://b.example"}).origins
    assert origins == ("https://a.example", "https://b.example")


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"LUDOTECA_PORT": "many"}, "LUDOTECA_PORT can't be 'many': a whole number, please"),
        ({"LUDOTECA_METRICS": "maybe"}, "LUDOTECA_METRICS can't be 'maybe': 1 or 0, please"),
        ({"LUDOTECA_BOT_SECONDS": "-3"}, "LUDOTECA_BOT_SECONDS is 0.1 or more, not -3"),
        ({"LUDOTECA_LEASE": "nan"}, "LUDOTECA_LEASE is 1 or more, not nan"),
        ({"LUDOTECA_PORT": "70000"}, "65535"),
        ({"LUDOTECA_LOG": "loud"}, "LUDOTECA_LOG"),
        ({"LUDOTECA_PUBLIC_URL": "games.example"}, "LUDOTECA_PUBLIC_URL"),
        ({"LUDOTECA_WEBHOOK_URL": "file:///etc/passwd"}, "LUDOTECA_WEBHOOK_URL"),
        ({"LUDOTECA_REDIS_URL": "redis://localhost"}, "LUDOTECA_DATABASE_URL"),
    ],
)
def test_what_cannot_be_is_refused_by_name(environment: dict[str, str], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        read_settings(environment)


def test_cookies_are_for_https_alone_where_people_come_by_https() -> None:
    assert read_settings({"LUDOTECA_PUBLIC_URL": "https://games.example"}).is_https
    assert not read_settings({}).is_https


def test_the_data_folder_is_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert Settings().data == Path("/data/ludoteca")


def test_every_setting_is_explained_in_the_docs() -> None:
    page = text(ROOT / "docs" / "reference" / "settings.md")
    names = [name for name in Settings.__annotations__ if name != "limits"]
    assert len(names) > 10
    assert not [name for name in names if f"`LUDOTECA_{name.upper()}`" not in page]
