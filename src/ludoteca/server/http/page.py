"""The built page, served from memory, with one HTML file for all its addresses."""

import gzip
import hashlib
import mimetypes
import re
from functools import cache
from pathlib import Path, PurePosixPath

import msgspec
from litestar import Response, Router, get
from litestar.params import FromPath
from msgspec import Struct

from ludoteca.core.errors import StoreAway
from ludoteca.language import words
from ludoteca.protocol.to_client import LobbyTable
from ludoteca.server.http.invitation import describe_invitation
from ludoteca.server.http.request import AnyRequest, TheSettings, TheStore, language_of
from ludoteca.server.problem import ServerRefusal
from ludoteca.server.settings import Settings
from ludoteca.server.store import Store

STATIC = Path(__file__).parents[2] / "static"
"""Where the build of the page puts its files."""

INDEX = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"
LEAST_TO_SQUEEZE = 1024
SQUEEZED = ".gz"
"""Large files are squeezed by the build."""

HASHED = ("assets", "device")
"""Folders whose names change with the content."""

KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""Types of files that systems do not know, or call otherwise."""

_ABSENT = """<!doctype html>
<html lang="{language}"><meta charset="utf-8"><title>ludoteca</title>
<h1>ludoteca</h1><p>{sentence}</p></html>
"""


class File(Struct, frozen=True):
    """A file of the page."""

    body: bytes | None
    """None: only squeezed."""
    squeezed: bytes | None
    kind: str
    tag: str
    keep: str


@cache
def load_files(folder: Path) -> dict[str, File]:
    """Read all files of the page; nothing else can ever be asked for."""
    found = {}
    for path in sorted(folder.rglob("*")) if folder.is_dir() else ():
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or name.startswith("."):
            continue
        content = path.read_bytes()
        name = name.removesuffix(SQUEEZED)
        known = KINDS.get(PurePosixPath(name).suffix) or mimetypes.guess_type(name)[0]
        kind = known or "application/octet-stream"
        tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
        keep = FOR_EVER if PurePosixPath(name).parts[0] in HASHED else "no-cache"
        if path.suffix == SQUEEZED:
            found[name] = File(None, content, kind, tag, keep)
        else:
            found[name] = File(content, _squeeze(content), kind, tag, keep)
    return found


def _squeeze(content: bytes) -> bytes | None:
    """Return a file as it is sent, if that is worth it."""
    if len(content) < LEAST_TO_SQUEEZE:
        return None
    squeezed = gzip.compress(content, 9, mtime=0)
    return squeezed if len(squeezed) <= 0.9 * len(content) else None


TABLE = re.compile(r"t/([0-9A-Za-z_-]{4,40})")
"""The address of a table, which people send to each other."""


async def _invitation(
    request: AnyRequest, store: Store, settings: Settings, name: str, file: File
) -> Response[bytes] | None:
    """Return the page of a table with what a messenger shows of its link; None for other pages."""
    found = TABLE.fullmatch(name)
    if found is None or file.body is None:
        return None
    try:
        row = await store.tables.find_table(found[1])
    except StoreAway:
        return None
    if row is None:
        return None
    table = msgspec.json.decode(row.summary.seats, type=LobbyTable)
    address = settings.public_url or str(request.base_url)
    tags = describe_invitation(table, language_of(request), address.rstrip("/"), f"/{name}")
    body = file.body.replace(b"</head>", tags.encode() + b"</head>", 1)
    headers = {"cache-control": "no-cache", "vary": "accept-encoding, accept-language"}
    return Response(body, media_type=file.kind, headers=headers)


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(
    request: AnyRequest, store: TheStore, settings: TheSettings, path: FromPath[str] = "/"
) -> Response[bytes]:
    """Return a file of the page; at all addresses without a file, the page itself."""
    name = path.strip("/")
    files = load_files(STATIC)
    if name not in files and ("." in PurePosixPath(name).name or name.startswith("api/")):
        raise ServerRefusal("not_found")
    file = files.get(name) or files.get(INDEX)
    if file is None:
        language = language_of(request)
        sentence = words(language)["server.page_absent"]
        text = _ABSENT.format(language=language, sentence=sentence)
        return Response(text.encode(), media_type="text/html", status_code=503)
    if (invitation := await _invitation(request, store, settings, name, file)) is not None:
        return invitation
    headers = {"etag": file.tag, "cache-control": file.keep, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.squeezed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.squeezed, media_type=file.kind, headers=headers)
    body = gzip.decompress(file.squeezed or b"") if file.body is None else file.body
    return Response(body, media_type=file.kind, headers=headers)


ROUTES = Router("/", route_handlers=[page])
