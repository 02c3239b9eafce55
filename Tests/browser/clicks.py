"""Clicks in frames that have just been drawn, and links of a hub that are followed."""
import time

from playwright.sync_api import Error, expect

ARM = """(element) => {
  const view = element.ownerDocument.defaultView;
  view.wasClicked = false;
  view.addEventListener("click", () => { view.wasClicked = true; }, { capture: true, once: true });
}"""
WAS_CLICKED = "(element) => element.ownerDocument.defaultView === null || element.ownerDocument.defaultView.wasClicked !== false"


def click_inside(locator):
    """The browser may not send its input to a frame that has just been drawn: clicks until the element's document was clicked."""
    for _ in range(5):
        element = locator.element_handle()
        try:
            element.evaluate(ARM)
            element.click(no_wait_after=True, timeout=5_000)
        except Error:
            continue  # The element was drawn again.
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:
            try:
                if element.evaluate(WAS_CLICKED):
                    return
            except Error:
                return  # The click led the document away.
            time.sleep(0.02)
    raise AssertionError(f"the page takes no click on {locator}")


def follow(hub, title):
    """Clicks the link with this text, and waits until its page is shown: the hub ignores taps on the page that it leaves."""
    click_inside(hub.get_by_text(title).first)
    expect(hub.locator("h1").first).to_contain_text(title)
