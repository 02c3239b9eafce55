"""Every page of portal and lab by the rules of axe, wide and narrow, and wide in the dark; nothing is wider than the window.

The pages are those of the server's table of routes: a page that the walk does not meet fails the test. SCREENSHOTS=FOLDER keeps a
picture of each."""
import os
import re
import subprocess
import urllib.parse

import databases
import pyotp
import pytest
from accessibility import violations
from clicks import follow
from conftest import PROGRAM, run_demo, sign_in
from playwright.sync_api import expect
from portal_pages import (
    PASSWORD, choose_empty_app, crawl, fill_content, fill_engage, fill_placement_reports, fill_placements, fill_team, routes)
from test_main_job import open_hub, set_control, switch_on

WIDTHS = [1300, 390]
# What has more than it shows, on a narrow screen: cards and choices do not scroll to the side.
CUT = """() => [...document.querySelectorAll(".table:has(table.cards), .choices, .segmented")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.outerHTML.slice(0, 200))"""
# As the page's script leaves it in this width.
MENU = "for (const menu of document.querySelectorAll('details.menu')) menu.open = !matchMedia('(max-width: 48rem)').matches"
# What the console says of refusals that are looked at, and of a directive of the ads' policy that not every browser knows.
EXPECTED = ["the server responded with a status of", "Unrecognized Content-Security-Policy directive 'webrtc'"]
# Met by steps of their own, below.
BY_STEPS = {"/", "/portal/sign-in", "/portal/set-up", "/portal/invitation/{token}", "/lab", "/lab/mraid", "/lab/api/apps"}


@pytest.fixture(scope="module")
def own():
    """A demo that these tests fill."""
    with run_demo(readers=True) as addresses:
        yield addresses


@pytest.fixture(scope="module")
def filled(own, browser):
    """Addresses by route, of a portal with something on each page, and the invitation's."""
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(20_000)
    sign_in(page, own)
    portal = own["portal"].rstrip("/")
    starts = [
        "/portal/", "/portal/own", *fill_content(page, portal), *fill_engage(page, portal), *fill_placement_reports(page, portal),
        *fill_placements(page, portal)]
    invitation = fill_team(page, portal)[0]
    found = crawl(page, portal, starts)
    context.close()
    return found, invitation


# In the dark nothing is different but the colours, and those do not depend on the width.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
SCHEMES = {1300: ["light", "dark"], 390: ["light"]}


def viewport(width):
    return {"width": width, "height": 900}


class Eye:
    """Looks at pages in its widths and their schemes, and remembers what is wrong."""

    def __init__(self, browser, widths):
        self.browser, self.widths, self.faults, self.context = browser, widths, [], None
        self.renew()

    def renew(self):
        """A browser that nobody has signed in from. Nothing moves in it: colours are those that stay."""
        if self.context:
            self.context.close()
        self.context = self.browser.new_context(viewport=viewport(self.widths[0]), reduced_motion="reduce")
        self.page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.page.on("pageerror", lambda error: self.faults.append(f"{self.page.url}: {error}"))
        self.page.on("console", lambda message: self.faults.append(f"{self.page.url}: {message.text}")
                     if message.type == "error" and not any(words in message.text for words in EXPECTED) else None)
        return self.page

    def look(self, name):
        # A click leads to a page that has no style sheet yet.
        self.page.wait_for_load_state("load")
        for width in self.widths:
            if len(self.widths) > 1:
                self.page.set_viewport_size(viewport(width))
                self.page.evaluate(MENU)
            for scheme in SCHEMES[width]:
                self.look_once(name, width, scheme)

    def look_once(self, name, width, scheme):
        self.page.emulate_media(color_scheme=scheme)
        self.page.evaluate("scrollTo(0, 0)")
        if folder := os.environ.get("SCREENSHOTS"):
            file = re.sub(r"[^a-z0-9]+", "-", urllib.parse.unquote(name).lower()).strip("-")[:90]
            self.page.screenshot(path=f"{folder}/{file}-{width}-{scheme}.png", full_page=True)
        if not self.page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            self.faults.append(f"{name}: wider than the window ({width}, {scheme})")
        if width < 500:
            self.faults += [f"{name}: cut off: {part}" for part in self.page.evaluate(CUT)]
        self.faults += [f"{name} ({width}, {scheme}): {fault}" for fault in violations(self.page, **RULES[scheme])]

    def close(self):
        self.context.close()
        assert self.faults == [], "\n".join(self.faults)


@pytest.fixture(params=WIDTHS)
def eye(browser, request):
    """Takes its steps in one width."""
    eye = Eye(browser, [request.param])
    yield eye
    eye.close()


@pytest.fixture
def eyes(browser):
    """Opens a page once for all widths."""
    eye = Eye(browser, WIDTHS)
    yield eye
    eye.close()


def test_no_page_of_the_table_is_missed(filled):
    missed = set(routes()) - set(filled[0]) - BY_STEPS
    assert missed == set(), "give each an address in portal_pages.py, or a step here"


def test_every_page_of_the_portal(own, filled, eyes):
    sign_in(eyes.page, own)
    for route, addresses in sorted(filled[0].items()):
        for number, address in enumerate(addresses):
            eyes.page.goto(own["portal"].rstrip("/") + address)
            eyes.look(f"{route}-{number}")


def test_the_pages_of_an_app_without_anything(own, eyes):
    sign_in(eyes.page, own)
    portal = own["portal"].rstrip("/")
    for link in choose_empty_app(eyes.page, portal):
        eyes.page.goto(portal + link)
        eyes.look(f"empty-{link}")


def test_answers_to_forms_and_wrong_addresses(own, eye):
    sign_in(eye.page, own)
    page, portal = eye.page, f"{own['portal']}portal"
    choose_empty_app(page, own["portal"].rstrip("/"))
    page.goto(f"{portal}/apps")
    page.get_by_role("button", name="Choose High Larch").click()
    page.goto(f"{portal}/nothing-here")
    eye.look("no page")
    page.goto(f"{portal}/articles/high-larch/nothing")
    eye.look("no article")
    page.goto(f"{portal}/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill("Refused")
    page.get_by_label("Publish at").fill("2033-03-02T09:00")
    page.get_by_label("Remove at").fill("2033-03-01T09:00")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_role("status").first).to_contain_text("has to be later")
    eye.look("refused article")
    page.get_by_label("Remove at").fill("")
    page.get_by_role("button", name="Save draft").click()
    page.wait_for_url("**saved=1")
    eye.look("saved article")
    other = eye.context.new_page()
    other.goto(page.url.split("?")[0])
    other.get_by_label("Text (Markdown)").fill("Somebody was faster.")
    other.get_by_role("button", name="Save draft").click()
    other.wait_for_url("**saved=1")
    other.close()
    page.get_by_label("Text (Markdown)").fill("Two at once.")
    page.get_by_label("Title").fill("Refused, and more")
    page.get_by_role("button", name="Save draft").click()
    expect(page.get_by_label("Text that is stored now")).to_be_visible()
    eye.look("two writers")
    page.goto(f"{portal}/tokens")
    page.locator("#name").fill(f"Once {eye.widths[0]}")
    page.locator("[name='scope.content:read']").check()
    page.get_by_role("button", name="Create the token").click()
    eye.look("token once")
    page.goto(f"{portal}/engage")
    page.get_by_label("Name").fill(f"Once {eye.widths[0]}")
    page.get_by_role("button", name="Create the client").click()
    eye.look("client once")
    page.goto(f"{portal}/apps/demo")
    page.get_by_role("button", name="Create a secret").click()
    eye.look("secret once")


def test_the_doors_and_a_second_factor(own, eye, browser):
    """From an invitation to an account of its own with a second factor, and what the roles do not allow."""
    sign_in(eye.page, own)
    eye.page.goto(f"{own['portal']}portal/invitations")
    eye.page.get_by_role("button", name="Create the link").click()
    expect(eye.page.locator("#shown-once")).to_be_visible()
    eye.look("invitation once")
    link = eye.page.locator("#shown-once").input_value()
    page = eye.renew()
    name = f"Guest {eye.widths[0]}"
    page.goto(link)
    eye.look("invitation")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("short")
    page.locator("form").evaluate("form => { form.noValidate = true; }")
    page.get_by_role("button", name="Create the account").click()
    eye.look("invitation refused")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    expect(page.locator("main.page")).to_be_visible()
    page.goto(f"{own['portal']}portal/tokens")
    eye.look("not allowed")
    page.goto(f"{own['portal']}portal/own")
    page.locator("#factor-password").fill(PASSWORD)
    page.get_by_role("button", name="Set up a second factor").click()
    eye.look("second factor")
    secret = page.locator(".secret").inner_text().replace(" ", "")
    page.get_by_role("textbox", name="Code").fill(pyotp.TOTP(secret).now())
    page.get_by_role("button", name="Switch the second factor on").click()
    expect(page.locator(".codes li")).to_have_count(10)
    eye.look("recovery codes")
    page.goto(f"{own['portal']}portal/own")
    eye.look("own account with a second factor")
    page = eye.renew()
    page.goto(link)
    eye.look("invitation used")
    page.goto(f"{own['portal']}portal/sign-in")
    eye.look("sign in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill("wrong password")
    page.get_by_role("button", name="Sign in").click()
    eye.look("sign in refused")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("textbox", name="Code")).to_be_visible()
    eye.look("code")


def test_a_server_without_accounts_and_apps(eye, tmp_path):
    words = ["serve", "--data", str(tmp_path / "data"), "--port", "0", "--content-port", "0", "--lab", "open", *databases.words()]
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        lab = next(line for line in process.stdout if line.startswith("Device lab: ")).split(": ")[1].strip()
        eye.page.goto(lab)
        expect(eye.page.locator("#no-apps")).to_be_visible()
        eye.look("lab without apps")
        eye.page.goto(lab.replace("/lab/", "/portal/set-up"))
        eye.look("set up")
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0


def test_the_lab(own, eye):
    """Its tabs, a hub on the phone, a page of it, what the app asks, and a phone without a connection; the bench for ads."""
    page = eye.page
    switch_on(page, own)
    page.wait_for_selector("#main:not([inert])")
    for tab in ["Device", "Content hub", "Engage"]:
        page.get_by_role("tab", name=tab, exact=True).click()
        eye.look(f"lab tab {tab}")
    page.get_by_role("button", name="Home screen").click()
    eye.look("lab home screen")
    hub = open_hub(page, own)
    eye.look("lab hub")
    follow(hub, "Trails")
    eye.look("lab channel")
    page.get_by_role("button", name="Tablet", exact=True).click()
    eye.look("lab tablet")
    page.get_by_role("button", name="Phone", exact=True).click()
    switch_on(page, own)
    page.get_by_role("tab", name="Device", exact=True).click()
    set_control(page, "network", "offline")
    page.click("#open-app")
    expect(page.locator("#status-text")).to_contain_text("connection")
    eye.look("lab offline")
    page.goto(own["lab"] + "mraid")
    page.wait_for_selector("html[data-ready=true]")
    eye.look("bench")
    page.click("#run")
    expect(page.locator("html")).to_have_attribute("data-state", "default")
    eye.look("bench with an ad")
