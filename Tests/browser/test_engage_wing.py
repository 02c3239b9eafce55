"""The wing of recipients in a browser: an app is connected, a database filled from a file, a person edited; on two widths, by the rules of axe."""
import os
import re

import pytest
from accessibility import violations
from conftest import sign_in
from playwright.sync_api import expect

PEOPLE = "mobile_user_id,Town,Grade\n" + "".join(f"m{number},Town {number % 7},{number}\n" for number in range(1200)) + "m-last,Town 1,many\n"


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


def make_database(page, name):
    """Makes a database with the columns of identities and a number, and gives its list id."""
    page.get_by_role("link", name="Databases", exact=True).click()
    form = page.locator("form[action='/portal/engage/databases']")
    form.get_by_label("Name").fill(name)
    form.get_by_role("button").click()
    expect(page.locator("h1")).to_have_text(name)
    form = page.locator("form[action$='/columns']")
    for column, kind, lookup in [("Town", "Text", "indexed"), ("Grade", "Number", "none")]:
        form.get_by_label("Name").fill(column)
        form.get_by_label("Type").select_option(label=kind)
        form.get_by_label("Look-up").select_option(label=lookup)
        form.get_by_role("button").click()
        expect(page.get_by_role("status")).to_contain_text("The column is added")
    return page.url.split("/")[-1].split("?")[0]


def test_an_owner_connects_an_app(room):
    page = room()
    expect(page.locator("h1")).to_have_text("Connection")
    page.get_by_label("Name").fill("Phone")
    page.get_by_role("button", name="Create the client").click()
    once = page.get_by_role("region", name="Copy these now")
    secret = once.get_by_label("Client secret").input_value()
    assert re.fullmatch(r"mqc_[a-z2-7]{59}", secret)
    assert secret in once.locator("textarea").input_value()
    assert once.get_by_label("Host").input_value().startswith("http://")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    once.get_by_role("button", name="Copy Client secret").click()
    expect(page.locator("#announcer")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == secret

    page.get_by_label("Universal Behaviors").check()
    page.get_by_label("Access tokens in an hour").fill("250")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("hold for the next request")
    assert secret not in page.content()
    expect(page.locator("ol.lines")).to_contain_text("Universal Behaviors are on")
    expect(page.get_by_label("Access tokens in an hour")).to_have_value("250")

    page.get_by_role("link", name="Revoke… Phone").click()
    page.get_by_role("button", name="Revoke the client").click()
    expect(page.locator("tbody .mark").first).to_have_text("revoked")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_file_fills_a_database_and_a_person_is_edited(own, browser, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.set_default_timeout(20_000)
    sign_in(page, own)
    make_database(page, f"Guests {scripts}")
    page.get_by_role("link", name="Import", exact=True).click()
    page.get_by_label("CSV file").set_input_files({"name": "guests.csv", "mimeType": "text/csv", "buffer": PEOPLE.encode()})
    page.get_by_role("button", name="Upload").click()
    expect(page.get_by_label("Where column 1,")).to_have_value("Mobile User Id")
    expect(page.get_by_label("Where column 3,")).to_have_value("Grade")
    expect(page.get_by_label("Where column 2,")).to_have_value("Town")
    page.get_by_role("button", name="Start the import").click()
    if scripts:
        expect(page.locator("[data-job-state]")).to_have_text("complete")
    else:
        for _ in range(60):
            if page.locator("[data-job-state]").inner_text() == "complete":
                break
            page.wait_for_timeout(500)
            page.get_by_role("link", name="Refresh").click()
    expect(page.locator("main")).to_contain_text("1201 rows read: 1200 added, 0 changed, 1 refused")
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV of the refused rows").click()
    assert download.value.path().read_text().startswith('"Row","Reason"\n1202,')

    page.get_by_role("link", name="Recipients").first.click()
    page.get_by_label("Database, contact list or query").select_option(label=f"Guests {scripts}")
    page.get_by_label("Search by").select_option("")
    page.get_by_role("button", name="Search").click()
    expect(page.locator("tbody tr")).to_have_count(50)
    page.get_by_label("Search by").select_option("Mobile User Id")
    page.get_by_label("Value").fill("m77")
    page.get_by_label("Value").press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.locator("tbody th a").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Town")).to_have_value("Town 0")
    page.get_by_label("Town").fill("Paris <b>")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_contain_text("Saved")
    expect(page.get_by_label("Town")).to_have_value("Paris <b>")
    page.get_by_role("button", name="Opt out").click()
    expect(page.locator(".notice.careful")).to_contain_text("has opted out")
    context.close()


def test_the_audit_table_is_one_step(room):
    page = room("/databases")
    page.get_by_role("button", name="Create the audit table").click()
    table = page.url.split("/")[-1].split("?")[0]
    expect(page.locator(".notice").last).to_contain_text(f"auditRecordListId = {table}")
    expect(page.get_by_role("rowheader")).to_have_text(["Audit Record Id", "Old Recipient Id", "New Recipient Id", "Create Date"])


@pytest.fixture(scope="module")
def addresses(own, browser):
    """The addresses of every page of the wing, with something on each."""
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, own)
    database = make_database(page, "All")
    base = page.url.split("/databases/")[0]
    form = page.locator("form[action$='/queries']")
    form.get_by_label("Name").fill("Big towns")
    form.get_by_label("Column").first.select_option("Town")
    form.get_by_label("Value").first.fill("Town 1")
    form.get_by_role("button").click()
    query = page.get_by_role("link", name="Big towns").get_attribute("href").split("engage")[1]
    page.goto(f"{base}/new-recipient?list={database}")
    page.get_by_label("Town").fill("A town with a name as long as that of Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch")
    page.get_by_label("Mobile User Id").fill("00000000-0000-4000-8000-000000000001")
    page.get_by_role("button", name="Add the recipient").click()
    person = page.url.split("engage")[1].split("?")[0]
    page.goto(f"{base}/databases")
    page.get_by_role("button", name="Create the audit table").click()
    table = page.url.split("engage")[1].split("?")[0]
    page.goto(f"{base}/import/{database}")
    page.get_by_label("CSV file").set_input_files({"name": "few.csv", "mimeType": "text/csv", "buffer": b"Town,Grade\nA,1\nB,x\n"})
    page.get_by_role("button", name="Upload").click()
    mapping = page.url.split("engage")[1]
    page.get_by_role("button", name="Start the import").click()
    expect(page.locator("[data-job-state]")).to_have_text("complete")
    job = page.url.split("engage")[1]
    context.close()
    return {
        "connection": "", "databases": "/databases", "database": f"/databases/{database}", "delete": f"/databases/{database}/delete",
        "query": query, "new table": "/new-table", "table": table, "recipients": f"/recipients?list={database}",
        "recipient": person, "remove": f"{person}/remove", "new recipient": f"/new-recipient?list={database}", "import": "/import",
        "upload": f"/import/{database}", "mapping": mapping, "jobs": "/jobs", "job": job,
        "timeline": f"{person}/timeline", "campaigns": "/campaigns", "events": "/events", "raw events": "/raw-events"}


PAGES = ["connection", "databases", "database", "delete", "query", "new table", "table", "recipients", "recipient", "remove",
         "new recipient", "import", "upload", "mapping", "jobs", "job", "timeline",
         "campaigns", "events", "raw events"]


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
