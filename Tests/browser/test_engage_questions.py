"""People ask about behaviour, send a push, make a link, and answer data requests; on two widths, by the rules of axe."""
import json
import os
import random
import time
import urllib.request
import uuid

import pytest
from accessibility import violations
from conftest import run_demo, sign_in
from playwright.sync_api import expect

MAP = json.dumps({
    "defaultRoute": {"handlers": ["postSilverpop"]},
    "routes": {"campaign/:CurrentCampaign": {"handlers": ["postSilverpop"], "routeParameters": {
        "CurrentCampaign": {"required": "true"}, "CampaignEndTimeStamp": {"required": "false", "regex": "[0-9]+"}}}}})
SEGMENT = "/segments?event.1=engage_session_started"
FUNNEL = "/funnels?event.1=engage_session_started&event.2=engage_goal_completed&window=7&unit=day&by=Campaign+Name"
RETENTION = "/retention?event.1=engage_session_started&event.2=engage_goal_completed&unit=day&periods=7"


def event_id(time):
    """A UUID of version 7, as SDKs make it: questions about attributes look for events by the time in their ids."""
    return str(uuid.UUID(int=time << 80 | 7 << 76 | random.getrandbits(12) << 64 | 2 << 62 | random.getrandbits(62)))


def send(portal, install, events):
    """Events of days ago, as Marquee's SDK sends them."""
    now = int(time.time() * 1000)
    batch = {"install": install, "sent": now, "sdk": "1", "events": [
        {"id": event_id(now - days * 86_400_000), "name": name, "time": now - days * 86_400_000, "sequence": number + 1,
         "properties": properties}
        for number, (name, days, properties) in enumerate(events)]}
    request = urllib.request.Request(
        f"{portal}v1/apps/demo/main/events", json.dumps(batch).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        assert "r" not in json.load(answer)["verdicts"]


@pytest.fixture(scope="module")
def own():
    """A demo with people who did something."""
    with run_demo() as addresses:
        for number in range(12):
            campaign = {"Campaign Name": "Summer" if number % 3 else "Winter", "Common Id": f"person-{number}"}
            events = [("engage_session_started", 9, campaign)]
            if number % 2:
                events.append(("engage_goal_completed", 8, campaign | {"Goal Name": "Buy"}))
            if number % 4 == 1:
                events.append(("engage_goal_completed", 6, campaign | {"Goal Name": "Buy"}))
            send(addresses["portal"], f"phone-{number}", events)
        visits = [("visited", day, {"Common Id": "person-gone"}) for day in (2, 3)]
        send(addresses["portal"], "phone-gone", visits)
        yield addresses


@pytest.fixture
def room(own, page):
    """Opens pages of the wing, signed in; whatever a page writes to the console as an error fails the test."""
    sign_in(page, own)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.problems.append(str(error)))

    def go(path=""):
        page.goto(f"{own['portal']}portal/engage{path}")
        return page

    yield go
    assert page.problems == []


def until(page, text):
    """Reloads until the events are counted, which takes the server a moment."""
    for _ in range(60):
        if page.get_by_text(text).count():
            return
        page.wait_for_timeout(250)
        page.reload()
    expect(page.get_by_text(text).first).to_be_visible()


def test_a_segment_is_counted_while_it_is_described(room):
    until(room(SEGMENT), "12 people")
    page = room("/segments")
    page.get_by_label("Rule 1: event").select_option("engage_goal_completed")
    expect(page.locator("#answer strong")).to_have_text("6 people")
    page.get_by_label("At least this many times").first.fill("2")
    page.get_by_label("At least this many times").first.press("Tab")
    expect(page.locator("#answer strong")).to_have_text("3 people")
    page.get_by_role("button", name="Count").click()
    expect(page.locator("#answer strong")).to_have_text("3 people")
    page.get_by_label("Name of the segment").fill("Buyers")
    page.get_by_role("button", name="Save the segment").click()
    expect(page.get_by_role("status")).to_contain_text("The question is saved")
    page = room("/segments")
    page.get_by_role("link", name="Buyers", exact=True).click()
    expect(page.locator("#answer strong")).to_have_text("3 people")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of the people").click()
    assert len(download.value.path().read_text().splitlines()) == 4


@pytest.mark.parametrize("scripts", [True, False])
def test_a_funnel_is_asked_step_by_step(own, browser, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(20_000)
    sign_in(page, own)
    page.goto(f"{own['portal']}portal/engage{SEGMENT}")
    until(page, "12 people")
    page.get_by_role("link", name="Funnels").click()
    page.get_by_label("Step 1: event").select_option("engage_session_started")
    page.get_by_label("Step 2: event").select_option("engage_goal_completed")
    page.get_by_label("Compare by an attribute").fill("Campaign Name")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("caption").first).to_contain_text("6 of 12 people came to the last step: 50 %")
    expect(page.locator("table").nth(1)).to_contain_text("Summer")
    page.get_by_role("link", name="Retention").click()
    page.get_by_label("First: event").select_option("engage_session_started")
    page.get_by_label("Coming back: event").select_option("engage_goal_completed")
    page.get_by_role("button", name="Answer").click()
    expect(page.get_by_role("cell", name="50 %")).to_have_count(1)
    context.close()


def test_a_link_is_made_and_sent_as_a_push(room):
    page = room("/databases")
    form = page.locator("form[action='/portal/engage/databases']")
    form.get_by_label("Name").fill("Guests of the push")
    form.get_by_role("button").click()
    page = room("/links")
    page.get_by_label("MobileDeepLinkingConfig.json").set_input_files(
        {"name": "MobileDeepLinkingConfig.json", "mimeType": "application/json", "buffer": MAP.encode()})
    page.get_by_role("button", name="Upload").click()
    page.get_by_role("link", name="campaign/:CurrentCampaign").click()
    page.get_by_label("Scheme").fill("shop")
    page.get_by_label("CurrentCampaign").first.fill("Summer sale")
    page.get_by_role("button", name="Create the link").click()
    expect(page.get_by_label("Link", exact=True)).to_have_value("shop://campaign/Summer%20sale")
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    page.get_by_role("link", name="Push message with this link").click()
    expect(page.get_by_label("Name of the campaign")).to_have_value("Summer sale")
    page.get_by_label("Message").fill("Everything is half price.")
    page.get_by_label("Recipients of").select_option(label="Guests of the push (database)")
    page.get_by_role("button", name="Create the campaign").click()
    expect(page.locator("h1")).to_have_text("Summer sale")
    expect(page.get_by_role("status")).to_contain_text("Nothing is sent yet")


def test_a_person_is_looked_up_unlinked_exported_and_erased(room):
    until(room(SEGMENT), "12 people")
    page = room("/identities")
    page.get_by_label("The id is a").select_option("common")
    page.get_by_label("Id", exact=True).fill("person-gone")
    page.get_by_role("button", name="Look up").click()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("status")).to_contain_text("The link is taken back")
    page.get_by_role("button", name="Let it hold again").click()
    expect(page.get_by_role("status")).to_contain_text("The link holds again")
    page.get_by_role("link", name="Data request", exact=True).click()
    expect(page.locator("main")).to_contain_text("Known: 2 events")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as a file").click()
    kinds = [next(iter(json.loads(line))) for line in download.value.path().read_text().splitlines()]
    assert kinds.count("event") == 2 and "link" in kinds
    page.get_by_role("link", name="Erase…").click()
    expect(page.locator("main")).to_contain_text("2 events")
    page.get_by_role("button", name="Erase the person").click()
    expect(page.get_by_role("status")).to_contain_text("Erased at once")
    until(page, "done on")
    expect(page.locator("tbody tr").first).to_contain_text("2")


@pytest.fixture(scope="module")
def addresses(own, browser):
    """The addresses of every page, with something on each."""
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, own)
    base = f"{own['portal']}portal/engage"
    page.goto(f"{base}/databases")
    form = page.locator("form[action='/portal/engage/databases']")
    form.get_by_label("Name").fill("All guests")
    form.get_by_role("button").click()
    database = page.url.split("/")[-1].split("?")[0]
    for number in range(3):
        page.goto(f"{base}/new-recipient?list={database}")
        page.get_by_label("Mobile User Id").fill(f"guest-{number}")
        page.get_by_role("button", name="Add the recipient").click()
    page.goto(f"{base}/links")
    page.get_by_label("MobileDeepLinkingConfig.json").set_input_files(
        {"name": "MobileDeepLinkingConfig.json", "mimeType": "application/json", "buffer": MAP.encode()})
    page.get_by_role("button", name="Upload").click()
    page.goto(f"{base}/pushes")
    page.get_by_label("Name of the campaign").fill("Spring")
    page.get_by_label("Message").fill("The new collection is here, with a name as long as Llanfairpwllgwyngyllgogerychwyrndrobwll.")
    page.get_by_label("Recipients of").select_option(label="All guests (database)")
    page.get_by_role("button", name="Create the campaign").click()
    page.wait_for_load_state("load")
    push = page.url.split("engage")[1].split("?")[0]
    if page.get_by_role("button", name="Send the message").count():
        page.get_by_role("button", name="Send the message").click()
    page.goto(f"{base}{SEGMENT}")
    until(page, "12 people")
    context.close()
    link = "/links?route=campaign%2F%3ACurrentCampaign"
    return {
        "picture": "/events", "segments": "/segments", "segment": SEGMENT, "funnels": "/funnels", "funnel": FUNNEL, "retention": "/retention",
        "cohorts": RETENTION, "links": "/links", "link form": link, "link": f"{link}&scheme=shop&p.CurrentCampaign=Spring",
        "pushes": "/pushes", "push": push, "push removal": f"{push}/remove", "identities": "/identities",
        "identity": "/identities?kind=common&id=person-1", "data requests": "/data-requests",
        "person": "/data-requests?kind=common&id=person-1", "erasure": "/data-requests/erase?kind=common&id=person-1"}


PAGES = ["picture", "segments", "segment", "funnels", "funnel", "retention", "cohorts", "links", "link form", "link", "pushes", "push",
         "push removal", "identities", "identity", "data requests", "person", "erasure"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_fits_and_is_accessible(room, addresses, name, width, scheme):
    page = room(addresses[name])
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.reload()
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name.replace(' ', '-')}-{width}-{scheme}.png", full_page=True)
    assert page.locator("html").evaluate("page => page.scrollWidth <= page.clientWidth"), "nothing is wider than the window"
    assert violations(page) == []
