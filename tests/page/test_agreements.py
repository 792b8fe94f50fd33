"""What people agree on at a table, say to each other, and decide when somebody goes."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from ludoteca.record import verify
from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS, expect_same_ply, ply_of
from tests.page.serving import serving
from tests.page.ways import come_in, open_table, sit_down

GAME = "my_shelfie"
SHORTEST = 5
"""Seconds that a table may wait for somebody at least."""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server of these tests' own: people who meet by chance are then those who are meant."""
    with serving(tmp_path_factory.mktemp("agreements")) as found:
        yield found


def somebody(visit: Visit, name: str, size: dict[str, int] | None = None) -> Page:
    """Let somebody of that name come in."""
    page = visit(None, **({"size": size} if size else {}))
    come_in(page.context, name)
    page.goto("/")
    return page


def start(host: Page, others: list[Page], seats: int = 0) -> None:
    """Begin: by itself, or with these where the last seat was not taken by a person."""
    if seats:
        host.get_by_role("button", name=f"Start with {seats}").click()
    for page in (host, *others):
        page.locator("[data-turn]").wait_for()


def from_menu(page: Page, name: str) -> None:
    """Choose something in the menu of a match."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name=name).click()


def answer(page: Page, sentence: str, said: str) -> None:
    """Answer what somebody proposes."""
    banner = page.get_by_role("status").filter(has_text=sentence)
    banner.get_by_role("button", name=said).click()


def seats_of(page: Page) -> Locator:
    """Find the seats of a table that has not begun."""
    return page.get_by_role("list", name="Seats").get_by_role("listitem")


def test_two_people_who_want_anybody_meet_at_one_table(visit: Visit) -> None:
    people = [somebody(visit, name) for name in ("Ada", "Bo")]
    for page in people:
        page.goto("/tables")
        games = page.get_by_role("group", name="Game").first
        games.get_by_role("radio", name="Codex Naturalis").check()
        page.get_by_role("button", name="Quick match").click()
        page.wait_for_url("**/t/*")
    ada, bo = people
    assert ada.url == bo.url
    for page in people:  # nobody was asked whether they are ready
        expect(page.locator("[data-turn=mine]")).to_be_visible()


def test_a_move_a_pause_and_the_end_are_agreed_on(visit: Visit, tmp_path: Path) -> None:
    ada, bo = somebody(visit, "Ada"), somebody(visit, "Bo", PHONE)
    bo.goto(open_table(ada, GAME))
    sit_down(bo)
    start(ada, [bo])
    mover, other, name = ada, bo, "Ada"
    if bo.locator("[data-turn=mine]").count():
        mover, other, name = bo, ada, "Bo"
    PLAYERS[GAME](mover, touch=mover is bo).play(1)
    expect(other.locator("[data-turn=mine]")).to_be_visible()

    moved = ply_of(other)
    for said in ("No", "Yes"):
        from_menu(mover, "Undo")
        answer(other, f"{name} asks to take back a move.", said)
        expect(mover.get_by_text("asks to take back")).to_have_count(0)
        undone = said == "Yes"
        expect((mover if undone else other).locator("[data-turn=mine]")).to_be_visible()
    expect_same_ply(other, mover)
    assert ply_of(other) != moved

    from_menu(other, "Propose a pause")
    answer(mover, "proposes a pause.", "Yes")
    for page in (mover, other):
        expect(page.get_by_text("Paused.").first).to_be_visible()
        expect(page.locator("[data-turn=mine]")).to_have_count(0)
    from_menu(mover, "Propose to continue")
    answer(other, "wants to continue.", "Yes")
    expect(mover.locator("[data-turn=mine]")).to_be_visible()

    for said in ("No", "Yes"):
        from_menu(mover, "Propose ending the match")
        expect(mover.get_by_role("button", name="Withdraw")).to_be_visible()
        answer(other, "proposes ending the match.", said)
        expect(mover.get_by_role("button", name="Withdraw")).to_have_count(0)
    for page in (mover, other):
        scoring = page.get_by_role("dialog", name="Final scoring")
        scoring.get_by_role("button", name="Skip").click()
        expect(scoring.get_by_text("The players agreed to end the match.")).to_be_visible()

    # The record is for everybody to check, by the seal that was shown before the first deal.
    with ada.expect_download() as saved:
        ada.get_by_role("link", name="Save record").click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    verdict = verify(path.read_bytes())
    assert verdict.rolls_checked
    header = verdict.record.header
    assert header.seed is not None
    ada.get_by_text("Provably fair shuffle", exact=True).click()
    expect(ada.locator("[data-seal]")).to_have_text(header.commitment or "")
    expect(ada.locator("[data-seed]")).to_have_text(header.seed.hex())


def test_giving_up_is_asked_twice_and_then_a_bot_plays_on(visit: Visit) -> None:
    ada, bo = somebody(visit, "Ada"), somebody(visit, "Bo")
    bo.goto(open_table(ada, GAME, seats=3))
    sit_down(bo)
    free = seats_of(ada).nth(2)
    free.get_by_role("button", name="Add a bot").click()
    free.get_by_role("button", name=re.compile("beginner")).click()
    start(ada, [bo], 3)
    from_menu(ada, "Resign")
    sheet = ada.get_by_role("dialog", name="Resign")
    expect(sheet).to_contain_text("A bot takes over for you.")
    sheet.get_by_role("button", name="Play on").click()
    menu = ada.get_by_role("dialog", name="Menu")
    menu.get_by_role("button", name="Resign").click()
    sheet.get_by_role("button", name="Resign").click()
    expect(ada.get_by_role("button", name="Hint")).to_have_count(0)

    # Bo is asked, for any next player; never again Ada.
    for _ in range(2):
        PLAYERS[GAME](bo).play(1)
        expect(bo.locator("[data-turn=mine]")).to_be_visible()
        expect_same_ply(ada, bo)
        assert ada.locator("[data-turn=mine]").count() == 0
    ada.get_by_role("button", name="Menu").click()
    expect(menu.get_by_role("button", name="Chat")).to_be_visible()
    for gone in ("Resign", "Undo", "Propose"):
        assert menu.get_by_role("button", name=gone).count() == 0


def test_a_whisper_is_for_one_and_the_muted_are_not_heard(visit: Visit) -> None:
    ada, bo, cy = (somebody(visit, name) for name in ("Ada", "Bo", "Cy"))
    link = open_table(ada, GAME, seats=4)
    for page in (bo, cy):
        page.goto(link)
        sit_down(page)

    def say(page: Page, text: str, to: str = "everyone") -> None:
        page.get_by_role("combobox", name="To").select_option(to)
        page.get_by_role("textbox", name="Say something").fill(text)
        page.keyboard.press("Enter")

    expect(ada.get_by_role("combobox", name="To").locator("option")).to_have_count(3)
    say(ada, "between us", to="Bo")
    say(ada, "hello all")
    expect(bo.get_by_role("log")).to_contain_text("only for you between us")
    expect(cy.get_by_role("log")).to_contain_text("hello all")
    assert "between us" not in cy.get_by_role("log").inner_text()

    cy.get_by_text("Mute players").click()
    mute = cy.get_by_role("button", name="Ada", exact=True)
    mute.click()
    expect(mute).to_have_attribute("aria-pressed", "true")
    say(ada, "are you there?")
    say(bo, "she is")
    expect(cy.get_by_role("log")).to_contain_text("she is")
    assert "Ada" not in cy.get_by_role("log").inner_text()


def test_the_host_sets_who_sits_where(visit: Visit) -> None:
    ada, bo = somebody(visit, "Ada"), somebody(visit, "Bo")
    card = ada.locator(f'article[data-game="{GAME}"]')
    card.get_by_role("button", name="With friends").click()
    sheet = ada.get_by_role("dialog")
    sheet.get_by_text("More options").click()
    sheet.get_by_role("group", name="Clock").get_by_role("radio", name="per match").check()
    sheet.get_by_role("group", name="Time", exact=True).get_by_role("radio", name="20+15").check()
    sheet.get_by_role("switch", name="Draw seats at random").uncheck()
    sheet.get_by_role("switch", name="Start when every seat is taken").uncheck()
    sheet.get_by_role("button", name="Open the table").click()
    ada.wait_for_url("**/t/*")
    bo.goto(ada.url)
    expect(bo.get_by_text("20 min + 15 s per turn")).to_be_visible()
    sit_down(bo)
    row = seats_of(ada).filter(has_text="Bo")
    row.get_by_role("button", name="Bo’s seat").click()
    row.get_by_role("button", name="One seat up").click()
    expect(seats_of(bo)).to_contain_text(["Bo", "Ada"])
    for page in (bo, ada):
        page.get_by_role("button", name="I’m ready").click()
    start(ada, [bo], 2)
    expect(bo.get_by_role("heading", level=1)).to_contain_text("match with Bo, Ada")
    expect(bo.locator("[data-turn=mine]")).to_be_visible()


def hurry(socket: WebSocketRoute) -> None:
    """Let tables that this page opens wait no longer than they must."""
    server = socket.connect_to_server()

    def pass_on(text: str | bytes) -> None:
        message = json.loads(text)
        if message["type"] == "open_table":
            message["setting"]["grace"] = SHORTEST
        server.send(json.dumps(message))

    socket.on_message(pass_on)


def test_the_last_one_at_the_table_may_play_on_with_bots(visit: Visit) -> None:
    ada, bo = visit(None), somebody(visit, "Bo")
    come_in(ada.context, "Ada")
    ada.route_web_socket("**/socket", hurry)
    ada.goto("/")
    bo.goto(open_table(ada, GAME))
    sit_down(bo)
    start(ada, [bo])
    bo.goto("/")
    expect(ada.get_by_text("Bo is away. A bot takes over in 0:0")).to_be_visible()
    alone = ada.get_by_role("status").filter(has_text="Everyone else has left.")
    expect(alone).to_contain_text("bots take over in")
    for choice in ("Wait", "Continue with bots", "Claim the win"):
        expect(alone.get_by_role("button", name=choice)).to_be_visible()
    alone.get_by_role("button", name="Continue with bots").click()
    expect(ada.get_by_text("A bot is playing for Bo.")).to_be_visible()
    PLAYERS[GAME](ada).play(1)
    expect(ada.locator("[data-turn=mine]")).to_be_visible()
