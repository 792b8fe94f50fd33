"""The licences of all that the page is made of are quoted, and one link away."""

import re

from playwright.sync_api import expect

from tests.conventions import licences
from tests.page.conftest import Visit

IN_PAGE = licences.parts_of(licences.LIST.read_text(encoding="utf-8"))[1]


def test_the_licences_of_the_built_page_are_quoted() -> None:
    packages = licences.page_packages()
    assert {"svelte", "uqr"} <= set(packages)
    assert licences.page_part() == IN_PAGE, "run python -m tests.conventions.licences"
    for package in packages:
        assert licences.is_allowed(licences.page_licence(package)[0]), package


def test_they_are_one_link_away(visit: Visit) -> None:
    page = visit("/settings")
    with page.context.expect_page() as opened:
        page.get_by_role("link", name=re.compile("^Open-source licences")).click()
    expect(opened.value.locator("body")).to_contain_text("litestar: MIT")
    expect(opened.value.locator("body")).to_contain_text("the “Software”")
