"""The device lab's page: what it shows by itself, and how it is used without a mouse."""
import subprocess

import databases
import pytest
from clicks import click_inside, follow
from conftest import PROGRAM, run_demo, sign_in
from playwright.sync_api import expect
from test_main_job import open_hub, set_control, switch_on

CHANGE = {"x-marquee-lab": "1"}


def device(page, demo):
    return page.request.get(demo["lab"] + "api/devices").json()[-1]


def command(page, demo, **values):
    path = f"{demo['lab']}api/devices/{device(page, demo)['id']}/commands"
    assert page.request.post(path, headers=CHANGE, data=values).ok


def test_changes_by_others_show_on_a_phones_page(demo, page):
    """The feed alone brings it: the page asks for nothing by itself."""
    open_hub(page, demo)
    asked = []
    # What the hub's page has to tell of itself may still be on its way; only a question would be one too many.
    page.on("request", lambda request: asked.append(request.url)
            if "/api/devices" in request.url and request.method == "GET" else None)
    command(page, demo, name="device.network", network="offline")
    expect(page.locator("[data-wing=device] [data-command=network] [data-value=offline]")).to_have_attribute("aria-pressed", "true")
    for _ in range(5):
        command(page, demo, name="device.clock", seconds=86_400)
    expect(page.locator("#flags")).to_contain_text("clock + 5 d")
    command(page, demo, name="hub.dismiss")
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#announcement")).to_have_text("The hub is closed")
    assert asked == []


def test_the_history_shows_where_a_person_is(demo, page):
    hub = open_hub(page, demo)
    expect(page.locator("#history li")).to_have_count(1)
    follow(hub, "Kitchen")
    expect(page.locator("#history [aria-current=page]")).to_have_text("Kitchen")
    page.click("#history-back")
    expect(page.locator("#history li").first).to_have_attribute("aria-current", "page")
    expect(page.locator("#history li")).to_have_count(2)


def test_a_playing_video_is_reported_once_a_visit(demo, page):
    """HUB-206: by its id here, since a stream has no address."""
    hub = open_hub(page, demo)
    page.get_by_role("tab", name="Events").click()
    play = """async () => {
      const video = document.querySelector("#film") || Object.assign(document.createElement("video"), { id: "film", muted: true });
      const canvas = document.createElement("canvas");
      canvas.getContext("2d").fillRect(0, 0, 9, 9);
      video.srcObject = canvas.captureStream(5);
      document.body.append(video);
      await video.play();
    }"""
    told = page.locator("#feed li", has_text="video_played")
    # A video plays for the hub once the page is shown to it.
    expect(page.locator("#feed")).to_contain_text("content_viewed")
    frame = page.locator("#frames iframe[data-rendered=true]").element_handle().content_frame()
    frame.evaluate(play)
    expect(told).to_have_count(1)
    expect(told).to_contain_text("film")
    frame.evaluate(play)
    follow(hub, "Kitchen")
    expect(page.locator("#feed li", has_text="content_viewed").first).to_contain_text("kitchen")
    expect(told).to_have_count(1)


def test_an_embedded_hub_has_the_apps_controls_only(demo, page):
    switch_on(page, demo)
    page.get_by_role("tab", name="Content hub").click()
    page.click("#mode [data-value=embedded]")
    page.click("#open-app")
    expect(page.locator("#frames iframe[data-rendered=true]")).to_be_visible()
    expect(page.locator("#chrome")).to_be_hidden()
    page.click("button[data-send=dismiss]")
    expect(page.locator("#start")).to_be_visible()


def test_a_creative_gets_its_phones_location(demo, page):
    """HUB-244: the place set in the lab is what `getLocation` answers, also after the phone has moved."""
    switch_on(page, demo)
    page.wait_for_selector("#main:not([inert])")
    page.select_option("#place", label="Tokyo")
    expect(page.locator("#flags")).to_contain_text("at Tokyo")
    page.click("#show-ad")
    page.wait_for_selector("html[data-ready=true]")
    expect(page.locator("#location option:checked")).to_contain_text("Tokyo")
    page.fill("#creative", '<script src="mraid.js"></script><p id="where"></p>')
    page.click("#run")
    expect(page.locator("html")).to_have_attribute("data-state", "default")
    ad = page.locator("#ads iframe").element_handle().content_frame()
    where = "(([lat, lon, accuracy]) => { const at = mraid.getLocation(); return at.lat === lat && at.lon === lon && at.accuracy === accuracy; })"
    ad.wait_for_function(f"{where}([35.68, 139.77, 100])", polling=50)
    command(page, demo, name="device.locate", place={"latitude": 47.1, "longitude": 8.2, "accuracy": 5})
    ad.wait_for_function(f"{where}([47.1, 8.2, 5])", polling=50)
    page.goto(demo["lab"])
    expect(page.locator("#place")).to_have_value("own")
    expect(page.locator("#place-form [name=latitude]")).to_have_value("47.1")
    page.fill("#place-form [name=longitude]", "9.5")
    page.click("#place-form button")
    expect(page.locator("#flags")).to_contain_text("at 47.1, 9.5")


def test_the_feeds_tabs_move_with_the_arrow_keys(demo, page):
    open_hub(page, demo)
    page.get_by_role("tab", name="Everything").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Requests")).to_be_focused()
    expect(page.get_by_role("tab", name="Requests")).to_have_attribute("aria-selected", "true")
    expect(page.locator("#feed li[data-kind=request]").first).to_be_visible()
    expect(page.locator("#feed li[data-kind=notice]").first).to_be_hidden()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Log")).to_be_focused()


def test_the_question_holds_the_keyboard_and_gives_it_back(demo, page):
    open_hub(page, demo)
    command(page, demo, name="hub.contentSource", contentSource="externalAllowed")
    page.locator("#close").focus()
    command(page, demo, name="hub.link", text="https://out.example/")
    expect(page.locator("#stay")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#leave")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#stay")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#question")).to_be_hidden()
    expect(page.locator("#close")).to_be_focused()


def test_a_new_phone_carries_the_app_that_was_chosen(page, tmp_path):
    """HUB-244: without a release an app is not offered; with one it can be chosen, and stays through a kill."""
    data, posts = str(tmp_path / "data"), tmp_path / "posts"
    posts.mkdir()
    (posts / "2026-01-01-first.md").write_text("---\ntitle: First\ncategory: News\n---\n\nSnow.\n")

    def run(*words):
        subprocess.run(
            [PROGRAM, *words, "--data", data, "--app", "acme", *databases.words(data)], check=True, capture_output=True)

    def headline():
        return page.frame_locator("#frames iframe[data-rendered=true]").locator("h1").first

    run("content", "import", str(posts), "--hub", "Acme", "--app", "demo")
    with run_demo("--data", data) as own:
        open_hub(page, own)
        expect(headline()).to_contain_text("High Larch")
        expect(page.locator("#app-choice")).to_be_hidden()
        run("release", "publish")
        page.reload()
        page.select_option("#app", "acme")
        page.click("#add-device")
        expect(page.locator("#devices [aria-current=true]")).to_contain_text("Phone 2: acme")
        page.click("#open-app")
        expect(headline()).to_contain_text("Acme")
        page.click("#restart")
        expect(page.locator("#start")).to_be_visible()
        page.click("#open-app")
        expect(headline()).to_contain_text("Acme")


def test_an_app_that_is_made_in_the_portal_is_on_the_phone_at_once(page):
    """HUB-244: it opens beside the first one, which keeps its place and is found again through the home screen."""
    with run_demo() as own:
        hub = open_hub(page, own)
        follow(hub, "Kitchen")
        page.get_by_label("New user").fill("ada")
        page.get_by_role("button", name="Create").click()
        expect(page.locator("#users option", has_text="ada")).to_have_count(1)
        page.get_by_role("button", name="Home screen").click()
        icons = page.get_by_role("list", name="Apps").get_by_role("button")
        expect(icons).to_have_count(1)
        expect(icons).to_contain_text("High Larch")
        expect(page.locator("#announcement")).to_have_text("Home screen")

        portal = page.context.new_page()
        sign_in(portal, own)
        portal.goto(own["portal"] + "portal/apps")
        portal.fill("#id", "acme")
        portal.fill("#name", "Acme <b>Tools</b>")
        portal.get_by_role("button", name="Create the app").click()
        # Nothing is loaded again: the phone's feed brings the new app.
        expect(icons).to_have_count(2)

        page.get_by_role("button", name="Acme <b>Tools</b> nothing published").click()
        expect(page.locator("#start-name")).to_have_text("Acme <b>Tools</b>")
        expect(page.locator("#users option", has_text="ada")).to_have_count(0)
        expect(page.locator("#flags")).to_contain_text("no release shown")
        page.click("#open-app")
        expect(page.locator("#status-text")).to_be_visible()
        page.get_by_role("button", name="Close", exact=True).click()
        expect(page.locator("#start")).to_be_visible()

        page.get_by_role("button", name="Home screen").click()
        page.get_by_role("button", name="High Larch in the background").click()
        expect(page.frame_locator("#frames iframe[data-rendered=true]").locator("h1").first).to_have_text("Kitchen")
        expect(page.locator("#back")).to_be_enabled()
        expect(page.locator("#users option", has_text="ada")).to_have_count(1)
        expect(page.locator("#feed li", has_text="Acme <b>Tools</b>").first).to_be_visible()


def test_a_server_without_apps_says_so_on_the_home_screen(page, tmp_path):
    words = ["serve", "--data", str(tmp_path / "data"), "--port", "0", "--content-port", "0", "--lab", "open", *databases.words()]
    process = subprocess.Popen([PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        page.goto(next(line for line in process.stdout if line.startswith("Device lab: ")).split(": ")[1].strip())
        expect(page.locator("#no-apps")).to_contain_text("No app yet. Create one in the portal")
        expect(page.locator("#problem")).to_have_text("there is no app yet; import and publish content first")
        expect(page.locator("#start")).to_be_hidden()
    finally:
        process.terminate()
        assert process.wait(timeout=30) == 0


def test_the_home_screen_and_the_tabs_are_used_with_the_keyboard(demo, page):
    open_hub(page, demo)
    home = page.get_by_role("button", name="Home screen")
    home.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#home")).to_be_visible()
    expect(home).to_be_disabled()
    expect(page.locator("#phone")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#icons button").first).to_be_focused()
    expect(page.get_by_role("button", name="To background")).to_be_disabled()
    page.keyboard.press("Enter")
    expect(page.locator("#frames iframe[data-rendered=true]")).to_be_focused()
    expect(page.get_by_role("button", name="To background")).to_be_enabled()
    tabs = page.get_by_role("tablist", name="Controls")
    tabs.get_by_role("tab", name="Device").focus()
    expect(page.get_by_role("tabpanel", name="Device")).to_be_visible()
    expect(page.get_by_role("tabpanel", name="Content hub")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(tabs.get_by_role("tab", name="Content hub")).to_be_focused()
    expect(page.get_by_role("tabpanel", name="Content hub")).to_be_visible()
    expect(page.get_by_role("tabpanel", name="Device")).to_be_hidden()
    expect(page.get_by_role("tab", name="Everything")).to_have_attribute("aria-selected", "true")


def test_a_page_says_that_its_phone_is_gone(demo, page):
    switch_on(page, demo)
    other = page.context.new_page()
    other.goto(demo["lab"])
    expect(other.locator("#main:not([inert]) #start")).to_be_visible()
    old = other.locator("#devices [aria-current=true]").inner_text()
    page.click("#remove-device")
    expect(page.locator("#devices [aria-current=true]")).not_to_have_text(old)
    expect(page.locator("#problem")).to_be_hidden()
    new = page.locator("#devices [aria-current=true]").inner_text()
    expect(other.locator("#problem")).to_have_text(
        f"{old} is gone: it was removed, or the server was restarted. This is {new.lower()}.")
    expect(other.locator("#devices [aria-current=true]")).to_have_text(new)
    other.click("#open-app")
    expect(other.locator("#frames iframe[data-rendered=true]")).to_be_visible()
    expect(other.locator("#problem")).to_be_hidden()


def test_a_bench_says_that_its_phone_is_gone(demo, page):
    switch_on(page, demo)
    page.wait_for_selector("#main:not([inert])")
    id = device(page, demo)["id"]
    page.click("#show-ad")
    page.wait_for_selector("html[data-ready=true]")
    assert page.request.delete(f"{demo['lab']}api/devices/{id}", headers=CHANGE).ok
    expect(page.locator("#problem")).to_have_text(f"Phone {id} is gone; the bench keeps its last location.")


def test_the_keyboard_stays_on_the_phone_from_step_to_step(demo, page):
    """HUB-118: what is pressed goes with its page or its screen; the next page has the keyboard, or the phone itself."""
    switch_on(page, demo)
    page.wait_for_selector("#main:not([inert])")
    frame, focused = page.locator("#frames iframe[data-rendered=true]"), "document.activeElement"

    def follow_link(part):
        inner = frame.element_handle().content_frame()
        inner.wait_for_function("document.hasFocus()")
        for _ in range(40):
            page.keyboard.press("Tab")
            if part in (inner.evaluate(f"{focused}.getAttribute('href')") or ""):
                break
        page.keyboard.press("Enter")

    page.locator("#open-app").focus()
    page.keyboard.press("Enter")
    expect(frame).to_be_focused()
    follow_link("c/")
    expect(page.locator("#back")).to_be_enabled()
    expect(frame).to_be_focused()
    page.locator("#back").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#back")).to_be_disabled()
    expect(frame).to_be_focused()
    follow_link("a/")
    expect(page.locator("#forward")).to_be_disabled()
    expect(page.locator("#back")).to_be_enabled()
    expect(frame).to_be_focused()
    page.locator("#close").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#phone")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#open-app")).to_be_focused()


def test_phones_are_used_side_by_side(demo, page):
    open_hub(page, demo)
    page.click("#add-device")
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#devices button")).to_have_count(2)
    page.locator("#devices button").first.click()
    expect(page.locator("#frames iframe")).to_be_visible()
    page.locator("#devices button").last.click()
    page.click("#remove-device")
    expect(page.locator("#devices button")).to_have_count(1)


def test_a_phone_without_content_says_why_and_lets_go(demo, page):
    """HUB-124: the reason stands in the hub, Close leads home, and presenting again is the second try."""
    switch_on(page, demo)
    set_control(page, "network", "offline")
    page.click("#open-app")
    expect(page.locator("#status-text")).to_contain_text("connection")
    expect(page.locator("#status-progress")).to_be_hidden()
    expect(page.locator("#frames iframe")).to_have_count(0)
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.locator("#start")).to_be_visible()
    expect(page.locator("#hub")).to_be_hidden()
    set_control(page, "network", "online")
    page.click("#open-app")
    expect(page.frame_locator("#frames iframe").locator("h1").first).to_contain_text("High Larch")
    expect(page.locator("#status")).to_be_hidden()


# How much lighter one is than the other, as WCAG 2.2 counts it, for a button on the phone's own ground.
CONTRAST = """(element) => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (color) => parts(color).slice(0, 3).map((part) => part / 255)
    .map((part) => part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4)
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  const ground = (part) => {
    const color = getComputedStyle(part).backgroundColor, [, , , alpha = 1] = parts(color);
    return alpha === 0 ? ground(part.parentElement) : color;
  };
  const [one, two] = [light(getComputedStyle(element).color), light(ground(element))].sort((a, b) => b - a);
  return (one + .05) / (two + .05);
}"""


@pytest.mark.parametrize("look", ["light", "dark"])
def test_the_phones_buttons_are_legible_whatever_the_look_of_the_page(demo, page, look):
    page.emulate_media(color_scheme=look)
    open_hub(page, demo)
    expect(page.locator("#frames iframe[data-rendered=true]")).to_be_visible()
    expect(page.locator("#feed")).to_contain_text("hub_presented")
    page.click("#close")
    expect(page.locator("#open-again")).to_be_visible()
    assert page.locator("#open-again").evaluate(CONTRAST) >= 4.5
    assert page.locator("#open-app").evaluate(CONTRAST) >= 4.5
    switch_on(page, demo)
    set_control(page, "network", "offline")
    page.click("#open-app")
    expect(page.locator("#status-close")).to_be_visible()
    assert page.locator("#status-close").evaluate(CONTRAST) >= 4.5


SIZES = [("Phone", 375, 760), ("Phone, wide", 760, 375), ("Tablet", 768, 1024), ("Tablet, wide", 1024, 768)]
# The element lies within the phone, and what the pointer meets in its middle and near each corner is it or in it. All is
# measured at one moment, for the page may have scrolled to what was clicked.
WHOLE = """(element) => {
  element.scrollIntoView({block: "center", behavior: "instant"});
  const box = element.getBoundingClientRect(), phone = document.querySelector("#phone").getBoundingClientRect();
  if (box.left < phone.left || box.right > phone.right || box.top < phone.top || box.bottom > phone.bottom) return false;
  const at = [[.5, .5], [.1, .1], [.9, .1], [.1, .9], [.9, .9]];
  return at.every(([x, y]) => {
    const met = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
    return met !== null && (met === element || element.contains(met));
  });
}"""


@pytest.mark.parametrize("size, width, height", SIZES)
def test_the_hubs_controls_are_whole_and_named_in_every_size(demo, page, size, width, height):
    """HUB-118: close, back, forward and logo, on phone and tablet, both ways up."""
    page.set_viewport_size({"width": 1500, "height": 1300})
    hub = open_hub(page, demo)
    page.get_by_role("group", name="Size and orientation").get_by_role("button", name=size, exact=True).click()
    box = page.locator("#phone").bounding_box()
    assert (box["width"], box["height"]) == (width, height)
    controls = page.get_by_role("toolbar", name="Content hub")
    back = controls.get_by_role("button", name="Back", exact=True)
    expect(back).to_be_disabled()
    click_inside(hub.locator("a[href*='c/']").first)
    expect(back).to_be_enabled()
    for control in [controls.get_by_role("button", name="Close the hub"), back,
                    controls.get_by_role("button", name="Forward", exact=True), controls.get_by_role("img", name="Marquee")]:
        expect(control).to_be_visible()
        assert control.evaluate(WHOLE), f"{control} is outside the phone, cut off or covered"
    frame = page.locator("#frames iframe").bounding_box()
    assert frame["width"] > width - 40 and frame["height"] > height / 2
    back.click()
    expect(back).to_be_disabled()
    controls.get_by_role("button", name="Close the hub").click()
    expect(page.get_by_role("button", name="Open the hub")).to_be_visible()


def test_each_device_keeps_its_size(demo, page):
    switch_on(page, demo)
    page.get_by_role("button", name="Tablet", exact=True).click()
    page.click("#add-device")
    expect(page.locator("#devices button")).to_have_count(2)
    expect(page.locator("#phone")).to_have_attribute("data-size", "phone")
    page.locator("#devices button").first.click()
    expect(page.locator("#phone")).to_have_attribute("data-size", "tablet")
    expect(page.get_by_role("button", name="Tablet", exact=True)).to_have_attribute("aria-pressed", "true")
