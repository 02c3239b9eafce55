"""The sample game on the lab's phone, with placements as a tester and a player use them (PLC-012, PLC-105, PLC-132)."""
import os
import re

import pytest
from clicks import click_inside
from conftest import run_demo, sign_in
from fitting import fits
from playwright.sync_api import expect
from test_main_job import switch_on
from units import UNITS, Studio

PLACES = {"announcement": "t_news", "image": "t_picture", "moreGames": "t_games", "purchase": "t_offer", "reward": "t_gift", "form": "t_question"}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """A demo with a placement for each kind of unit, and the API to change them."""
    with run_demo("--data", str(tmp_path_factory.mktemp("game") / "data")) as addresses:
        studio = Studio(addresses)
        picture = addresses["portal"] + "lab/assets/logo.svg"
        for kind, tag in PLACES.items():
            changed = {"image": {"PH_PORTRAIT": {"url": picture, "w": 64, "h": 64}}, "url": "https://store.example/snow"} if kind == "image" else {}
            studio.make(kind, tag, **changed)
            studio.place(tag, tag)
        # Those that the game names by itself.
        for tag in ("more_games", "level_end"):
            studio.place(tag)
        yield addresses | {"studio": studio}


@pytest.fixture
def problems(page):
    """What the page writes to the console as an error; a test ends without any."""
    problems = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" and "status of 4" not in message.text else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield problems
    assert problems == []


@pytest.fixture
def tab(own, page, problems):
    """The tab beside a new phone."""
    switch_on(page, own)
    page.wait_for_selector("#main:not([inert])")
    page.get_by_role("tab", name="Placements").click()
    tab = page.get_by_role("tabpanel", name="Placements")
    expect(tab.locator("#placements-opens")).to_contain_text("1 in this run")
    return tab


@pytest.fixture
def console(own, tab, browser):
    """The test console of the phone, in a window of its own."""
    gid = tab.locator("#placements-facts dt", has_text="Install").locator("xpath=following-sibling::dd[1]").inner_text()
    context = browser.new_context()
    page = context.new_page()
    sign_in(page, own)
    page.goto(f"{own['portal']}portal/placements/console")
    page.get_by_role("row").filter(has_text=gid).get_by_role("link").click()
    expect(page.locator(".console-lines > li").first).to_be_visible()
    yield page
    context.close()


def sent(console, name, value):
    """The requests for content with a parameter. Units report it too."""
    return console.locator(".console-lines > li").filter(has_text="publisher/content").filter(
        has_text=re.compile(rf"{name}\W*{value}"))


def choose(tab, group, text):
    button = tab.get_by_role("group", name=group, exact=True).get_by_role("button", name=text, exact=True)
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def request(tab, tag, how="Present"):
    tab.get_by_label("Tag").fill(tag)
    tab.get_by_role("button", name=how, exact=True).click()


def last(tab):
    """The newest request."""
    return tab.get_by_role("list", name="Requests, newest first").get_by_role("listitem").first


def unit(page, view=1):
    """The frame of a unit that is on the screen."""
    frame = f"#units iframe[data-view='{view}'][data-loaded=true]"
    expect(page.locator(frame)).to_be_visible()
    return page.frame_locator(frame)


def show(page, tab, kind):
    request(tab, PLACES[kind])
    frame = unit(page)
    expect(frame.locator("h1, img").first).to_be_visible()
    return frame


def gone(page):
    expect(page.locator("#units iframe")).to_have_count(0)
    expect(page.locator("#units")).to_be_hidden()


def thanked(page, frame):
    """A unit whose purchase was delivered says so, and goes when the player has read it (PLC-072)."""
    expect(frame.get_by_role("alert")).to_have_text("Thank you for your purchase.")
    expect(frame.get_by_role("button", name="Close")).to_be_focused()
    look(page, "purchase-bought")
    click_inside(frame.get_by_role("button", name="Close"))


def look(page, name):
    """Keeps a picture for people, if a folder is named."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def test_the_game_is_on_the_phone_at_first_sight(own, page):
    switch_on(page, own)
    game = page.locator("#game")
    expect(game).to_be_visible()
    expect(game).to_contain_text("Level 1")
    expect(game).to_contain_text("sound on")
    for name in ("Put a stone", "More games", "Shop"):
        expect(game.get_by_role("button", name=name)).to_be_visible()
    look(page, "game")
    fits(page)


def test_the_phone_registers_itself_as_a_test_device(own, tab, page):
    facts = tab.locator("#placements-facts")
    expect(facts).to_contain_text("yes, registered by the phone")
    expect(page.locator("#flags")).to_contain_text("test device")


@pytest.mark.parametrize("kind", PLACES)
def test_each_kind_of_unit_comes_on_the_phones_screen(own, tab, page, kind):
    frame = show(page, tab, kind)
    expect(page.locator("#flags")).to_contain_text("sound muted")
    expect(page.locator("#game-sound")).to_have_text("sound muted")
    look(page, f"unit-{kind}")
    if kind == "image":
        image = frame.get_by_alt_text(UNITS["image"]["title"])
        expect(image).to_be_visible()
        page.wait_for_function("document.querySelector('#units iframe')")
        assert image.evaluate("(picture) => picture.complete && picture.naturalWidth > 0")
        click_inside(image)
        expect(page.locator("#left")).to_have_text("Opened in the browser: https://store.example/snow")
    elif kind == "announcement":
        expect(frame.get_by_text("Ten new rooms.")).to_be_visible()
        click_inside(frame.get_by_role("button", name="OK"))
    elif kind == "moreGames":
        click_inside(frame.get_by_role("button", name="Marmots"))
        expect(page.locator("#left")).to_have_text("Opened in the browser: https://store.example/marmots")
    elif kind == "purchase":
        click_inside(frame.get_by_role("button", name="Buy the lantern"))
        expect(page.locator("#store-sheet")).to_contain_text("1 × lantern for 4.99 EUR?")
        look(page, "sheet")
        page.locator("#store-sheet").get_by_role("button", name="Buy", exact=True).click()
        expect(page.locator("#game-purse")).to_contain_text("1 lantern")
        thanked(page, frame)
    elif kind == "reward":
        click_inside(frame.get_by_role("button", name="Collect"))
        expect(page.locator("#game-purse")).to_have_text("Purse: 50 stones")
    elif kind == "form":
        frame.get_by_label("Your address").fill("ada@example.org")
        frame.get_by_label("Season").select_option("Winter")
        click_inside(frame.get_by_role("button", name="Send"))
    expect(last(tab)).to_contain_text("dismissed: by the content unit (requested, received, will display, displayed)")
    gone(page)
    expect(page.locator("#game-sound")).to_have_text("♪ sound on")
    if kind == "form":
        until(lambda: [answer["answers"] for answer in own["studio"].ask("GET", f"units/{PLACES['form']}/answers")["items"]]
              == [{"email": "ada@example.org", "season": "Winter"}], page)


def until(is_met, page):
    """What the phone reports arrives a moment later."""
    for _ in range(60):
        if is_met():
            return
        page.wait_for_timeout(250)
    raise AssertionError("it did not come")


def test_the_close_button_comes_with_time_and_closes(tab, page):
    show(page, tab, "announcement")
    close = page.get_by_role("button", name="Close the unit")
    expect(close).to_be_hidden()
    tab.get_by_role("button", name="+ 10 s").click()
    expect(close).to_be_visible()
    box, screen = close.bounding_box(), page.locator("#screen").bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    assert box["x"] + box["width"] <= screen["x"] + screen["width"] and box["y"] >= screen["y"] + 44
    look(page, "close")
    close.click()
    expect(last(tab)).to_contain_text("dismissed: by the close button")
    gone(page)


def test_the_home_button_closes_a_unit(tab, page):
    show(page, tab, "announcement")
    page.click("#home-button")
    expect(page.locator("#home")).to_be_visible()
    page.locator("#icons button").first.click()
    expect(last(tab)).to_contain_text("dismissed: because the app left the screen")
    expect(tab.locator("#placements-opens")).to_contain_text("2 in this run")


def test_no_content_and_a_failure_are_told_apart(tab, page):
    request(tab, "nobody_made_this")
    expect(last(tab)).to_contain_text("no content")
    choose(tab, "Network", "Offline")
    request(tab, PLACES["announcement"])
    expect(last(tab)).to_contain_text("failed: noNetwork")
    choose(tab, "Network", "Online")
    show(page, tab, "announcement")
    tab.get_by_role("button", name="Cancel", exact=True).click()
    expect(last(tab)).to_contain_text("cancelled")
    gone(page)


def test_a_placement_on_screen_is_busy(tab, page):
    show(page, tab, "announcement")
    tab.get_by_role("button", name="Present", exact=True).click()
    expect(last(tab)).to_contain_text("failed: busy")
    unit(page)


def test_a_preloaded_unit_needs_no_network(tab, page):
    request(tab, PLACES["image"], "Preload")
    expect(last(tab)).to_contain_text("ready")
    choose(tab, "Network", "Offline")
    tab.get_by_role("button", name="Present", exact=True).click()
    image = unit(page).get_by_alt_text(UNITS["image"]["title"])
    expect(image).to_be_visible()
    assert image.evaluate("(picture) => picture.complete && picture.naturalWidth > 0")


def test_a_held_reward_comes_again_after_a_kill_and_counts_once(tab, page):
    choose(tab, "Rewards", "Held")
    click_inside(show(page, tab, "reward").get_by_role("button", name="Collect"))
    expect(tab.locator("#placements-waiting")).to_have_text("1 unlocked and not acknowledged")
    expect(page.locator("#game-purse")).to_have_text("Purse: 50 stones")
    tab.get_by_role("button", name="Kill and restart").click()
    deliveries = tab.get_by_role("list", name="Rewards delivered, newest first").get_by_role("listitem")
    expect(deliveries).to_have_count(1)
    expect(deliveries).to_contain_text("delivered again, and not counted again")
    expect(page.locator("#game-purse")).to_have_text("Purse: 50 stones")
    tab.get_by_role("button", name="Acknowledge", exact=True).click()
    expect(tab.locator("#placements-waiting")).to_have_text("0 unlocked and not acknowledged")


ANSWERS = [("Buy", "buy", "1 lantern"), ("Cancel", "cancel", None), ("Let the store fail", "error", None), ("Ask a parent", None, None)]


@pytest.mark.parametrize(("answer", "resolution", "purse"), ANSWERS)
def test_each_end_of_a_purchase_is_reported(tab, page, answer, resolution, purse):
    game, sheet = page.locator("#game"), page.locator("#store-sheet")
    game.get_by_role("button", name="Shop").click()
    look(page, "shop")
    game.get_by_role("button", name="lantern").click()
    expect(sheet).to_contain_text("sandbox account")
    sheet.get_by_role("button", name=answer, exact=True).click()
    expect(sheet).to_be_hidden()
    if resolution:
        expect(page.locator("#game-message")).to_have_text(f"lantern: {resolution}")
        expect(tab.locator("#placements-purchases")).to_contain_text("1 sent")
    else:
        expect(page.locator("#game-message")).to_have_text("1 purchase waits for a parent")
        expect(tab.locator("#placements-purchases")).to_contain_text("0 sent, 0 waiting")
        tab.get_by_role("button", name="A parent approves").click()
        expect(tab.locator("#placements-purchases")).to_contain_text("1 sent")
        purse = "1 lantern"
    expect(page.locator("#game-purse")).to_have_text(f"Purse: {purse}" if purse else "Your purse is empty")


def test_a_unit_says_that_its_purchase_failed(tab, page):
    frame, sheet = show(page, tab, "purchase"), page.locator("#store-sheet")
    buy, problem = frame.get_by_role("button", name="Buy the lantern"), frame.get_by_role("alert")
    for answer, said in [("Let the store fail", "The purchase failed."), ("Cancel", "")]:
        click_inside(buy)
        sheet.get_by_role("button", name=answer, exact=True).click()
        expect(sheet).to_be_hidden()
        expect(buy).to_be_enabled()
        expect(problem).to_have_text(said)
        look(page, f"purchase-{answer}")
    click_inside(buy)
    sheet.get_by_role("button", name="Buy", exact=True).click()
    expect(page.locator("#game-purse")).to_contain_text("1 lantern")
    expect(buy).to_be_hidden()
    thanked(page, frame)
    gone(page)


def test_a_form_says_that_its_answers_are_too_long(own, tab, page):
    questions = [f"Question {number}" for number in range(5)]
    own["studio"].make("form", "t_long", fields=[{"id": f"q{place}", "label": text} for place, text in enumerate(questions)])
    own["studio"].place("t_long", "t_long")
    request(tab, "t_long")
    frame = unit(page)
    for question in questions:
        frame.get_by_label(question).fill("€" * 500)
    click_inside(frame.get_by_role("button", name="Send"))
    expect(frame.get_by_role("alert")).to_have_text("The answers are too long together. Please shorten them.")
    look(page, "form-too-long")
    for question, length in zip(questions, [1, 300, 300, 300, 300]):
        frame.get_by_label(question).fill("€" * length)
    click_inside(frame.get_by_role("button", name="Send"))
    gone(page)
    until(lambda: [len(answer["answers"]["q1"]) for answer in own["studio"].ask("GET", "units/t_long/answers")["items"]] == [300], page)


def test_a_question_that_nobody_touched_has_no_answer(own, tab, page):
    own["studio"].make("form", "t_choice")
    own["studio"].place("t_choice", "t_choice")
    request(tab, "t_choice")
    frame = unit(page)
    frame.get_by_label("Your address").fill("a@example.org")
    expect(frame.get_by_label("Season")).to_have_value("")
    click_inside(frame.get_by_role("button", name="Send"))
    gone(page)
    until(lambda: [answer["answers"] for answer in own["studio"].ask("GET", "units/t_choice/answers")["items"]] == [{"email": "a@example.org"}], page)


def test_the_badge_stands_on_the_button_and_goes_with_the_unit(own, tab, page, console):
    request(tab, PLACES["announcement"], "Preload")
    expect(sent(console, "badge_shown", 0)).to_have_count(1)
    own["studio"].make("moreGames", "t_more")
    own["studio"].place("more_games", "t_more", badge="7")
    tab.get_by_role("button", name="Refresh", exact=True).click()
    badge = page.locator("#game-badge")
    expect(badge).to_have_text("7")
    look(page, "badge")
    tab.get_by_role("button", name="Clear", exact=True).click()
    expect(badge).to_be_hidden()
    tab.get_by_role("button", name="Refresh", exact=True).click()
    expect(badge).to_be_visible()
    page.get_by_role("button", name="More games 7").click()
    expect(unit(page).get_by_role("heading", name="More games")).to_be_visible()
    expect(badge).to_be_hidden()
    expect(sent(console, "badge_shown", 1)).to_have_count(1)


def test_the_middle_of_the_badge_stays_where_it_is(own, tab, page):
    own["studio"].make("moreGames", "t_wide")
    badge, button = page.locator("#game-badge"), page.locator("#game-more")
    middles, widths = [], []
    for value in ("9", "10", "100"):
        own["studio"].place("more_games", "t_wide", badge=value)
        tab.get_by_role("button", name="Refresh", exact=True).click()
        expect(badge).to_have_text(value)
        box, around = badge.bounding_box(), button.bounding_box()
        middles.append((box["x"] + box["width"] / 2 - around["x"], box["y"] + box["height"] / 2 - around["y"]))
        widths.append(box["width"])
    assert widths == sorted(set(widths)), "each value is wider than the one before"
    assert all(abs(x - middles[0][0]) < 0.5 and abs(y - middles[0][1]) < 0.5 for x, y in middles), middles


def test_an_opt_out_outlives_the_process(tab, page):
    choose(tab, "Opting out", "Opted out")
    tab.get_by_label("Plug-in id").fill("com.unity.larch")
    tab.locator("#placements-plugin-form button").click()
    expect(tab.locator("#placements-facts")).to_contain_text("com.unity.larch")
    tab.get_by_role("button", name="Report an open").click()
    expect(tab.locator("#placements-opens")).to_contain_text("2 in this run")
    tab.get_by_role("button", name="Kill and restart").click()
    expect(tab.locator("#placements-opens")).to_contain_text("1 in this run")
    expect(tab.locator("#placements-opens")).to_contain_text("reported")
    expect(tab.get_by_role("button", name="Opted out")).to_have_attribute("aria-pressed", "true")


def test_a_unit_can_put_another_one_on_top(tab, page):
    """The templates of Marquee never do it; the template asks by their bridge."""
    show(page, tab, "announcement")
    handle = page.locator("#units iframe").element_handle().content_frame()
    handle.evaluate(f"send('subcontent', {{ additional_parameters: {{ placement_id: '{PLACES['form']}' }} }})")
    upper = unit(page, view=2)
    expect(upper.get_by_role("heading", name="Which season?")).to_be_visible()
    click_inside(upper.get_by_role("button", name="No, thank you"))
    expect(page.locator("#units iframe")).to_have_count(1)
    expect(last(tab)).to_contain_text("under way")
    click_inside(unit(page).get_by_role("button", name="OK"))
    expect(last(tab)).to_contain_text("dismissed: by the content unit")


def test_a_template_reaches_nothing_but_its_own_files(own, tab, page, problems):
    """It has an origin of its own, so neither the lab's page nor another unit, and its policy refuses the network."""
    answered = []
    page.on("response", lambda response: answered.append(response.url))
    show(page, tab, "announcement")
    frame = page.locator("#units iframe").element_handle().content_frame()
    assert frame.evaluate("self.origin") == "null"
    assert frame.evaluate("(() => { try { return parent.document.title; } catch { return 'refused'; } })()") == "refused"
    assert frame.evaluate("fetch('/').then(() => 'reached', () => 'refused')") == "refused"
    # Templates of the ancestor's servers send commands by addresses of frames, which a surface reads and does not load.
    refused = frame.evaluate("""() => new Promise(done => {
      const refused = [];
      document.addEventListener("securitypolicyviolation", event => {
        refused.push(event.blockedURI);
        setTimeout(() => done(refused), 300);
      });
      for (const address of ["ph://closeButton?callback=1", "https://evil.example/frame"]) {
        document.body.append(Object.assign(document.createElement("iframe"), { src: address }));
      }
      setTimeout(() => done(refused), 20_000);
    })""")
    assert [address.startswith("https://evil.example") for address in refused] == [True], refused
    frame.evaluate(f"void (new Image().src = '{own['portal']}lab/assets/logo.svg?stolen')")
    frame.evaluate("void (location.href = 'https://evil.example/')")
    page.wait_for_timeout(300)
    assert not [address for address in answered if "stolen" in address or "evil" in address]
    problems.clear()  # The browser reports each refusal.


def test_a_flood_of_messages_freezes_nothing(tab, page):
    show(page, tab, "announcement")
    frame = page.locator("#units iframe").element_handle().content_frame()
    frame.evaluate("(() => { for (let number = 0; number < 1000; number += 1) send('explode', { number }); })()")
    tab.get_by_role("button", name="+ 10 s").click()
    close = page.get_by_role("button", name="Close the unit")
    expect(close).to_be_visible()
    close.click()
    expect(last(tab)).to_contain_text("dismissed: by the close button")


def test_a_dialog_is_moved_when_the_phone_is_turned(own, tab, page):
    own["studio"].make("announcement", "t_dialog", frame={
        "PH_PORTRAIT": {"x": 20, "y": 100, "w": 300, "h": 260}, "PH_LANDSCAPE": {"x": 200, "y": 20, "w": 340, "h": 240}})
    own["studio"].place("t_dialog", "t_dialog")
    request(tab, "t_dialog")
    expect(unit(page).get_by_role("heading")).to_be_visible()
    look(page, "dialog")
    frame = page.locator("#units iframe")
    expect(frame).to_have_css("left", "20px")
    expect(frame).to_have_css("width", "300px")
    page.get_by_role("button", name="Phone, wide").click()
    expect(frame).to_have_css("left", "200px")
    expect(frame).to_have_css("width", "340px")
    look(page, "dialog-wide")


def test_a_level_ends_with_its_placement(own, tab, page):
    own["studio"].make("reward", "t_level")
    own["studio"].place("level_end", "t_level")
    for _ in range(5):
        page.get_by_role("button", name="Put a stone").click()
    expect(unit(page).get_by_role("heading", name="Well built")).to_be_visible()
    expect(page.locator("#game-level")).to_have_text("Level 2")


def test_mistakes_and_an_old_system_are_switches(tab, page):
    choose(tab, "Mistake of the developer", "Wrong secret")
    request(tab, PLACES["announcement"])
    expect(last(tab)).to_contain_text("failed: invalidDigest")
    choose(tab, "Mistake of the developer", "None")
    choose(tab, "Operating system", "Old: no store view, no ad id")
    expect(page.locator("#flags")).to_contain_text("old system")
    expect(tab.locator("#placements-opens")).to_contain_text("1 in this run; the last one: reported")
    click_inside(show(page, tab, "announcement").get_by_role("button", name="OK"))
    expect(last(tab)).to_contain_text("dismissed: by the content unit")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_tab_and_phone_fit_and_keep_the_rules(own, tab, page, width, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 900})
    page.locator("#game").get_by_role("button", name="Shop").click()
    choose(tab, "Mistake of the developer", "Old SDK")
    fits(page)
    look(page, f"tab-{width}-{scheme}")
    page.locator("#game").get_by_role("button", name="lantern").click()
    expect(page.locator("#store-sheet")).to_be_visible()
    fits(page)
    page.locator("#store-sheet").get_by_role("button", name="Cancel").click()
    show(page, tab, "announcement")
    tab.get_by_role("button", name="+ 10 s").click()
    expect(page.get_by_role("button", name="Close the unit")).to_be_visible()
    fits(page)
    look(page, f"unit-{width}-{scheme}")


def test_the_page_has_no_secret(own, tab, page):
    state = page.request.get(own["lab"] + "api/devices").text()
    assert "secret" not in re.sub(r"wrongSecret", "", state)


def buy(tab, page):
    page.locator("#game").get_by_role("button", name="Shop").click()
    page.locator("#game").get_by_role("button", name="lantern").click()
    page.locator("#store-sheet").get_by_role("button", name="Buy", exact=True).click()
    expect(tab.locator("#placements-purchases")).to_contain_text("1 sent")


def report_an_open(tab, page):
    tab.get_by_role("button", name="Report an open").click()


MISTAKES = [
    ("Wrong secret", report_an_open, "Token and secret valid"), ("Old SDK", report_an_open, "SDK version reported"),
    ("No price", buy, "Price present in the purchase")]


def checks(console, state):
    return console.locator(".console-checks > li").filter(has=console.locator(".mark", has_text=state))


@pytest.mark.parametrize(("mistake", "act", "check"), MISTAKES, ids=[mistake for mistake, _, _ in MISTAKES])
def test_each_mistake_turns_one_check_of_the_console_red(tab, page, console, mistake, act, check):
    expect(checks(console, "Failed")).to_have_count(0)
    choose(tab, "Mistake of the developer", mistake)
    act(tab, page)
    expect(checks(console, "Failed")).to_have_count(1)
    expect(checks(console, "Failed")).to_contain_text(check)


def test_the_game_passes_every_check_of_the_console(tab, page, console):
    request(tab, PLACES["announcement"], "Preload")
    expect(last(tab)).to_contain_text("ready")
    click_inside(show(page, tab, "announcement").get_by_role("button", name="OK"))
    gone(page)
    frame = show(page, tab, "purchase")
    click_inside(frame.get_by_role("button", name="Buy the lantern"))
    page.locator("#store-sheet").get_by_role("button", name="Buy", exact=True).click()
    thanked(page, frame)
    gone(page)
    expect(checks(console, "Passed")).to_have_count(9)
    expect(checks(console, "Failed")).to_have_count(0)
