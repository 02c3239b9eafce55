"""page.js alone, as a web view of an app runs it: reports are texts to the message handler."""
import base64
import hashlib
import json
import pathlib

import pytest

SCRIPT = (pathlib.Path(__file__).resolve().parent.parent.parent / "Sources/MarqueeHub/Resources/page.js").read_text()
HASH = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
HANDLER = "window.sent = []; window.webkit = { messageHandlers: { marquee: { postMessage: (text) => sent.push(text) } } };"


@pytest.fixture
def view(page):
    """Shows a page under the garden's policy, with the script in it; gives what it has told so far."""
    def shown(body, visit=7, scroll=0):
        policy = f"default-src 'none'; img-src zbimdb:; script-src 'sha256-{HASH}'"
        html = (f'<!DOCTYPE html><html data-theme="dark"><head><meta http-equiv="Content-Security-Policy" content="{policy}">'
                f'<script data-visit="{visit}" data-scroll="{scroll}">{SCRIPT}</script></head><body>{body}</body></html>')
        page.add_init_script(HANDLER)
        page.route("https://hub.example/**", lambda route: route.fulfill(content_type="text/html", body=html))
        page.goto("https://hub.example/brand/a/one?visit=7")
        page.wait_for_function("sent.some((text) => JSON.parse(text).name === 'rendered')")

        def told():
            return [json.loads(text) for text in page.evaluate("sent")]
        return told
    return shown


def test_a_page_reports_its_display_and_its_depth(view):
    told = view("<p>x</p>" * 300)()
    assert told[0] == {"marquee": True, "visit": 7, "name": "rendered"}
    assert told[1]["name"] == "scrolled" and told[1]["number"] == 0 and 0 < told[1]["depth"] < 1


def test_a_page_is_shown_where_it_was_left(view, page):
    told = view("<p>x</p>" * 300, scroll=1200.5)
    assert abs(page.evaluate("scrollY") - 1200.5) <= 1
    assert abs(told()[1]["number"] - 1200.5) <= 1


def test_a_link_is_reported_and_not_followed_and_an_anchor_stays_in_the_page(view, page):
    told = view("<a id=out href='marquee-link:https://out.example/?a=1'>out</a><a id=here href='#end'>end</a><p id=end>")
    page.click("#here")
    page.click("#out")
    links = [report for report in told() if report["name"] == "link"]
    assert links == [{"marquee": True, "visit": 7, "name": "link", "text": "marquee-link:https://out.example/?a=1"}]
    assert page.url == "https://hub.example/brand/a/one?visit=7#end"


def test_a_stopped_request_is_reported_once_and_no_other_script_runs(view, page):
    told = view("<img src='https://t.example/p.gif'><img src='https://t.example/p.gif'><script>window.ran = true</script>")
    page.wait_for_function("sent.filter((text) => JSON.parse(text).name === 'blocked').length === 2")
    blocked = {(report["text"], report["trigger"]) for report in told() if report["name"] == "blocked"}
    assert ("https://t.example/p.gif", "img-src") in blocked
    assert {trigger for _, trigger in blocked} == {"img-src", "script-src-elem"}
    assert page.evaluate("window.ran") is None


def test_nothing_of_the_script_is_left_in_the_page(view, page):
    view("<p>x")
    assert page.evaluate("document.scripts.length") == 0
