"""What the code never does, whatever a user sends."""

import ast
import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ludoteca.client.http import ask
from tests.server.live import Running, running

ROOT = Path(__file__).parents[2]
HEARD_BY = ("server", "table", "protocol", "record", "language")
"""The packages that take what users of a server send."""

STARTERS = {"processes.py": "measures the load"}
"""Modules that start programs of ludoteca itself, and what for."""

DANGEROUS = {"eval", "exec", "compile", "__import__"}
STRANGE = {"pickle", "marshal", "shelve", "jinja2", "mako", "markdown", "yaml", "xml"}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """Read all of these packages."""
    for package in HEARD_BY:
        for path in (ROOT / "src/ludoteca" / package).rglob("*.py"):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def called(node: ast.Call) -> str:
    """Name what is called."""
    return ast.unparse(node.func)


def test_no_command_is_run_on_behalf_of_a_user() -> None:
    found = {
        path.name
        for path, tree in sources()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and re.search(r"subprocess|os\.(system|popen|exec|spawn)", called(node))
    }
    assert found == set(STARTERS)


def test_nothing_that_was_sent_becomes_code_or_an_object_of_any_kind() -> None:
    for path, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                assert called(node) not in DANGEROUS, path
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not {name.partition(".")[0] for name in names} & STRANGE, path


def test_no_regular_expression_is_made_from_what_was_sent() -> None:
    found = 0
    for path, tree in sources():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and called(node).startswith("re.")):
                continue
            found += 1
            inside = {each.id for each in ast.walk(node.args[0]) if isinstance(each, ast.Name)}
            assert all(name.isupper() for name in inside), f"{path}: {ast.unparse(node)}"
    assert found > 5


def test_the_page_merges_nothing_into_its_objects() -> None:
    merging = re.compile(r"Object\.assign|__proto__|\.prototype\b|Reflect\.set|\bfor \(\w+ \w+ in ")
    files = [
        path
        for path in (ROOT / "web/src").rglob("*")
        if path.suffix in (".svelte", ".ts") and "test" not in path.name
    ]
    assert len(files) > 20
    assert [path for path in files if merging.search(path.read_text(encoding="utf-8"))] == []


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path) as server:
        yield server


async def test_no_hint_or_question_stands_in_for_a_password(server: Running) -> None:
    schema = json.dumps(await ask(server.address, "/api/schema/openapi.json"))
    names = set(re.findall(r'"(\w+)": \{', schema))
    assert "password" in names
    assert not [name for name in names if re.search(r"hint|question|expire", name, re.I)]


HIDDEN = "GET /api/me HTTP/1.1\r\nHost: x\r\n\r\n"
GUEST = json.dumps({"name": "Ada", "bearer": True})


async def answers_to(server: Running, headers: str, body: str) -> bytes:
    """Send a request as it is, and read all that comes back before the server hangs up."""
    where = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = f"POST /api/guest HTTP/1.1\r\nHost: {where.netloc}\r\n{headers}\r\n\r\n"
    writer.write((head + body).encode())
    answers = await asyncio.wait_for(reader.read(), 20)
    writer.close()
    return answers


@pytest.mark.parametrize(
    "headers",
    [
        f"Content-Length: 0\r\nContent-Length: {len(HIDDEN)}",
        "Content-Length: +0",
        "Content-Length: 0\r\nTransfer-Encoding: xchunked",
        "Transfer-Encoding: chunked, identity",
    ],
)
async def test_no_request_hides_in_the_body_of_another(server: Running, headers: str) -> None:
    answers = await answers_to(server, headers, HIDDEN)
    assert answers.startswith(b"HTTP/1.1 4")
    assert answers.count(b"HTTP/1.1 ") == 1, answers


async def test_of_two_ways_to_tell_its_end_a_body_keeps_to_its_chunks(server: Running) -> None:
    chunks = f"{len(GUEST):x}\r\n{GUEST}\r\n0\r\n\r\n"
    headers = "Content-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: close"
    answers = await answers_to(server, f"Content-Type: application/json\r\n{headers}", chunks)
    assert answers.startswith(b"HTTP/1.1 201 ")
    assert answers.count(b"HTTP/1.1 ") == 1
