"""A guest makes an account and stays who he is; whoever logs out is a guest again."""

from playwright.sync_api import expect

from tests.page.conftest import Visit


def test_an_account_is_kept_over_reloads_until_one_logs_out(visit: Visit) -> None:
    page = visit("/settings")
    page.get_by_role("button", name="Change", exact=True).click()
    sheet = page.get_by_role("dialog", name="Who you are")
    sheet.get_by_role("button", name="Make an account").click()
    sheet.get_by_label("Nickname").fill("Aurelia")
    sheet.get_by_label("Password").fill("seven warm shelves of books")
    sheet.locator("form").get_by_role("button", name="Make an account").click()
    expect(sheet).to_have_count(0)
    header = page.get_by_role("banner")
    expect(header).to_contain_text("Aurelia")
    page.goto("/people/Aurelia")
    expect(page.get_by_role("heading", name="Aurelia")).to_be_visible()
    expect(header).to_contain_text("Aurelia")
    expect(header).not_to_contain_text("guest")
    header.get_by_role("button", name="Aurelia").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    page.wait_for_url("**/")
    expect(header).to_contain_text("guest")
