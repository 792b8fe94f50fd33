"""The audit tells three things apart: nothing known against it, a weakness, and no answer."""

import json
import subprocess

import pytest

from tests.conventions import audit

SOUND = {"dependencies": [{"name": "one", "version": "1.0", "vulns": []}]}
WEAK = {"dependencies": [{"name": "one", "version": "1.0", "vulns": [{"id": "CVE-2020-1"}]}]}
WEAK_PAGE = {"vulnerabilities": {"two": {"range": "<3", "severity": "high"}}}


def answers(
    monkeypatch: pytest.MonkeyPatch, python: str, page: str, said: str = "ERROR: no network"
) -> int:
    """Run the audit with these answers of the services."""

    def done(stdout: str) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 1, stdout, said)

    monkeypatch.setattr(
        audit,
        "ASKED",
        {
            "python": (lambda: done(python), audit.read_python),
            "page": (lambda: done(page), audit.read_page),
        },
    )
    return audit.main()


def test_it_passes_only_if_both_services_know_of_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answers(monkeypatch, json.dumps(SOUND), '{"vulnerabilities": {}}') == 0
    assert capsys.readouterr().out.count("no known weaknesses") == 2


def test_a_weakness_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answers(monkeypatch, json.dumps(WEAK), json.dumps(WEAK_PAGE)) == 1
    told = capsys.readouterr().out
    assert "one 1.0: CVE-2020-1" in told
    assert "two <3: high" in told


@pytest.mark.parametrize("silence", ["", "[]", '{"error": {"code": "ENOTFOUND"}}'])
def test_no_answer_is_a_failure_and_said_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], silence: str
) -> None:
    assert answers(monkeypatch, json.dumps(SOUND), silence) == 1
    assert answers(monkeypatch, silence, '{"vulnerabilities": {}}') == 1
    told = capsys.readouterr().out
    assert told.count("the advisories can't be asked from here; nothing is known") == 2
    assert "ERROR: no network" in told
