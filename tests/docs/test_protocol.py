"""The reference page of the protocol leaves nothing out."""

import typing

from ludoteca.protocol.from_client import FromClient
from ludoteca.protocol.to_client import CLOSE_CODES, ToClient
from tests.docs import protocol as reference


def test_every_message_and_close_code_is_on_the_page() -> None:
    page = reference.page()
    for union in (FromClient, ToClient):
        for kind in typing.get_args(union):
            assert f"### `{kind.__struct_config__.tag}`\n" in page
    assert all(f"| {code} | " in page for code in CLOSE_CODES)


def test_limits_and_defaults_are_told() -> None:
    page = reference.page()
    assert "| `seconds` | int (at least 5; at most 3600) |  |  |" in page
    assert '| `leaving` | Leaving | `"bot"` |  |' in page
