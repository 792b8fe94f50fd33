"""The page is installed like an app: it opens without a network and updates itself in mid-match."""

import json
import shutil
import struct
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from ludoteca.device.pack import OWN
from tests.page.conftest import PHONE, Visit
from tests.page.players import PLAYERS, ply_of, wait_for_turn
from tests.page.serving import ROOT, serving
from tests.page.ways import play_now

STATIC = ROOT / "src" / "ludoteca" / "static"
KEPT = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  if (active.state !== "activated")
    await new Promise((done) => active.addEventListener("statechange", done, { once: true }));
  return (await caches.keys()).filter((name) => name.startsWith("shell-"));
}"""
"""Waits until all files of the page are kept; names the caches."""

ONLY_NEW = """async () => {
  const found = await (await caches.open("device")).keys();
  return found.length && found.every(({ url }) => url.includes("/device/another/"));
}"""
"""Whether what plays offline is that of the new version alone."""

OFFER = """() => {
  const offer = new Event("beforeinstallprompt", { cancelable: true });
  dispatchEvent(Object.assign(offer, { prompt: async () => undefined }));
}"""
"""Offers to install the page, as a browser does when it thinks that somebody may want it."""

LONG = 120_000
"""Milliseconds for Python to start in a browser on a busy machine."""


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    opened = browser.new_context(
        viewport={"width": PHONE["width"], "height": PHONE["height"]},
        locale="en-GB",
        has_touch=True,
        reduced_motion="reduce",
    )
    kept = json.dumps({"sound": False, "level": "beginner", "pace": "quick"})
    opened.add_init_script(f"localStorage['ludoteca.settings'] ??= {kept!r}")
    yield opened
    opened.close()


def test_browsers_find_all_they_need_to_install_it() -> None:
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text())
    assert manifest["display"] == "standalone"
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} >= {"any", "maskable"}
    for icon in manifest["icons"]:
        content = (STATIC / icon["src"].strip("/")).read_bytes()
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", content[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert all(shortcut["url"].startswith("/") for shortcut in manifest["shortcuts"])
    index = (STATIC / "index.html").read_text()
    assert 'rel="manifest"' in index
    assert 'rel="apple-touch-icon"' in index
    assert index.count('name="theme-color"') == 2


def test_installing_it_gets_it_ready_for_offline_play(visit: Visit) -> None:
    page = visit("/settings")
    panel = page.get_by_role("region", name="Offline play")
    expect(panel).to_contain_text("Downloads about")
    page.evaluate(OFFER)
    install = page.get_by_text("Install ludoteca as an app on this device")
    expect(install).to_contain_text("It then plays offline, too.")
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(panel).to_contain_text("Ready for offline play.", timeout=LONG)
    expect(install).to_have_count(0)


def test_rules_lessons_and_the_calculator_open_without_a_network(
    context: BrowserContext, tmp_path: Path
) -> None:
    page = context.new_page()
    with serving(tmp_path) as address:
        page.goto(address)
        page.evaluate(KEPT)
    page.goto(f"{address}/rules/codex_naturalis")  # the server is gone, and this was never opened
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto(f"{address}/learn/my_shelfie")
    expect(page.get_by_role("region", name="Your move")).to_be_visible()
    page.goto(f"{address}/score/my_shelfie")
    page.get_by_role("group", name="Tiles in place").get_by_role("radio", name="3").check()
    expect(page.locator("[data-total]")).to_have_text("4")
    page.goto(f"{address}/settings")
    page.get_by_role("radio", name="Italiano").check(force=True)
    expect(page.get_by_role("heading", name="Impostazioni")).to_be_visible()


def test_an_update_in_mid_match_loses_nothing(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, data = tmp_path / "checkout", tmp_path / "data"
    data.mkdir()
    shutil.copytree(ROOT / "src", checkout / "src")
    page = context.new_page()
    with serving(data, checkout) as address:
        page.goto(address)
        (before,) = page.evaluate(KEPT)
        play_now(page, "my_shelfie")
        wait_for_turn(page)
    gone = build_another_version(checkout / "src" / "ludoteca" / "static", monkeypatch)
    with serving(data, checkout, port=int(address.rpartition(":")[2])):
        asked = page.evaluate(f"async () => (await fetch('/{gone}', {{ cache: 'reload' }})).status")
        assert asked == 200, "the older page still finds its files"
        page.evaluate("async () => void (await (await navigator.serviceWorker.ready).update())")
        page.wait_for_function("async () => (await caches.keys()).length > 1")
        assert set(page.evaluate(KEPT)) > {before}
        assert PLAYERS["my_shelfie"](page, touch=True).play(moves=1) == 1
        wait_for_turn(page)
        page.evaluate("history.pushState(null, '', '/rules/my_shelfie')")
        page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
        expect(page.get_by_role("heading", level=1)).to_be_visible()  # of a file that is gone


def test_an_update_brings_offline_play_along(
    context: BrowserContext, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkout, data = tmp_path / "checkout", tmp_path / "data"
    data.mkdir()
    shutil.copytree(ROOT / "src", checkout / "src")
    page = context.new_page()
    page.set_default_timeout(LONG)
    with serving(data, checkout) as address:
        page.goto(f"{address}/settings")
        page.get_by_role("button", name="Get ready").click()
        page.get_by_role("button", name="Play on this device").click(timeout=LONG)
        page.evaluate(KEPT)
        play_now(page, "my_shelfie")
        player = PLAYERS["my_shelfie"](page, touch=True)
        assert player.play(moves=1) == 1
    static = checkout / "src" / "ludoteca" / "static"
    large = change_the_pack(static)
    build_another_version(static, monkeypatch)
    with serving(data, checkout, port=int(address.rpartition(":")[2])):
        sent: list[str] = []
        context.on("request", lambda request: sent.append(request.url))
        page.evaluate("async () => void (await (await navigator.serviceWorker.ready).update())")
        page.wait_for_function(ONLY_NEW)
        assert player.play(moves=1) == 1
        assert [url for url in sent if url.endswith("ludoteca.zip")]
        assert not [url for url in sent if url.endswith(large)], "it is the same as before"
    ply = ply_of(page)
    page.reload()  # the server is gone
    assert wait_for_turn(page)
    assert ply_of(page) >= ply
    assert player.play(moves=1) == 1


def change_the_pack(static: Path) -> str:
    """Change our own code as a new release does; return the largest file of the rest."""
    facts = json.loads((static / "device.json").read_text())
    before = static / facts["folder"].strip("/")
    after = before.rename(before.with_name("another"))
    with zipfile.ZipFile(after / OWN, "a") as archive:
        archive.writestr("ludoteca/another.txt", "another version")
    facts["folder"] = "/device/another/"
    facts["files"][OWN] = (after / OWN).stat().st_size
    (static / "device.json").write_text(json.dumps(facts))
    return max(facts["files"], key=lambda name: facts["files"][name])


def build_another_version(static: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Change the page as a new release does; return the file of the rules, which it lacks."""
    monkeypatch.syspath_prepend(str(ROOT))
    monkeypatch.delitem(sys.modules, "hatch_build", raising=False)
    import hatch_build

    (rules,) = (static / "assets").glob("Rules-*.js")
    rules.unlink()
    index = static / "index.html"
    index.write_text(index.read_text().replace("</head>", "<!-- another version --></head>"))
    monkeypatch.setattr(hatch_build, "STATIC", static)
    hatch_build.write_files_list()
    return f"assets/{rules.name}"
