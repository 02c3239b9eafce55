"""Whose figures the report shows: readers, test devices, both; a device's own page; links that were followed; deleted articles. HUB-214"""
import time

import pytest
from clicks import click_inside, follow
from conftest import sign_in
from fitting import fits
from playwright.sync_api import expect
from test_engage_questions import send
from test_main_job import set_control, switch_on

LINK = "https://www.openstreetmap.org/"
TITLE = "How to read a map"


def until(page, address, locator):
    """Folding takes a moment."""
    page.goto(address)
    deadline = time.monotonic() + 20
    while not locator.count() and time.monotonic() < deadline:
        page.wait_for_timeout(250)
        page.reload()
    expect(locator.first).to_be_visible()


def figure(page, name):
    return page.locator("dl.figures > div", has=page.get_by_text(name, exact=True)).locator("dd")


def test_what_the_lab_reads_is_kept_apart_from_readers(own, page):
    """The lab reads an article and leaves it by a link; a reader's phone reads the hub's page."""
    sign_in(page, own)
    portal = own["portal"]
    switch_on(page, own)
    page.get_by_role("tab", name="Content hub").click()
    set_control(page, "contentSource", "externalAllowed")
    page.click("#open-app")
    hub = page.frame_locator("#frames iframe")
    follow(hub, "Trails")
    follow(hub, TITLE)
    expect(page.locator("#feed")).to_contain_text("type=article")
    click_inside(hub.get_by_text("the survey's site"))
    page.click("#leave")
    page.click("#close")
    page.get_by_role("tab", name="Device", exact=True).click()
    page.click("button[data-send=background]")
    send(portal, "phone", [("content_viewed", 0, {"uri": "zbimdb://high-larch/"})])

    until(page, f"{portal}portal/report?devices=test", page.get_by_role("rowheader", name=LINK))
    until(page, page.url, page.get_by_role("table", name="By article").get_by_text(TITLE))
    expect(page.get_by_role("link", name="Test devices")).to_have_attribute("aria-current", "page")
    fits(page)
    page.get_by_role("link", name="Readers", exact=True).click()
    until(page, page.url, page.get_by_role("table", name="By day"))
    expect(figure(page, "Views")).to_have_text("1")
    expect(page.locator("main")).not_to_contain_text(TITLE)
    expect(page.locator("main")).to_contain_text("Nobody has followed a link out of the app in these days.")
    fits(page)


@pytest.mark.parametrize("width", [1300, 390])
def test_a_device_is_marked_on_its_page_by_keyboard(own, browser, width):
    page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
    portal, install = own["portal"], f"team phone {width}"
    gear = {"uri": "zbimdb://high-larch/c/gear"}
    send(portal, install, [("hub_presented", 0, gear), ("content_viewed", 0, gear)])
    sign_in(page, own)
    until(page, f"{portal}portal/devices", page.get_by_role("link", name=install))
    fits(page)
    page.get_by_role("link", name=install).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("table", name="Events")).to_contain_text("content_viewed")
    fits(page)
    page.get_by_role("button", name="Mark as a test device").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("This is a test device now.")
    fits(page)
    send(portal, install, [("content_viewed", 0, gear)])
    place = f"{portal}portal/report?uri=zbimdb://high-larch/c/gear&devices=test"
    until(page, place, page.get_by_role("table", name="By day"))
    page.goto(f"{portal}portal/devices")
    expect(page.get_by_role("row", name=install)).to_contain_text("Test device")
    page.get_by_role("link", name=install).click()
    page.get_by_role("button", name="Count as a reader again").click()
    expect(page.get_by_role("status")).to_contain_text("This is a reader’s device now.")


@pytest.mark.parametrize("width", [1300, 390])
def test_links_and_deleted_articles_fit_the_report(own, browser, width):
    page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
    portal, title = own["portal"], f"Soon gone {width}"
    sign_in(page, own)
    page.goto(f"{portal}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(title)
    page.get_by_role("button", name="Save and mark ready").click()
    page.wait_for_url("**saved=1")
    article = page.url.split("?")[0].split("/")[-1]
    page.goto(f"{portal}portal/publish")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("tbody tr").first).to_contain_text("current")
    uri, long = f"zbimdb://high-larch/a/{article}", f"https://links.example/{width}/" + "long-" * 40
    send(portal, "phone", [("content_viewed", 0, {"uri": uri}), ("external_link_opened", 0, {"uri": uri, "url": long})])
    page.goto(f"{portal}portal/articles/high-larch/{article}/delete")
    page.get_by_role("button", name="Delete").click()
    until(page, f"{portal}portal/report", page.get_by_role("row", name=title))
    expect(page.get_by_role("row", name=title)).to_contain_text("deleted")
    expect(page.get_by_role("row", name=long)).to_be_visible()
    fits(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of the links").click()
    assert f'"{long}","{uri}","{title} (deleted)",1,1' in download.value.path().read_text().splitlines()
    page.get_by_role("link", name=title).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(f"{title} (deleted)")
    fits(page)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("width", [1300, 390])
def test_ticked_devices_are_marked_together(own, browser, width, scripts):
    page = browser.new_context(java_script_enabled=scripts, viewport={"width": width, "height": 900}).new_page()
    portal, installs = own["portal"], [f"{name} {width} {scripts}" for name in ["phone", "tablet"]]
    sign_in(page, own)
    for install in installs:
        send(portal, install, [("hub_presented", 0, {"uri": "zbimdb://high-larch/"})])
        until(page, f"{portal}portal/devices", page.get_by_role("link", name=install))
    for install in installs:
        page.get_by_label(f"Tick {install}").check()
    if scripts:
        fits(page)
        expect(page.locator("[data-selection-count]")).to_have_text("2 devices are ticked")
    page.get_by_role("button", name="Count as test devices").click()
    expect(page.locator(".notice").first).to_have_text("2 devices count as test devices from now on.")
    for install in installs:
        expect(page.get_by_role("row", name=install)).to_contain_text("Test device")
    page.context.close()
