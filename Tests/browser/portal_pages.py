"""A portal with something on each page, and the addresses of its pages, by the server's own table of routes."""
import datetime
import json
import re
import urllib.parse

import requests
from conftest import ROOT
from pictures import png
from players import play, wait_for_figures
from playwright.sync_api import expect
from test_engage_questions import FUNNEL, MAP, RETENTION, SEGMENT, send, until
from test_engage_wing import make_database

TABLE = ROOT / "Server/Tests/MarqueeServerTests/RouteAccessTests.swift"
# What a route answers is a file, a stream, a page inside a frame, or the lab's data; these are no pages of the portal.
NO_PAGES = re.compile(
    r"^/(healthz|v[13]/|api/|lab/(assets|wings|api)/|portal/(assets|files|live/events|preview|engage/file)(/|$)|portal/placements/(console/.*/events|units/.*/preview|pictures/.*)$)|\.csv$|/export$")
PASSWORD = "correct horse battery"


def routes():
    """The routes of pages, as `RouteAccessTests` lists them: a new route comes into the table, and so into the walk."""
    names = re.findall(r"GET (/[^ \n]*)", TABLE.read_text().split('table = """')[1].split('"""')[0])
    return sorted({name for name in names if not NO_PAGES.search(name)} | {"/portal/files"})


def route_of(path, names):
    """The route that answers a path; one without a variable part goes first."""
    parts = path.strip("/").split("/")
    fits = [name for name in names if len(name.strip("/").split("/")) == len(parts)
            and all(one.startswith("{") or one == part for one, part in zip(name.strip("/").split("/"), parts))]
    return min(fits, key=lambda name: (name.count("{"), name), default=None)


def crawl(page, portal, starts, most=2):
    """The addresses that links lead to from the first ones: of each route the first few, in the order in which they are met."""
    names, found, waiting, seen = routes(), {}, list(starts), set()
    while waiting:
        address = waiting.pop(0)
        if address in seen:
            continue
        seen.add(address)
        name = route_of(urllib.parse.urlsplit(address).path.rstrip("/") or "/", names)
        if name is None or (len(found.get(name, [])) >= most and address not in starts):
            continue
        found.setdefault(name, []).append(address)
        page.goto(portal + address)
        for link in page.locator("a[href]").evaluate_all("links => links.map(link => link.href)"):
            if link.startswith(portal):
                waiting.append("/" + link[len(portal):].lstrip("/").split("#")[0])
    return found


def fill_content(page, portal):
    """An article of each state, a file, a feed that cannot be read, a template of the app's own, two releases."""
    page.goto(f"{portal}/portal/media")
    page.get_by_label("For the hub").select_option("high-larch")
    page.get_by_label("File").set_input_files({"name": "larch.png", "mimeType": "image/png", "buffer": png()})
    expect(page.locator("[data-media-list] .media-card").filter(has_text="larch")).to_have_count(1)
    for title, button, more in [
            ("Half an idea", "Save draft", {}), ("Soup with [a hole](a/gone)", "Save and mark ready", {"Text": "See [it](a/gone-abc)."}),
            ("A winter’s walk", "Save and mark ready", {"Publish at": "2031-12-21T08:00"}),
            ("A long word: Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch", "Save and mark ready", {})]:
        page.goto(f"{portal}/portal/articles/new?hub=high-larch&channel=kitchen")
        page.get_by_label("Title").fill(title)
        page.get_by_label("Text (Markdown)").fill(more.get("Text", "Words."))
        page.get_by_label("Publish at").fill(more.get("Publish at", ""))
        page.get_by_role("button", name=button).click()
        page.wait_for_url("**saved=1")
    written = page.url.split("?")[0].removeprefix(portal)
    page.goto(f"{portal}/portal/publish")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.locator(".notice").first).to_contain_text("is current")
    page.goto(portal + written)
    page.get_by_label("Text (Markdown)").fill("Other words.")
    page.get_by_role("button", name="Save and mark ready").click()
    page.wait_for_url("**saved=1")
    page.goto(f"{portal}/portal/feeds")
    page.get_by_label("Address").fill("http://127.0.0.1:9/feed.xml")
    page.get_by_label("Articles go to").select_option(label="High Larch: Kitchen")
    page.get_by_role("button", name="Add").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.goto(f"{portal}/portal/templates/article")
    text = page.get_by_label("Text (Mustache)")
    text.fill(text.input_value() + "\n")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice").first).to_contain_text("Saved")
    return [written, f"{written}/history", f"{written}/history/1", f"{written}/publish", f"{written}/withdraw",
            "/portal/calendar?month=2031-12", "/portal/content?q=nothing+like+it", "/portal/media?q=nothing+like+it",
            "/portal/articles/new?hub=high-larch&channel=kitchen", "/portal/templates/article", "/portal/templates/article/reset"]


def fill_team(page, portal):
    """A second account that signed in, an invitation, a token and a secret of the app."""
    page.goto(f"{portal}/portal/accounts")
    form = page.locator("form[action='/portal/accounts']")
    form.get_by_label("Name").fill("Grace with a long name and a second one")
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="the account").click()
    page.goto(f"{portal}/portal/invitations")
    page.get_by_label("For whom").fill("Ada")
    page.get_by_role("button", name="the link").click()
    invitation = page.locator("#shown-once").input_value()
    page.goto(f"{portal}/portal/tokens")
    page.locator("#name").fill("Importer")
    page.locator("[name='scope.content:read']").check()
    page.get_by_role("button", name="the token").click()
    expect(page.locator("#shown-once")).to_be_visible()
    page.goto(f"{portal}/portal/apps/demo")
    page.locator("form[action='/portal/apps/secrets'] button").click()
    expect(page.locator("#shown-once")).to_be_visible()
    return [urllib.parse.urlsplit(invitation).path]


def fill_engage(page, portal):
    """A database with people, a query, tables, imports, a campaign, links, and events of people."""
    for number in range(12):
        campaign = {"Campaign Name": "Summer" if number % 3 else "Winter", "Common Id": f"person-{number}"}
        events = [("engage_session_started", 9, campaign)]
        if number % 2:
            events.append(("engage_goal_completed", 8, campaign | {"Goal Name": "Buy"}))
        send(f"{portal}/", f"phone-{number}", events)
    page.goto(f"{portal}/portal/engage")
    base = f"{portal}/portal/engage"
    page.get_by_label("Name").fill("Phone")
    page.get_by_role("button", name="the client").click()
    database = make_database(page, "All")
    form = page.locator("form[action$='/queries']")
    form.get_by_label("Name").fill("Big towns")
    form.get_by_label("Column").first.select_option("Town")
    form.get_by_label("Value").first.fill("Town 1")
    form.get_by_role("button").click()
    query = page.get_by_role("link", name="Big towns").get_attribute("href").removeprefix(portal)
    for number in range(3):
        page.goto(f"{base}/new-recipient?list={database}")
        page.get_by_label("Town").fill("A town with a name as long as that of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
        page.get_by_label("Mobile User Id").fill(f"00000000-0000-4000-8000-00000000000{number}")
        page.get_by_role("button", name="Add the recipient").click()
    person = page.url.split("?")[0].removeprefix(portal)
    page.goto(f"{base}/databases")
    page.get_by_role("button", name="the audit table").click()
    table = page.url.split("?")[0].removeprefix(portal)
    page.goto(f"{base}/import/{database}")
    page.get_by_label("CSV file").set_input_files({"name": "few.csv", "mimeType": "text/csv", "buffer": b"Town,Grade\nA,1\nB,x\n"})
    page.get_by_role("button", name="Upload").click()
    mapping = page.url.removeprefix(portal)
    page.get_by_role("button", name="Start the import").click()
    expect(page.locator("[data-job-state]")).to_have_text("complete")
    job = page.url.split("?")[0].removeprefix(portal)
    page.goto(f"{base}/links")
    page.get_by_label("MobileDeepLinkingConfig.json").set_input_files(
        {"name": "MobileDeepLinkingConfig.json", "mimeType": "application/json", "buffer": MAP.encode()})
    page.get_by_role("button", name="Upload").click()
    page.goto(f"{base}/pushes")
    page.get_by_label("Name of the campaign").fill("Spring")
    page.get_by_label("Message").fill("The new collection is here, with a name as long as Llanfairpwllgwyngyllgogerychwyrndrobwll.")
    page.get_by_label("Recipients of").select_option(label="All (database)")
    page.get_by_role("button", name="the campaign").click()
    push = page.url.split("?")[0].removeprefix(portal)
    page.goto(f"{base}{FUNNEL}")
    until(page, "Winter")
    page.goto(f"{base}{SEGMENT}")
    page.get_by_label("Name of the segment").fill("Starters")
    page.get_by_role("button", name="Save the segment").click()
    expect(page.get_by_role("status")).to_contain_text("The question is saved")
    link = "/portal/engage/links?route=campaign%2F%3ACurrentCampaign"
    return [query, person, f"{person}/remove", f"{person}/timeline", table, f"{table}/purge", f"{table}/delete", mapping, job, push,
            f"{push}/remove", link, f"{link}&scheme=shop&p.CurrentCampaign=Spring", f"/portal/engage/import/{database}",
            f"/portal/engage/databases/{database}", f"/portal/engage/databases/{database}/delete",
            *(f"/portal/engage{question}" for question in [SEGMENT, FUNNEL, RETENTION]),
            "/portal/engage/identities?kind=common&id=person-1", "/portal/engage/data-requests?kind=common&id=person-1",
            "/portal/engage/data-requests/erase?kind=common&id=person-1"]


def fill_placements(page, portal):
    """Devices in the test console: one with requests, whose signatures are wrong, and one that is disabled."""
    for name in ("phone", "pad"):
        page.goto(f"{portal}/portal/placements/console")
        page.get_by_label("Id of the device").fill(f"player-of-{name}")
        page.get_by_label("Name").fill(f"The {name} with a name as long as Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
        page.get_by_role("button", name="Register the device").click()
        expect(page.locator(".console-step")).to_be_visible()
    page.get_by_role("button", name="Disable").click()
    expect(page.get_by_role("heading", name="This device is disabled")).to_be_visible()
    for path in ("open/", "content/"):
        requests.get(f"{portal}/v3/publisher/{path}", params={
            "token": "demo", "d_custom": "player-of-phone", "nonce": "n", "signature": "none", "sdk-ios": "1.12.1", "os": "iPhone OS 6.1",
            "placement_id": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"}, timeout=60)
    units = [f"/portal/placements/units/sample-{unit}" for unit in ("news", "reward", "form", "games", "lantern", "form/answers")]
    return ["/portal/placements/console/player-of-phone", "/portal/placements/console/player-of-pad",
            "/portal/placements/console/player-of-phone?before=g", "/portal/placements/places/level_end", *units]


def fill_placement_reports(page, portal):
    """What players did with placements, purchases, and rates of currencies."""
    page.goto(f"{portal}/portal/tokens")
    page.locator("#name").fill("Studio")
    for scope in ("read", "write"):
        page.locator(f"[name='scope.placements:{scope}']").check()
    page.get_by_role("button", name="the token").click()
    token = page.locator("#shown-once").input_value()
    page.goto(f"{portal}/portal/apps/demo")
    page.locator("form[action='/portal/apps/secrets'] button").click()
    play(portal, token, page.locator("#shown-once").input_value())
    wait_for_figures(portal, token, 12)
    page.goto(f"{portal}/portal/placements/reports/value")
    page.get_by_label("Rates, a line for each").fill(f"{datetime.datetime.now(datetime.UTC):%Y-%m-%d},EUR,1.08")
    page.get_by_role("button", name="Store the rates").click()
    expect(page.get_by_role("status")).to_contain_text("The rates are stored")
    reports = ("", "/units?unit=played-hello", "/offers", "/purchases?status=unverified", "/value?counted=all", "/badges", "/comparison")
    return [f"/portal/placements/reports{report}" for report in reports]


def choose_empty_app(page, portal):
    """Shows one more app from now on, one without anything; gives the addresses of the menu."""
    page.goto(f"{portal}/portal/apps")
    if not page.get_by_role("link", name="Nothing yet").count():
        page.get_by_label("Id", exact=True).fill("empty")
        page.get_by_label("Name", exact=True).fill("Nothing yet")
        page.get_by_role("button", name="Create the app").click()
    elif page.get_by_role("button", name="Choose Nothing yet").count():
        page.get_by_role("button", name="Choose Nothing yet").click()
    expect(page.locator("#app-choice option:checked")).to_have_text("Nothing yet")
    links = page.locator("header nav a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
    return [*links, "/portal/new-hub", "/portal/apps/empty", "/portal/engage/new-table"]
