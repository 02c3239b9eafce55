"""Whether a page can be used: at the window's width, and by the rules of axe."""
from accessibility import violations


def fits(page):
    """The page is no wider than the window and keeps the rules of axe."""
    # A click leads to a page that has no style sheet yet.
    page.wait_for_load_state("load")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    found = violations(page)
    assert not found, "\n".join([page.url, *found])
