"""The lab's Engage tab: ENG-190, ENG-196 and ENG-197 as a tester does them, on the demo's account and database."""
import os
import re

import pytest
from accessibility import violations
from conftest import run_demo, sign_in
from playwright.sync_api import expect
from test_main_job import switch_on


@pytest.fixture(scope="module")
def own():
    """A demo with the account and the recipients of its simulated readers."""
    with run_demo(readers=True) as addresses:
        yield addresses


@pytest.fixture
def tab(own, page):
    """The tab beside a new phone; what the page writes to the console as an error fails the test."""
    problems = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" and "status of 4" not in message.text else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    switch_on(page, own)
    page.wait_for_selector("#main:not([inert])")
    page.get_by_role("tab", name="Engage").click()
    yield page.get_by_role("tabpanel", name="Engage")
    assert problems == []


def choose(tab, group, text):
    button = tab.get_by_role("group", name=group, exact=True).get_by_role("button", name=text, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def track(tab, kind, text=None, values=None):
    form = tab.locator("#engage-track-form")
    form.get_by_label("Kind").select_option(label=kind)
    if text is not None:
        form.locator("[name=text]").fill(text)
    form.locator("[name=values]").fill(values or "")
    form.get_by_role("button", name="Track").click()


def event(tab, text):
    return tab.get_by_role("list", name="Events, newest first").get_by_role("listitem").filter(has_text=text)


def count(tab, status):
    return tab.get_by_role("list", name="Events by status").get_by_role("listitem").filter(has_text=status)


def forward(page):
    """Sets the phone's clock an hour forward, which ends the waits of its apps."""
    page.get_by_role("tab", name="Device").click()
    with page.expect_response(lambda response: response.url.endswith("/commands")):
        page.get_by_role("button", name="+ 1 hour").click()
    page.get_by_role("tab", name="Engage").click()


KINDS = [
    ("Goal completed (16)", "Summit", "Goal completed"), ("Goal abandoned (15)", "Summit", "Goal abandoned"),
    ("Named event (17)", "Map opened", "Named event"), ("Session started (13)", "Snow", "Session started"),
    ("Session ended (14)", "90", "Session ended"), ("Installed (12)", None, "Installed"),
    ("Notification received (48)", "Come in", "Notification received"), ("Notification opened (49)", "Come in", "Notification opened"),
    ("Code of your own", None, "Code 100")]


def test_each_kind_of_event_is_tracked_from_the_form(tab):
    choose(tab, "Network", "Offline")
    for number, (kind, text, shown) in enumerate(KINDS, 1):
        track(tab, kind, text, f"Seat = {number}")
        expect(count(tab, "NOT_POSTED").locator("b")).to_have_text(str(number))
        line = event(tab, shown).first
        expect(line).to_contain_text("NOT_POSTED")
        line.locator("summary").click()
        expect(line.locator("dl")).to_contain_text(f"Seat{number}")
    tab.get_by_role("button", name="Delete all").click()
    expect(event(tab, "")).to_have_count(0)
    expect(tab.get_by_text("No event yet")).to_be_visible()


def test_events_of_airplane_mode_are_sent_when_the_network_returns(tab):
    """ENG-190: a recipient is chosen, events wait, and nobody does anything but switch the network on."""
    tab.get_by_label("Recipient of the database").select_option(label="Bela Costa (reader-1)")
    tab.get_by_role("button", name="Choose").click()
    expect(tab.locator("#engage-outcome")).to_contain_text("The app has recipient")
    expect(tab.locator("#engage-ids")).to_contain_text("reader-1")
    choose(tab, "Network", "Offline")
    track(tab, "Named event (17)", "In the air")
    expect(event(tab, "In the air")).to_contain_text("NOT_POSTED")
    choose(tab, "Network", "Online")
    expect(event(tab, "In the air")).to_contain_text("SUCCESSFULLY_POSTED")
    event(tab, "In the air").locator("summary").click()
    expect(event(tab, "In the air")).to_contain_text("Recipient Id")


def test_all_five_statuses_are_made_and_seen(tab, page):
    """ENG-197: network, sign-in and augmentation are frozen one after the other, and nothing is lost by it."""
    track(tab, "Named event (17)", "arrives")
    tab.get_by_role("button", name="Send now").click()
    expect(event(tab, "arrives")).to_contain_text("SUCCESSFULLY_POSTED")
    choose(tab, "Network", "Server errors")
    track(tab, "Named event (17)", "fails")
    expect(event(tab, "fails")).to_contain_text("NOT_POSTED")
    # An attempt and three more; the clock ends the wait after each.
    for _ in range(20):
        tab.get_by_role("button", name="Send now").click()
        try:
            expect(event(tab, "fails")).to_contain_text("FAILED_POST", timeout=1_000)
            break
        except AssertionError:
            forward(page)
    expect(event(tab, "fails")).to_contain_text("FAILED_POST")
    choose(tab, "Sign-in", "Frozen")
    choose(tab, "Network", "Online")
    # The wait after the server's last error ends, so that the flush learns that it gets no token.
    forward(page)
    track(tab, "Named event (17)", "waits")
    tab.get_by_role("button", name="Send now").click()
    expect(page.locator("#feed li", has_text="flush").first).to_contain_text(re.compile(r"[1-9]\d* waiting"))
    expect(event(tab, "waits")).to_contain_text("NOT_POSTED")
    choose(tab, "Augmentation", "Frozen")
    track(tab, "Named event (17)", "is late")
    expect(event(tab, "is late")).to_contain_text("HOLD")
    forward(page)
    expect(event(tab, "is late")).to_contain_text("EXPIRED")
    # No request is made without a token, so the status stays.
    tab.get_by_role("button", name="Send now").click()
    track(tab, "Named event (17)", "is held")
    expect(event(tab, "is held")).to_contain_text("HOLD")
    expect(event(tab, "is late")).to_contain_text("EXPIRED")
    for status in ["NOT_POSTED", "SUCCESSFULLY_POSTED", "FAILED_POST", "HOLD", "EXPIRED"]:
        expect(count(tab, status).locator("b")).not_to_have_text("0")


@pytest.mark.parametrize("condition", ["in the foreground", "in the background", "killed"])
def test_links_and_pushes_reach_the_app_in_each_state(tab, page, condition):
    """ENG-196: the event's id is shown, and the session that a link starts carries the campaign."""
    choose(tab, "Network", "Offline")
    tab.get_by_label("The app is").select_option(label=condition)
    tab.get_by_role("button", name="Open link").click()
    expect(tab.locator("#engage-input")).to_contain_text("link opened")
    shown = tab.locator("#engage-input").inner_text().split("event ")[1].strip(")")
    started = event(tab, "Session started")
    expect(started).to_have_count(1)
    started.locator("summary").click()
    expect(started.locator("dl")).to_contain_text(shown)
    expect(started.locator("dl")).to_contain_text("Campaign NameFirst snow")
    expect(tab.locator("#engage-facts")).to_contain_text("First snow")
    choose(tab, "Network", "Online")
    tab.get_by_label("Example").select_option(label="Campaign, nested")
    tab.get_by_role("button", name="Send push").click()
    note = tab.get_by_role("list", name="Notifications").get_by_role("button")
    expect(note).to_contain_text("Berry weeks begin")
    if condition == "killed":
        expect(page.locator("#home")).to_be_visible()
    else:
        expect(event(tab, "Notification received")).to_contain_text("Berry weeks begin")
    note.click()
    expect(tab.locator("#engage-input")).to_contain_text("notification opened")
    expect(event(tab, "Notification opened")).to_contain_text("Berry weeks begin")
    expect(tab.locator("#engage-facts")).to_contain_text("Berry weeks")
    expect(note).to_have_count(0)


def test_without_permission_a_push_shows_nothing(tab, page):
    choose(tab, "Notifications on the phone", "Not allowed")
    tab.get_by_role("button", name="Send push").click()
    expect(page.locator("#problem")).to_have_text("notifications are not allowed on the phone")
    expect(tab.get_by_text("No notification.")).to_be_visible()


def figure(office, name):
    return office.locator("dl.figures div").filter(has_text=name).locator("dd")


def send_campaign(office, own, name, text):
    """Composes a push campaign for the demo's recipients and sends it; the page of the campaign is left open."""
    office.goto(own["portal"] + "portal/engage/pushes")
    office.get_by_label("Name of the campaign").fill(name)
    office.get_by_label("Message").fill(text)
    office.get_by_label("Call to action").fill("See the tracks")
    office.get_by_label("Recipients of").select_option(label="High Larch guests (database)")
    office.get_by_role("button", name="Create the campaign").click()
    expect(figure(office, "Sent")).to_have_text("0")
    office.get_by_role("button", name="Send the message").click()


def outcome(office, recipient):
    return office.locator("tbody tr").filter(has=office.get_by_role("rowheader", name=recipient, exact=True))


@pytest.fixture
def office(own, browser):
    """The portal in a browser of its own, beside the lab."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    sign_in(page, own)
    yield page
    context.close()


def test_a_campaign_of_the_portal_reaches_a_phone_and_its_opening_comes_back(own, tab, office):
    """ENG-188: from the composer to the figures of the campaign, through a real phone of the lab."""
    tab.get_by_label("Recipient of the database").select_option(label="Bela Costa (reader-1)")
    tab.get_by_role("button", name="Choose").click()
    chosen = tab.locator("#engage-outcome")
    expect(chosen).to_contain_text("The app has recipient")
    recipient = re.search(r"recipient (\d+)", chosen.inner_text()).group(1)
    send_campaign(office, own, "Night skiing", "The lights are on until ten.")
    expect(outcome(office, recipient)).to_contain_text("delivered")
    expect(figure(office, "Sent")).to_have_text("1")
    note = tab.get_by_role("list", name="Notifications").get_by_role("button")
    expect(note).to_contain_text("The lights are on until ten.")
    expect(event(tab, "Notification received")).to_contain_text("SUCCESSFULLY_POSTED")
    note.click()
    expect(event(tab, "Notification opened")).to_be_visible()
    tab.get_by_role("button", name="Send now").click()
    expect(event(tab, "Notification opened")).to_contain_text("SUCCESSFULLY_POSTED")
    event(tab, "Notification opened").locator("summary").click()
    expect(event(tab, "Notification opened").locator("dl")).to_contain_text("Campaign NameNight skiing")
    for name in ("Received", "Opened"):
        until(office, figure(office, name), "1")

    choose(tab, "Notifications on the phone", "Not allowed")
    send_campaign(office, own, "Morning skiing", "The first lift goes at seven.")
    expect(outcome(office, recipient)).to_contain_text("notifications not permitted")
    expect(figure(office, "Sent")).to_have_text("0")
    expect(tab.get_by_text("No notification.")).to_be_visible()


def until(page, place, text):
    """Figures are folded a moment after the events came: asks again until the page has them."""
    for _ in range(60):
        if place.inner_text() == text:
            return
        page.wait_for_timeout(500)
        page.reload()
    expect(place).to_have_text(text)


def test_an_identity_is_checked_and_the_way_is_named(tab):
    tab.get_by_role("button", name="Set up recipient").click()
    outcome = tab.locator("#engage-outcome")
    expect(outcome).to_contain_text("(AddRecipient)")

    def check(card):
        tab.locator("#engage-check-form [name=value]").fill(card)
        tab.get_by_role("button", name="Check identity").click()

    check("no card")
    expect(outcome).to_contain_text("No recipient had the ids")
    check("1000")
    expect(outcome).to_contain_text("it gets the app's")
    check("1002")
    expect(outcome).to_contain_text("which the app takes")
    expect(tab.locator("#engage-ids")).to_contain_text("reader-2")
    choose(tab, "Privacy switch", "Limited")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_the_tab_fits_and_is_accessible(tab, page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    choose(tab, "Network", "Offline")
    track(tab, "Named event (17)", "A name as long as a name can be before it has to break somewhere " * 2, "Seat = 12")
    tab.get_by_role("button", name="Open link").click()
    expect(event(tab, "Session started")).to_be_visible()
    event(tab, "Session started").locator("summary").click()
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/engage-tab-{width}-{scheme}.png", full_page=True)
    assert page.locator("html").evaluate("page => page.scrollWidth <= page.clientWidth"), "nothing is wider than the window"
    # The phone stands beside the tab: at another place of the page, the engine sees other colours behind it.
    page.evaluate("scrollTo(0, 0)")
    assert violations(page) == []


def test_the_demos_portal_has_recipients_and_campaigns(own, page):
    sign_in(page, own)
    page.goto(own["portal"] + "portal/engage/campaigns")
    expect(page.locator("tbody")).to_contain_text("First snow")
    page.goto(own["portal"] + "portal/engage/databases")
    expect(page.locator("main")).to_contain_text("High Larch guests")
