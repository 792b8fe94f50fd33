"""The library of replays: pictures, scores, filters, and records opened from files."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from playwright.sync_api import FilePayload, expect

from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS
from tests.page.recorded import HOME, fields_of, last_move, ply_before
from tests.page.test_everywhere import axe_faults
from tests.page.ways import come_in, play_now, play_on

GAME = "my_shelfie"


def test_a_finished_match_is_found_in_the_library(visit: Visit) -> None:
    page = visit(None)
    come_in(page.context, "Mira")
    move = last_move(GAME)
    play_on(page, GAME, ply_before(GAME, move))
    player = PLAYERS[GAME](page)
    player.lay_out(fields_of(GAME, move))
    player.confirm()
    page.get_by_role("dialog", name="Final scoring").wait_for()
    page.get_by_role("dialog", name="Final scoring").get_by_role("button", name="Skip").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Share a picture").click()
    picture = saved.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 10_000
    page.goto("/replays")
    matches = page.get_by_role("list", name="Matches")
    row = matches.get_by_role("listitem").filter(has=page.get_by_role("link"))
    expect(row).to_have_count(1)
    expect(row.locator("[data-final] svg rect").first).to_be_attached()
    expect(row).to_contain_text(re.compile(r"Mira\s*\d+"))
    assert axe_faults(page) == []
    page.get_by_label("Search by player").fill("nobody at all")
    expect(page.get_by_role("status").filter(has_text="No match fits")).to_be_visible()
    page.get_by_label("Search by player").fill("mira shelfie")
    expect(row).to_have_count(1)
    page.get_by_role("radio", name="Codex Naturalis").check()
    expect(row).to_have_count(0)
    page.get_by_role("radio", name="All games").check()
    row.get_by_role("link").click()
    page.get_by_role("region", name="Replay controls").wait_for()


def test_a_record_is_opened_from_a_file_and_a_changed_one_refused(visit: Visit) -> None:
    page = visit("/replays", refused=True)
    good = (HOME / f"{GAME}.ludo").read_bytes()
    chooser = page.locator("input[type=file]")
    bad = good.replace(b"Mira", b"Mina")
    chooser.set_input_files(FilePayload(name="x.ludo", mimeType="text/plain", buffer=bad))
    expect(page.get_by_role("alert")).to_contain_text("can’t be opened")
    script = """text => {
        const given = new DataTransfer();
        given.items.add(new File([text], "match.ludo"));
        window.dispatchEvent(new DragEvent("drop", {dataTransfer: given, cancelable: true}));
    }"""
    page.evaluate(script, good.decode())
    controls = page.get_by_role("region", name="Replay controls")
    controls.wait_for()
    expect(page.get_by_text("Checked:")).to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_have_count(0)
    page.keyboard.press("End")
    assert int(controls.get_attribute("data-moment") or 0) > 20
    page.get_by_label("View as").select_option(index=1)
    expect(page.get_by_text("Checked:")).to_be_visible()
    page.goto("/replays/file")
    expect(page).to_have_url(re.compile("/replays$"))


def test_all_goals_and_cards_can_be_leafed_through_in_the_same_room(visit: Visit) -> None:
    page = visit("/learn", refused=True)  # at the end a game is asked for that is not there
    things = page.locator("[data-things]")
    expect(things).to_be_visible()
    page.get_by_role("link", name="Goals and pieces").first.click()
    items = page.locator("main ul > li")
    for part, count in (("Tiles", 6), ("Common goals", 12), ("Personal goals", 12)):
        page.get_by_role("radio", name=part).check()
        expect(items).to_have_count(count)
    page.goto("/pieces/codex_naturalis")
    for part, count in (("Resource", 10), ("Gold", 10), ("Starter", 6), ("Objectives", 16)):
        page.get_by_role("radio", name=re.compile(part)).check()
        expect(items).to_have_count(count)
    page.get_by_role("radio", name="Gold cards").check()
    page.get_by_role("radio", name="insect cards").check()
    first = items.first.get_by_role("img")
    expect(first).to_have_accessible_name(re.compile("gold insect card, .*needs"))
    page.get_by_role("button", name="Flip").click()
    expect(first).to_have_accessible_name(re.compile("face down"))
    assert axe_faults(page) == []
    for path in ("/tables", "/settings", "/rankings", "/replays"):
        page.goto(path)
        expect(things).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/pieces/nothing")
    expect(things).to_have_count(0)


@contextmanager
def another_site(body: str) -> Iterator[str]:
    """Serve one page at an origin of its own; yield its address."""

    class OnePage(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), OnePage) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_match_is_shown_to_others_once_its_player_agrees(visit: Visit) -> None:
    page = visit("/")
    play_now(page, "my_shelfie")
    match = page.url.rpartition("/")[2]
    page.locator("[data-turn=mine]").wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign").click()
    page.locator("[data-turn=over]").wait_for()
    page.goto(f"/r/{match}")
    page.get_by_role("button", name="Show it to others").click()
    sheet = page.get_by_role("dialog")
    code = sheet.get_by_role("textbox", name="On another site").input_value()
    sheet.get_by_role("switch", name="Show this match in the gallery").check(force=True)
    expect(sheet.get_by_role("status")).to_have_text("It is in the gallery.")

    other = visit("/gallery", size=PHONE)
    other.locator(f'a[href="/r/{match}"]').tap()
    expect(other.get_by_role("region", name="Replay controls")).to_be_visible()

    frame = visit(None)
    with another_site(code) as outside:
        frame.goto(outside)
        inside = frame.frame_locator("iframe")
        inside.get_by_role("button", name="Step forward").click()
        expect(inside.get_by_role("link", name="Open on ludoteca")).to_be_visible()
        expect(inside.get_by_role("button", name="Play on from here")).to_have_count(0)
