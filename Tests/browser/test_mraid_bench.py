"""The bench for ads against ads that act early, leave by themselves, say too much, or want what no ad may have."""
import socket
import time

import pytest
from bench import Bench
from clicks import tap_inside
from playwright.sync_api import expect
from test_mraid_script import ATTACK

SAW = "<script>var saw = []; mraid.addEventListener('error', (message, action) => saw.push([action, message]));</script>"
BUTTON = "<button id='b' style='width: 200px; height: 40px'>b</button>"


@pytest.fixture
def stranger(page, demo):
    """A bench in a browser that finds no names below localhost."""
    page.route("http://ad-*.localhost:*/**", lambda route: route.abort())
    return Bench(page, demo)


@pytest.fixture
def touch(browser, demo):
    context = browser.new_context(viewport={"width": 1500, "height": 940}, has_touch=True)
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield Bench(page, demo)
    context.close()


def acting(type, code):
    return f"{SAW}{BUTTON}<script>b.addEventListener('{type}', () => {{ {code} }});</script>"


# --- Taps -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("type", ["touchstart", "pointerdown", "pointerup", "touchend"])
def test_one_touch_is_enough_whenever_the_ad_acts(touch, type):
    touch.show(acting(type, "mraid.expand()"))
    tap_inside(touch.frame().locator("#b"))
    touch.state("expanded")
    assert touch.saw() == []


@pytest.mark.parametrize("type", ["pointerdown", "mousedown", "click"])
def test_one_press_is_enough_whenever_the_ad_acts(bench, type):
    bench.show(acting(type, "mraid.open('https://ads.example/x')"))
    bench.tap("#b")
    expect(bench.page.locator("#opened")).to_be_visible()
    assert bench.saw() == []


def test_one_press_is_one_click(bench):
    bench.show(f"{SAW}<a id='b' href='https://ads.example/link' onclick='for (let i = 0; i < 50; i += 1)"
               " mraid.open(`https://ads.example/${i}`)'>link</a>")
    bench.tap("#b")
    bench.saw("saw.length >= 49")
    expect(bench.page.locator("#flags")).to_contain_text("1 click")
    expect(bench.page.locator("#opened")).to_have_text("Opened in the app’s browser: https://ads.example/0")


def test_no_ad_can_forge_a_tap_whatever_the_person_does_elsewhere(bench):
    code = ATTACK.replace("'n1'", "window.name") + "setInterval(() => { mraid.open('https://ads.example/x'); mraid.expand(); }, 200);"
    bench.show(f"{SAW}{BUTTON}<script>{code}</script>")
    for _ in range(4):
        bench.press("covers", "covered")
        bench.press("covers", "uncovered")
        bench.page.wait_for_timeout(300)
    bench.state("default")
    expect(bench.page.locator("#opened")).to_be_hidden()
    expect(bench.page.locator("#flags")).to_contain_text("0 clicks")
    bench.tap("#b")
    expect(bench.page.locator("#opened")).to_be_visible()


# --- Where an ad goes -----------------------------------------------------------------------------------------------


AWAY = [
    ("location = 'https://ads.example/x'", "Opened in the app’s browser: https://ads.example/x"),
    ("location.href = 'tel:+49123'", "Opened in the system: tel:+49123"),
    ("window.open('https://ads.example/x')", "Opened in the app’s browser: https://ads.example/x"),
    ("top.location = 'https://ads.example/x'", None), ("location = 'about:blank'", None), ("location.reload()", None),
]


@pytest.mark.parametrize("code, opened", AWAY)
def test_an_ad_that_goes_elsewhere_stays_and_its_link_opens(bench, code, opened):
    """2.0, "Handling Call-to-Action Events"."""
    bench.show(acting("click", f"saw.push('here'); {code}"))
    bench.tap("#b")
    if opened:
        expect(bench.page.locator("#opened")).to_have_text(opened)
    else:
        bench.page.wait_for_timeout(500)
        expect(bench.page.locator("#opened")).to_be_hidden()
    assert "here" in bench.saw(), "the page is the same"
    bench.tap("#b")
    bench.saw("saw.filter((entry) => entry === 'here').length === 2")


LINKS = {
    "stopped": "<a id='b' href='https://ads.example/x' onclick='event.stopPropagation()'>x</a>",
    "shadow": "<div id='b'><template shadowrootmode='open'><a href='https://ads.example/x' style='display: block'>x</a></template></div>",
    "other": "<a id='b' href='https://ads.example/x' target='_blank'>x</a>",
    "top": "<a id='b' href='https://ads.example/x' target='_top'>x</a>",
    "svg": "<svg id='b' width='90' height='30'><a href='https://ads.example/x'><rect width='90' height='30'/></a></svg>",
    "form": "<form action='https://ads.example/x'><button id='b'>x</button></form>",
}


@pytest.mark.parametrize("kind", ["bench", "stranger"])
@pytest.mark.parametrize("name", LINKS)
def test_a_link_opens_outside_however_it_is_made(request, kind, name):
    bench = request.getfixturevalue(kind).show(SAW + LINKS[name])
    bench.tap("#b")
    expect(bench.page.locator("#opened")).to_have_text(
        f"Opened in the app’s browser: https://ads.example/x{'?' if name == 'form' else ''}")
    assert bench.saw() == [], "the page is the same"


@pytest.mark.parametrize("kind", ["bench", "stranger"])
def test_a_link_that_the_ad_stops_opens_nothing(request, kind):
    bench = request.getfixturevalue(kind).show(SAW + "<a id='b' href='https://ads.example/x' onclick='saw.push(1); return false'>x</a>")
    bench.tap("#b")
    bench.saw("saw.length === 1")
    bench.page.wait_for_timeout(700)
    expect(bench.page.locator("#opened")).to_be_hidden()
    assert not any(text.startswith("link") for text in bench.logged("message"))


def test_a_sandboxed_ad_that_navigates_away_is_reported(stranger):
    stranger.show(acting("click", "location = 'about:blank'"))
    assert any("The ad has no origin here" in text for text in stranger.logged("note"))
    stranger.tap("#b")
    expect(stranger.page.locator("#feed li[data-kind=error]").first).to_contain_text("went elsewhere by itself")


# --- What an ad says ------------------------------------------------------------------------------------------------


FLOODS = {
    "at once": "for (let i = 0; i < 100000; i += 1) mraid.setExpandProperties({ width: 1 })",
    "for ever": "setInterval(() => { for (let i = 0; i < 100; i += 1) mraid.setExpandProperties({ width: 1 }); }, 10)",
    "past the channel": "setInterval(() => { for (let i = 0; i < 100; i += 1) top.postMessage({ mraid: 'x' }, '*'); }, 10)",
    "at once past the channel": "for (let i = 0; i < 100000; i += 1) top.postMessage(i, '*')",
    "by its log": "setInterval(() => { for (let i = 0; i < 200; i += 1) alert(i); }, 10)",
}


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_ends_the_ad_and_not_the_bench(bench, kind):
    # A little later, for a click is done when its handler is.
    bench.show(acting("click", f"setTimeout(() => {{ {FLOODS[kind]} }}, 1000)"))
    bench.tap("#b")
    start = time.monotonic()
    expect(bench.page.locator("#ads iframe")).to_have_count(0, timeout=60_000)
    assert any("It was stopped" in text for text in bench.logged("error"))
    bench.show(SAW)
    assert time.monotonic() - start < 60, "and another ad runs"


def test_a_thousand_messages_a_second_are_no_flood(bench):
    bench.show(acting("click", "for (let i = 0; i < 1000; i += 1) mraid.setExpandProperties({ width: 1 })"))
    bench.tap("#b")
    expect(bench.page.locator("#feed li[data-kind=error]").first).to_contain_text("200 in a second")
    bench.page.wait_for_timeout(1_100)
    bench.frame().evaluate("saw = []; mraid.open('')")
    assert bench.saw("saw.length > 0")[-1] == ["open", "The URL is empty"]


def test_a_tap_counts_during_a_flood_of_messages(bench):
    chatter = "setInterval(() => { for (let i = 0; i < 20; i += 1) mraid.setExpandProperties({ width: 1 }); }, 20);"
    bench.show(f"{BUTTON}<script>mraid.open('https://ads.example/x'); setInterval(() => mraid.open('https://ads.example/x'), 100); {chatter}</script>")
    expect(bench.page.locator("#feed li[data-kind=error]").first).to_contain_text("200 in a second")
    bench.tap("#b")
    expect(bench.page.locator("#opened")).to_be_visible()


@pytest.mark.parametrize("code", [
    "setInterval(() => mraid.setExpandProperties({ junk: 'x'.repeat(1.1e6) }), 20)",
    "for (let i = 0; i < 60; i += 1) mraid.setExpandProperties({ junk: 'x'.repeat(60000) })",
])
def test_large_messages_take_nothing_else_with_them(bench, code):
    """What the ad says may be lost; that it is on the screen may not."""
    bench.show(acting("click", f"mraid.expand(); {code}"))
    bench.tap("#b")
    bench.state("expanded")
    expect(bench.page.locator("#close-region")).to_be_visible()
    bench.page.click("#close-region")
    bench.state("default")
    expect(bench.page.locator("#problem")).to_be_hidden()


def test_the_phones_events_are_sent_again_after_a_failed_request(bench):
    bench.show(acting("click", "mraid.expand()"))
    failed = []

    def fail(route):
        if "settled" in (route.request.post_data or "") and not failed:
            failed.append(1)
            route.abort()
        else:
            route.continue_()

    bench.page.route("**/inputs", fail)
    bench.tap("#b")
    bench.state("expanded")
    assert failed


# --- What an ad finds -----------------------------------------------------------------------------------------------


def test_an_ad_has_what_a_web_view_gives_it(bench):
    bench.show(SAW + BUTTON)
    assert bench.frame().evaluate("""() => {
        const frame = document.body.appendChild(document.createElement('iframe'));
        frame.contentDocument.write('<b>friendly</b>');
        document.cookie = 'a=1'; localStorage.b = 2;
        return [parent === window, document.cookie, localStorage.b, frame.contentDocument.body.textContent,
                document.featurePolicy.allowsFeature('autoplay')];
    }""") == [True, "a=1", "2", "friendly", True]
    bench.show(SAW + BUTTON)
    assert bench.frame().evaluate("[document.cookie, localStorage.length]") == ["", 0], "and leaves nothing behind"


def test_the_log_shows_errors_of_the_page(bench):
    bench.show(f"""{SAW}<img src="http://ads.example/plain.png"><script src="https://nowhere.invalid/lib.js"></script>
        <script>nothing.here();</script><script>alert('hello'); Promise.reject(new Error('unkept'));</script>""")
    expected = ["The policy refused http://ads.example/plain.png", "Not loaded: https://nowhere.invalid/lib.js",
                "nothing is not defined", "hello", "unkept"]
    for text in expected:
        expect(bench.page.locator("#feed li[data-kind=error]", has_text=text).first).to_be_visible()


@pytest.mark.parametrize("kind", ["bench", "stranger"])
def test_no_ad_asks_over_udp(request, kind):
    """The listener stands outside: what counts is that no packet comes."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        code = f"""(name) => {{
            const connection = new window[name]({{ iceServers: [{{ urls: 'stun:127.0.0.1:{port}' }}] }});
            connection.createDataChannel('x');
            connection.createOffer().then((offer) => connection.setLocalDescription(offer));
        }}"""
        bench = request.getfixturevalue(kind).show(
            f"{SAW}<script>for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection']) {{"
            f" try {{ ({code})(name); }} catch (error) {{ saw.push(error.name); }} }}</script>")
        assert bench.saw("saw.length === 2") == ["TypeError", "TypeError"]
        listener.settimeout(2)
        with pytest.raises(TimeoutError):
            listener.recv(1024)
        # The lab's own page may: so the listener would hear it.
        listener.settimeout(20)
        bench.page.evaluate(f"({code})('RTCPeerConnection')")
        assert listener.recv(1024)
