"""Clicks in frames that have just been drawn, and links of a hub that are followed."""
import time

from playwright.sync_api import Error, expect

ARM = """(element, event) => {
  const view = element.ownerDocument.defaultView;
  view.wasHit = false;
  view.addEventListener(event, () => { view.wasHit = true; }, { capture: true, once: true });
}"""
WAS_HIT = "(element) => element.ownerDocument.defaultView === null || element.ownerDocument.defaultView.wasHit !== false"


def click_inside(locator):
    """The browser may not send its input to a frame that has just been drawn: clicks until the element's document was clicked."""
    hit(locator, "click", lambda element: element.click(no_wait_after=True, timeout=5_000))


def tap_inside(locator):
    """The same with a finger."""
    hit(locator, "touchstart", lambda element: element.tap(no_wait_after=True, timeout=5_000))


def hit(locator, event, act):
    for _ in range(5):
        element = locator.element_handle()
        try:
            element.evaluate(ARM, event)
            act(element)
        except Error:
            continue  # The element was drawn again.
        deadline = time.monotonic() + 1
        while time.monotonic() < deadline:
            try:
                if element.evaluate(WAS_HIT):
                    return
            except Error:
                return  # The click led the document away.
            time.sleep(0.02)
    raise AssertionError(f"the page takes no {event} on {locator}")


def follow(hub, title):
    """Clicks the link with this text, and waits until its page is shown: the hub ignores taps on the page that it leaves."""
    click_inside(hub.get_by_text(title).first)
    expect(hub.locator("h1").first).to_contain_text(title)
