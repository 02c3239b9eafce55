"""The home page and the lists of the portal: with a keyboard, without scripts, and on a narrow screen."""
import subprocess

import databases
import pytest
from clicks import follow
from conftest import PROGRAM, run_demo, run_server, sign_in
from playwright.sync_api import expect
from test_main_job import open_hub


@pytest.fixture(scope="module")
def long(tmp_path_factory):
    """A server whose app has 120 articles beside the demo's."""
    folder, posts = tmp_path_factory.mktemp("server") / "data", tmp_path_factory.mktemp("posts")
    for number in range(120):
        text = f"---\ntitle: Story {number:03}\ndate: 2020-01-01\ntags: [long]\n---\nText {number}"
        (posts / f"story-{number:03}.md").write_text(text)
    with run_server(folder):
        pass
    subprocess.run(
        [PROGRAM, "content", "import", posts, "--hub", "Stories", "--app", "demo", "--data", folder, *databases.words(folder)],
        check=True)
    with run_server(folder) as addresses:
        yield addresses


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_list_is_searched_sorted_and_paged_with_the_keyboard(browser, long, width, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": width, "height": 900})
    page = context.new_page()
    sign_in(page, long)
    page.goto(long["portal"] + "portal/content")
    page.get_by_label("Search").fill("story")
    page.get_by_label("Sort").select_option(label="Title, A to Z")
    page.get_by_label("Search").press("Enter")
    expect(page.locator("caption")).to_contain_text("120 of 140 articles")
    rows = page.locator("tbody th")
    expect(rows.first).to_have_text("Story 000")
    following = page.get_by_role("link", name="Next")
    following.focus()
    page.keyboard.press("Enter")
    expect(rows.first).to_have_text("Story 050")
    expect(page.get_by_role("navigation", name="Pages")).to_contain_text("Page 2 of 3")
    page.get_by_role("link", name="Last").click()
    expect(rows.last).to_have_text("Story 119")
    expect(rows).to_have_count(20)
    heads = page.get_by_role("columnheader", name="Title")
    if width == 1280:
        heads.get_by_role("link").focus()
        page.keyboard.press("Enter")
        expect(rows.first).to_have_text("Story 119")
        expect(heads).to_have_attribute("aria-sort", "descending")
    else:
        expect(page.locator("thead a").first).to_be_hidden()
        row = page.locator("tbody tr").first
        assert row.evaluate("row => getComputedStyle(row).display") == "block", "rows are cards"
        assert page.locator(".table").evaluate("table => table.scrollWidth <= table.clientWidth"), "nothing is cut off"
    context.close()


@pytest.fixture(scope="module")
def own():
    """A demo that the test of the home page may change."""
    with run_demo() as addresses:
        yield addresses


def test_the_home_page_ticks_the_first_steps_and_says_what_waits(own, page):
    sign_in(page, own)
    expect(page.get_by_role("heading", name="Live", exact=True)).to_be_visible()
    expect(page.locator("nav a[aria-current=page]")).to_have_text("Home")
    expect(page.locator("main")).to_contain_text("articles is live since")
    hub = open_hub(page, own)
    follow(hub, "Kitchen")
    page.click("#close")
    page.click("button[data-send=background]")
    home = f"{own['portal']}portal/"
    page.goto(home)
    for _ in range(40):
        if not page.get_by_role("heading", name="First steps").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    expect(page.get_by_role("heading", name="First steps")).to_have_count(0)
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill("Waiting room")
    page.get_by_role("button", name="Save draft").click()
    page.goto(home)
    expect(page.locator("main")).to_contain_text("not published yet, the last by demo")
    page.get_by_role("link", name="Drafts").click()
    expect(page.locator("tbody")).to_contain_text("Waiting room")
