"""Whether a page can be used: at the window's width, and by the rules of axe."""
from axe_playwright_python.sync_playwright import Axe


def fits(page):
    """The page is no wider than the window and keeps the rules of axe."""
    # A click leads to a page that has no style sheet yet.
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}: {found.generate_report()}"
