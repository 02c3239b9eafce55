"""The integration test console in a browser: a game's requests appear by themselves, are searched, copied and exported. PLC-111 to 114, 123"""
import pathlib
import re
import statistics
import sys
import time
import urllib.parse

import pytest
from conftest import sign_in
from fitting import fits
from playwright.sync_api import expect

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "command"))
from test_placements import Desk, Phone  # noqa: E402

IFA = {"d_ifa": "A1B2C3D4-0000-4000-8000-1234567890AB", "tracking": 1}
SOON = 2
"""Seconds in which a request has to be on the page, PLC-123."""


@pytest.fixture(scope="module")
def game(own, browser):
    """A game whose app has a secret and two placements, and an account that may see its console."""
    page = browser.new_context().new_page()
    page.set_default_timeout(20_000)
    sign_in(page, own)
    portal = own["portal"].rstrip("/")
    page.goto(f"{portal}/portal/apps/demo")
    page.locator("form[action='/portal/apps/secrets'] button").click()
    secret = page.locator("#shown-once").input_value()
    page.goto(f"{portal}/portal/tokens")
    page.locator("#name").fill("Placements")
    for scope in ("read", "write"):
        page.locator(f"[name='scope.placements:{scope}']").check()
    page.get_by_role("button", name="the token").click()
    token = page.locator("#shown-once").input_value()
    page.context.close()
    address = urllib.parse.urlsplit(portal).netloc
    desk = Desk(address, token)
    desk.show("start", "hello", "announcement", {"title": "Hello", "message": "You"})
    return lambda: Phone(address, secret)


@pytest.fixture
def person(browser, own):
    """Opens windows of a person who is signed in."""
    contexts = []

    def window(**settings):
        context = browser.new_context(viewport={"width": 1300, "height": 900}, **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        sign_in(page, own)
        return page

    yield window
    for context in contexts:
        context.close()


def register(page, own, id, name):
    page.goto(f"{own['portal']}portal/placements/console")
    page.get_by_label("Id of the device").fill(id)
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Register the device").click()
    expect(page.locator("h1")).to_have_text(name)


def state(page, title):
    return page.locator(".console-checks > li", has=page.get_by_text(title, exact=True)).locator(".mark")


def test_requests_appear_by_themselves_with_their_checks(own, game, person):
    page, phone = person(permissions=["clipboard-read", "clipboard-write"]), game()
    register(page, own, phone.gid, "Phone")
    expect(page.locator("[data-console-state]")).to_contain_text("Connected")
    step = page.locator(".console-step")
    expect(step).to_contain_text("Next step: Device identifier received")
    expect(page.locator("[data-console-empty]")).to_be_visible()
    other = person()
    other.goto(page.url)
    expect(other.locator("[data-console-state]")).to_contain_text("Connected")

    times = []

    def shows(number):
        """A request that was just made is on both pages."""
        start = time.monotonic()
        for shown in (page, other):
            expect(shown.locator(".console-lines > li")).to_have_count(number)
        times.append(time.monotonic() - start)

    phone.open(**IFA)
    shows(1)
    expect(state(page, "Open request sent")).to_have_text("Passed")
    expect(step).to_contain_text("Next step: Placement detected")

    # What is open stays open, and what is selected stays selected.
    line = page.locator(".console-lines > li").last
    line.get_by_text("What was sent").click()
    expect(line.get_by_text("GET /v3/publisher/open/")).to_be_visible()
    expect(line).to_contain_text("…")
    page.evaluate("getSelection().selectAllChildren(document.querySelector('.console-line strong'))")
    phone.content("strat", stime=0)
    shows(2)
    expect(step).to_contain_text("Put right: Placement detected")
    expect(step).to_contain_text("Unknown placement “strat”")
    assert page.evaluate("getSelection().toString()") == "Open request"
    expect(line.get_by_text("GET /v3/publisher/open/")).to_be_visible()
    page.locator(".console-checks").get_by_role("link", name="See the request").last.click()
    assert re.search(r"#r-[0-9a-f]{28}$", page.url)
    phone.send("open/", phone.parameters(**IFA) | {"signature": "wrong"})
    shows(3)
    expect(state(page, "Token and secret valid")).to_have_text("Failed")
    expect(state(other, "Token and secret valid")).to_have_text("Failed")
    # One quiet announcement for what came.
    expect(page.locator("[data-console-state]")).to_contain_text("checks passed")

    # Search, in what was sent too.
    search = page.get_by_label("Search the log")
    search.fill("STRAT")
    expect(page.locator(".console-lines > li:visible")).to_have_count(1)
    expect(page.locator("[data-console-found]")).to_have_text("1 match.")
    search.fill("nothing like it")
    expect(page.locator(".console-lines > li:visible")).to_have_count(0)
    expect(page.locator("[data-console-found]")).to_have_text("No match.")
    phone.content("start", stime=0)
    shows(4)
    # A busy machine delays one or the other.
    assert statistics.median(times) < SOON, times
    expect(page.locator(".console-lines > li:visible")).to_have_count(0)
    search.fill("")
    expect(page.locator(".console-lines > li:visible")).to_have_count(4)

    # One line for each event, the oldest first.
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator("#announcer")).to_have_text("Copied 4 lines")
    lines = page.evaluate("navigator.clipboard.readText()").strip().split("\n")
    assert [line.split("\t")[1:3] for line in lines] == [
        ["Open request", "passed"], ["Content request", "failed"], ["Open request", "failed"], ["Content request", "passed"]]
    assert all(re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\t", line) for line in lines)
    assert "Placement detected: failed" in lines[1] and "Token and secret valid: failed" in lines[2]
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as CSV").click()
    text = download.value.path().read_text()
    assert text.count("GET /v3/publisher/") == 4 and phone.session not in text


def test_the_server_comes_back_and_nothing_is_missed(own, game, person):
    """While the connection is lost the page says so, and afterwards it has what came meanwhile."""
    page, phone = person(), game()
    register(page, own, phone.gid, "Phone")
    expect(page.locator("[data-console-state]")).to_contain_text("Connected")
    page.context.set_offline(True)
    phone.open(**IFA)
    page.context.set_offline(False)
    expect(page.locator(".console-lines > li")).to_have_count(1)


@pytest.mark.parametrize("width", [1300, 390])
def test_the_console_fits_and_works_without_scripts_and_by_keyboard(own, game, person, width):
    page, phone = person(java_script_enabled=False), game()
    page.set_viewport_size({"width": width, "height": 900})
    register(page, own, phone.gid, "Phone with a name as long as that of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
    phone.open(**IFA)
    phone.content("strat", stime=0)
    page.get_by_role("link", name="Show new requests").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".console-lines > li")).to_have_count(2)
    expect(page.get_by_label("Search the log")).to_be_hidden()
    page.get_by_role("button", name="Disable").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="This device is disabled")).to_be_visible()
    address = page.url

    seen = person()
    seen.set_viewport_size({"width": width, "height": 900})
    seen.goto(address)
    fits(seen)
    seen.get_by_role("button", name="Enable").click()
    expect(seen.locator(".console-lines > li")).to_have_count(2)
    for scheme in ("light", "dark"):
        seen.emulate_media(color_scheme=scheme)
        seen.locator(".console-lines details").first.evaluate("part => { part.open = true; }")
        fits(seen)
    seen.get_by_role("link", name="Remove…").click()
    seen.get_by_role("button", name="Remove the device").click()
    expect(seen.get_by_role("status")).to_contain_text("The device is removed")
    fits(seen)
