"""The main job as a person does it: open the lab, read an article, find it in the portal's report."""
import re

from clicks import click_inside, follow
from playwright.sync_api import expect


def switch_on(page, demo):
    """One new phone, as a first visit makes it."""
    headers = {"x-marquee-lab": "1"}
    for device in page.request.get(demo["lab"] + "api/devices").json():
        page.request.delete(f"{demo['lab']}api/devices/{device['id']}", headers=headers)
    page.goto(demo["lab"])
    expect(page.locator("#start")).to_be_visible()


def set_control(page, command, value):
    """Presses a button of the lab, and waits until the phone has the value: a command that is sent right after may arrive first."""
    button = page.locator(f"[data-command={command}] [data-value={value}] >> visible=true")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def open_hub(page, demo):
    switch_on(page, demo)
    page.click("#open-app")
    expect(page.locator("#frames iframe")).to_be_visible()
    return page.frame_locator("#frames iframe")


def test_the_sample_hub_shows_within_two_clicks(demo, page):
    hub = open_hub(page, demo)
    expect(hub.locator("h1").first).to_contain_text("High Larch")
    expect(page.locator("#flags")).to_contain_text("ready")
    expect(page.locator("#flags")).to_contain_text("release 1")


def test_links_go_through_the_history_and_its_controls(demo, page):
    hub = open_hub(page, demo)
    expect(page.locator("#back")).to_be_disabled()
    click_inside(hub.locator("a[href*='c/']").first)
    expect(page.locator("#back")).to_be_enabled()
    page.click("#back")
    expect(page.locator("#forward")).to_be_enabled()
    expect(page.locator("#back")).to_be_disabled()
    page.wait_for_timeout(400)
    page.click("#forward")
    expect(page.locator("#back")).to_be_enabled()


def test_reading_an_article_appears_in_the_report(demo, page):
    title = "Buckwheat bread that survives a rucksack"
    hub = open_hub(page, demo)
    follow(hub, "Kitchen")
    follow(hub, title)
    expect(page.locator("#feed")).to_contain_text("type=article")
    page.click("#close")
    expect(page.locator("#start")).to_be_visible()
    page.click("button[data-send=background]")
    expect(page.locator("#feed")).to_contain_text(re.compile(r"events accepted"))
    page.goto(demo["portal"])
    page.fill("#name", demo["name"])
    page.fill("#password", demo["password"])
    page.click("button.main")
    for _ in range(20):
        page.goto(demo["portal"] + "portal/report?devices=test")
        if page.get_by_text(title).count():
            break
        page.wait_for_timeout(500)
    expect(page.locator("table").first).to_contain_text(title)


def test_what_is_being_read_appears_in_the_report_within_seconds(demo, portal):
    """The app stays in front, and nobody presses anything for it."""
    page = portal.context.new_page()
    hub = open_hub(page, demo)
    follow(hub, "Gear")
    click_inside(hub.locator("a[href*='a/']").first)
    expect(page.locator("#feed")).to_contain_text("type=article")
    title = hub.locator("h1").first.inner_text()
    for _ in range(20):
        portal.goto(demo["portal"] + "portal/report?devices=test")
        if portal.get_by_text(title).count():
            break
        portal.wait_for_timeout(500)
    expect(portal.locator("main")).to_contain_text(title)


def test_offline_a_phone_shows_what_it_has(demo, page):
    open_hub(page, demo)
    page.click("#close")
    set_control(page, "network", "offline")
    with page.expect_response(lambda answer: "restart" in (answer.request.post_data or "")):
        page.click("#restart")
    page.click("#open-app")
    hub = page.frame_locator("#frames iframe")
    expect(hub.locator("h1").first).to_contain_text("High Larch")
    set_control(page, "network", "online")


def test_an_external_link_asks_before_it_leaves(demo, page):
    switch_on(page, demo)
    page.get_by_role("tab", name="Content hub").click()
    set_control(page, "contentSource", "externalAllowed")
    page.click("#open-app")
    hub = page.frame_locator("#frames iframe")
    follow(hub, "Trails")
    follow(hub, "How to read a map")
    click_inside(hub.get_by_text("the survey's site"))
    expect(page.locator("#question")).to_contain_text("openstreetmap.org")
    page.click("#stay")
    expect(page.locator("#question")).to_be_hidden()
    expect(hub.locator("h1").first).to_contain_text("How to read a map")


def test_the_portal_lists_edits_and_publishes(demo, portal):
    portal.goto(demo["portal"] + "portal/content")
    # The hub's twenty, and what earlier tests wrote.
    count = re.compile(r"(\d+) of \1 articles")
    expect(portal.locator("caption")).to_have_text(count)
    assert int(count.search(portal.locator("caption").inner_text())[1]) >= 20
    portal.get_by_role("link", name="Boots that last ten years").click()
    portal.fill("#title", "Boots that last <b>twelve</b> years")
    portal.get_by_role("button", name="Save and mark ready").click()
    expect(portal.locator(".notice")).to_contain_text("Saved")
    portal.goto(demo["portal"] + "portal/publish")
    expect(portal.get_by_role("table", name="What will change")).to_contain_text("Boots that last <b>twelve</b> years")
    portal.fill("#note", "new title")
    portal.get_by_role("button", name="Publish", exact=True).click()
    expect(portal.locator("tbody tr").first).to_contain_text("new title")


def test_a_stranger_sees_the_door_only(demo, page):
    for room in ["content", "publish", "releases", "report", "live", "devices"]:
        page.goto(demo["portal"] + "portal/" + room)
        assert page.url.endswith("/portal/sign-in")
