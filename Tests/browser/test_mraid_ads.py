"""Creatives in the lab's bench for ads: a real browser on one side, the container in the server on the other.

Each creative writes down what it saw; the tests read that.
"""
import pytest
from playwright.sync_api import expect

BOTH = ["2.0", "3.0"]
ENVIRONMENT = {"version": "3.0", "sdk": "Marquee device lab", "sdkVersion": "1.0", "appId": "lab.example"}
MAX = {"x": 0, "y": 0, "width": 360, "height": 600}


# --- Loading and events ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", BOTH)
def test_an_ad_gets_its_properties_and_the_ready_event(bench, version):
    """ADS-073, ADS-074, ADS-075, ADS-091"""
    saw = bench.run("events", version).saw("saw.length >= 5")
    place = bench.place()
    env = ENVIRONMENT if version == "3.0" else None
    assert saw == [
        ["at once", env, "loading", version, "inline"], ["stateChange", "default", "default", place],
        ["ready", "default", place],
        ["error", "A listener failed: Error: one listener breaks", "ready", "default", place], ["another is called"]]


def test_an_expanded_ad_finds_itself_over_everything(bench):
    """ADS-079: position and size are the new ones inside both events, and the old ones after the close."""
    bench.run("events").saw("saw.length >= 5")
    place = bench.place()
    bench.frame().evaluate("saw = []; mraid.useCustomClose(true);")
    bench.tap("#expand")
    assert bench.saw("saw.length >= 2") == [
        ["stateChange", "expanded", "expanded", MAX], ["sizeChange", 360, 600, "expanded", MAX]]
    assert bench.drawn("#ads iframe") == MAX
    expect(bench.page.locator("#close-region:not(.bare)")).to_be_visible()
    bench.frame().evaluate("saw = []")
    bench.tap("#close")
    assert bench.saw("saw.length >= 2") == [
        ["stateChange", "default", "default", place], ["sizeChange", 320, 50, "default", place]]
    assert bench.drawn("#ads iframe") == place
    expect(bench.page.locator("#close-region")).to_have_count(0)


def test_an_ad_that_gives_up_is_gone(bench):
    bench.run("events")
    bench.tap("#unload")
    bench.state("hidden")
    expect(bench.page.locator("#ads iframe")).to_have_count(0)
    assert "unload The ad called unload()" in bench.logged("action")


def test_a_banner_that_closes_is_hidden(bench):
    """ADS-078"""
    bench.run("events")
    bench.tap("#close")
    bench.state("hidden")
    expect(bench.page.locator("#ads iframe")).to_be_hidden()
    assert bench.saw("saw.at(-1)[1] === 'hidden'")[-1][:2] == ["stateChange", "hidden"]


@pytest.mark.parametrize("version", BOTH)
def test_an_interstitial_closes_and_is_dismissed(bench, version):
    """ADS-075, ADS-078"""
    assert bench.run("events", version, "interstitial").saw()[0][4] == "interstitial"
    bench.tap("#expand")
    assert bench.saw("saw.some((entry) => entry[2] === 'expand')")[-1][:3] == [
        "error", "An interstitial cannot be expanded", "expand"]
    bench.page.click("#close-region")
    bench.state("hidden")
    expect(bench.page.locator("#ads iframe")).to_have_count(0)


# --- Properties and errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", BOTH)
def test_properties_have_defaults_and_keep_what_was_set(bench, version):
    """ADS-081 to ADS-086, ADS-090"""
    bench.run("properties", version)
    saw = bench.saw("document.body.dataset.done")
    place, is3 = bench.place(), version == "3.0"
    ready = {
        "expand": {"width": 360, "height": 640, "useCustomClose": False, "isModal": True},
        "resize": {"allowOffscreen": True} | ({} if is3 else {"customClosePosition": "top-right"}),
        "orientation": {"allowOrientationChange": True, "forceOrientation": "none"},
        "max": {"width": 360, "height": 600}, "screen": {"width": 360, "height": 640}, "current": place,
        "standard": place, "app": {"orientation": "portrait", "locked": False} if is3 else None,
        "supports": ["sms", "tel", "calendar", "storePicture", "inlineVideo"] + (["location"] if is3 else []),
    }
    resize = {"width": 200, "height": 100, "offsetX": 0, "offsetY": 10, "allowOffscreen": True}
    if not is3:
        resize["customClosePosition"] = "center"
    set_ = ready | {
        "expand": {"width": 200, "height": 640, "useCustomClose": not is3, "isModal": True}, "resize": resize,
        "orientation": {"allowOrientationChange": False, "forceOrientation": "portrait"}}
    assert saw["ready"] == ready
    assert saw["set"] == set_
    assert saw["answered"] == set_, "the container agrees"
    assert bench.frame().evaluate("errors") == []


SIZE = {
    "missing": "offsetY is missing or not a number", "nan": "width is missing or not a number",
    "small": "width is less than 50", "large": "The ad would be larger than the screen allows",
    "outside": "The close region would be off the screen",
}


@pytest.mark.parametrize("version", BOTH)
def test_each_error_names_its_method(bench, version):
    """ADS-077 to ADS-091: what is refused, and when faulty resize properties are."""
    bench.run("errors", version)
    assert bench.saw("saw.length >= 2") == [
        ["expand", "expand needs a tap by the user"], ["open", "open needs a tap by the user"]]
    time = "start is not a time such as 2026-11-21T20:00:00+01:00"
    place_method = "setResizeProperties" if version == "3.0" else "resize"
    expected = {
        "open": ["open", "The URL is empty"], "javascript": ["open", "URLs with the scheme javascript are not allowed"],
        "video": ["playVideo", "URLs with the scheme file are not allowed"],
        "picture": ["storePicture", "URLs with the scheme data are not allowed"],
        "calendar": ["createCalendarEvent", time], "date": ["createCalendarEvent", time],
        "noProperties": ["resize", "setResizeProperties was not called"],
        "orientation": ["setOrientationProperties", "forceOrientation is not portrait, landscape or none"],
        "expandSize": ["setExpandProperties", "width is not a number of at least 0"],
        "offscreen": ["setResizeProperties", "allowOffscreen is neither true nor false"],
        "part": ["expand", "This device does not support tel"],
        "event": ["addEventListener", "There is no event undefined"],
    } | {name: [place_method if name == "outside" else "setResizeProperties", message] for name, message in SIZE.items()}
    if version == "3.0":
        expected["location"] = ["getLocation", "The location is not available"]
    for name, error in expected.items():
        bench.frame().locator("#command").select_option(name)
        bench.tap("#go")
        assert bench.saw("saw.length >= 1") == [error], name
    bench.page.wait_for_timeout(300)
    assert len(bench.saw()) == 1, "each cause is told once"
    get = lambda name: bench.frame().evaluate(f"mraid.get{name}Properties()")
    assert get("Orientation") == {"allowOrientationChange": True, "forceOrientation": "none"}, "what was refused is gone"
    assert get("Expand")["width"] == 360
    if version == "3.0":
        assert get("Resize") == {"allowOffscreen": True}
    bench.state("default")


# --- Resizing -------------------------------------------------------------------------------------------------------


CORNERS = {"topleft": (0, 0), "topright": (160, 0), "bottomleft": (0, 450), "bottomright": (160, 450)}
# Where 2.0 puts the close region, from the creative's customClosePosition.
CLOSE = {"topleft": (150, 100), "topright": (160, 100), "bottomleft": (150, 450), "bottomright": (160, 450)}


@pytest.mark.parametrize("version", BOTH)
def test_an_ad_may_grow_into_every_corner(bench, version):
    """ADS-080, ADS-082"""
    bench.run("corners", version)
    place = bench.place()
    for name, (x, y) in CORNERS.items():
        for button in (name, f"push{name}"):
            now = {"x": x, "y": y, "width": 200, "height": 150}
            bench.tap(f"#{button}")
            bench.state("resized")
            assert bench.saw("saw.length >= 2") == [["resized", now], [200, 150]]
            assert bench.drawn("#ads iframe") == now
            is_custom = version == "2.0" and button == name
            left, top = CLOSE[name] if is_custom else (x + 150, y)
            assert bench.drawn("#close-region") == {"x": left, "y": top, "width": 50, "height": 50}
            expect(bench.page.locator("#close-region.bare")).to_have_count(1 if version == "2.0" else 0)
            bench.page.click("#close-region")
            bench.state("default")
            assert bench.saw("saw.length >= 4")[2:] == [["default", place], [320, 50]]


def test_a_resized_ad_resizes_again_and_closes_straight_to_default(bench):
    bench.run("corners")
    bench.tap("#topleft")
    bench.state("resized")
    bench.tap("#bottomright")
    now = {"x": 160, "y": 450, "width": 200, "height": 150}
    assert bench.saw("saw.length >= 1") == [["resized", now]], "the state is told again, the size is the same"
    bench.tap("#close")
    bench.state("default")
    assert bench.saw("saw.length >= 2")[0] == ["default", bench.place()]


# --- Two parts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", BOTH)
def test_the_second_part_begins_expanded_and_shares_the_state(bench, version):
    """ADS-079, ADS-084"""
    bench.run("two-part-first", version, second="two-part-second")
    bench.tap("#expand")
    saw = bench.saw("saw.length >= 4", "second")
    assert saw == [
        ["at once", "undefined", "loading", "inline"], ["stateChange", "expanded", "expanded"], ["ready", "expanded"],
        ["viewableChange", True, "expanded"]]
    assert bench.drawn("iframe[data-page=second]") == MAX
    first = bench.saw("saw.some((entry) => entry[1] === 'expanded')")
    assert [entry for entry in first if entry[0] == "stateChange"] == [["stateChange", "default"], ["stateChange", "expanded"]]
    # 2.0: the answer is that of the expanded part.
    bench.frame().wait_for_function("mraid.isViewable()", polling=50)
    expect(bench.page.locator("#close-region.bare")).to_have_count(1 if version == "2.0" else 0)
    bench.tap("#open", "second")
    expect(bench.page.locator("#opened")).to_contain_text("https://ads.example/from-second")
    bench.tap("#resize", "second")
    assert bench.saw("saw.some((entry) => entry[0] === 'error')", "second")[-1] == [
        "error", "An expanded ad cannot be resized", "resize", "expanded"]
    bench.tap("#close", "second")
    bench.state("default")
    expect(bench.page.locator("iframe[data-page=second]")).to_have_count(0)
    bench.frame().wait_for_function("mraid.isViewable()", polling=50)
    assert bench.drawn("iframe[data-page=first]") == bench.place()


def test_a_second_part_that_cannot_be_loaded_brings_the_ad_back(bench):
    bench.run("two-part-first", second="two-part-second")
    bench.press("network", "offline")
    bench.tap("#expand")
    saw = bench.saw("saw.some((entry) => entry[0] === 'error')")
    assert ["error", "The phone is offline", "expand"] in saw
    bench.state("default")


# --- A video over the whole screen ----------------------------------------------------------------------------------


def test_a_video_interstitial_turns_the_screen_and_plays_while_it_is_seen(bench):
    """ADS-076, ADS-083, ADS-084"""
    bench.run("video-interstitial", "2.0", "interstitial")
    bench.saw("saw.some((entry) => entry[0] === 'playing')")
    expect(bench.page.locator("#glass")).to_have_attribute("data-orientation", "landscape")
    assert bench.drawn("#ads iframe") == {"x": 0, "y": 0, "width": 640, "height": 320}
    bench.saw("saw.some((entry) => entry[0] === 'sizeChange' && entry[1] === 640 && entry[2] === 320)")
    assert bench.drawn("#close-region") == {"x": 590, "y": 0, "width": 50, "height": 50}
    expect(bench.page.locator("#close-region.bare")).to_have_count(1)
    bench.frame().evaluate("saw = []")
    bench.press("held", "landscape")
    bench.press("held", "portrait")
    expect(bench.page.locator("#glass")).to_have_attribute("data-orientation", "landscape")
    bench.press("front", "backgrounded")
    assert bench.saw("saw.length >= 2") == [["viewable", False], ["paused"]]
    bench.press("front", "foregrounded")
    assert bench.saw("saw.length >= 4")[2:] == [["viewable", True], ["playing"]]
    bench.tap("#close")
    bench.state("hidden")
    expect(bench.page.locator("#glass")).to_have_attribute("data-orientation", "portrait")


# --- What is around the ad ------------------------------------------------------------------------------------------


def test_an_ad_knows_how_much_of_it_is_seen_and_heard(bench):
    """ADS-076, and exposureChange and audioVolumeChange of 3.0"""
    bench.run("viewability")
    full = [100, {"x": 0, "y": 0, "width": 320, "height": 50}, None]
    saw = bench.saw("saw.some((entry) => entry[0] === 'exposureChange' && entry[1] === 100)")
    assert ["audioVolumeChange", 50] in saw, "a listener is told the present volume"
    assert ["viewableChange", True, True] in saw
    bench.page.wait_for_timeout(300)
    bench.frame().evaluate("saw = []")
    y = bench.place()["y"]
    bench.page.locator("#content").evaluate("(content, y) => { content.scrollTop = y + 40; }", y)
    assert bench.saw("saw.length >= 1")[0][:4] == ["exposureChange", 20, {"x": 0, "y": 40, "width": 320, "height": 10}, None]
    bench.page.locator("#content").evaluate("(content, y) => { content.scrollTop = y + 60; }", y)
    saw = bench.saw("saw.some((entry) => entry[1] === 0)")
    assert [entry[:4] for entry in saw[1:]] == [["viewableChange", False, False], ["exposureChange", 0, None, None]]
    bench.page.locator("#content").evaluate("(content) => { content.scrollTop = 0; }")
    bench.saw("saw.some((entry) => entry[1] === 100)")
    for group, away, back in (("front", "backgrounded", "foregrounded"), ("covers", "covered", "uncovered")):
        bench.page.wait_for_timeout(300)
        bench.frame().evaluate("saw = []")
        bench.press(group, away)
        assert [entry[:3] for entry in bench.saw("saw.length >= 2")] == [
            ["viewableChange", False, False], ["exposureChange", 0, None]]
        bench.press(group, back)
        saw = bench.saw("saw.some((entry) => entry[1] === 100)")
        assert [entry[1:4] for entry in saw if entry[0] == "exposureChange"][-1] == full
    bench.page.locator("#volume").fill("75")
    assert bench.saw("saw.at(-1)[0] === 'audioVolumeChange'")[-1] == ["audioVolumeChange", 75]


def test_covering_rectangles_are_reported_in_the_ads_coordinates(bench):
    """exposureChange's third argument: a chat bubble over a corner of the banner."""
    bench.run("viewability")
    bench.saw("saw.some((entry) => entry[0] === 'exposureChange' && entry[1] === 100)")
    bench.page.wait_for_timeout(300)
    bench.frame().evaluate("saw = []")
    bench.press("covers", "bubbled")
    whole = {"x": 0, "y": 0, "width": 320, "height": 50}
    bubble = {"x": 260, "y": 20, "width": 48, "height": 30}
    assert bench.saw("saw.length >= 1")[0][:4] == ["exposureChange", 91, whole, [bubble]]
    bench.page.wait_for_timeout(300)
    bench.press("covers", "uncovered")
    assert bench.saw("saw.length >= 2")[1][:4] == ["exposureChange", 100, whole, None]


def test_exposure_is_reported_at_most_five_times_a_second(bench):
    bench.run("viewability")
    bench.page.wait_for_timeout(400)
    bench.frame().evaluate("saw = []")
    bench.page.locator("#content").evaluate("""async (content) => {
        const y = content.querySelector('#slot').offsetTop;
        for (let step = 0; step <= 40; step += 1) {
            content.scrollTop = y + step;
            await new Promise((go) => setTimeout(go, 40));
        }
    }""")
    saw = bench.saw("saw.some((entry) => entry[0] === 'exposureChange' && Math.round(entry[1]) === 20)")
    told = [entry for entry in saw if entry[0] == "exposureChange"]
    assert 5 <= len(told)
    assert round(told[-1][1]) == 20
    # Times of the ad's own clock. On a busy machine, one may come late and the next one in time.
    assert len(told) - 1 <= (told[-1][4] - told[0][4] + 1_000) / 200, "41 changes in at least 1.6 s"


def test_an_ad_of_2_0_receives_only_viewability(bench):
    saw = bench.run("viewability", "2.0").saw("saw.length >= 1")
    assert saw == [["viewableChange", True, True]]


def test_a_rotation_is_reported_with_the_ads_new_position(bench):
    """ADS-085, ADS-086"""
    bench.run("events").saw("saw.length >= 5")
    bench.tap("#expand")
    bench.state("expanded")
    bench.frame().evaluate("saw = []")
    bench.press("held", "landscape")
    wide = {"x": 0, "y": 0, "width": 640, "height": 320}
    assert bench.saw("saw.length >= 1") == [["sizeChange", 640, 320, "expanded", wide]]
    assert bench.drawn("#ads iframe") == wide
    assert bench.frame().evaluate("[mraid.getScreenSize(), mraid.getCurrentAppOrientation(), mraid.getDefaultPosition()]") \
        == [{"width": 640, "height": 360}, {"orientation": "landscape", "locked": False}, bench.place()]
    bench.press("lock", "locked")
    bench.press("held", "portrait")
    expect(bench.page.locator("#glass")).to_have_attribute("data-orientation", "landscape")
    bench.frame().wait_for_function("mraid.getCurrentAppOrientation().locked")


def test_location_and_features_can_be_switched(bench):
    """ADS-090"""
    bench.run("requests")
    bench.tap("#location")
    assert bench.saw("saw.at(-1)[0] === 'location'")[-2:] == [
        ["getLocation", "The location is not available"], ["location", -1]]
    bench.page.select_option("#location", "38.72,-9.14")
    bench.frame().wait_for_function("mraid.getLocation() !== -1")
    bench.tap("#location")
    assert bench.saw()[-1] == ["location", {"lat": 38.72, "lon": -9.14, "type": 1, "accuracy": 100}]
    for name in ("sms", "tel", "calendar", "storePicture", "inlineVideo", "location"):
        bench.page.uncheck(f"#features [value={name}]")
        bench.frame().wait_for_function("(name) => !mraid.supports(name)", arg=name)
    bench.tap("#tel")
    assert bench.saw("saw.at(-1)[0] === 'open'")[-1] == ["open", "This device does not support tel"]


# --- What the ad asks for -------------------------------------------------------------------------------------------


def test_requests_are_shown_and_answered(bench):
    """ADS-077, ADS-087, ADS-088, ADS-089"""
    bench.run("requests").saw("saw.length >= 1")
    bench.frame().evaluate("saw = []")
    bench.tap("#open")
    expect(bench.page.locator("#opened")).to_have_text("Opened in the app’s browser: https://ads.example/landing")
    expect(bench.page.locator("#flags")).to_contain_text("1 click")
    bench.tap("#tel")
    expect(bench.page.locator("#opened")).to_have_text("Opened in the system: tel:+49123")
    bench.tap("#video")
    expect(bench.page.locator("#player-url")).to_have_text("https://ads.example/film.mp4")
    bench.page.click("#player-end")
    assert bench.saw("saw.length >= 2") == [["viewableChange", False], ["viewableChange", True]]
    bench.tap("#video")
    bench.page.click("#player-fail")
    assert bench.saw("saw.length >= 5")[3:] == [["playVideo", "The video cannot be played"], ["viewableChange", True]]
    bench.frame().evaluate("saw = []")
    for button, detail, command in (
            ("picture", "https://ads.example/poster.jpg", "storePicture"),
            ("calendar", "Premiere, 2026-12-01", "createCalendarEvent")):
        bench.tap(f"#{button}")
        expect(bench.page.locator("#ask-detail")).to_have_text(detail)
        bench.page.click("#allow")
        assert bench.saw("saw.length >= 2") == [["viewableChange", False], ["viewableChange", True]]
        bench.tap(f"#{button}")
        bench.page.click("#decline")
        assert bench.saw("saw.length >= 5")[3] == [command, "The user declined"]
        bench.frame().evaluate("saw = []")
    bench.state("default")


def test_an_offline_phone_fails_what_the_host_would_load(bench):
    bench.run("requests").saw("saw.length >= 1")
    bench.press("network", "offline")
    bench.frame().evaluate("saw = []")
    bench.tap("#video")
    assert ["playVideo", "The phone is offline"] in bench.saw("saw.length >= 3")
    bench.run("requests", state="hidden")
    assert "unload The phone is offline" in bench.logged("action")


# --- What the ad may not do -----------------------------------------------------------------------------------------


def test_an_ad_leads_out_only_through_the_container(bench):
    """ADS-072: a stranger to its host, in one place, with links that open outside after a tap."""
    bench.run("escapes")
    saw = bench.saw("saw.some((entry) => entry[0] === 'policy')")
    assert saw[:3] == [["parent", ""], ["storage", 0], ["window", True]], "as in a web view of its own"
    assert ["policy", "img-src"] in saw, "plain http is refused"
    untapped = bench.page.locator("#feed li[data-kind=note]", has_text="The user has not tapped the ad recently")
    expect(untapped).to_have_count(1)
    bench.frame().evaluate("saw = []; forge()")
    expect(untapped).to_have_count(2)
    opened = bench.page.locator("#opened")
    bench.tap("#form")
    expect(opened).to_have_text("Opened in the app’s browser: https://ads.example/form?")
    bench.tap("#script")
    assert bench.saw("saw.length >= 1") == [["script ran"]]
    bench.tap("#anchor")
    bench.tap("#file")
    expect(bench.page.locator("#feed li[data-kind=note]").first).to_contain_text("URLs with the scheme file are not allowed")
    bench.tap("#link span")
    expect(opened).to_have_text("Opened in the app’s browser: https://ads.example/landing")
    bench.tap("#store")
    expect(opened).to_have_text("Opened in the system: https://apps.apple.com/app/id1")
    bench.tap("#top")
    assert bench.saw("saw.length >= 2")[1][0] == "top"
    assert bench.page.url.endswith("/lab/mraid")
    bench.tap("#leave")
    expect(opened).to_have_text("Opened in the app’s browser: https://ads.example/gone")
    assert bench.saw()[0] == ["script ran"], "and the ad is still there"


@pytest.mark.parametrize("version", BOTH)
def test_an_ad_without_mraid_works_unchanged(bench, version):
    """ADS-072: its scripts, styles, pictures and links do what they do in any page; the container has nothing to do."""
    bench.run("plain", version)
    saw = bench.saw("saw.length >= 9")
    assert saw[0] == ["script", "loading", 1], "no script of ours is left in its document"
    assert sorted(saw[1:], key=str) == [
        ["blob"], ["data"], ["frame"], ["grown", 200], ["load", 7], ["parsed"], ["timer"], ["worker", 42]]
    assert not bench.logged("error")
    bench.tap("#link")
    expect(bench.page.locator("#opened")).to_have_text("Opened in the app’s browser: https://ads.example/landing")
    bench.tap("#search")
    expect(bench.page.locator("#opened")).to_have_text("Opened in the app’s browser: https://ads.example/search?q=hut")
    bench.state("default")


# --- The page itself ------------------------------------------------------------------------------------------------


def test_every_sample_runs(bench):
    """HUB-244 asks for the lab; this is its part for ads."""
    options = bench.page.locator("#sample option")
    names = [option.get_attribute("value") for option in options.all()]
    assert len(names) == 8 and names[-1] == ""
    for name in names[:-1]:
        bench.page.select_option("#sample", name)
        bench.page.click("#run")
        bench.state("default")
        expect(bench.page.locator("#ads iframe")).to_have_count(1)
        assert bench.logged("error") == [], name
        expect(bench.page.locator("#problem")).to_be_hidden()


def test_an_ad_that_cannot_be_shown_has_a_reason(bench):
    bench.page.fill("#creative", " \n ")
    bench.page.locator("#creative").evaluate("(field) => field.removeAttribute('required')")
    bench.page.click("#run")
    expect(bench.page.locator("#problem")).to_have_text("The creative is empty")


def test_the_bench_is_used_without_a_mouse(bench):
    bench.run("requests", placement="interstitial")
    picture = bench.frame().locator("#picture")
    picture.focus()
    # A frame that is a process of its own has the focus before the browser knows.
    bench.frame().wait_for_function("document.hasFocus()", polling=50)
    bench.page.keyboard.press("Enter")
    expect(bench.page.locator("#decline")).to_be_focused()
    bench.page.keyboard.press("Tab")
    expect(bench.page.locator("#allow")).to_be_focused()
    bench.page.keyboard.press("Tab")
    bench.page.keyboard.press("Escape")
    expect(bench.page.locator("#ask")).to_be_hidden()
    bench.saw("saw.some((entry) => entry[0] === 'storePicture')")
    bench.page.get_by_role("button", name="Close the ad").focus()
    bench.page.keyboard.press("Enter")
    bench.state("hidden")
    expect(bench.page.locator("#announcement")).to_have_text("The ad is hidden")
