"""Finds a browser for the tests, or installs one: `python -m tests.page.browser` names it."""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

SETTING = "LUDOTECA_BROWSER"
SHELL = "chromium-headless-shell"
"""Chromium without windows: it draws the same and takes half the processor time."""

NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"


def installed(playwright: Playwright) -> str | None:
    """Return the browser that is named, Playwright's own, or one of the system."""
    named = os.environ.get(SETTING)
    if named:
        return named
    for path in (playwright.chromium.executable_path, MAC):
        if path and Path(path).is_file():
            return path
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def install(playwright: Playwright) -> str | None:
    """Try to install one: from the system's packages where we may, else Playwright's own."""
    if os.environ.get(SETTING) or shutil.which(SHELL):
        return installed(playwright)
    if shutil.which("apt-get") and os.geteuid() == 0:
        run("apt-get", "-q", "update")
        run("apt-get", "-q", "-y", "install", SHELL)
        if installed(playwright) is None:
            run("apt-get", "-q", "-y", "install", "chromium")
    elif installed(playwright) is None:
        run(sys.executable, "-m", "playwright", "install", "--only-shell", "chromium")
    return installed(playwright)


def run(*command: str) -> None:
    """Run a command that may fail: what it was to bring is looked for afterwards."""
    with suppress(subprocess.TimeoutExpired):
        subprocess.run(command, check=False, capture_output=True, timeout=300)


def find_browser(playwright: Playwright) -> str:
    """Find or install a browser; say what to do if there is none."""
    found = installed(playwright) or install(playwright)
    if found is None:
        raise FileNotFoundError(
            "no browser for the tests of the page: install Chromium or Chrome, or name one by "
            f"{SETTING}=/path/to/it"
        )
    return found


def launch(playwright: Playwright, path: str) -> Browser:
    """Start a browser; as root it runs without its sandbox, which it would refuse."""
    arguments = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    return playwright.chromium.launch(executable_path=path, args=arguments)


if __name__ == "__main__":
    with sync_playwright() as started:
        try:
            install(started)
            print(find_browser(started))
        except FileNotFoundError as error:
            sys.exit(str(error))
