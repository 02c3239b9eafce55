"""The lab's bench for ads, as its tests use it."""
import pathlib

from clicks import click_inside
from playwright.sync_api import expect

CREATIVES = pathlib.Path(__file__).resolve().parent / "creatives"


class Bench:
    """The page that ads are tried on."""

    def __init__(self, page, demo):
        self.page = page
        page.goto(demo["lab"] + "mraid")
        page.wait_for_selector("html[data-ready=true]")

    def run(self, creative, version="3.0", placement="inline", second=None, state="default"):
        read = lambda name: (CREATIVES / f"{name}.html").read_text() if name else ""
        return self.show(read(creative), version, placement, read(second), state)

    def show(self, markup, version="3.0", placement="inline", second="", state="default"):
        self.page.fill("#creative", markup)
        self.page.locator("#second").evaluate("(field, text) => { field.value = text; }", second)
        self.page.select_option("#version", version)
        self.page.select_option("#placement", placement)
        self.page.click("#run")
        if state:
            self.state(state)
        return self

    def state(self, state):
        expect(self.page.locator("html")).to_have_attribute("data-state", state)

    def frame(self, page="first"):
        return self.page.locator(f"#ads iframe[data-page={page}]").element_handle().content_frame()

    def tap(self, selector, page="first"):
        click_inside(self.frame(page).locator(selector))

    def saw(self, until=None, page="first"):
        """What the ad saw; waits for a condition on it, written in JavaScript."""
        if until:
            # A frame that is off the screen draws no frames, by which the waiting would be timed otherwise.
            self.frame(page).wait_for_function(until, polling=50)
        return self.frame(page).evaluate("saw")

    def place(self):
        """Where the banner's place is, relative to what ads may cover."""
        slot, area = (self.page.locator(name).bounding_box() for name in ("#slot", "#area"))
        return {"x": slot["x"] - area["x"], "y": slot["y"] - area["y"], "width": 320, "height": 50}

    def drawn(self, selector):
        """Where something is on the screen, relative to what ads may cover."""
        box, area = (self.page.locator(name).bounding_box() for name in (selector, "#area"))
        return {"x": box["x"] - area["x"], "y": box["y"] - area["y"], "width": box["width"], "height": box["height"]}

    def press(self, group, value):
        self.page.click(f"#{group} [data-value={value}]")

    def logged(self, kind):
        rows = self.page.locator(f"#feed li[data-kind={kind}] .what")
        return [text.strip() for text in reversed(rows.all_text_contents())]
