"""mraid.js alone in a page: what it keeps, sends and calls, without a container. ADS-073, ADS-074, ADS-091"""
import json
import pathlib

import pytest

RESOURCES = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources/MRAID/Resources"
LIBRARY = (RESOURCES / "mraid.js").read_text()
FRAME = (RESOURCES / "frame.js").read_text()
BOTH = ["2.0", "3.0"]


@pytest.fixture
def ad(page):
    """Opens a page of the version whose messages collect in `sent`; returns a function that evaluates in it."""
    def opened(version="3.0", placement="inline", **values):
        setup = {"version": version, "placement": placement, "transport": {"kind": "function", "name": "collect"},
                 "values": values}
        if version == "3.0":
            setup["environment"] = {"version": "3.0", "sdk": "test", "sdkVersion": "1"}
        page.set_content(
            "<!DOCTYPE html><base href='https://ads.example/dir/page.html'>"
            "<script>window.sent = []; window.heard = []; window.collect = (text) => sent.push(JSON.parse(text));"
            f"window.mraidSetup = {json.dumps(setup)};\n{LIBRARY}</script>"
            "<script>window.scripts = document.scripts.length;"
            "window.hear = (name) => (...args) => heard.push([name, ...args]);</script>")
        page.wait_for_function("sent.some((message) => message.command === 'loaded')")
        return page.evaluate
    return opened


@pytest.mark.parametrize("version", BOTH)
@pytest.mark.parametrize("placement", ["inline", "interstitial"])
def test_getters_answer_at_once(ad, version, placement):
    run = ad(version, placement, maxSize={"width": 320, "height": 460}, state="loading")
    assert run("mraid.getVersion()") == version
    assert run("mraid.getPlacementType()") == placement
    assert run("[mraid.getState(), mraid.isViewable()]") == ["loading", False]
    assert run("mraid.getMaxSize()") == {"width": 320, "height": 460}
    assert run("mraid.getOrientationProperties()") == {"allowOrientationChange": True, "forceOrientation": "none"}
    close = {"customClosePosition": "top-right"} if version == "2.0" else {}
    assert run("mraid.getResizeProperties()") == {"allowOffscreen": True} | close, "an object before any set"
    assert run("mraid.supports('tel') || mraid.supports('constructor') || mraid.supports()") is False


@pytest.mark.parametrize("version", BOTH)
def test_each_version_has_its_methods(ad, version):
    run = ad(version)
    both = ["addEventListener", "close", "createCalendarEvent", "expand", "getCurrentPosition", "getDefaultPosition",
            "getExpandProperties", "getMaxSize", "getOrientationProperties", "getPlacementType", "getResizeProperties",
            "getScreenSize", "getState", "getVersion", "isViewable", "open", "playVideo", "removeEventListener", "resize",
            "setExpandProperties", "setOrientationProperties", "setResizeProperties", "storePicture", "supports",
            "useCustomClose", "STATES", "EVENTS"]
    new = ["getCurrentAppOrientation", "getLocation", "initVpaid", "unload"]
    assert run("Object.keys(mraid).sort()") == sorted(both + (new if version == "3.0" else []))
    assert run("typeof MRAID_ENV") == ("object" if version == "3.0" else "undefined")


def test_the_ad_finds_its_own_document(ad):
    run = ad()
    assert run("scripts") == 1, "the bootstrap took its element away"
    assert run("typeof mraidSetup") == "undefined"
    assert run("sent") == [{"command": "loaded", "arguments": [], "id": 1}]


def test_a_second_copy_of_the_script_changes_nothing(ad, page):
    run = ad()
    run("() => { window.before = mraid; }")
    page.add_script_tag(content=LIBRARY)
    assert run("mraid === before")


def test_the_common_names_of_states_and_events_are_there(ad):
    run = ad("2.0")
    assert run("mraid.STATES") == {
        "LOADING": "loading", "DEFAULT": "default", "EXPANDED": "expanded", "RESIZED": "resized", "HIDDEN": "hidden"}
    assert run("mraid.EVENTS") == {"READY": "ready", "ERROR": "error", "STATECHANGE": "stateChange",
                                   "SIZECHANGE": "sizeChange", "VIEWABLECHANGE": "viewableChange"}


@pytest.mark.parametrize("code", [
    "window.mraid = {}", "'use strict'; window.mraid = { open: 1 }", "var mraid = {}", "delete window.mraid",
    "mraid.getVersion = () => 'mine'", "'use strict'; mraid.open = undefined", "delete mraid.getVersion",
    "(function () { var mraid = window.mraid = {}; mraid.getVersion = 1; })()",
])
def test_an_mraid_js_of_the_ads_own_changes_nothing(ad, page, code):
    """2.0, "Identification": the container supplies the script."""
    run = ad("2.0")
    page.add_script_tag(content=f"window.ran = false; {code}; window.ran = true;")
    assert run("mraid.getVersion()") == "2.0"
    assert run("ran"), "and its script goes on"


def test_an_ad_is_ready_before_its_pictures(page):
    """2.0, "Initialization": a picture whose host hangs keeps no ad from being ready."""
    page.route("**/hangs.png", lambda route: None)
    page.route("https://ads.example/", lambda route: route.fulfill(content_type="text/html", body=(
        "<!DOCTYPE html><script>window.sent = []; window.collect = (text) => sent.push(JSON.parse(text).command);"
        "window.mraidSetup = { transport: { kind: 'function', name: 'collect' } };\n"
        f"{LIBRARY}</script><img src='/hangs.png'><script>window.late = sent.length;</script>")))
    page.goto("https://ads.example/", wait_until="commit")
    page.wait_for_function("window.sent && sent.includes('loaded')")
    assert page.evaluate("[late, document.readyState]") == [0, "interactive"]


def test_no_ad_has_webrtc(ad, page):
    run = ad()
    page.add_script_tag(content="window.RTCPeerConnection = function () {}; delete window.webkitRTCPeerConnection;")
    assert run("[typeof RTCPeerConnection, typeof webkitRTCPeerConnection]") == ["undefined", "undefined"]


def test_listeners_find_the_new_values(ad):
    run = ad()
    run("""() => {
        mraid.addEventListener('stateChange', (state) => heard.push([state, mraid.getState(), mraid.getCurrentPosition().y]));
        mraidReceive({ values: { state: 'default', currentPosition: { x: 1, y: 2, width: 3, height: 4 } },
                       events: [{ name: 'stateChange', arguments: ['default'] }] });
    }""")
    assert run("heard") == [["default", "default", 2]]


def test_one_listeners_exception_does_not_stop_the_others(ad):
    run = ad()
    run("""() => {
        mraid.addEventListener('ready', () => { throw new Error('broken'); });
        mraid.addEventListener('ready', hear('ready'));
        mraid.addEventListener('error', () => { throw new Error('worse'); });
        mraid.addEventListener('error', hear('error'));
        mraidReceive({ events: [{ name: 'ready', arguments: [] }] });
    }""")
    assert run("heard") == [["error", "A listener failed: Error: broken", "ready"], ["ready"]]


def test_listeners_come_and_go(ad):
    run = ad()
    run("""() => {
        window.emit = () => mraidReceive({ events: [{ name: 'viewableChange', arguments: [true] }] });
        window.first = hear('first'); window.second = hear('second');
        mraid.addEventListener('viewableChange', first);
        mraid.addEventListener('viewableChange', first);
        mraid.addEventListener('viewableChange', second);
        emit();
        mraid.removeEventListener('viewableChange', first);
        emit();
        mraid.addEventListener('viewableChange', first);
        mraid.removeEventListener('viewableChange');
        emit();
    }""")
    assert run("heard") == [["first", True], ["second", True], ["second", True]]


def test_a_listener_after_ready_gets_no_second_event(ad):
    run = ad()
    run("""() => {
        mraidReceive({ values: { state: 'default' }, events: [{ name: 'ready', arguments: [] }] });
        mraid.addEventListener('ready', hear('ready'));
        mraidReceive({ values: { isViewable: true } });
    }""")
    assert run("heard") == []
    assert run("mraid.getState()") == "default"


def test_a_listener_removed_by_another_is_not_called(ad):
    run = ad()
    run("""() => {
        const second = hear('second');
        mraid.addEventListener('ready', () => mraid.removeEventListener('ready', second));
        mraid.addEventListener('ready', second);
        mraidReceive({ events: [{ name: 'ready', arguments: [] }] });
    }""")
    assert run("heard") == []


def test_an_unknown_event_or_listener_is_an_error(ad):
    run = ad("2.0")
    run("""() => {
        mraid.addEventListener('error', hear('error'));
        mraid.addEventListener(undefined, () => {});
        mraid.addEventListener('exposureChange', () => {});
        mraid.addEventListener('ready', 7);
        mraid.removeEventListener('constructor');
    }""")
    assert run("heard") == [
        ["error", "There is no event undefined", "addEventListener"],
        ["error", "There is no event exposureChange", "addEventListener"],
        ["error", "The listener is not a function", "addEventListener"],
        ["error", "There is no event constructor", "removeEventListener"]]


def test_a_measured_event_asks_for_its_first_call(ad):
    run = ad()
    run("""() => {
        mraid.addEventListener('exposureChange', hear('a'));
        mraid.addEventListener('exposureChange', hear('b'));
        mraid.addEventListener('audioVolumeChange', hear('c'));
        mraidReceive({ events: [{ name: 'exposureChange', arguments: [50, null, null], listener: 2 }] });
    }""")
    assert run("sent.slice(1).map((message) => message.arguments)") == [
        ["exposureChange", 1], ["exposureChange", 2], ["audioVolumeChange", 3]]
    assert run("heard") == [["b", 50, None, None]]


def test_nothing_that_an_ad_is_given_leads_back(ad):
    run = ad(maxSize={"width": 320, "height": 460})
    run("""() => {
        mraid.getMaxSize().width = 1;
        mraid.addEventListener('exposureChange', (_, box) => { box.x = 99; });
        mraid.addEventListener('exposureChange', (_, box) => heard.push(box.x));
        mraidReceive({ events: [{ name: 'exposureChange', arguments: [1, { x: 0 }, null] }] });
    }""")
    assert run("mraid.getMaxSize().width") == 320
    assert run("heard") == [0]


def test_a_set_value_stays_until_the_container_answers(ad):
    run = ad("2.0")
    run("mraid.setExpandProperties({ width: 100, useCustomClose: true, isModal: false, height: NaN, x: 1 })")
    assert run("mraid.getExpandProperties()") == {"width": 100, "height": 0, "useCustomClose": True, "isModal": True}
    late = "mraidReceive({ values: { expandProperties: { width: 1 } }, answered: %s })"
    run(late % 1)
    assert run("mraid.getExpandProperties().width") == 100, "an answer to an earlier message is late"
    run(late % 2)
    assert run("mraid.getExpandProperties().width") == 1


def test_resize_properties_stand_alone(ad):
    run = ad("2.0")
    run("mraid.setResizeProperties({ width: 100, height: 60, offsetX: 1, offsetY: 2, allowOffscreen: false,"
        " customClosePosition: 'center' })")
    run("mraid.setResizeProperties({ width: 200, height: 60, offsetX: 1, offsetY: 2 })")
    assert run("mraid.getResizeProperties()") == {
        "width": 200, "height": 60, "offsetX": 1, "offsetY": 2, "allowOffscreen": True}
    run("mraid.setResizeProperties({ width: NaN, height: 60, offsetX: 1, offsetY: 2 })")
    assert run("mraid.getResizeProperties().width") == 200, "what is refused is not kept"


@pytest.mark.parametrize("given, sent", [
    ("'https://x.example/a'", "https://x.example/a"), ("'next.html'", "https://ads.example/dir/next.html"),
    ("'//cdn.example/a b'", "https://cdn.example/a%20b"), ("'tel:1'", "tel:1"), ("'https://'", "https://"),
    ("''", ""), ("undefined", ""), ("null", ""), ("7", "https://ads.example/dir/7"), ("'two.html?a=1#b'", "https://ads.example/dir/two.html?a=1#b"),
])
def test_urls_are_resolved_beside_the_page(ad, given, sent):
    run = ad()
    for method in ("open", "playVideo", "storePicture"):
        run(f"mraid.{method}({given})")
        assert run("sent.at(-1)")["arguments"] == [sent]
    run(f"mraid.expand({given})")
    assert run("sent.at(-1)")["arguments"] == ([sent] if given.startswith("'") and sent not in ("", "https://") else [])


@pytest.mark.parametrize("given", ["event", "true", "{}", "[]", "'not a url'", "' '", "'https://'", "() => {}", "NaN"])
def test_a_value_that_is_not_a_url_expands_the_ad_itself(ad, given):
    """2.0, "expand": if null or a non-URL parameter is used, the body of the current ad will be used."""
    run = ad()
    run(f"window.event = new MouseEvent('click'); mraid.expand({given})")
    assert run("sent.at(-1)") == {"command": "expand", "arguments": [], "id": 2}
    run("mraid.expand(new URL('https://ads.example/2.html'))")
    assert run("sent.at(-1)")["arguments"] == ["https://ads.example/2.html"]


def test_dates_are_written_as_text(ad):
    run = ad()
    run("mraid.createCalendarEvent({ description: 'x', start: new Date(0), end: new Date('no') })")
    assert run("sent.at(-1)")["arguments"] == [
        {"description": "x", "start": "1970-01-01T00:00:00.000Z", "end": "Invalid Date"}]


@pytest.mark.parametrize("given, sent", [("'tomorrow'", "tomorrow"), ("7", 7), ("undefined", None), ("null", None)])
def test_a_value_that_is_not_an_event_is_sent_unchanged(ad, given, sent):
    run = ad()
    run(f"mraid.createCalendarEvent({given})")
    assert run("sent.at(-1)")["arguments"] == [sent]


def test_a_location_that_is_not_known_is_minus_one(ad):
    run = ad()
    run("mraid.addEventListener('error', hear('error'))")
    assert run("mraid.getLocation()") == -1
    assert run("heard") == [["error", "The location is not available", "getLocation"]]
    run("mraidReceive({ values: { location: { lat: 1, lon: 2, type: 1 } } })")
    assert run("mraid.getLocation()") == {"lat": 1, "lon": 2, "type": 1}


# --- Transports: how messages leave, and who may send updates --------------------------------------------------------


def script(transport):
    setup = {"version": "3.0", "placement": "inline", "transport": transport, "values": {}}
    return f"window.mraidSetup = {json.dumps(setup)};\n{LIBRARY}"


def test_an_ad_sends_to_a_web_view_through_its_message_handler(page):
    page.set_content(
        "<script>window.sent = []; window.webkit = { messageHandlers: { ads: { postMessage: (text) => sent.push(text) } } };"
        f"{script({'kind': 'webkit', 'handler': 'ads'})}</script>")
    page.evaluate("mraid.close()")
    page.wait_for_function("sent.length === 2")
    assert [json.loads(text)["command"] for text in page.evaluate("sent")] == ["loaded", "close"]


def test_a_host_without_the_handler_leaves_the_ad_its_getters(page):
    page.set_content(f"<script>{script({'kind': 'webkit', 'handler': 'ads'})}</script>")
    assert page.evaluate("mraid.close(); [mraid.getState(), mraid.getVersion()]") == ["loading", "3.0"]


PARENT = """<!DOCTYPE html><script>
    window.sent = []; window.taps = []; window.strays = [];
    addEventListener('message', (event) => {
        if (event.ports.length !== 2 || window.ports) { strays.push(event.data); return; }
        window.ports = event.ports; window.hello = event.data;
        ports[0].onmessage = ({ data }) => sent.push(String(data).startsWith('{"command"') ? JSON.parse(data).command : data);
        ports[1].onmessage = (event) => taps.push(event.data.kind);
    });
</script><iframe sandbox='allow-scripts allow-forms' src='/frame'></iframe>"""

# What an ad does that wants a tap without a person: it takes whatever its page's own script may have left behind.
ATTACK = """
    window.found = new Set();
    const take = (thing) => { if (thing instanceof MessagePort) { found.add(thing); } return thing; };
    const forge = (port) => { port.postMessage({ kind: 'tap' }); port.postMessage('{"kind":"tap"}'); };
    const original = MessagePort.prototype.postMessage;
    MessagePort.prototype.postMessage = function (...args) { take(this); return Reflect.apply(original, this, args); };
    for (const name of ['call', 'apply', 'bind']) {
        const old = Function.prototype[name];
        Function.prototype[name] = function (...args) { args.forEach(take); return Reflect.apply(old, this, args); };
    }
    for (const name of ['data', 'ports', 'source']) {
        const old = Object.getOwnPropertyDescriptor(MessageEvent.prototype, name).get;
        Object.defineProperty(MessageEvent.prototype, name, {
            get() { take(this.target); take(this.currentTarget); return Reflect.apply(old, this, []); } });
    }
    for (const type of ['pointerup', 'keydown']) {
        addEventListener(type, (event) => event.stopImmediatePropagation(), true);
        dispatchEvent(new PointerEvent(type, { isTrusted: true, bubbles: true }));
    }
    Object.defineProperty(Navigator.prototype, 'userActivation', { value: { isActive: true, hasBeenActive: true } });
    mraid.addEventListener('stateChange', () => { take(window.event && event.target); top.postMessage('heard', '*'); });
    document.documentElement.click();
    setInterval(() => {
        for (const port of found) { forge(port); }
        top.postMessage({ mraid: 'n1', kind: 'tap' }, '*');
        top.postMessage({ mraid: 'n1' }, '*', [new MessageChannel().port1, new MessageChannel().port1]);
    }, 20);
"""


@pytest.fixture
def framed(page):
    """Opens an ad with the code in a frame of a page that keeps what it hears."""
    def opened(code=""):
        transport = {"kind": "parent", "origin": "https://lab.example", "nonce": "n1"}
        ad = (f"<!DOCTYPE html><script>{FRAME}{script(transport)}</script><script>window.heard = [];"
              f"mraid.addEventListener('stateChange', (state) => heard.push(state));{code}</script>"
              "<button onclick='mraid.close()'>x</button>")
        pages = {"https://lab.example/": PARENT, "https://lab.example/frame": ad}
        page.route("**", lambda route: route.fulfill(body=pages[route.request.url], content_type="text/html"))
        page.goto("https://lab.example/")
        page.wait_for_function("sent.length === 1")
        return next(frame for frame in page.frames if frame.url.endswith("/frame"))
    return opened


UPDATE = {"values": {"state": "default"}, "events": [{"name": "stateChange", "arguments": ["default"]}]}


def test_a_frame_and_its_parent_have_channels_of_their_own(page, framed):
    ad = framed("addEventListener('message', () => heard.push('overheard'));")
    assert page.evaluate("[hello, sent]") == [{"mraid": "n1"}, ["loaded"]]
    page.evaluate("(update) => ports[0].postMessage(update)", UPDATE)
    ad.wait_for_function("heard.length === 1")
    page.evaluate("(update) => frames[0].postMessage({ mraid: 'n1', update }, '*')", UPDATE)
    ad.wait_for_function("heard.length === 2")
    assert ad.evaluate("heard") == ["default", "overheard"], "no update comes in another way"
    ad.click("button")
    page.wait_for_function("sent.length === 2 && taps.includes('tap')")
    ad.evaluate("document.querySelector('button').click()")
    page.wait_for_function("sent.length === 3")
    page.wait_for_timeout(200)
    assert page.evaluate("taps") == ["tap"], "a click that nobody made is no tap"


def test_no_ad_can_forge_a_tap(page, framed):
    """The way out for taps is in no event and no property, and only what the browser trusts goes there."""
    ad = framed(ATTACK)
    page.evaluate("(update) => ports[0].postMessage(update)", UPDATE)
    page.wait_for_function("strays.includes('heard')")
    page.mouse.click(700, 700)
    page.keyboard.press("a")
    page.wait_for_timeout(500)
    assert page.evaluate("taps") == []
    assert page.evaluate("strays.length > 5 && sent.length > 5"), "it did try, with the port that it may have"
    ad.locator("button").click()
    page.wait_for_function("taps.length === 1")


def test_a_frame_stands_in_for_what_a_web_view_has(framed):
    ad = framed()
    assert ad.evaluate("[parent === window, document.cookie, localStorage.length]") == [True, "", 0]
    assert ad.evaluate("""() => {
        document.cookie = 'a=1; path=/'; document.cookie = 'b=2'; document.cookie = 'a=3';
        localStorage.setItem('x', 1); localStorage.y = 2; sessionStorage.z = 3;
        return [document.cookie, localStorage.getItem('x'), localStorage.y, localStorage.length, Object.keys(localStorage),
                localStorage.getItem('z'), sessionStorage.getItem('z')];
    }""") == ["b=2; a=3", "1", "2", 2, ["x", "y"], None, "3"]
