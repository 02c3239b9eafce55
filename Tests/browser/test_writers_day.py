"""A writer's whole day, with a pointer and with a keyboard alone, wide and narrow. After each step a phone of the lab and the address
of the content say what devices really get. HUB-005, HUB-008"""
import re
import sqlite3
import time
import urllib.request
import zlib

import pytest
from hands import Keyboard, Mouse
from pictures import png
from playwright.sync_api import expect
from test_media import drop

LAB = {"x-marquee-lab": "1"}


class Phone:
    """A phone of the lab, and the whole-file database of the release that it has, from the address that devices use."""

    def __init__(self, request, own, folder):
        self.request, self.own, self.folder = request, own, folder
        answer = request.post(f"{own['lab']}api/devices", headers=LAB, data={"app": "demo"})
        assert answer.ok, answer.text()
        self.id = answer.json()["id"]

    def hub(self):
        [phone] = [phone for phone in self.request.get(f"{self.own['lab']}api/devices").json() if phone["id"] == self.id]
        return phone["hub"]

    def send(self, **values):
        answer = self.request.post(f"{self.own['lab']}api/devices/{self.id}/commands", headers=LAB, data=values)
        assert answer.ok, answer.text()

    def refresh(self, release):
        """The phone looks for content and then shows a release; the content's address has no newer one."""
        with urllib.request.urlopen(f"{self.own['lab']}api/devices/{self.id}/feed", timeout=30) as feed:
            self.send(name="hub.refresh")
            # The feed begins with what was told before.
            next(line for line in feed if f"release {release} is stored".encode() in line)
        self.shows("", "High Larch", release)
        newer = self.request.get(f"{self.own['portal']}v1/apps/demo/main/releases/{release + 1}/contentDB.sqlite3")
        assert newer.status == 404, "the content's address has a newer release"

    def pages(self, release):
        """The title and the page of each article of a release, and the uploads that go with it."""
        self.refresh(release)
        file = self.folder / f"{release}.sqlite3"
        file.write_bytes(self.request.get(f"{self.own['portal']}v1/apps/demo/main/releases/{release}/contentDB.sqlite3").body())
        with sqlite3.connect(file) as database:
            rows = database.execute(
                "SELECT title, encoding, bytes FROM item JOIN object USING (sha256) WHERE type = 'article'").fetchall()
            files = [uri for (uri,) in database.execute("SELECT uri FROM asset")]
        return {title: (zlib.decompress(bytes, -15) if encoding else bytes).decode() for title, encoding, bytes in rows}, files

    def shows(self, uri, title, release):
        """The phone opens an address of the hub, or the hub itself, and is on its page, in a release."""
        self.send(name="hub.present", uri=uri)
        expected, deadline = (title, release), time.monotonic() + 30
        while (shown := ((self.hub().get("page") or {}).get("title"), self.hub().get("release"))) != expected and time.monotonic() < deadline:
            time.sleep(0.1)
        assert shown == expected
        self.send(name="hub.dismiss")


def sign_in(page, hands, own):
    page.goto(own["portal"])
    hands.write(page.get_by_label("Name"), own["name"])
    hands.write(page.get_by_label("Password"), own["password"])
    hands.press(page.get_by_role("button", name="Sign in"))
    page.wait_for_url("**/portal/")


def paste(page, data):
    """Puts a picture on the clipboard, and presses Ctrl+V in the field that has the focus."""
    page.evaluate(
        """bytes => navigator.clipboard.write([new ClipboardItem({ "image/png": new Blob([new Uint8Array(bytes)], { type: "image/png" }) })])""",
        list(data))
    page.keyboard.press("Control+v")


def start(page, hands, title, words):
    """A new article in the kitchen's channel with a title and a text."""
    hands.go("Articles")
    hands.press(page.get_by_role("link", name="New article"))
    hands.write(page.get_by_label("Title"), title)
    hands.write(page.get_by_label("Text (Markdown)"), words)


def save(page, hands, button, told):
    hands.press(page.get_by_role("button", name=button, exact=True))
    expect(page.locator(".notice").first).to_contain_text(told)


def publish(page, hands, note):
    """Publishes everything that is ready, and gives the release's number."""
    hands.go("Publish")
    hands.write(page.get_by_label("Note for the history"), note)
    hands.press(page.get_by_role("button", name="Publish", exact=True))
    return told_release(page)


def told_release(page):
    notice = page.locator(".notice").filter(has_text="is current")
    expect(notice).to_be_visible()
    return int(re.search(r"\d+", notice.inner_text())[0])


@pytest.fixture(params=[1300, 390])
def page(browser, request):
    """A wide or narrow window of a writer, who may use the clipboard."""
    context = browser.new_context(
        viewport={"width": request.param, "height": 900}, locale="en-US", permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    context.close()


@pytest.mark.parametrize("kind", [Mouse, Keyboard])
def test_a_writers_whole_day(own, page, tmp_path, kind):
    width = page.viewport_size["width"]
    hands, mark = kind(page), f"{kind.__name__.lower()} {width}"
    soup, half, later = f"Soup {mark}", f"Half an idea {mark}", f"Midwinter {mark}"
    sign_in(page, hands, own)
    phone = Phone(page.request, own, tmp_path)
    first = int(page.locator("main").get_by_text(re.compile(r"^Release \d+")).inner_text().split()[1])
    pages, _ = phone.pages(first)
    assert soup not in pages

    # An article with two pictures: one is chosen, the other one dragged or pasted.
    start(page, hands, soup, "Boil the soop.\n\n")
    text = page.get_by_label("Text (Markdown)")
    shade = (7 if kind is Mouse else 9) + width % 100
    hands.choose_file(
        page.locator("[data-media-choose]"), {"name": "pot.png", "mimeType": "image/png", "buffer": png(shade=shade)})
    expect(text).to_have_value(re.compile(r"!\[Describe the picture\]\(pot-[0-9a-f]{8}\.png\)"))
    page.keyboard.type("A pot")
    hands.write(text, "\n\n")
    if kind is Mouse:
        drop(page, "#body", ("bowl.png", "image/png", png(shade=shade + 1)))
    else:
        paste(page, png(shade=shade + 1))
    expect(text).to_have_value(re.compile(r"!\[Describe the picture\]\([a-z]+-[0-9a-f]{8}\.png\)"))
    page.keyboard.type("A bowl")
    save(page, hands, "Save and mark ready", "Saved and ready")
    expect(text).to_have_value(re.compile(r"!\[A pot\]\(pot-.*!\[A bowl\]\(", re.DOTALL))
    address = page.locator("main code").first.inner_text()
    assert phone.pages(first)[0] == pages, "what is saved stays here"

    # One stays unready, one is for a day of winter.
    start(page, hands, half, "Perhaps")
    if kind is Mouse:
        save(page, hands, "Save draft", "Saved as a draft.")
    else:
        page.keyboard.press("Control+s")
        expect(page.locator(".notice").first).to_contain_text("Saved as a draft.")
    start(page, hands, later, "When it snows.")
    hands.set_time(page.get_by_label("Publish at"), "122120310800A", "2031-12-21T08:00")
    expect(page.get_by_label("Publish at")).to_have_value("2031-12-21T08:00")
    save(page, hands, "Save and mark ready", "21 Dec 2031, 08:00 (UTC)")
    assert phone.pages(first)[0] == pages, "a schedule waits"

    written = publish(page, hands, f"soup {mark}")
    assert written > first
    pages, files = phone.pages(written)
    assert half not in pages and later not in pages
    assert "soop" in pages[soup] and 'alt="A pot"' in pages[soup] and 'alt="A bowl"' in pages[soup]
    for picture in re.findall(r'<img[^>]* src="([^"]+)"', pages[soup]):
        assert any(uri.endswith(picture.split("/")[-1]) for uri in files), f"{picture} is not in the release"
    phone.shows(address, soup, written)

    # A correction reaches devices when it is published, and not before.
    hands.go("Articles")
    hands.write(page.get_by_label("Search"), soup)
    page.keyboard.press("Enter")
    hands.press(page.get_by_role("link", name=soup, exact=True))
    old = text.input_value()
    hands.rewrite(text, old.replace("soop", "soup"))
    save(page, hands, "Save and mark ready", "Saved and ready")
    expect(page.locator(".statebar")).to_contain_text("changed")
    assert "soop" in phone.pages(written)[0][soup]
    hands.press(page.get_by_role("link", name="Publish this article…"))
    hands.press(page.get_by_role("button", name="Publish this article"))
    corrected = told_release(page)
    pages, _ = phone.pages(corrected)
    assert "Boil the soup." in pages[soup] and half not in pages and later not in pages

    # An earlier version comes back as a draft; devices keep the correction until it is ready and published.
    hands.go("Articles")
    hands.write(page.get_by_label("Search"), soup)
    page.keyboard.press("Enter")
    hands.press(page.get_by_role("link", name=soup, exact=True))
    hands.press(page.get_by_role("link", name="History", exact=True))
    hands.press(page.get_by_role("link", name="Compare version 1 with what is saved now"))
    expect(page.locator("del").first).to_contain_text("soop")
    hands.press(page.get_by_role("button", name="Restore version 1 as a draft"))
    expect(page.locator(".notice").first).to_contain_text("Devices keep the version that is live.")
    expect(text).to_have_value(old)
    assert "Boil the soup." in phone.pages(corrected)[0][soup]
    save(page, hands, "Save and mark ready", "Saved and ready")
    restored = publish(page, hands, f"restored {mark}")
    assert "soop" in phone.pages(restored)[0][soup]

    # Back to the correction, after a look at what that changes.
    hands.go("Releases")
    hands.press(page.get_by_role("link", name=f"Roll back to {corrected}…", exact=True))
    expect(page.get_by_role("table", name="What the rollback changes")).to_contain_text(soup)
    hands.press(page.get_by_role("button", name=f"Roll back to {corrected}"))
    expect(page.locator("tbody tr").first).to_contain_text(f"back to {corrected}")
    pages, _ = phone.pages(restored + 1)
    assert "Boil the soup." in pages[soup] and half not in pages and later not in pages
    phone.shows(address, soup, restored + 1)
    page.request.delete(f"{own['lab']}api/devices/{phone.id}", headers=LAB)
