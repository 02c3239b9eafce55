"""A writer leaves one article unready, publishes another, corrects it, restores a version, schedules, takes down and rolls back, on two
widths, with and without scripts. HUB-005, HUB-008"""
import pytest
from conftest import sign_in
from fitting import fits
from playwright.sync_api import expect


def write(page, portal, title, button, text="Fresh from the *stove*."):
    page.goto(f"{portal}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(title)
    page.get_by_label("Text (Markdown)").fill(text)
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**saved=1")
    return page.url.split("?")[0]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("width", [1300, 390])
def test_a_writers_day(own, browser, width, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": width, "height": 900})
    page, portal = context.new_page(), own["portal"]
    check = (lambda: fits(page)) if scripts else (lambda: None)
    mark = f"{width} {'scripts' if scripts else 'plain'}"
    sign_in(page, own)
    half = write(page, portal, f"Half an idea {mark}", "Save draft")
    expect(page.locator(".notice")).to_have_text("Saved as a draft.")
    whole = write(page, portal, f"Soup {mark}", "Save and mark ready", "Boil the soop. [gone](a/gone-abcdef)")
    expect(page.locator(".notice").first).to_have_text("Saved and ready: it goes out with the next publish.")
    expect(page.locator(".notice").nth(1)).to_contain_text("a/gone-abcdef leads to nothing in the hub")
    check()
    other = write(page, portal, f"Bread {mark}", "Save and mark ready")

    page.goto(f"{portal}portal/publish")
    check()
    expect(page.locator("main")).not_to_contain_text(f"Half an idea {mark}")
    expect(page.get_by_role("link", name=f"Soup {mark}").last).to_be_visible()
    page.get_by_label(f"Publish Bread {mark}").uncheck()
    page.get_by_role("button", name="Show what the ticked articles change").click()
    expect(page.get_by_role("table", name="What will change")).not_to_contain_text(f"Bread {mark}")
    page.get_by_label("Note for the history").fill(f"soup {mark}")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator("tbody tr").first).to_contain_text(f"soup {mark}")
    release = page.locator("tbody tr").first.locator("th, td").first.inner_text().split()[0]

    page.goto(other)
    page.get_by_role("link", name="Publish this article…").click()
    check()
    expect(page.locator("main")).to_contain_text(f"new: Bread {mark}")
    page.get_by_role("button", name="Publish this article").click()
    expect(page.locator(".notice")).to_contain_text("is current")
    page.goto(other)
    page.get_by_role("link", name="Take down…").click()
    check()
    page.get_by_role("button", name="Take down").click()
    page.goto(other)
    expect(page.locator(".statebar")).to_contain_text("draft")

    page.goto(whole)
    expect(page.locator(".statebar")).to_contain_text("live since")
    page.get_by_label("Text (Markdown)").fill("Boil the soup.")
    page.get_by_role("button", name="Save and mark ready").click()
    expect(page.locator(".statebar")).to_contain_text("changed")
    page.get_by_role("link", name="Publish this article…").click()
    page.get_by_role("button", name="Publish this article").click()
    page.goto(f"{whole}/history")
    check()
    page.get_by_role("link", name="Compare version 1 with what is saved now").click()
    expect(page.locator("del").first).to_contain_text("soop")
    check()
    page.get_by_role("button", name="Restore version 1 as a draft").click()
    expect(page.locator(".notice").first).to_contain_text("Saved as a draft. Devices keep the version that is live.")
    expect(page.get_by_label("Text (Markdown)")).to_have_value("Boil the soop. [gone](a/gone-abcdef)")

    page.goto(f"{portal}portal/releases")
    check()
    page.get_by_role("link", name=f"Roll back to {release}…", exact=True).click()
    expect(page.get_by_role("table", name="What the rollback changes")).to_contain_text(f"Soup {mark}")
    check()
    page.get_by_role("button", name=f"Roll back to {release}").click()
    expect(page.locator("tbody tr").first).to_contain_text(f"back to {release}")
    page.goto(f"{portal}portal/content?state=changed")
    expect(page.locator("tbody")).to_contain_text(f"Soup {mark}")
    check()

    page.goto(half)
    page.get_by_label("Publish at").fill("2031-12-21T08:00")
    page.get_by_role("button", name="Save and mark ready").click()
    expect(page.locator(".notice").first).to_contain_text("Schedules wait until somebody publishes.")
    page.goto(f"{portal}portal/publish")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.goto(f"{portal}portal/calendar?month=2031-12")
    expect(page.get_by_role("link", name=f"Half an idea {mark}").locator("visible=true")).to_be_visible()
    check()

    page.goto(half)
    page.get_by_role("link", name="Delete this article…").click()
    expect(page.locator("main")).to_contain_text("its history of 2 versions")
    check()
    page.get_by_role("button", name="Delete the article").click()
    expect(page.locator(".notice")).to_have_text("The article is deleted.")
    page.goto(f"{portal}portal/publish")
    if page.get_by_role("button", name="Publish", exact=True).count():
        page.get_by_role("button", name="Publish", exact=True).click()
    context.close()
