"""The admin's token: made once, for this user alone."""

import stat
from pathlib import Path

import pytest

from ludoteca.core.errors import UsageError
from ludoteca.server.admin.token import keep_token, read_token, token_file
from ludoteca.server.settings import Settings, read_settings


def test_it_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    with pytest.raises(UsageError, match="LUDOTECA_ADMIN_TOKEN"):
        read_token(settings)
    token = keep_token(settings)
    assert len(token) == 64
    assert keep_token(settings) == read_token(settings) == token
    assert stat.S_IMODE(token_file(settings).stat().st_mode) == 0o600


def test_an_empty_file_is_no_token(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    token_file(settings).write_text("")
    assert len(keep_token(settings)) == 64


def test_one_that_is_set_wins_and_several_processes_need_it(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, admin_token="x" * 20)
    assert keep_token(settings) == read_token(settings) == "x" * 20
    several = Settings(data=tmp_path, database_url="postgresql://x")
    assert keep_token(several) == ""
    assert not token_file(settings).exists()


@pytest.mark.parametrize("token", ["short", "x" * 19, "x" * 20 + "\n", "é" * 20])
def test_one_that_could_be_guessed_or_not_be_sent_is_refused(token: str) -> None:
    with pytest.raises(UsageError, match="LUDOTECA_ADMIN_TOKEN"):
        read_settings({"LUDOTECA_ADMIN_TOKEN": token})
