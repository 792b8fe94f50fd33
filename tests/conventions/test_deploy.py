"""The files in `deploy/` fit the program: settings, ports, paths and the page about them."""

import json
import re
import subprocess
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import uvicorn
import yaml
from uvicorn.config import STARTUP_FAILURE
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ludoteca.cli import BAD_INPUT, BROKEN
from ludoteca.server.metrics import Metrics
from ludoteca.server.settings import PREFIX, Settings

ROOT = Path(__file__).parents[2]
FILES = {path.name: path.read_text() for path in (ROOT / "deploy").iterdir()}
GUIDE = (ROOT / "docs/deploy.md").read_text()


def test_every_file_is_explained() -> None:
    assert len(FILES) >= 9
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


@pytest.mark.parametrize("name", ["nginx.conf", "compose-nginx.conf"])
def test_the_proxy_does_not_believe_what_clients_claim(name: str) -> None:
    from ludoteca.server.tables.proxy import PASSED_ON

    lines = [" ".join(line.split()).lower() for line in FILES[name].splitlines()]
    for header in ("x-forwarded-for $remote_addr;", f'{PASSED_ON} "";'):
        assert any(line.startswith(f"proxy_set_header {header}") for line in lines)


DIRECTIVES = {
    "site": {"map": 2, "upstream": 1, "server": 0},
    "map": {"default": 1, "": 1},
    "upstream": {"least_conn": 0, "server": 3, "keepalive": 1},
    "server": {
        "listen": 2,
        "server_name": 1,
        "server_tokens": 1,
        "ssl_certificate": 1,
        "ssl_certificate_key": 1,
        "ssl_protocols": 2,
        "client_max_body_size": 1,
        "location": 2,
    },
    "location": {
        "return": 2,
        "deny": 1,
        "proxy_pass": 1,
        "proxy_http_version": 1,
        "proxy_set_header": 2,
        "proxy_read_timeout": 1,
        "proxy_next_upstream": 2,
    },
}
"""What nginx 1.18 knows in each block, with the most words that we let follow."""


def directives(text: str) -> list[tuple[str, list[str]]]:
    """Read a file for nginx: the block around each directive, and its words.

    >>> directives('server { listen 80; }  # here')
    [('site', ['server']), ('server', ['listen', '80'])]
    """
    found, blocks, words = [], ["site"], []
    for token in re.findall(r'#.*|"[^"]*"|[{};]|[^\s{};"]+', text):
        if token.startswith("#"):
            continue
        if token not in ("{", "}", ";"):
            words.append(token.strip('"'))
            continue
        assert bool(words) == (token != "}"), f"{token} after {words}"
        if words:
            found.append((blocks[-1], words))
        if token == "{":
            blocks.append(words[0])
        elif token == "}":
            assert len(blocks) > 1, "a block ends that did not begin"
            blocks.pop()
        words = []
    assert (blocks, words) == (["site"], []), "a block or a directive does not end"
    return found


@pytest.mark.parametrize("name", ["nginx.conf", "compose-nginx.conf"])
def test_the_proxy_understands_its_file_in_every_supported_version(name: str) -> None:
    """So `http2` is not there: it is a directive of its own only since 1.25.1."""
    for block, [directive, *given] in directives(FILES[name]):
        assert directive in DIRECTIVES[block], f"{directive} in {block}"
        assert len(given) <= DIRECTIVES[block][directive], (directive, given)
        assert "http2" not in given


def test_a_directive_of_another_block_is_noticed() -> None:
    [*_, (block, [directive, *_])] = directives("server { proxy_pass http://ludoteca; }")
    assert directive not in DIRECTIVES[block]


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("keepalive 16;", "keepalive 16"),
        ("location / {", "location /"),
        ("    deny all;\n    }", ""),
    ],
)
def test_a_broken_file_of_the_proxy_is_noticed(written: str, instead: str) -> None:
    broken = FILES["nginx.conf"].replace(written, instead, 1)
    assert broken != FILES["nginx.conf"]
    with pytest.raises(AssertionError):
        directives(broken)


def test_behind_another_proxy_people_keep_their_addresses_and_nobody_claims_one() -> None:
    """What to take the # away from is there; as it is, nobody is believed."""
    text = FILES["compose-nginx.conf"]
    waiting = re.findall(r"^ +# (\w+) ([^;\n]+);", text, re.M)
    assert [name for name, _ in waiting] == ["set_real_ip_from", "real_ip_header"]
    assert ip_network(waiting[0][1]).is_private
    assert not re.search(r"^ *(set_real_ip_from|real_ip_header)", text, re.M)
    assert "127.0.0.1:8080:80" in FILES["compose.yaml"]
    assert "X-Forwarded-For" in GUIDE.partition("### With PostgreSQL")[2].partition("###")[0]


def test_on_kubernetes_only_private_networks_are_believed() -> None:
    [believed] = re.findall(r'FORWARDED_ALLOW_IPS, value: "([^"]+)"', FILES["kubernetes.yaml"])
    config = uvicorn.Config("", forwarded_allow_ips=believed)
    proxies = ProxyHeadersMiddleware(config.app, config.forwarded_allow_ips).trusted_hosts  # type: ignore[arg-type]
    assert all(f"{first}.64.0.1" in proxies for first in (10, 100))
    for public in ("192.0.2.7", "203.0.113.9", "8.8.8.8", "172.32.0.1", "100.128.0.1"):
        assert public not in proxies
    assert "FORWARDED_ALLOW_IPS" in GUIDE.partition("### On Kubernetes")[2].partition("## ")[0]


@pytest.mark.parametrize("name", ["nginx.conf", "compose-nginx.conf"])
def test_plain_requests_keep_their_connection_and_inner_pages_stay_inside(name: str) -> None:
    text = FILES[name]
    assert "keepalive 16;" in text
    assert re.search(r'^ +"" +"";', text, re.M), "Connection: close would undo keepalive"
    for path in ("= /metrics", "/api/admin/"):
        assert re.search(rf"location {path} {{[^}}]*deny all;", text)


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


def test_systemd_waits_until_the_service_is_ready_and_all_processes_are_one_user() -> None:
    for name in ("ludoteca.service", "ludoteca@.service"):
        lines = FILES[name].splitlines()
        assert {"Type=notify", "DynamicUser=yes", "User=ludoteca"} <= set(lines)


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


def test_the_container_runs_as_a_number_and_has_time_to_start() -> None:
    text = FILES["Containerfile"]
    [user] = re.findall(r"^USER (\d+):\d+$", text, re.M)
    assert f"--uid {user} " in text
    assert re.search(r"^HEALTHCHECK --start-period=\d+s", text, re.M)
    assert 'org.opencontainers.image.licenses="MIT"' in text
    assert re.search(r"^ARG VERSION=", text.rpartition("\nFROM ")[2], re.M)
    assert 'org.opencontainers.image.version="$VERSION"' in text
    assert "--build-arg VERSION=" in GUIDE


def test_each_process_of_the_composition_has_its_own_name_and_address() -> None:
    composed = yaml.safe_load(FILES["compose.yaml"])
    processes = {
        name: service
        for name, service in composed["services"].items()
        if service["image"] == "ludoteca"
    }
    assert len(processes) == 2
    for name, service in processes.items():
        assert (ROOT / "deploy" / service["build"]["context"] / "deploy/Containerfile").is_file()
        assert service["environment"]["LUDOTECA_PROCESS"] == name
        assert service["environment"]["LUDOTECA_ADDRESS"] == f"{name}:8000"
        assert f"server {name}:8000 " in FILES["compose-nginx.conf"]
        assert set(service["depends_on"]) <= set(composed["services"])
    for volume in composed["services"]["proxy"]["volumes"]:
        assert (ROOT / "deploy" / volume.split(":")[0]).is_file()


def test_kubernetes_asks_what_the_server_answers() -> None:
    parts = {
        (part["kind"], part["metadata"]["name"]): part["spec"]
        for part in yaml.safe_load_all(FILES["kubernetes.yaml"])
    }
    processes = parts["StatefulSet", "ludoteca"]
    pod = processes["template"]["spec"]
    [container] = pod["containers"]
    for probe in ("startupProbe", "readinessProbe"):
        assert container[probe]["httpGet"]["path"] == "/health"
    assert pod["securityContext"]["runAsNonRoot"]
    assert parts["Service", processes["serviceName"]]["clusterIP"] == "None"
    address = next(one for one in container["env"] if one["name"] == "LUDOTECA_ADDRESS")
    assert address["value"].endswith(f".{processes['serviceName']}:8000")
    [port] = re.findall(r"^EXPOSE (\d+)$", FILES["Containerfile"], re.M)
    assert container["ports"][0]["containerPort"] == int(port)


def expressions() -> list[str]:
    """List the questions of alerts and dashboard."""
    rules = yaml.safe_load(FILES["alerts.yaml"])["groups"][0]["rules"]
    panels = json.loads(FILES["grafana.json"])["panels"]
    return [rule["expr"] for rule in rules] + [
        target["expr"] for panel in panels for target in panel["targets"]
    ]


def known_series() -> dict[str, set[str]]:
    """Return the series that a process has, each with its labels."""
    found: dict[str, set[str]] = {}
    metrics: Any = Metrics()
    for counter in (metrics.messages, metrics.refusals, metrics.closes, metrics.webhooks):
        counter.labels("x")
    for family in metrics.registry.collect():
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def test_alerts_and_dashboard_ask_for_series_and_labels_that_exist() -> None:
    known = known_series()
    asked = expressions()
    assert len(asked) >= 20
    for expression in asked:
        for name in re.findall(r"\b(?:ludoteca|process)_\w+", expression):
            assert name in known, expression
        for labels in re.findall(r"by \(([\w, ]+)\)", expression):
            names = re.findall(r"\b(?:ludoteca|process)_\w+", expression)
            assert set(labels.split(", ")) <= set().union(*(known[name] for name in names))
