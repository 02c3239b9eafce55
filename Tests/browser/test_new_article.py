"""HUB-001: what is published in the portal comes to a phone that was there before, by a refresh alone."""
import pytest
from clicks import follow
from conftest import sign_in
from playwright.sync_api import expect
from test_main_job import open_hub, set_control, switch_on


@pytest.fixture
def portal(own, page):
    """A second page beside the phone's, signed in to the portal."""
    portal = page.context.new_page()
    sign_in(portal, own)
    return portal


def publish(portal, own, title):
    portal.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    portal.get_by_label("Title").fill(title)
    portal.get_by_label("Text (Markdown)").fill("Fresh from the *stove*.")
    portal.get_by_role("button", name="Save and mark ready").click()
    expect(portal.locator(".notice")).to_contain_text("Saved")
    portal.goto(f"{own['portal']}portal/publish")
    expect(portal.get_by_role("table", name="What will change")).to_contain_text(title)
    portal.get_by_role("button", name="Publish", exact=True).click()
    expect(portal.locator(".notice")).to_contain_text("is current")
    return portal.locator("tbody tr").first.locator("th, td").first.inner_text().split()[0]


def kitchen(page):
    """In front of the portal again, opens the hub and goes to the channel of the new articles."""
    page.bring_to_front()
    page.click("#open-app")
    hub = page.frame_locator("#frames iframe[data-rendered=true]")
    expect(hub.locator("h1").first).to_contain_text("High Larch")
    follow(hub, "Kitchen")
    return hub


def refresh(page, release):
    page.get_by_role("tab", name="Content hub").click()
    page.click("button[data-send=refresh]")
    page.get_by_role("tab", name="Device").click()
    expect(page.locator("#feed")).to_contain_text(f"release {release} is stored")


def test_an_article_reaches_a_phone_that_is_online(own, page, portal):
    open_hub(page, own)
    page.click("#close")
    release = publish(portal, own, "Dumplings for four")
    refresh(page, release)
    hub = kitchen(page)
    follow(hub, "Dumplings for four")
    expect(hub.locator("em")).to_have_text("stove")


def test_a_phone_that_was_offline_keeps_the_old_hub_and_gets_the_article_later(own, page, portal):
    open_hub(page, own)
    page.click("#close")
    set_control(page, "network", "offline")
    release = publish(portal, own, "Soup for a long evening")
    hub = kitchen(page)
    expect(hub.get_by_text("Buckwheat bread").first).to_be_visible()
    expect(hub.get_by_text("Soup for a long evening")).to_have_count(0)
    page.click("#close")
    set_control(page, "network", "online")
    refresh(page, release)
    expect(kitchen(page).get_by_text("Soup for a long evening").first).to_be_visible()
