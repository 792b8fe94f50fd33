"""What others wrote is named with its licence, and every licence is one we allow."""

import pytest

from tests.conventions import licences

LISTED = licences.LIST.read_text(encoding="utf-8")
IN_PYTHON = dict(line.split(": ") for line in licences.parts_of(LISTED)[0].splitlines())


def test_every_package_that_people_install_is_listed() -> None:
    packages = licences.python_packages()
    assert {"numpy", "litestar", "textual", "pyarrow", "mdurl"} <= set(packages)
    assert "pytest" not in packages
    assert list(IN_PYTHON) == packages, "run python -m tests.conventions.licences"


@pytest.mark.parametrize("package", licences.python_packages())
def test_its_licence_is_the_one_it_names(package: str) -> None:
    """Newer Pythons get other versions of a few packages, with other lists of inner parts."""
    licence = licences.licence_of(package)
    assert licences.is_allowed(licence), f"{package} is under {licence}: is that allowed?"
    assert licences.is_allowed(IN_PYTHON[package])
    assert licence.split()[0] == IN_PYTHON[package].split()[0], (
        "python -m tests.conventions.licences"
    )


def test_a_licence_that_is_not_allowed_would_be_found() -> None:
    assert licences.is_allowed("MIT OR Apache-2.0")
    assert licences.is_allowed("BSD-2-Clause AND Apache-2.0 WITH LLVM-exception")
    for licence in ("GPL-3.0-only", "MIT AND AGPL-3.0-or-later", "unknown", ""):
        assert not licences.is_allowed(licence)
