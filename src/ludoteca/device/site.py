"""Writes a site that plays without any server: plain files, for any host of such."""

import gzip
import hashlib
import json
from pathlib import Path

from ludoteca.core.errors import UsageError

STATIC = Path(__file__).parents[1] / "static"
"""The built page."""

POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'"
)
"""What a server says in a header, as far as a page can say it itself."""

HEAD = f"""\
    <meta name="ludoteca-server" content="none" />
    <meta http-equiv="Content-Security-Policy" content="{POLICY}" />
  </head>"""
LISTED = "self.files = "


def write_site(folder: Path, static: Path = STATIC, head: str = "") -> int:
    """Write the site into an empty or new folder; return the number of its files.

    `head`: what the head of the page says besides.
    """
    if not (static / "device.json").is_file():
        raise UsageError("the page is not built: run python hatch_build.py")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not an empty folder")
    index = (static / "index.html").read_text(encoding="utf-8").replace("  </head>", head + HEAD, 1)
    written = {"index.html": index.encode(), "404.html": index.encode()}
    written["files.js"] = _listed((static / "files.js").read_text(encoding="utf-8"), index)
    for path in sorted(static.rglob("*")):
        name = path.relative_to(static).as_posix()
        if not path.is_file() or "/." in f"/{name}" or name in written:
            continue
        content = path.read_bytes()
        if path.suffix == ".gz":
            name, content = name.removesuffix(".gz"), gzip.decompress(content)
        _write(folder / name, content)
    for name, content in written.items():
        _write(folder / name, content)
    return sum(path.is_file() for path in folder.rglob("*"))


def _listed(text: str, index: str) -> bytes:
    """Return the list for the service worker, with the page as it is here."""
    files = json.loads(text.removeprefix(LISTED).rstrip().removesuffix(";"))
    files["shell"]["/"] = hashlib.sha256(index.encode()).hexdigest()[:16]
    found = json.dumps({key: files[key] for key in ("shell", "device")})
    files["version"] = hashlib.sha256(found.encode()).hexdigest()[:12]
    return f"{LISTED}{json.dumps(files)};\n".encode()


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
