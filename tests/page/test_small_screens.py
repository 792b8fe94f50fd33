"""What is asked, watched and looked at on small screens is whole and in nobody's way."""

from playwright.sync_api import Locator, Page, expect

from tests.page.conftest import PHONE, TABLET, Visit
from tests.page.players import CodexPlayer, ShelfiePlayer
from tests.page.ways import come_in, open_table, play_now, sit_down

SMALL = {"width": 360, "height": 640}


def box_of(target: Locator) -> dict[str, float]:
    """Return where something lies, once it is there."""
    expect(target).to_be_visible()
    box = target.bounding_box()
    assert box is not None
    return {name: box[name] for name in ("x", "y", "width", "height")}


def come_as(visit: Visit, name: str, path: str, size: dict[str, int]) -> Page:
    page = visit(None, size=size)
    come_in(page.context, name)
    page.goto(path)
    return page


def test_who_is_asked_to_take_back_keeps_the_board_where_it_is(visit: Visit) -> None:
    host = visit(None)
    come_in(host.context, "Ada")
    host.goto("/")
    address = open_table(host, "my_shelfie")
    guest = come_as(visit, "Bo", address, PHONE)
    sit_down(guest)
    guest.locator("[data-turn]").wait_for()
    watcher = come_as(visit, "Cleo", address, TABLET)
    goals = watcher.get_by_role("complementary", name="Goals").get_by_role("button")
    expect(goals).to_have_count(2)
    for goal in goals.all():  # as high as what is in it
        assert box_of(goal)["height"] < 140

    host.locator("[data-turn]").first.wait_for()
    if guest.locator("[data-turn=mine]").count():
        ShelfiePlayer(guest, touch=True).play(1)
    ShelfiePlayer(host).play(1)
    guest.locator("[data-turn=mine]").wait_for()
    room = guest.locator("[data-room]").first
    before = box_of(room)
    host.get_by_role("button", name="Menu").click()
    host.get_by_role("dialog").get_by_role("button", name="Undo").click()
    yes = box_of(guest.get_by_role("button", name="Yes"))
    no = box_of(guest.get_by_role("button", name="No", exact=True))
    assert yes["y"] == no["y"]
    assert box_of(room) == before


def test_codex_naturalis_is_whole_on_a_small_phone(visit: Visit) -> None:
    page = visit("/", size=SMALL)
    play_now(page, "codex_naturalis")
    for side in ("front", "back"):
        box = box_of(page.locator(f'[data-side="{side}"]'))
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= SMALL["width"]
    tally = box_of(page.locator("section.tally"))
    last = box_of(page.locator("section.tally li").last)
    assert last["x"] + last["width"] <= tally["x"] + tally["width"]
    CodexPlayer(page, touch=True).play(2)
    page.get_by_role("tab", name="Opponents").tap()
    page.get_by_role("tabpanel").get_by_role("button").first.tap()
    close = page.get_by_role("button", name="Close", exact=True)
    assert box_of(close)["height"] < 56  # one line
    close.tap()
    expect(close).to_have_count(0)
