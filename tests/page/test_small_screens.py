"""What is asked, watched and looked at on small screens is whole and in nobody's way."""

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.page.conftest import PHONE, TABLET, Visit
from tests.page.players import PLAYERS, CodexPlayer, ShelfiePlayer
from tests.page.recorded import MIDDLE, address_of, ply_before, record_of
from tests.page.test_everywhere import is_clean
from tests.page.ways import come_in, open_table, play_now, sit_down

SMALL = {"width": 360, "height": 640}
FRAMES = {"/r/": [(360, 640), (1120, 760)], "/embed/": [(480, 640), (760, 520), (844, 390)]}
"""How small a replay is looked at, here and on other sites."""

HAS_ROOM = """least => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const board = box(".board > .room, .board > .page");
  const buttons = [...document.querySelectorAll("header .button, header select")];
  return board.height >= least && board.bottom <= box("[data-moment]").top + 1 &&
    buttons.every((one) => one.getBoundingClientRect().right <= innerWidth);
}"""
"""Whether enough of the board is seen above the controls, and the header is whole."""

LEAST_BOARD = 120
"""Pixels of the living room or of the play area that are seen at least."""


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
    page.locator("[data-turn=mine]").wait_for()  # a turn that begins opens the tab it needs
    page.get_by_role("tab", name="Opponents").tap()
    page.get_by_role("tabpanel").get_by_role("button").first.tap()
    close = page.get_by_role("button", name="Close", exact=True)
    assert box_of(close)["height"] < 56  # one line
    close.tap()
    expect(close).to_have_count(0)


def analysed(route: Route) -> None:
    """Answer that a match was analysed: two moves make a chart."""
    move = {"seat": 0, "mark": "best", "text": "", "win": 0.5, "better": None, "better_move": None}
    more = {"win_lost": 0, "points_lost": 0, "error": 0, "reasons": [], "changes": [0, 0, 0]}
    judged = [{**move, **more, "ply": ply, "chances": [0.25, 0.5, 0.25]} for ply in (20, 30)]
    route.fulfill(json={"match": "m", "state": "done", "of": 2, "judged": judged, "mine": []})


@pytest.mark.parametrize("game", sorted(PLAYERS))
def test_a_replay_with_its_chart_leaves_room_for_the_board(visit: Visit, game: str) -> None:
    page = visit(None, size=SMALL)
    page.route("**/analysis", analysed)
    for place, sizes in FRAMES.items():
        page.goto(address_of(game, ply_before(game, MIDDLE[game])).replace("/r/", place))
        for name in record_of(game).header.players:
            expect(page.locator(".legend").get_by_text(name)).to_be_visible()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            is_clean(page, f"{place} of {game}, {width}×{height}")
            page.wait_for_function(HAS_ROOM, arg=LEAST_BOARD)
