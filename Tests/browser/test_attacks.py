"""Attacks on a server from outside: text that browsers read as markup, and single requests that once ended the process."""
import json
import time
import urllib.parse
import urllib.request
import uuid

import pytest
from conftest import run_server, sign_in
from playwright.sync_api import expect

PREPENDED, COMBINING = "\u0600", "\u0301"
# Elements that would show that markup came through, and a form that swallows the page's next one.
MARKUP = (f"{PREPENDED}<b id=INJ{PREPENDED}>x{PREPENDED}<form action=/portal/apps method=post data-editor data-autosubmit data-order-form>"
          f"{PREPENDED}<input name=name value=pwned>{PREPENDED}<button data-preview>{PREPENDED}<meta http-equiv=refresh content=0;url=/portal/>"
          f"\"{COMBINING} id={PREPENDED}INJ2 '{COMBINING} &{COMBINING}lt;")


def post_event(address, name, properties, user=None, install="i"):
    """What anybody can send; the answer's status and body."""
    event = {"id": str(uuid.uuid4()), "name": name, "time": int(time.time() * 1000), "sequence": 1, "properties": properties}
    if user:
        event["user"] = user
    body = json.dumps({"install": install, "sent": int(time.time() * 1000), "sdk": "1", "events": [event]}).encode()
    request = urllib.request.Request(f"{address}v1/apps/demo/main/events", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def is_untouched(page):
    """Whether a page holds nothing of the attack but its text, however the browser read it."""
    return page.evaluate(
        "() => !document.querySelector('#INJ, #INJ2, [onclick], main meta, form[action=\"/portal/apps\"] input[value=pwned]')"
        " && ![...document.forms].some((form) => form.elements.name?.value === 'pwned')")


def test_markup_hidden_in_clusters_stays_text_in_a_browser(own, page):
    sign_in(page, own)
    portal = own["portal"]
    escaped = urllib.parse.quote(MARKUP)
    for name, properties in [
            ("custom", {"other": MARKUP, MARKUP[:100]: "x"}),
            ("user_tags", {"tags": json.dumps([MARKUP])}),
            ("content_viewed", {"uri": "zbimdb://high-larch/", "detail": MARKUP})]:
        status, answer = post_event(portal, name, properties, user=MARKUP)
        assert status == 200 and answer["verdicts"] == "a", answer
    # Names that programs make are refused with such marks.
    assert post_event(portal, "content_viewed", {"uri": "zbimdb://high-larch/", "entry_point": MARKUP})[1]["verdicts"] != "a"
    assert post_event(portal, "custom", {}, install=MARKUP)[0] == 400
    page.goto(f"{portal}portal/new-hub")
    page.get_by_label("Title").fill(MARKUP)
    page.get_by_label("Tags, separated by commas").fill(MARKUP.replace(",", ""))
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Saved")
    shown = 0
    for path in [f"report?entry={escaped}", f"report?uri={escaped}", f"content?q={escaped}&tag={escaped}", "hubs", "tags", "devices",
                 "live", "audit", "publish", f"tags?done=1&to={escaped}", f"nowhere/{escaped}"]:
        page.goto(f"{portal}portal/{path}")
        assert is_untouched(page), path
        assert urllib.parse.urlparse(page.url).path.startswith(f"/portal/{path.split('?')[0].split('/')[0]}"), page.url
        shown += "id=INJ" in page.content()
    assert shown >= 6, "the attack's text is seen"
    assert "pwned" not in page.request.get(f"{portal}portal/apps").text()


def test_an_event_in_the_live_view_is_text(own, page):
    sign_in(page, own)
    page.goto(f"{own['portal']}portal/live")
    expect(page.locator("[data-live-state]")).to_have_text("Connected")
    post_event(own["portal"], "custom", {"other": MARKUP})
    expect(page.locator("[data-live] ol li").first).to_contain_text("custom")
    assert is_untouched(page)


def test_a_published_page_shows_clusters_as_text(own, page):
    sign_in(page, own)
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(MARKUP)
    page.get_by_label("Text (Markdown)").fill(f"{MARKUP}\n\n{PREPENDED}<img src=https://evil.example/t.png{PREPENDED}>")
    page.get_by_role("button", name="Save and mark ready").click()
    uri = page.locator("p code").first.inner_text().removeprefix("zbimdb://")
    for path in [uri, "high-larch/", "high-larch/c/kitchen"]:
        page.goto(f"{own['portal']}portal/preview/{path}")
        found = page.evaluate("() => document.querySelectorAll('#INJ, #INJ2, form, meta[http-equiv=refresh], img[src*=evil]').length")
        assert found == 0, path
        assert "id=INJ" in page.inner_text("body"), path


def test_scripts_send_only_forms_that_the_page_marked(own, page):
    """Markup that came through all the same would not get its form sent by the portal's script."""
    sign_in(page, own)
    gadget = ('<form data-editor data-autosubmit data-order-form action="/portal/apps" method="post"><input name="name" value="pwned">'
              '<select><option>1</select><button data-preview formaction="/portal/apps"></button></form>')

    def inject(route):
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("<h1>", gadget + "<h1>", 1))

    sent = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    for path in ["hubs", "articles/new?hub=high-larch&channel=kitchen", "templates/article"]:
        page.route(f"**/portal/{path.split('?')[0]}*", inject)
        page.goto(f"{own['portal']}portal/{path}")
        page.wait_for_load_state("networkidle")
        assert page.locator("form[data-autosubmit] input[value=pwned]").count() == 1, "the gadget is on the page"
        page.unroute(f"**/portal/{path.split('?')[0]}*")
    assert not [url for url in sent if url.endswith("/portal/apps")], sent


@pytest.mark.parametrize("path", [
    "content?from=9223372036854775807", "content?from=-9223372036854775808", "content?from=1e400", "audit?before=9223372036854775807",
    "audit?before=-1", "report?from=9999-12-31&through=9999-12-31", "report?from=0000-00-00&through=99999999999999999999",
    "tags?done=9223372036854775807", "releases?done=9223372036854775807"])
def test_no_number_in_an_address_ends_the_server(own, page, path):
    sign_in(page, own)
    assert page.request.get(f"{own['portal']}portal/{path}").status < 500
    assert page.request.get(f"{own['portal']}healthz").ok


@pytest.mark.parametrize("name,text,problem", [
    ("card", "{{>card}}", "it includes itself"), ("card", "{{#title}}" * 1000 + "{{/title}}" * 1000, "32 deep"),
    ("hub", "{{#cards}}" * 6 + "x" + "{{/cards}}" * 6, "stands inside"), ("card", "{{=<% %>=}}<% . %>", "not supported"),
    ("hub", "{{#cards}}{{>card}}{{>card}}{{#channels}}{{title}}{{/channels}}{{/cards}}" * 5000, "larger than a page")])
def test_no_template_ends_or_blocks_the_server(own, page, name, text, problem):
    sign_in(page, own)
    portal = own["portal"]
    page.goto(f"{portal}portal/templates/{name}")
    token = page.locator("input[name=csrf]").first.get_attribute("value")
    began = time.monotonic()
    preview = page.request.post(f"{portal}portal/preview/high-larch", form={"csrf": token, "template": name, "text": text})
    assert problem in preview.text()
    if problem != "larger than a page":
        stored = page.request.post(
            f"{portal}portal/templates/{name}", form={"csrf": token, "version": "0", "template": name, "text": text})
        assert problem in stored.text()
    assert page.request.get(f"{portal}portal/publish").ok
    assert time.monotonic() - began < 60


def test_a_feed_at_an_address_of_zeros_is_refused_and_the_server_lives(tmp_path, page):
    with run_server(tmp_path / "data", "--feed-networks", "10.1.0.0/16") as own:
        sign_in(page, own)
        for address in ["http://0.0.0.0/feed.xml", "http://0:8080/feed.xml", "http://[::]/feed.xml"]:
            page.goto(f"{own['portal']}portal/feeds")
            page.fill("#location", address)
            page.get_by_role("button", name="Add", exact=True).click()
            page.wait_for_load_state("load")
            assert "own network" in page.inner_text("main"), address
        assert page.request.get(f"{own['portal']}healthz").ok
