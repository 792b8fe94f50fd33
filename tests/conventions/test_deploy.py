"""The files in `deploy/` fit the program: settings, ports, paths and the page about them."""

import re
import subprocess
from pathlib import Path

from uvicorn.config import STARTUP_FAILURE

from ludoteca.cli import BAD_INPUT, BROKEN
from ludoteca.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
FILES = {path.name: path.read_text() for path in (ROOT / "deploy").iterdir()}
GUIDE = (ROOT / "docs/deploy.md").read_text()


def test_every_file_is_explained() -> None:
    assert set(FILES) == {"ludoteca.service", "ludoteca@.service", "nginx.conf", "Containerfile"}
    for name in FILES:
        assert name in GUIDE


def test_every_setting_named_there_exists() -> None:
    known = {f"{PREFIX}{name.upper()}" for name in Settings.__annotations__}
    for text in (*FILES.values(), GUIDE):
        assert set(re.findall(r"LUDOTECA_[A-Z_]+", text)) <= known


def test_the_proxy_leads_to_the_processes_of_the_guide() -> None:
    ports = re.findall(r"server 127\.0\.0\.1:(\d+)", FILES["nginx.conf"])
    enabled = re.search(r"systemctl enable --now ((?:ludoteca@\d+ ?)+)", GUIDE)
    assert enabled
    assert ports == re.findall(r"@(\d+)", enabled[1])
    assert enabled[0] in FILES["ludoteca@.service"]


def test_for_one_machine_the_files_get_its_name_and_the_proxy_its_port() -> None:
    made = {}
    for words, name in re.findall(r"^    (sed .+ deploy/(\S+)) > ", GUIDE, re.M):
        command = ["sh", "-c", f"name=b.example; {words}"]
        made[name] = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
    assert re.findall(r"server 127\.0\.0\.1:(\d+)", made["nginx.conf"]) == ["8000"]
    assert "LUDOTECA_PORT=8000" in made["ludoteca.service"]
    assert "LUDOTECA_PUBLIC_URL=https://b.example" in made["ludoteca.service"]
    for text in made.values():
        assert "games.example" not in text


def test_the_proxy_does_not_believe_what_clients_claim() -> None:
    from ludoteca.server.tables.proxy import PASSED_ON

    lines = [" ".join(line.split()).lower() for line in FILES["nginx.conf"].splitlines()]
    for header in ("x-forwarded-for $remote_addr;", f'{PASSED_ON} "";'):
        assert any(line.startswith(f"proxy_set_header {header}") for line in lines)


def test_the_proxy_understands_its_file_in_every_supported_version() -> None:
    """What nginx -t says of it was looked at by hand, with 1.22."""
    code = [line.split("#")[0].rstrip() for line in FILES["nginx.conf"].splitlines()]
    assert "".join(code).count("{") == "".join(code).count("}")
    for line in filter(None, code):
        assert line.endswith((";", "{", "}")), line
    assert not any("http2" in line for line in code), "a directive of its own since 1.25.1"


def test_only_pages_are_led_from_plain_http_to_https() -> None:
    plain = FILES["nginx.conf"].partition("listen 80;")[2].partition("listen 443")[0]
    pattern = re.search(r"location ~ (\S+) {[^}]*return 403;", plain)
    assert pattern
    for path, is_page in (
        ("/", True),
        ("/t/k3v9", True),
        ("/api/games", False),
        ("/socket", False),
    ):
        assert (re.search(pattern[1], path) is None) == is_page
    assert "return 301 https://" in plain


def test_the_services_have_the_same_fences() -> None:
    def fences(text: str) -> set[str]:
        words = ("Protect", "Private", "Restrict", "NoNew", "Lock", "SystemCall", "UMask", "Capab")
        return {line for line in text.splitlines() if line.startswith(words)}

    one, several = (fences(FILES[name]) for name in ("ludoteca.service", "ludoteca@.service"))
    assert one == several
    assert len(one) >= 15


def test_a_server_whose_database_is_broken_is_not_started_again() -> None:
    assert BROKEN not in (BAD_INPUT, STARTUP_FAILURE), "those may go by themselves"
    for name in ("ludoteca.service", "ludoteca@.service"):
        assert "Restart=on-failure" in FILES[name]
        assert f"RestartPreventExitStatus={BROKEN}" in FILES[name].splitlines()


def test_the_container_is_run_as_the_documents_say() -> None:
    text, said = FILES["Containerfile"], (ROOT / "docs/deploy.md").read_text()
    build, run, ask = re.findall(r"^    (podman .+)$", said, re.M)[:3]
    assert "-f deploy/Containerfile" in build
    assert "HEALTHCHECK" in text
    assert "--format docker" in build
    [port] = re.findall(r"^EXPOSE (\d+)$", text, re.M)
    [data] = re.findall(r"^VOLUME (\S+)$", text, re.M)
    assert f"-p {port}:{port}" in run
    assert f"-v ludoteca:{data} " in run
    [setting] = re.findall(r"-e (\w+)=", run)
    assert f"| `{setting}` |" in (ROOT / "docs/reference/settings.md").read_text()
    [program] = re.findall(r'^CMD \["([^"]+)"', text, re.M)
    assert f"exec ludoteca {program} admin" in ask


def test_what_the_container_copies_and_starts_exists() -> None:
    text = FILES["Containerfile"]
    assert "requirements/check.txt" in text
    assert (ROOT / "requirements/check.txt").exists()
    extras = re.search(r"'\.\[([a-z,]+)\]'", text)
    assert extras
    project = (ROOT / "pyproject.toml").read_text()
    for extra in extras[1].split(","):
        assert re.search(rf"^{extra} = \[", project, re.M)
