"""Writing an article: toolbar, shortcuts, links to other articles, tags, times of the writer's zone, and what was not saved."""
import pytest
from accessibility import violations
from conftest import sign_in
from playwright.sync_api import expect


@pytest.fixture(params=[1300, 390])
def page(browser, demo, request):
    """A new article in a browser of New York, signed in."""
    context = browser.new_context(viewport={"width": request.param, "height": 900}, timezone_id="America/New_York")
    page = context.new_page()
    page.set_default_timeout(20_000)
    problems = []
    # A save that comes second is answered with 409, which the browser reports.
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" and "409" not in message.text else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    sign_in(page, demo)
    page.goto(demo["portal"] + "portal/content")
    page.get_by_role("link", name="New article").click()
    runs(page)
    yield page
    assert problems == []
    context.close()


def runs(page):
    """The editor's script shows the toolbar once it hears what is typed."""
    expect(tool(page, "Bold")).to_be_visible()


def text(page):
    return page.get_by_label("Text (Markdown)")


def wait_until_let_go(page, words):
    """The page's script lets the copy go once it runs, which is after the page shows."""
    for _ in range(300):
        if words not in page.evaluate("JSON.stringify(localStorage)"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{words} is kept though it is saved")


def tool(page, name):
    return page.get_by_role("toolbar", name="Formatting").get_by_role("button", name=name, exact=True)


def wait_until_kept(page, words):
    """The copy is made a second after the last key. The page's policy forbids what Playwright's own waiting evaluates."""
    for _ in range(300):
        if words in page.evaluate("JSON.stringify(localStorage)"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{words} is not kept")


def test_the_toolbar_writes_markdown_that_undo_takes_back(page):
    text(page).fill("Skis")
    text(page).select_text()
    tool(page, "Bold").click()
    expect(text(page)).to_have_value("**Skis**")
    page.keyboard.press("Control+z")
    expect(text(page)).to_have_value("Skis")
    tool(page, "Heading").click()
    expect(text(page)).to_have_value("## Skis")
    tool(page, "Heading").click()
    expect(text(page)).to_have_value("Skis")
    text(page).fill("one\ntwo")
    text(page).select_text()
    tool(page, "List").click()
    expect(text(page)).to_have_value("- one\n- two")
    text(page).fill("")
    tool(page, "Table").click()
    page.keyboard.type("Hut")
    expect(text(page)).to_have_value("| Hut | Column |\n| --- | --- |\n| Text | Text |\n")
    expect(page.frame_locator(".preview iframe:not(.loading)").locator("th").first).to_have_text("Hut")


def test_by_keyboard_alone_the_arrows_go_through_the_toolbar(page):
    tool(page, "Heading").focus()
    page.keyboard.press("ArrowLeft")
    expect(tool(page, "Link…")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(tool(page, "Subheading")).to_be_focused()
    page.keyboard.press("Enter")
    expect(text(page)).to_have_value("### ")


def test_a_link_to_another_article_is_searched_and_followed(page):
    text(page).fill("Read this first.")
    text(page).select_text()
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Link to")
    dialog.get_by_role("searchbox").fill("winter room")
    dialog.get_by_role("button", name="What a winter room is").click()
    expect(dialog).to_be_hidden()
    assert text(page).input_value().startswith("[Read this first.](zbimdb://")
    text(page).fill("")
    tool(page, "Link…").click()
    dialog.get_by_role("searchbox").fill("https://example.org/map")
    dialog.get_by_role("button", name="Link to https://example.org/map").click()
    expect(text(page)).to_have_value("[https://example.org/map](https://example.org/map)")
    tool(page, "Link…").click()
    dialog.get_by_role("searchbox").fill("nothing is called so")
    expect(dialog).to_contain_text("No article matches.")
    dialog.get_by_role("button", name="Close").click()
    expect(text(page)).to_be_focused()


def test_known_tags_are_offered_and_a_second_spelling_is_said(page, demo):
    page.get_by_label("Title").fill("Tags")
    page.get_by_label("Tags, separated by commas").fill("winter")
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved")
    tags = page.get_by_label("Tags, separated by commas")
    tags.fill("")
    tags.press_sequentially("snow, Winter")
    page.get_by_role("button", name="Use “winter”").click()
    expect(tags).to_have_value("snow, winter")
    tags.fill("snow, wint")
    page.get_by_role("button", name="winter", exact=True).click()
    expect(tags).to_have_value("snow, winter")
    page.get_by_role("button", name="Save draft").click()
    expect(tags).to_have_value("snow, winter")


def test_times_are_shown_in_the_writers_zone(page):
    page.get_by_label("Publish at (UTC)").fill("2033-01-02T03:00")
    expect(page.locator("#embargo-local")).to_have_text("1 Jan 2033, 22:00 in America/New_York")
    page.get_by_label("Publish at (UTC)").fill("")
    expect(page.locator("#embargo-local")).to_have_text("")


def test_a_title_is_asked_for_by_a_save_and_not_before(page):
    title, colour = page.get_by_label("Title"), "field => getComputedStyle(field).borderTopColor"
    expect(page.frame_locator(".preview iframe:not(.loading)").locator("main")).to_be_visible()
    expect(page.locator("iframe.loading")).to_have_count(0)
    plain = page.get_by_label("Authors").evaluate(colour)
    assert title.evaluate(colour) == plain, "nobody has written or saved anything yet"
    page.get_by_role("button", name="Save draft").click()
    expect(title).to_have_attribute("aria-invalid", "true")
    assert title.evaluate(colour) != plain
    title.press_sequentially("A")
    expect(title).not_to_have_attribute("aria-invalid", "true")


def test_control_s_saves_and_what_was_not_saved_comes_back(page):
    page.get_by_label("Title").fill("Kept by the browser")
    text(page).fill("first")
    page.keyboard.press("Control+s")
    saved(page, "Saved as a draft")
    text(page).fill("second, and the machine stops")
    wait_until_kept(page, "the machine stops")
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    notice = page.get_by_role("status").filter(has_text="that was not saved")
    expect(text(page)).to_have_value("first")
    notice.get_by_role("button", name="Take it back").click()
    expect(text(page)).to_have_value("second, and the machine stops")
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved as a draft")
    page.reload()
    expect(text(page)).to_have_value("second, and the machine stops")
    expect(page.get_by_text("that was not saved")).to_have_count(0)


def test_what_was_typed_before_the_script_ran_is_kept(page):
    """A slow line shows the form long before its script is there."""
    waiting = []
    page.route("**/editor.js*", lambda route: waiting.append(route))
    page.goto(page.url, wait_until="commit")
    text(page).fill("typed at once")
    for _ in range(100):
        if waiting:
            break
        page.wait_for_timeout(100)
    waiting[0].continue_()
    wait_until_kept(page, "typed at once")


def saved(page, words):
    expect(page.get_by_role("status").first).to_contain_text(words)
    runs(page)


def test_a_save_that_fails_loses_nothing(page, demo):
    page.get_by_label("Title").fill("Written while the session ended")
    text(page).fill("first")
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved as a draft")
    wait_until_let_go(page, "first")
    article = page.url.split("?")[0]
    text(page).fill("second, and nobody is signed in")
    # The preview asks for its style sheet while somebody is signed in.
    expect(page.frame_locator(".preview iframe:not(.loading)").get_by_text("nobody is signed in")).to_be_visible()
    page.context.clear_cookies()
    page.get_by_role("button", name="Save draft").click()
    page.wait_for_url("**/portal/sign-in")
    sign_in(page, demo)
    page.goto(article)
    expect(text(page)).to_have_value("first")
    page.get_by_role("button", name="Take it back").click()
    expect(text(page)).to_have_value("second, and nobody is signed in")
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved as a draft")
    wait_until_let_go(page, "nobody is signed in")


def test_text_on_an_older_version_becomes_a_conflict(page, browser, demo):
    page.get_by_label("Title").fill("Two people write")
    text(page).fill("first")
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved as a draft")
    article = page.url.split("?")[0]
    page.goto(article)
    text(page).fill("what Ann wrote")
    wait_until_kept(page, "what Ann wrote")
    other = browser.new_context()
    bob = other.new_page()
    sign_in(bob, demo)
    bob.goto(article)
    text(bob).fill("what Bob wrote")
    bob.get_by_role("button", name="Save draft").click()
    saved(bob, "Saved as a draft")
    other.close()
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    expect(text(page)).to_have_value("what Bob wrote")
    notice = page.get_by_role("status").filter(has_text="The article was saved since then")
    notice.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator(".notice.bad")).to_contain_text("Somebody else saved this article")
    expect(page.get_by_label("Text that is stored now")).to_have_value("what Bob wrote")
    expect(text(page)).to_have_value("what Ann wrote")
    assert "what Ann wrote" in page.evaluate("JSON.stringify(localStorage)"), "it is not saved yet"
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved as a draft")
    wait_until_let_go(page, "what Ann wrote")


def test_a_copy_of_a_new_article_stays_where_it_was_written(page, demo):
    places = [f"{demo['portal']}portal/articles/new?hub=high-larch&channel={channel}" for channel in ["kitchen", "none"]]
    page.goto(places[0])
    text(page).fill("for the kitchen alone")
    wait_until_kept(page, "for the kitchen alone")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(places[1])
    expect(page.get_by_text("that was not saved")).to_have_count(0)
    page.goto(places[0])
    page.get_by_role("button", name="Take it back").click()
    page.get_by_label("Title").fill("In the kitchen")
    page.get_by_role("button", name="Save draft").click()
    saved(page, "Saved as a draft")
    wait_until_let_go(page, "for the kitchen alone")
    page.goto(places[0])
    expect(page.get_by_text("that was not saved")).to_have_count(0)


def test_control_s_and_enter_keep_what_is_scheduled(page):
    page.get_by_label("Title").fill("Goes live by itself")
    page.get_by_label("Publish at (UTC)").fill("2033-01-02T03:00")
    page.get_by_role("button", name="Save and mark ready").click()
    saved(page, "scheduled for 2 Jan 2033" if page.get_by_text("is scheduled for").count() else "goes live on 2 Jan 2033")
    text(page).fill("second")
    page.keyboard.press("Control+s")
    expect(text(page)).to_have_value("second")
    expect(page.get_by_label("State of the article").locator(".mark")).to_have_text("scheduled")
    page.get_by_label("Title").fill("Goes live, still by itself")
    page.get_by_label("Title").press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Goes live, still by itself")
    expect(page.get_by_label("State of the article").locator(".mark")).to_have_text("scheduled")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_editor_is_accessible(page, scheme):
    page.emulate_media(color_scheme=scheme)
    page.get_by_label("Title").fill("A title")
    page.get_by_label("Tags, separated by commas").press_sequentially("s")
    assert page.locator("html").evaluate("page => page.scrollWidth <= page.clientWidth"), "nothing is wider than the window"
    assert violations(page) == []
    tool(page, "Link…").click()
    expect(page.get_by_role("dialog").get_by_role("listitem").first).to_be_visible()
    assert violations(page) == []
