"""The AsyncAPI document: everything in it leads somewhere, and a server returns it."""

import json
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jsonschema_rs import meta

from ludoteca.client.http import ask
from ludoteca.protocol import asyncapi
from ludoteca.protocol.from_client import FromClient
from ludoteca.protocol.to_client import ToClient
from tests.server.live import running

FIELDS = {"asyncapi", "info", "defaultContentType", "channels", "operations", "components"}


def references(part: Any) -> Iterator[str]:
    """List all references in a document."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from references(each)


def test_every_reference_leads_somewhere() -> None:
    document = asyncapi.document()
    assert set(document) == FIELDS
    found = set(references(document))
    assert len(found) > 100
    for reference in found:
        place: Any = document
        for name in reference.removeprefix("#/").split("/"):
            place = place[name]


def test_every_message_is_received_and_answered_or_sent() -> None:
    document = asyncapi.document()
    channel = document["channels"][asyncapi.CHANNEL]
    assert set(channel["messages"]) == set(document["components"]["messages"])
    questions = {
        name: of for name, of in document["operations"].items() if of["action"] == "receive"
    }
    assert set(questions) == {kind.__struct_config__.tag for kind in typing.get_args(FromClient)}
    for operation in questions.values():
        assert [each["$ref"].endswith("/Refused") for each in operation["reply"]["messages"]] == [
            False,
            True,
        ]
    sent = [each["$ref"] for of in document["operations"].values() for each in of["messages"]]
    sent += [each["$ref"] for of in questions.values() for each in of["reply"]["messages"]]
    spoken = {kind.__name__ for kind in (*typing.get_args(FromClient), *typing.get_args(ToClient))}
    assert {each.rpartition("/")[2] for each in sent} == spoken


def test_every_schema_is_one() -> None:
    for name, schema in asyncapi.document()["components"]["schemas"].items():
        assert meta.is_valid(schema), name
        assert "discriminator" not in str(schema), "AsyncAPI wants a single word there"


async def test_a_server_returns_it(tmp_path: Path) -> None:
    async with running(tmp_path) as server:
        found = await ask(server.address, "/api/schema/asyncapi.json")
        assert found == json.loads(json.dumps(asyncapi.document()))
