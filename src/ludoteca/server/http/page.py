"""The page: its built files, from memory, and one page for all addresses people see."""

import gzip
import hashlib
import mimetypes
from functools import cache
from pathlib import Path, PurePosixPath

from litestar import Response, Router, get
from litestar.params import FromPath
from msgspec import Struct

from ludoteca.language import words
from ludoteca.server.http.request import AnyRequest, language_of
from ludoteca.server.problem import ServerRefusal

STATIC = Path(__file__).parents[2] / "static"
"""Where the build of the page puts its files."""

INDEX = "index.html"
FOR_EVER = "public, max-age=31536000, immutable"
LEAST_TO_SQUEEZE = 1024
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

    body: bytes
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
        body = path.read_bytes()
        known = KINDS.get(path.suffix) or mimetypes.guess_type(name)[0]
        kind = known or "application/octet-stream"
        squeezed = gzip.compress(body, 9, mtime=0) if len(body) >= LEAST_TO_SQUEEZE else None
        if squeezed is not None and len(squeezed) > 0.9 * len(body):
            squeezed = None
        tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
        hashed = PurePosixPath(name).parts[0] == "assets"
        found[name] = File(body, squeezed, kind, tag, FOR_EVER if hashed else "no-cache")
    return found


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, path: FromPath[str] = "/") -> Response[bytes]:
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
    headers = {"etag": file.tag, "cache-control": file.keep, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    if file.squeezed and "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(file.squeezed, media_type=file.kind, headers=headers)
    return Response(file.body, media_type=file.kind, headers=headers)


ROUTES = Router("/", route_handlers=[page])
