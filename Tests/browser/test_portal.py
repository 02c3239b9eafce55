"""The way of a marketer through the portal, in a browser: places, articles, feeds, tags, releases, with and without a pointer."""
import http.server
import threading
import time

import pytest
from clicks import follow
from conftest import run_server, sign_in
from playwright.sync_api import expect
from test_main_job import open_hub

ROOMS = ["", "content", "content?q=nothing+like+it", "hubs", "new-hub", "hubs/high-larch", "hubs/high-larch/new-channel", "hubs/high-larch/delete",
         "feeds", "tags", "apps", "templates", "templates/article", "publish", "releases", "calendar", "report", "live", "devices", "audit",
         "articles/new?hub=high-larch&channel=kitchen"]

RSS = """<?xml version="1.0"?><rss version="2.0"><channel><title>Trail log</title>
<item><guid>1</guid><title>The ridge is free of snow</title><description>Since Monday.</description></item>
<item><guid>2</guid><title>The hut opens early</title><description>In May.</description></item>
</channel></rss>"""


@pytest.fixture
def room(own, page):
    """Opens rooms of the portal, signed in."""
    sign_in(page, own)
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.problems.append(str(error)))

    def go(path):
        page.goto(f"{own['portal']}portal/{path}")
        return page

    yield go
    assert page.problems == []


@pytest.fixture(scope="module")
def feed():
    """The address of a feed on this machine."""
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            body = RSS.encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/rss+xml")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/feed.xml"
    server.shutdown()


def test_a_hub_a_channel_and_an_article_reach_a_release_and_go_again(room):
    page = room("hubs")
    page.get_by_role("link", name="New hub").click()
    page.get_by_label("Title").fill("Winter <sport>")
    page.get_by_label("Tags, separated by commas").fill("snow, outdoors")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Saved")
    page.get_by_role("link", name="New channel in Winter <sport>").click()
    page.get_by_label("Title").fill("Skis")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("link", name="Skis", exact=True).click()
    page.get_by_role("link", name="New article").click()
    page.get_by_label("Title").fill("Wax for wet snow")
    page.get_by_label("Text (Markdown)").fill("# Warm days\n\nTake the **red** one.")
    preview = page.frame_locator(".preview iframe:not(.loading)")
    expect(preview.locator("strong")).to_have_text("red")
    expect(preview.locator("h1").first).to_contain_text("Wax for wet snow")
    page.get_by_role("button", name="Save and mark ready").click()
    expect(page.locator(".notice")).to_contain_text("Saved")

    page = room("publish")
    expect(page.get_by_role("table", name="What will change")).to_contain_text("Wax for wet snow")
    page.get_by_label("Note for the history").fill("skis")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("tbody tr").first).to_contain_text("skis")
    page.get_by_role("link", name="Roll back to 1").click()
    expect(page.get_by_role("table", name="What the rollback changes")).to_contain_text("Wax for wet snow")
    page.get_by_role("button", name="Roll back to 1").click()
    expect(page.locator("tbody tr").first).to_contain_text("back to 1")

    page = room("hubs/winter-sport")
    page.get_by_role("link", name="Delete…").click()
    expect(page.locator("main")).to_contain_text("1 channel: Skis")
    expect(page.locator("main")).to_contain_text("1 article: Wax for wet snow")
    page.get_by_role("button", name="Delete the hub").click()
    expect(page.locator("main")).not_to_contain_text("Winter <sport>")

    # After a rollback, schedules wait for this.
    page = room("publish")
    expect(page.locator(".notice.careful")).to_contain_text("Schedules wait")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("tbody tr").first).to_contain_text("current")


def test_the_preview_follows_the_writing_and_stores_nothing(room):
    page = room("content")
    page.get_by_role("link", name="Boots that last ten years").click()
    preview = page.frame_locator(".preview iframe:not(.loading)")
    expect(preview.locator("h1").first).to_contain_text("Boots that last")
    entries = page.evaluate("history.length")
    for word in ["one", "two", "three"]:
        page.get_by_label("Text (Markdown)").fill(f"Now *{word}*. <script>parent.hacked = 1</script>")
        expect(preview.locator("em")).to_have_text(word)
    assert page.evaluate("window.hacked") is None
    assert page.evaluate("history.length") <= entries + 1, "typing fills no history"
    light = preview.locator("body").evaluate("body => getComputedStyle(body).backgroundColor")
    page.get_by_text("Dark", exact=True).click()
    expect(preview.locator("html")).to_have_attribute("data-theme", "dark")
    assert preview.locator("body").evaluate("body => getComputedStyle(body).backgroundColor") != light
    page.on("dialog", lambda dialog: dialog.accept())
    page = room("content")
    page.get_by_role("link", name="Boots that last ten years").click()
    expect(page.get_by_label("Text (Markdown)")).not_to_have_value("Now *three*. <script>parent.hacked = 1</script>")


def test_a_refused_save_says_why_and_keeps_the_text(room):
    page = room("articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill("Soup")
    page.get_by_label("Text (Markdown)").fill("It took *an hour*.")
    page.get_by_label("Publish at").fill("2033-03-02T09:00")
    page.get_by_label("Remove at").fill("2033-03-01T09:00")
    page.get_by_role("button", name="Save and mark ready").click()
    expect(page.get_by_role("status")).to_contain_text("“Remove at” has to be later than “Publish at”.")
    page.problems.clear()  # The page has the status 400, of which a browser tells the console.
    expect(page.get_by_label("Text (Markdown)")).to_have_value("It took *an hour*.")
    expect(page.get_by_label("Publish at")).to_have_value("2033-03-02T09:00")
    expect(page.frame_locator(".preview iframe:not(.loading)").locator("em")).to_have_text("an hour")
    page.get_by_label("Remove at").fill("2033-03-03T09:00")
    page.get_by_role("button", name="Save and mark ready").click()
    expect(page.get_by_role("status")).to_contain_text("it goes live on 2 Mar 2033, 09:00 (UTC) by itself.")
    expect(page.get_by_label("Text (Markdown)")).to_have_value("It took *an hour*.")


def test_a_hub_in_arabic_is_laid_out_from_right_to_left(room):
    page = room("hubs/high-larch")
    page.get_by_label("Language").fill("ar")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved*")
    page = room("preview/high-larch/c/kitchen")
    assert page.locator("html").get_attribute("dir") == "rtl"
    link, body = page.locator("a.back").bounding_box(), page.locator("main").bounding_box()
    assert link["x"] + link["width"] / 2 > body["x"] + body["width"] / 2, "the way back stands on the right"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing hangs out on the left"
    page.problems.clear()  # A page of a release has no icon, which a tab asks for.
    page = room("hubs/high-larch")
    page.get_by_label("Language").fill("en")
    page.get_by_role("button", name="Save").click()
    page.wait_for_url("**done=saved*")


def test_the_editor_works_without_scripts(own, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, own)
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill("Plain")
    page.get_by_label("Text (Markdown)").fill("It *works*.")
    page.get_by_role("button", name="Show").click()
    expect(page.frame_locator(".preview iframe:not(.loading)").locator("em")).to_have_text("works")
    context.close()


def test_a_scheduled_article_waits_and_says_so(room):
    page = room("articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill("Midwinter soup")
    page.get_by_label("Text (Markdown)").fill("Later.")
    page.get_by_label("Publish at").fill("2031-12-21T08:00")
    page.get_by_role("button", name="Save and mark ready").click()
    expect(page.locator(".notice")).to_contain_text("21 Dec 2031, 08:00 (UTC)")
    expect(room("content?q=midwinter").locator("tbody tr")).to_contain_text("scheduled")
    page = room("publish")
    scheduled = page.get_by_role("table", name="What schedules do next, each by itself")
    expect(scheduled.get_by_role("row", name="Midwinter soup")).to_contain_text("21 Dec 2031, 08:00")
    expect(page.locator("main")).to_contain_text("Nothing has changed since the last release.")


def test_an_app_is_made_and_chosen(room):
    """HUB-025: with keys of its own, and in the chooser at once."""
    page = room("apps")
    page.get_by_label("Id", exact=True).fill("trail-log")
    page.get_by_label("Name", exact=True).fill("Trail log")
    page.get_by_role("button", name="Create the app").click()
    expect(page.locator(".notice")).to_contain_text("“Trail log” is created")
    expect(page.locator("#app-choice option:checked")).to_have_text("Trail log")
    expect(room("content").locator("main")).to_contain_text("There is no article yet.")
    page = room("apps")
    page.get_by_role("button", name="Choose", exact=False).first.click()
    expect(page.locator("tbody tr")).not_to_have_count(0)


def test_a_template_is_tried_saved_and_reset(room):
    """HUB-006: the preview has it while it is written, and what is no template is stored nowhere."""
    page = room("templates")
    page.get_by_role("link", name="article", exact=True).click()
    text = page.get_by_label("Text (Mustache)")
    shown = page.frame_locator(".preview iframe:not(.loading)")
    built_in = text.input_value()
    text.fill(built_in.replace("<h1>", '<p class="own">Read in the hut</p>\n<h1>'))
    expect(shown.locator(".own")).to_have_text("Read in the hut")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Saved.")
    text.fill("<h1>\n{{headline}}")
    expect(shown.locator(".notice")).to_have_text('article.mustache:2: there is no field "headline"')
    page.problems.clear()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("main > .notice")).to_contain_text('Nothing was saved. article.mustache:2: there is no field "headline"')
    expect(text).to_have_value("<h1>\n{{headline}}")
    page.problems.clear()  # the browser's word for the refusal's status
    page.on("dialog", lambda dialog: dialog.accept())
    page = room("templates")
    expect(page.locator("tbody tr", has_text="The page of an article")).to_contain_text("own, version 1")
    page.get_by_role("link", name="article", exact=True).click()
    page.get_by_role("link", name="Reset…").click()
    expect(page.locator("main")).to_contain_text("the app’s own text, version 1")
    page.get_by_role("button", name="Reset the template").click()
    expect(page.locator(".notice")).to_contain_text("Reset.")
    expect(page.locator("main")).not_to_contain_text("own, version")


def test_a_feed_inside_the_servers_own_network_is_refused_and_says_so(room, feed):
    page = room("feeds")
    page.get_by_label("Address").fill(feed)
    page.get_by_label("Articles go to").select_option(label="High Larch: Kitchen")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("tbody tr").first.locator(".mark")).to_have_text("failed")
    expect(room("content?q=the+hut+opens").locator("main")).to_contain_text("No article matches.")
    page = room("feeds")
    page.get_by_role("link", name=f"Remove {feed}…").click()
    expect(page.locator("main")).to_contain_text("Its articles stay in the hub")
    page.get_by_role("button", name="Remove the feed").click()
    expect(page.locator("main")).to_contain_text("No feed yet.")
    expect(room("audit").locator("tbody tr").first).to_contain_text("feed.remove")


def test_a_feed_of_a_network_that_the_keeper_named_is_read(tmp_path, page, feed):
    """HUB-002: from its address to articles, in a portal whose server may read from this machine."""
    with run_server(tmp_path / "data", "--feed-networks", "127.0.0.1/32") as addresses:
        sign_in(page, addresses)
        page.goto(addresses["portal"] + "portal/feeds")
        page.get_by_label("Address").fill(feed)
        page.get_by_label("Articles go to").select_option(label="High Larch: Kitchen")
        page.get_by_role("button", name="Add").click()
        expect(page.locator("tbody tr").first).to_contain_text("2 new, 0 changed, 0 removed")
        page.goto(addresses["portal"] + "portal/content?q=the+hut+opens")
        expect(page.locator("tbody tr")).to_contain_text("The hut opens early")
        page.get_by_role("link", name="The hut opens early").click()
        expect(page.frame_locator(".preview iframe:not(.loading)").locator("article")).to_contain_text("In May.")


def test_an_order_changes_with_the_keyboard_and_with_a_pointer(room):
    page = room("hubs")
    rows = page.locator(".order > li")
    names = [name.strip() for name in rows.locator("a").all_text_contents()]
    button = page.get_by_role("button", name=f"Move {names[0]} down")
    button.focus()
    page.keyboard.press("Enter")
    expect(rows.nth(1)).to_contain_text(names[0])
    expect(rows.nth(1)).to_be_focused()
    # The page that the key led to has to have its script before something is dragged.
    page.wait_for_load_state("load")
    with page.expect_navigation():
        rows.nth(1).drag_to(rows.nth(0), target_position={"x": 20, "y": 4})
    expect(rows.nth(0)).to_contain_text(names[0])


def test_a_tag_is_renamed_and_merged_only_when_that_is_meant(room):
    page = room("tags")
    tags = page.locator("tbody th a").all_text_contents()
    page.get_by_label(f"New spelling of {tags[0]}", exact=True).fill("Renamed tag")
    page.get_by_role("button", name=f"Rename {tags[0]}", exact=True).click()
    expect(page.locator(".notice")).to_contain_text("Renamed to “Renamed tag”")
    page.get_by_label(f"New spelling of {tags[1]}", exact=True).fill("Renamed tag")
    page.get_by_role("button", name=f"Rename {tags[1]}", exact=True).click()
    expect(page.locator("h1")).to_have_text(f"Merge “{tags[1]}” into “Renamed tag”?")
    page.get_by_role("link", name="Cancel").click()
    expect(page.locator("tbody")).to_contain_text(tags[1])


def test_a_row_of_the_report_leads_to_its_own_figures_over_time(own, room):
    """HUB-214: from everything to one article, what its chart shows, its file, and back."""
    page = room("report?devices=test")
    hub = open_hub(page, own)
    follow(hub, "Kitchen")
    follow(hub, "Buckwheat bread")
    expect(page.locator("#feed")).to_contain_text("type=article")
    page.click("#close")
    page.click("button[data-send=background]")
    page = room("report?devices=test")
    row = page.get_by_role("link", name="Buckwheat bread that survives a rucksack")
    deadline = time.monotonic() + 20
    while not row.count() and time.monotonic() < deadline:
        page.wait_for_timeout(250)
        page.reload()
    row.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Buckwheat bread that survives a rucksack")
    expect(page.get_by_role("img", name="Views and readers by day")).to_be_visible()
    page.get_by_role("link", name="Average reading time").click()
    expect(page.get_by_role("img", name="Average reading time by day")).to_contain_text("Minutes : seconds")
    expect(page.get_by_role("link", name="Average reading time")).to_have_attribute("aria-current", "page")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV by day").click()
    lines = download.value.path().read_text().splitlines()
    assert len(lines) == 2 and lines[1].split(",")[3] == "1", "one day, one view"
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="Kitchen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kitchen")
    expect(page.get_by_role("img", name="Average reading time by day")).to_be_visible()


@pytest.mark.parametrize("path", ROOMS)
def test_every_room_is_named_in_order_and_reached_by_keyboard(room, path):
    page = room(path)
    unnamed = page.evaluate("""() => [...document.querySelectorAll('input:not([type=hidden]), select, textarea, button, a, iframe')]
        .filter(item => !item.labels?.length && !item.getAttribute('aria-label') && !item.title && !item.textContent.trim())
        .map(item => item.outerHTML)""")
    assert unnamed == []
    levels = page.evaluate("() => [...document.querySelectorAll('main h1, main h2, main h3')].map(h => Number(h.tagName[1]))")
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(next - level <= 1 for level, next in zip(levels, levels[1:])), levels
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Tab")
    style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert style == "solid", "the focus is visible"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is wider than the window"


@pytest.mark.parametrize("path", ROOMS)
def test_every_room_fits_a_narrow_window(room, path):
    page = room(path)
    page.set_viewport_size({"width": 380, "height": 800})
    page.reload()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
