#!/usr/bin/env python3
"""Takes the pictures of README.md and docs again, from a demo of its own. Names of pictures as arguments take those alone.

Needs what the browser's tests need, and a built program: make screenshots"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs/screenshots"
sys.path.insert(0, str(ROOT / "Tests/browser"))

from clicks import click_inside  # noqa: E402
from conftest import CHROMIUM, run_demo, sign_in  # noqa: E402
from playwright.sync_api import expect, sync_playwright  # noqa: E402
from portal_pages import fill_engage  # noqa: E402
from test_engage_questions import FUNNEL, RETENTION, SEGMENT  # noqa: E402
from test_main_job import switch_on  # noqa: E402

ENGAGE = {
    "segment": SEGMENT, "funnel": FUNNEL, "cohorts": RETENTION, "identity": "/identities?kind=common&id=person-1",
    "person": "/data-requests?kind=common&id=person-1",
    "link": "/links?route=campaign%2F%3ACurrentCampaign&scheme=shop&p.CurrentCampaign=Spring"}

PLACEMENTS = {
    "unit": "/units/sample-news", "placement": "/places/level_end", "why": "/places/level_end/why?country=DE"}


class Camera:
    """A window in which nothing moves; it stores the pictures that are wanted."""

    def __init__(self, browser, wanted):
        self.context = browser.new_context(viewport={"width": 1500, "height": 900}, reduced_motion="reduce", color_scheme="light")
        self.page = self.context.new_page()
        self.wanted = wanted

    def take(self, name, part=None, height=None):
        """The window, as much of the page as a height says, or one part of the page."""
        if self.wanted and name not in self.wanted:
            return
        path = FOLDER / f"{name}.png"
        if part:
            part.screenshot(path=path)
        elif height:
            whole = self.page.evaluate("document.documentElement.scrollHeight")
            clip = {"x": 0, "y": 0, "width": self.page.viewport_size["width"], "height": min(height, whole)}
            self.page.screenshot(path=path, full_page=True, clip=clip)
        else:
            self.page.screenshot(path=path)
        print(path.relative_to(ROOT), path.stat().st_size // 1024, "KiB")

    def size(self, width, height=900):
        self.page.set_viewport_size({"width": width, "height": height})


def portal(camera, demo):
    """A writer's pages as the sample's readers left them."""
    sign_in(camera.page, demo)
    for name in ["content", "report"]:
        camera.page.goto(f"{demo['portal']}portal/{name}")
        camera.take(name)


def show_hub(page, demo, look):
    """A new phone whose hub is light or dark."""
    switch_on(page, demo)
    page.wait_for_selector("#main:not([inert])")
    page.get_by_role("tab", name="Content hub").click()
    page.get_by_role("group", name="How the next hub looks").get_by_role("button", name=look.capitalize()).click()
    page.get_by_role("tab", name="Device").click()
    page.click("#open-app")
    return page.frame_locator("#frames iframe")


def lab(camera, demo):
    """A phone that reads, light and dark; an article on it; the bench for ads."""
    page = camera.page
    for look in ["light", "dark"]:
        page.emulate_media(color_scheme=look)
        hub = show_hub(page, demo, look)
        click_inside(hub.get_by_text("Trails").first)
        expect(hub.locator("h1").first).to_have_text("Trails")
        expect(page.locator("#back")).to_be_enabled()
        page.click("#back")
        expect(hub.locator("h1").first).to_contain_text("High Larch")
        expect(page.locator("#feed")).to_contain_text("content_viewed")
        page.wait_for_load_state("networkidle")
        camera.take(f"lab-{look}")
    page.emulate_media(color_scheme="light")
    camera.size(1500, 1000)
    hub = show_hub(page, demo, "light")
    click_inside(hub.get_by_text("Kitchen").first)
    expect(hub.locator("h1").first).to_have_text("Kitchen")
    click_inside(hub.get_by_text("Why tea tastes different").first)
    expect(hub.locator("article img").first).to_be_visible()
    assert hub.locator("article img").first.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    camera.take("article-light", page.locator("#phone"))
    camera.size(1360)
    page.goto(f"{demo['lab']}mraid")
    page.wait_for_selector("html[data-ready=true]")
    page.click("#run")
    expect(page.locator("html")).to_have_attribute("data-state", "default")
    camera.take("ads")


def lab_engage(camera, demo):
    """The tab of universal events: frozen, with an event that waits and is opened."""
    page = camera.page
    camera.size(1280)
    switch_on(page, demo)
    page.wait_for_selector("#main:not([inert])")
    page.get_by_role("tab", name="Engage").click()
    tab = page.get_by_role("tabpanel", name="Engage")
    tab.get_by_role("group", name="Network", exact=True).get_by_role("button", name="Offline", exact=True).click()
    tab.get_by_role("button", name="Open link").click()
    started = tab.get_by_role("list", name="Events, newest first").get_by_role("listitem").filter(has_text="Session started")
    started.locator("summary").click()
    camera.take("lab-engage", height=1400)


def engage(camera, demo):
    """Questions about what people did, a link, and what is known of one person."""
    fill_engage(camera.page, demo["portal"].rstrip("/"))
    camera.size(1280)
    for name, path in ENGAGE.items():
        camera.page.goto(f"{demo['portal']}portal/engage{path}")
        camera.take(name, height=1100)


def placements(camera, demo):
    """A unit with its preview, the turns of a placement, why a device gets a unit, and the game that shows it."""
    page = camera.page
    camera.size(1280)
    for name, path in PLACEMENTS.items():
        page.goto(f"{demo['portal']}portal/placements{path}")
        camera.take(name, height=1000)
    switch_on(page, demo)
    page.wait_for_selector("#main:not([inert])")
    page.get_by_role("tab", name="Placements").click()
    tab = page.get_by_role("tabpanel", name="Placements")
    tab.get_by_label("Tag").fill("launch")
    tab.get_by_role("button", name="Present", exact=True).click()
    expect(page.frame_locator("#units iframe[data-loaded=true]").get_by_role("heading")).to_be_visible()
    camera.take("lab-unit")


def main():
    with run_demo(readers=True) as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless=new", "--no-sandbox"])
        camera = Camera(browser, set(sys.argv[1:]))
        for part in [portal, lab, lab_engage, engage, placements]:
            part(camera, demo)
        browser.close()


main()
