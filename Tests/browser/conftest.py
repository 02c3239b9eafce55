"""Runs `marquee demo` once for all browser tests and opens Debian's chromium without windows on it."""
import contextlib
import json
import os
import pathlib
import shutil
import subprocess

import databases
import pytest
from bench import Bench
from playwright.sync_api import expect, sync_playwright

expect.set_options(timeout=30_000)

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = os.environ.get("TEST_PROGRAM", ROOT / ".build/debug/marquee")
# Debian's chromium without its windows, which take half of the tests' time; or another build of it, to see whether a test
# holds there too.
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell")
WHOLE_CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")


@contextlib.contextmanager
def run_demo(*words, readers=False):
    """A `marquee demo` of its own, without simulated readers unless they are asked for; gives the addresses it prints."""
    folder = words[words.index("--data") + 1] if "--data" in words else None
    process = subprocess.Popen(
        [PROGRAM, "demo", "--port", "0", "--content-port", "0", "--json", *([] if readers else ["--no-readers"]), *words,
         *databases.words(folder)],
        stdout=subprocess.PIPE, text=True)
    text = ""
    while not text.endswith("}\n"):
        line = process.stdout.readline()
        assert line, "marquee demo ended before it printed its addresses"
        text += line
    try:
        yield json.loads(text)
    finally:
        process.terminate()
        status = process.wait(timeout=30)
    assert status == 0


@contextlib.contextmanager
def run_server(folder, *words):
    """A `marquee serve` with the demo's content and account; gives what `run_demo` gives."""
    with run_demo("--data", folder) as addresses:
        pass
    process = subprocess.Popen(
        [PROGRAM, "serve", "--data", folder, "--port", "0", *words, *databases.words(folder)], stdout=subprocess.PIPE, text=True)
    try:
        yield addresses | {"portal": process.stdout.readline().split(": ")[1].strip()}
    finally:
        process.terminate()
        status = process.wait(timeout=30)
    assert status == 0


@pytest.fixture(scope="module")
def own():
    """A demo that the tests of one file may change."""
    with run_demo() as addresses:
        yield addresses


@pytest.fixture(scope="session")
def demo():
    with run_demo() as addresses:
        yield addresses


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as instance:
        yield instance


@pytest.fixture(scope="session")
def browser(playwright):
    instance = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--headless=new", "--no-sandbox"])
    yield instance
    instance.close()


@pytest.fixture
def page(browser):
    context = browser.new_context(viewport={"width": 1500, "height": 940})
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    context.close()


@pytest.fixture
def bench(page, demo):
    return Bench(page, demo)


SIGNED_IN = {}
"""The cookies of a session for each portal."""


def sign_in(page, demo):
    """Signs in as the demo's account. After the first time the page has the cookies of that session, while it lasts."""
    page.context.add_cookies(SIGNED_IN.get(demo["portal"], []))
    page.goto(demo["portal"])
    if "/sign-in" in page.url:
        page.fill("#name", demo["name"])
        page.fill("#password", demo["password"])
        page.click("button.main")
    page.wait_for_url("**/portal/")
    SIGNED_IN[demo["portal"]] = page.context.cookies()


@pytest.fixture
def portal(demo, page):
    """A page that is signed in to the portal."""
    sign_in(page, demo)
    return page
