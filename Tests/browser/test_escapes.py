"""HUB-160: a hostile release, shown by a real SDK in a real browser, makes no connection, and each attempt is told."""
import http.server
import json
import pathlib
import re
import subprocess
import threading
import time

import pytest
from clicks import click_inside
from conftest import WHOLE_CHROMIUM
from escapes import CODE, ESCAPES, INERT, SILENT, STYLE, aimed
from listener import Listener
from playwright.sync_api import Error, expect

PROGRAM = pathlib.Path(__file__).resolve().parent.parent.parent / ".build/debug/EscapeServer"
PLAIN = '<!DOCTYPE html><html lang="en"><head><title>plain</title></head><body><h1>plain</h1></body></html>'
# Where a whitelisted host sends whoever asks it.
ELSEWHERE = "elsewhere"
# What is still under way has this long to show itself before a listener is asked.
GRACE = 1.5
# Chromium connects for a navigation before it asks the policy, and then sends nothing. It takes a script to begin one.
AHEAD = {"frame-element", "location"}
REASON = re.compile(r": (local_only|dangerous_scheme|markup|page_policy|not_in_release|malformed)\b")


@pytest.fixture(scope="module")
def listener():
    opened = Listener([escape.name for escape in ESCAPES] + [f"run-{name}" for name in CODE] + [ELSEWHERE])
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def documents(listener):
    return {escape.name: escape.page(listener.ports[escape.name]) for escape in ESCAPES}


@pytest.fixture(scope="module")
def hostile(listener, documents, tmp_path_factory):
    """The address of a lab whose release is the corpus, and the pages' URIs."""
    corpus = tmp_path_factory.mktemp("escape") / "corpus.json"
    style = aimed(STYLE, listener.ports["style-released"])
    corpus.write_text(json.dumps({"style": style, "pages": documents | {"plain": PLAIN}}))
    process = subprocess.Popen([PROGRAM, corpus], stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    assert line, "the hostile server ended before it printed its addresses"
    yield json.loads(line)
    process.terminate()
    assert process.wait(timeout=30) == 0


@pytest.fixture(scope="module")
def context(playwright, tmp_path_factory):
    """A browser that does what a person's own does: one without windows or in test mode would not connect ahead by itself."""
    context = playwright.chromium.launch_persistent_context(
        tmp_path_factory.mktemp("profile"), executable_path=WHOLE_CHROMIUM,
        args=["--headless=new", "--no-sandbox"], ignore_default_args=["--disable-background-networking"],
        viewport={"width": 1500, "height": 940})
    yield context
    context.close()


@pytest.fixture
def page(context):
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    page.close()


class Phone:
    """The lab's page with one phone on it."""

    def __init__(self, page, hostile):
        self.page, self.lab, self.pages = page, hostile["lab"], hostile["pages"]
        for device in page.request.get(self.lab + "api/devices").json():
            page.request.delete(f"{self.lab}api/devices/{device['id']}", headers={"x-marquee-lab": "1"})
        # The page makes itself a phone when there is none.
        with page.expect_response(lambda answer: answer.request.method == "POST" and answer.url.endswith("/api/devices")):
            page.goto(self.lab)
        expect(page.locator("#start")).to_be_visible()
        self.id = page.request.get(self.lab + "api/devices").json()[0]["id"]
        page.get_by_role("tab", name="Requests").click()

    def send(self, **command):
        answer = self.page.request.post(
            f"{self.lab}api/devices/{self.id}/commands", headers={"x-marquee-lab": "1"}, data=command)
        assert answer.ok, answer.text()
        return answer.json()

    def show(self, name):
        """Presents a page, or goes there; returns its frame once it stands."""
        uri = self.pages[name]
        is_shown = self.page.locator("#hub").is_visible()
        shown = self.send(name="hub.link", text=uri) if is_shown else self.send(name="hub.present", uri=uri)
        frame = self.page.locator(f'#frames iframe[data-uri="{uri}"][data-rendered="true"]')
        expect(frame, f"{name} is not shown: {shown}").to_be_attached()
        return frame.element_handle().content_frame()

    def denials(self, *marks):
        """Refused requests in the panel that name one of these."""
        pattern = re.compile("|".join(re.escape(mark) for mark in marks))
        return self.page.locator('#feed li[data-kind="request"].failed', has_text=pattern)


@pytest.fixture
def phone(page, hostile):
    return Phone(page, hostile)


def test_no_escape_reaches_the_network_and_each_is_shown_as_denied(phone, listener):
    listener.forget()
    phone.send(name="hub.contentSource", contentSource="localOnly")
    phone.show("plain")
    silent = []
    for escape in ESCAPES:
        frame = phone.show(escape.name)
        if escape.click:
            click_inside(frame.locator(escape.click))
        if escape.name in SILENT:
            continue
        denials = phone.denials(f"127.0.0.1:{listener.ports[escape.name]}", phone.pages[escape.name] + ": ")
        try:
            denials.first.wait_for(timeout=30_000)
            assert REASON.search(denials.first.inner_text()), denials.first.inner_text()
        except Error:
            silent.append(escape.name)
    time.sleep(GRACE)
    assert listener.reached() == set()
    assert silent == [], "refused without a word to the person"


def test_outside_the_garden_the_same_pages_do_reach_the_network(context, listener, documents):
    """The proof that the listener would notice: no page here is harmless but those that this browser ignores."""
    listener.forget()
    style = aimed(STYLE, listener.ports["style-released"])
    server = serve({f"/{name}": html.replace("{style}", "/style") for name, html in documents.items()}, style)
    try:
        root = f"http://127.0.0.1:{server.server_port}/"
        opener = context.new_page()
        opener.goto(root)
        for start in range(0, len(ESCAPES), 40):
            escapes = ESCAPES[start:start + 40]
            opener.evaluate("(urls) => { for (const url of urls) open(url, '_blank', 'noopener'); }",
                            [root + escape.name for escape in escapes if not escape.click])
            for escape in escapes:
                if escape.click:
                    click(context, root + escape.name, escape.click)
            settle(listener, {escape.name for escape in escapes} - INERT)
            for page in context.pages:
                if page is not opener:
                    page.close()
        opener.close()
    finally:
        server.shutdown()
    assert {escape.name for escape in ESCAPES} - listener.reached() <= INERT
    assert SILENT <= INERT


def test_a_whitelisted_host_is_reached_from_inside_the_garden(phone, listener):
    """The garden's own door, to see that it is the rules that keep the others shut."""
    listener.forget()
    phone.send(name="hub.contentSource", contentSource="localOnly")
    phone.send(name="hub.whitelist", domain="127.0.0.1")
    phone.show("plain")
    for name in ["img", "style-released", "video"]:
        phone.show(name)
    await_reached(listener, {"img", "style-released", "video"})


def test_a_whitelisted_host_leads_to_no_other_by_a_redirect(phone, listener):
    """HUB-164: the exception is the host, wherever it sends; with that one whitelisted too, the way is open."""
    listener.forget()
    port = listener.ports[ELSEWHERE]
    names = ["img", "style-released", "video"]
    for name in names:
        listener.redirect(name, f"http://localhost:{port}/{name}")
    phone.send(name="hub.contentSource", contentSource="localOnly")
    phone.send(name="hub.whitelist", domain="127.0.0.1")
    phone.show("plain")
    for name in names:
        phone.show(name)
    await_reached(listener, set(names))
    time.sleep(GRACE)
    assert listener.reached() == set(names), "they were asked, and nobody went where they sent"
    # A policy tells the address that was asked for, not the one it was sent to.
    expect(phone.denials(f"127.0.0.1:{listener.ports['img']}").first).to_contain_text("page_policy")
    phone.send(name="hub.whitelist", domain="localhost")
    phone.show("plain")
    for name in names:
        phone.show(name)
    await_reached(listener, {*names, ELSEWHERE})


def test_even_a_script_that_runs_is_held_by_the_policy(phone, listener):
    """Should a script ever get through filter and policy, what it tries is refused all the same."""
    listener.forget()
    phone.send(name="hub.contentSource", contentSource="localOnly")
    for name, code in CODE.items():
        frame = phone.show("plain")
        port = listener.ports[f"run-{name}"]
        try:
            frame.evaluate(f"() => {{ {aimed(code, port)} }}")
        except Error:
            pass
        expect(phone.denials(f"127.0.0.1:{port}", phone.pages["plain"] + ": ", "blob:").first).to_be_visible()
    time.sleep(GRACE)
    assert listener.reached() <= {f"run-{name}" for name in AHEAD}
    assert sum(listener.bytes.values()) == 0


def await_reached(listener, names):
    deadline = time.monotonic() + 10
    while listener.reached() != names and time.monotonic() < deadline:
        time.sleep(0.05)
    assert listener.reached() == names


def click(context, url, selector):
    page = context.new_page()
    page.goto(url)
    page.click(selector, no_wait_after=True, timeout=20_000)


def settle(listener, expected):
    """Until those have come who should, and nothing new for a while."""
    deadline = time.monotonic() + 60
    while not expected <= listener.reached() and time.monotonic() < deadline:
        time.sleep(0.05)
    known = None
    while known != listener.reached():
        known = listener.reached()
        time.sleep(GRACE)


def serve(pages, style):
    class Pages(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            text, kind = (style, "text/css") if self.path == "/style" else (pages.get(self.path, ""), "text/html")
            self.send_response(200)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_):
            pass

        def handle(self):
            try:
                super().handle()
            except ConnectionError:
                pass  # A page that left before it had come.

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
