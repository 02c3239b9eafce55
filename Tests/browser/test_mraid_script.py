"""mraid.js alone in a page: what it keeps, sends and calls, without a container. ADS-073, ADS-074, ADS-091"""
import json
import pathlib

import pytest

LIBRARY = (pathlib.Path(__file__).resolve().parent.parent.parent / "Sources/MRAID/Resources/mraid.js").read_text()
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
    assert run("mraid.getResizeProperties() === undefined")
    assert run("mraid.supports('tel') || mraid.supports('constructor') || mraid.supports()") is False


@pytest.mark.parametrize("version", BOTH)
def test_each_version_has_its_methods(ad, version):
    run = ad(version)
    both = ["addEventListener", "close", "createCalendarEvent", "expand", "getCurrentPosition", "getDefaultPosition",
            "getExpandProperties", "getMaxSize", "getOrientationProperties", "getPlacementType", "getResizeProperties",
            "getScreenSize", "getState", "getVersion", "isViewable", "open", "playVideo", "removeEventListener", "resize",
            "setExpandProperties", "setOrientationProperties", "setResizeProperties", "storePicture", "supports",
            "useCustomClose"]
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


def test_what_is_no_event_or_listener_is_an_error(ad):
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


def test_what_was_set_is_there_until_the_container_answers(ad):
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
    ("''", ""), ("undefined", ""), ("null", ""), ("7", "https://ads.example/dir/7"),
])
def test_urls_are_resolved_beside_the_page(ad, given, sent):
    run = ad()
    for method in ("open", "playVideo", "storePicture"):
        run(f"mraid.{method}({given})")
        assert run("sent.at(-1)")["arguments"] == [sent]
    run(f"mraid.expand({given})")
    assert run("sent.at(-1)")["arguments"] == ([sent] if sent else [])


def test_dates_are_written_as_text(ad):
    run = ad()
    run("mraid.createCalendarEvent({ description: 'x', start: new Date(0), end: new Date('no') })")
    assert run("sent.at(-1)")["arguments"] == [
        {"description": "x", "start": "1970-01-01T00:00:00.000Z", "end": "Invalid Date"}]


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


def test_a_web_view_is_told_through_its_message_handler(page):
    page.set_content(
        "<script>window.sent = []; window.webkit = { messageHandlers: { ads: { postMessage: (text) => sent.push(text) } } };"
        f"{script({'kind': 'webkit', 'handler': 'ads'})}</script>")
    page.evaluate("mraid.close()")
    page.wait_for_function("sent.length === 2")
    assert [json.loads(text)["command"] for text in page.evaluate("sent")] == ["loaded", "close"]


def test_a_host_without_the_handler_leaves_the_ad_its_getters(page):
    page.set_content(f"<script>{script({'kind': 'webkit', 'handler': 'ads'})}</script>")
    assert page.evaluate("mraid.close(); [mraid.getState(), mraid.getVersion()]") == ["loading", "3.0"]


def test_a_frame_listens_to_its_parent_and_to_nobody_else(page):
    transport = {"kind": "parent", "origin": "https://lab.example", "nonce": "n1"}
    frame = (f"<!DOCTYPE html><script>{script(transport)}</script><script>window.heard = [];"
             "mraid.addEventListener('stateChange', (state) => heard.push(state));"
             "addEventListener('message', (event) => heard.push('passed on'));</script>"
             "<button onclick='mraid.close()'>x</button>")
    parent = ("<!DOCTYPE html><script>window.sent = []; addEventListener('message', (event) => sent.push(event.data));"
              "</script><iframe sandbox='allow-scripts' src='/frame'></iframe>"
              "<iframe id='other' src='https://evil.example/'></iframe>")
    evil = "<!DOCTYPE html><script>window.attack = (data) => parent.frames[0].postMessage(data, '*');</script>"
    pages = {"https://lab.example/": parent, "https://lab.example/frame": frame, "https://evil.example/": evil}
    page.route("**", lambda route: route.fulfill(body=pages[route.request.url], content_type="text/html"))
    page.goto("https://lab.example/")
    page.wait_for_function("sent.length === 1")
    assert page.evaluate("sent[0]") == {
        "mraid": "n1", "kind": "message", "content": '{"command":"loaded","arguments":[],"id":1}'}
    ad = next(frame for frame in page.frames if frame.url.endswith("/frame"))
    stranger = next(frame for frame in page.frames if "evil" in frame.url)

    def update(nonce, state):
        return {"mraid": nonce, "update": {"values": {"state": state}, "events": [{"name": "stateChange", "arguments": [state]}]}}

    stranger.evaluate("(data) => attack(data)", update("n1", "expanded"))
    page.evaluate("(data) => frames[0].postMessage(data, '*')", update("n2", "hidden"))
    page.evaluate("(data) => frames[0].postMessage(data, '*')", update("n1", "default"))
    ad.wait_for_function("heard.includes('default')")
    assert ad.evaluate("heard") == ["passed on", "passed on", "default"], "what is not for it is the ad's own affair"
    ad.click("button")
    page.wait_for_function("sent.length >= 3")
    kinds = [message["kind"] for message in page.evaluate("sent.slice(1)")]
    assert kinds[0] == "tap" and kinds[-1] == "message", "the tap comes before what it led to"
    ad.evaluate("document.querySelector('button').click()")
    page.wait_for_timeout(200)
    assert page.evaluate("sent.filter((message) => message.kind === 'tap').length") == kinds.count("tap"), \
        "a click that nobody made is no tap"
