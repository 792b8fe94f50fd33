"""Schema-based fuzzing: whatever fits or does not fit the schema, there is no server error."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ludoteca.server.http.app import MOST_BODY
from ludoteca.server.http.health import FORM
from tests.server.live import Running, running
from tests.sizes import size

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Run a server in a thread, for the fuzzer does not know our event loop."""
    folder: Path = tmp_path_factory.mktemp("fuzz")
    ready, stop = threading.Event(), threading.Event()
    found: list[Running] = []

    async def serve() -> None:
        async with running(folder) as server:
            found.append(server)
            ready.set()
            while not stop.is_set():
                await asyncio.sleep(0.05)

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(30)
    yield found[0]
    stop.set()
    thread.join()


@pytest.fixture(scope="module")
def token(server: Running) -> str:
    """Make an account for what needs one."""
    body = {"name": "Fuzz", "password": "correct horse", "bearer": True}
    answer = httpx.post(f"{server.address}/api/account", json=body, trust_env=False)
    return str(answer.json()["token"])


def test_the_schema_describes_every_operation(server: Running) -> None:
    schema = httpx.get(f"{server.address}/api/schema/openapi.json", trust_env=False).json()
    operations = [op for path in schema["paths"].values() for op in path.values()]
    assert len(operations) > 20
    assert all(operation.get("description") for operation in operations)


def test_how_the_server_is_doing_is_described_as_it_is_told(server: Running) -> None:
    """Also while moves can't be saved: the fuzzer never sees that."""
    schema = httpx.get(f"{server.address}/api/schema/openapi.json", trust_env=False).json()

    def said(path: str, status: str) -> dict[str, Any]:
        found: dict[str, Any] = schema["paths"][path]["get"]["responses"][status]["content"]
        return found

    for status in ("200", "503"):
        health = {"schema": {"$ref": "#/components/schemas/Health"}}
        assert said("/health", status) == {"application/json": health}
    answer = httpx.get(f"{server.address}/metrics", trust_env=False)
    assert list(said("/metrics", "200")) == [FORM]
    assert answer.headers["content-type"].startswith(FORM)


def test_a_body_that_is_too_long_is_refused_as_described(server: Running, token: str) -> None:
    """No sample of the fuzzer is that long."""
    schema = httpx.get(f"{server.address}/api/schema/openapi.json", trust_env=False).json()
    asked = [
        (method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
        if "requestBody" in operation
    ]
    assert len(asked) > 5
    body, headers = {"name": "x" * MOST_BODY}, {"authorization": f"Bearer {token}"}
    for method, path, operation in asked:
        url = server.address + path.format(match="nowhere")
        answer = httpx.request(method, url, json=body, headers=headers, trust_env=False)
        assert answer.status_code == 413, path
        assert answer.json().keys() == {"code", "sentence"}
        described = operation["responses"]["413"]["content"]
        assert described == operation["responses"]["400"]["content"], path


def test_fuzzing_finds_no_server_error(server: Running, token: str) -> None:
    schema = schemathesis.openapi.from_url(f"{server.address}/api/schema/openapi.json")
    fuzz = settings(
        max_examples=size(3, 300),
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        database=None,
    )
    tried = 0

    def try_one(case: Any) -> None:
        headers = {} if case.path.endswith("logout") else {"authorization": f"Bearer {token}"}
        case.call_and_validate(headers=headers, checks=CHECKS)

    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        for mode in (schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE):
            strategy = result.ok().as_strategy(generation_mode=mode)
            with suppress(Unsatisfiable):  # where nothing is asked, nothing can be wrong
                fuzz(given(case=strategy)(try_one))()
        tried += 1
    assert tried > 20
