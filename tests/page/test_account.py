"""The sheet of one's account: making it, logging in, where one is logged in, what guards it."""

import re

import pyotp
from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import PHONE, Visit
from tests.page.ways import settled

SECRET = "seven warm shelves of books"
FRESH = "nine cold cellars of jam"
KEPT = {"ludoteca.settings", "ludoteca.been_here"}
"""All that a page may store in the browser of a person who learns nothing there."""

ON_TOP = """one => {
  const box = one.getBoundingClientRect();
  one.style.pointerEvents = "auto"; // taps go through notices, and so would this look
  return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
"""Whether nothing lies over the middle of something."""


def open_sheet(page: Page) -> Locator:
    """Ask who one is."""
    page.get_by_role("button", name="Change", exact=True).click()
    sheet = page.get_by_role("dialog", name=re.compile("^(Your name|Account)$"))
    expect(sheet).to_be_visible()
    return sheet


def identify(sheet: Locator, way: str, name: str, password: str) -> None:
    """Make an account or log in."""
    switch = sheet.locator(".modes").get_by_role("button", name=way)
    if switch.count():
        switch.click()
    sheet.get_by_label("Nickname").fill(name)
    sheet.get_by_label("Password").fill(password)
    sheet.locator("form").get_by_role("button", name=way).click()


def known_at(visit: Visit, way: str, name: str, password: str = SECRET) -> tuple[Page, Locator]:
    """Come from another device, and open the sheet of one's account there."""
    page = visit("/settings", refused=True)
    sheet = open_sheet(page)
    identify(sheet, way, name, password)
    expect(sheet).to_have_count(0)
    sheet = open_sheet(page)
    expect(sheet.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    return page, sheet


def test_an_account_is_kept_over_reloads_until_one_logs_out(visit: Visit) -> None:
    page = visit("/settings")
    sheet = open_sheet(page)
    identify(sheet, "Create an account", "Aurelia", SECRET)
    expect(sheet).to_have_count(0)
    header = page.get_by_role("banner")
    expect(header).to_contain_text("Aurelia")
    assert page.evaluate("[document.cookie, sessionStorage.length]") == ["", 0]
    assert set(page.evaluate("Object.keys(localStorage)")) <= KEPT, "no session, nothing of hers"
    page.goto("/people/Aurelia")
    expect(page.get_by_role("heading", name="Aurelia")).to_be_visible()
    expect(header).to_contain_text("Aurelia")
    expect(header).not_to_contain_text("guest")
    header.get_by_role("button", name="Aurelia").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    expect(header).to_contain_text("guest")


def test_a_refused_name_or_password_says_why(visit: Visit) -> None:
    page = visit("/settings", size=PHONE, refused=True)
    sheet = open_sheet(page)
    identify(sheet, "Create an account", "Basilio", "short")
    expect(sheet.get_by_text("A password needs")).to_be_visible()
    identify(sheet, "Create an account", "Basilio", SECRET)
    expect(sheet).to_have_count(0)
    other = visit("/settings", size=PHONE, refused=True)
    sheet = open_sheet(other)
    identify(sheet, "Log in", "Basilio", FRESH)
    expect(sheet.get_by_text("Wrong name or password. Try again.")).to_be_visible()
    sheet.get_by_role("button", name="Stay as guest").click()
    expect(sheet.get_by_label("Password")).to_have_count(0)
    sheet.get_by_label("Nickname").fill("Basilio")
    sheet.get_by_role("button", name="Save").click()
    expect(sheet.locator("[role=alert], .problem").first).to_be_visible()


def test_one_sees_where_one_is_logged_in_and_ends_it_there(visit: Visit) -> None:
    home, sheet = known_at(visit, "Create an account", "Corinna")
    away, _ = known_at(visit, "Log in", "Corinna")
    home.keyboard.press("Escape")
    sheet = open_sheet(home)
    places = sheet.get_by_role("listitem")
    expect(places).to_have_count(2)
    expect(places.filter(has_text="this device")).to_have_count(1)
    there = sheet.get_by_role("button", name="Log out device")
    expect(there).to_be_disabled()
    password = sheet.get_by_label("Current password")
    password.fill("a wrong one it is")
    there.click()
    expect(sheet.get_by_text("Wrong name or password. Try again.")).to_be_visible()
    password.fill(SECRET)
    there.click()
    expect(places).to_have_count(1)
    done = home.get_by_text("Logged out.")
    expect(done).to_be_visible()
    assert done.evaluate(ON_TOP), "a sheet lies over the notice"
    away.goto("/settings")
    settled(away)
    expect(away.get_by_role("banner")).to_contain_text("guest")


def test_another_password_counts_from_then_on(visit: Visit) -> None:
    page, sheet = known_at(visit, "Create an account", "Dorotea")
    sheet.get_by_label("Current password").fill(SECRET)
    sheet.get_by_label("New password").fill("dorotea")
    sheet.get_by_role("button", name="Change password").click()
    expect(sheet.get_by_text("A password needs")).to_be_visible()
    sheet.get_by_label("New password").fill(FRESH)
    sheet.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    expect(sheet.get_by_label("New password")).to_have_value("")
    page.reload()
    expect(page.get_by_role("banner")).to_contain_text("Dorotea")
    other = visit("/settings", refused=True)
    sheet = open_sheet(other)
    identify(sheet, "Log in", "Dorotea", SECRET)
    expect(sheet.get_by_text("Wrong name or password. Try again.")).to_be_visible()
    identify(sheet, "Log in", "Dorotea", FRESH)
    expect(sheet).to_have_count(0)
    expect(other.get_by_role("banner")).to_contain_text("Dorotea")


def test_a_second_factor_is_set_up_asked_for_and_turned_off(visit: Visit) -> None:
    _, sheet = known_at(visit, "Create an account", "Eleonora")
    sheet.get_by_role("button", name="Set up two-step login").click()
    password = sheet.get_by_label("Password", exact=True)
    expect(password).to_be_focused()
    password.fill(SECRET)
    password.press("Enter")
    expect(sheet.get_by_role("img", name="Scan this")).to_be_visible()
    secret = sheet.locator("code").inner_text().replace(" ", "")
    code = sheet.get_by_label("The code shown by the app")
    expect(code).to_be_focused()
    code.fill("123")
    code.press("Enter")
    expect(sheet.get_by_text("That code is wrong")).to_be_visible()
    code.fill(pyotp.TOTP(secret).now())
    code.press("Enter")
    kept = sheet.locator("[data-codes] li")
    expect(kept).to_have_count(10)
    recovery = kept.all_inner_texts()
    sheet.get_by_role("button", name="I’ve saved them").click()
    expect(sheet.get_by_text("Recovery codes left: 10")).to_be_visible()

    other = visit("/settings", size=PHONE, refused=True)
    away = open_sheet(other)
    identify(away, "Log in", "Eleonora", FRESH)
    expect(away.get_by_text("Wrong name or password. Try again.")).to_be_visible()
    code = away.get_by_label("Code from your authenticator")
    expect(code).to_have_count(0)
    away.get_by_label("Password").fill(SECRET)
    away.get_by_label("Password").press("Enter")
    expect(code).to_be_focused()
    code.fill("123456789")
    code.press("Enter")
    expect(away.get_by_text("That code is wrong")).to_be_visible()
    code.fill(recovery[0])
    code.press("Enter")
    expect(away).to_have_count(0)
    expect(other.get_by_role("button", name="You’re Eleonora")).to_be_visible()

    away = open_sheet(other)
    expect(away.get_by_text("Recovery codes left: 9")).to_be_visible()
    away.get_by_role("button", name="Turn off two-step login").click()
    away.get_by_label("Password", exact=True).fill(SECRET)
    away.get_by_label("Code from your authenticator").fill(recovery[1])
    away.get_by_label("Code from your authenticator").press("Enter")
    expect(other.get_by_text("Two-step login is off.")).to_be_visible()
    expect(away.get_by_role("button", name="Set up two-step login")).to_be_visible()


def test_an_account_is_looked_after(visit: Visit) -> None:
    """A picture, another name, a forgotten password, one's data, and the end."""
    page, sheet = known_at(visit, "Create an account", "Camillo")
    sheet.get_by_role("radio", name="Cat 2").check(force=True)
    expect(page.locator(".top image")).to_have_attribute("href", "/avatars/cats2.svg")
    sheet.get_by_label("Name", exact=True).fill("Camilla")
    sheet.get_by_role("button", name="Save name").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("banner")).to_contain_text("Camilla")
    sheet = open_sheet(page)
    expect(sheet.locator("li", has_text="This")).to_contain_text("Chrome")
    sheet.get_by_role("button", name="Make recovery codes").click()
    form = sheet.locator("form").last
    form.get_by_label("Password").fill(SECRET)
    form.get_by_role("button", name="Make recovery codes").click()
    listed = sheet.locator("[data-codes] li")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    with page.expect_download() as saved:
        sheet.get_by_role("link", name="Download your data").click()
    assert saved.value.suggested_filename == "ludoteca.json"

    # On another device, without the password.
    other = visit("/settings", refused=True, size=PHONE)
    sheet = open_sheet(other)
    sheet.get_by_role("button", name="Log in").click()
    sheet.get_by_role("button", name="Forgotten your password?").click()
    sheet.get_by_label("Nickname").fill("Camilla")
    sheet.get_by_label("Recovery code").fill(codes[3])
    sheet.get_by_label("New password").fill(FRESH)
    sheet.get_by_role("button", name="Set the new password").click()
    expect(sheet).to_have_count(0)
    sheet = open_sheet(other)
    sheet.get_by_role("button", name="Delete everything about me").click()
    sheet.locator("form").last.get_by_label("Password").fill(FRESH)
    sheet.get_by_role("button", name="Delete for good").click()
    other.wait_for_url("**/")
    other.goto("/people/Camilla")
    expect(other.get_by_text("Camilla")).to_have_count(0)
    other.goto("/rankings")
    expect(other.get_by_text("How ratings work")).to_be_visible()
