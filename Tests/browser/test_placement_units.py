"""An editor makes units and a placement by hand, sees how devices draw them, and learns why a device gets which; on two widths."""
import re

import pytest
from conftest import sign_in
from fitting import fits
from pictures import png
from playwright.sync_api import expect

WIDTHS = [pytest.param((1300, 900), id="1300"), pytest.param((390, 844), id="390")]
PICTURE = "https://pictures.example/larch.png"


@pytest.fixture(params=WIDTHS)
def editor(request, own, page):
    """Opens pages of the wing, signed in; whatever a page writes to the console as an error fails the test."""
    sign_in(page, own)
    width, height = request.param
    page.set_viewport_size({"width": width, "height": height})
    page.route("https://pictures.example/**", lambda route: route.fulfill(body=png(), content_type="image/png"))
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    page.width = width

    def go(path=""):
        page.goto(f"{own['portal']}portal/placements{path}")
        return page

    yield go
    assert page.problems == []


def create(page, kind, name):
    form = page.locator("form[method=post]").filter(has_text="Create a unit")
    form.get_by_label("What it shows").select_option(label=kind)
    form.get_by_label("Name").fill(name)
    form.get_by_role("button").click()
    expect(page.locator("h1")).to_have_text(name)
    expect(page.get_by_role("status")).to_contain_text("It is paused until you start it.")
    # The page's scripts are there, and all of its rows.
    page.wait_for_load_state("load")


def save(page):
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")


def start(page):
    page.get_by_role("button", name="Save and start").first.click()
    expect(page.get_by_role("status")).to_contain_text("Started.")
    expect(page.get_by_text("Running", exact=True)).to_be_visible()


def drawn(page):
    return page.frame_locator("iframe[name=unit-preview]")


def group(page, legend):
    return page.get_by_role("group", name=legend, exact=True)


UNITS = {
    "Announcement": {"Title": "News of the trail", "Message": "Ten huts are open."},
    "Interstitial image": {
        "Upright picture: address": PICTURE, "Upright picture: width in pixels": "320", "Upright picture: height in pixels": "480",
        "What the picture shows": "A larch in autumn"},
    "Virtual goods promotion": {"Title": "A purse of coins", "Product": "org.example.coins", "Quantity": "100"},
    "Reward": {"Title": "A gift for you", "Reward": "gold_2", "Quantity": "5"},
}


@pytest.mark.parametrize("kind", UNITS)
def test_a_unit_is_made_and_seen_before_it_starts(editor, kind):
    page = editor("/units")
    create(page, kind, f"{kind} at {page.width}")
    expect(page.get_by_text("It cannot start yet.")).to_be_visible()
    if kind == "Interstitial image":
        expect(drawn(page).locator("body")).to_have_text("Close", use_inner_text=True)
    page.get_by_role("button", name="Save and start").first.click()
    expect(page.get_by_role("alert")).to_contain_text("the unit was not started.")
    expect(page.get_by_role("alert")).to_be_focused()
    page.problems.clear()  # The browser notes the answer's status.
    first = page.get_by_text("What it needs:").locator("xpath=following::ul[1]").get_by_role("link").first
    label = first.inner_text()
    first.click()
    expect(page.get_by_label(label, exact=True)).to_be_in_viewport()
    for label, text in UNITS[kind].items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_role("button", name="Show what is typed").click()
    if kind == "Interstitial image":
        expect(drawn(page).get_by_role("img", name="A larch in autumn")).to_be_visible()
    else:
        expect(drawn(page).get_by_role("heading")).to_have_text(UNITS[kind]["Title"])
    expect(page.get_by_text("Not complete", exact=True)).to_be_visible()
    save(page)
    expect(page.get_by_text("It cannot start yet.")).to_have_count(0)
    fits(page)
    start(page)


def test_long_words_stay_on_the_screen(editor):
    page = editor("/units")
    create(page, "Announcement", f"Long words at {page.width}")
    word = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch" * 3
    for label in ("Title", "Message", "Text of the button"):
        page.get_by_label(label, exact=True).fill(word)
    page.get_by_label("Address", exact=True).fill("https://a.example/")
    page.get_by_role("button", name="Show what is typed").click()
    heading = drawn(page).get_by_role("heading")
    expect(heading).to_have_text(word)
    assert heading.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_leaving_asks_before_what_was_typed_is_lost(editor):
    page = editor("/units")
    create(page, "Announcement", f"Unsaved at {page.width}")
    asked = []

    def stay(dialog):
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", stay)
    page.get_by_label("Title", exact=True).click()
    page.keyboard.type("News")
    with page.expect_event("dialog"):
        page.get_by_role("button", name="Duplicate").click()
    assert asked == ["beforeunload"]
    expect(page.get_by_label("Title", exact=True)).to_have_value("News")
    page.get_by_role("button", name="Show what is typed").click()
    expect(drawn(page).get_by_role("heading")).to_have_text("News")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("status")).to_contain_text("Saved.")
    assert asked == ["beforeunload"]


def test_a_picture_of_the_library_is_drawn_and_knows_its_size(editor, own):
    page = editor()
    page.goto(f"{own['portal']}portal/media")
    page.get_by_label("File").set_input_files({"name": f"larch-{page.width}.png", "mimeType": "image/png", "buffer": png(320, 480, page.width % 200)})
    card = page.locator("[data-media-list] .media-card").filter(has_text=f"larch-{page.width}")
    file = own["portal"].rstrip("/") + card.get_by_role("link").first.get_attribute("href")
    editor("/units")
    create(page, "Interstitial image", f"Larch at {page.width}")
    offers = page.locator("datalist#pictures option", has_text=f"larch-{page.width}.png: 320 × 480")
    address = offers.first.get_attribute("value")
    page.get_by_label("What the picture shows", exact=True).fill("A larch in autumn")
    page.get_by_label("Upright picture: address", exact=True).fill(address)
    page.get_by_label("What the picture shows", exact=True).focus()
    chosen = page.get_by_role("img", name="Upright picture: address: preview")
    expect(chosen).to_be_visible()
    assert chosen.evaluate("async (picture) => { await picture.decode(); return picture.naturalWidth; }") == 320
    page.get_by_label("Upright picture: address", exact=True).fill("https://a.example/larch.png")
    page.get_by_label("What the picture shows", exact=True).focus()
    expect(chosen).to_have_count(0)
    page.get_by_label("Upright picture: address", exact=True).fill(address)
    page.get_by_role("button", name="Show what is typed").click()
    picture = drawn(page).get_by_role("img", name="A larch in autumn")
    expect(picture).to_be_visible()
    assert picture.evaluate("(picture) => picture.naturalWidth") == 320
    save(page)
    expect(page.get_by_label("Upright picture: width in pixels")).to_have_value("320")
    expect(page.get_by_label("Upright picture: height in pixels")).to_have_value("480")
    expect(picture).to_have_js_property("naturalHeight", 480)
    fits(page)
    start(page)
    page.goto(file)
    expect(page.get_by_role("region", name="Where it is used")).to_contain_text(f"Larch at {page.width} (a content unit of placements)")


def test_games_have_rows_that_are_ordered_and_removed(editor):
    page = editor("/units")
    create(page, "More Games", f"Games at {page.width}")
    for number, name in enumerate(["Ridge", "Cairns", "Scree"], start=1):
        game = group(page, f"Game {number}")
        if game.count() == 0:
            page.get_by_role("button", name="More games").click()
            expect(game).to_be_in_viewport()
        game.get_by_label("Name").fill(name)
        game.get_by_label("Address in the store").fill(f"https://games.example/{name}")
    group(page, "Game 3").get_by_label("Place in the list").fill("1")
    group(page, "Game 3").get_by_label("Address of its icon").fill(PICTURE)
    save(page)
    expect(group(page, "Game 1").get_by_label("Name")).to_have_value("Scree")
    expect(drawn(page).get_by_role("button")).to_have_text(["Scree", "Ridge", "Cairns", "Close"])
    group(page, "Game 2").get_by_label("Remove").check()
    fits(page)
    save(page)
    expect(drawn(page).get_by_role("button")).to_have_text(["Scree", "Cairns", "Close"])
    group(page, "Game 2").get_by_label("Address of its icon").fill("http://pictures.example/larch.png")
    page.get_by_role("button", name="Save").first.click()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was saved.")
    page.problems.clear()
    expect(group(page, "Game 2")).to_contain_text("The address of a picture begins with https://.")
    fits(page)


def test_questions_have_choices_of_any_words(editor):
    page = editor("/units")
    create(page, "Opt-in form", f"Questions at {page.width}")
    page.get_by_label("Title", exact=True).fill("Tell us")
    question = group(page, "Question 1")
    question.get_by_label("Id", exact=True).fill("color")
    question.get_by_label("Question", exact=True).fill("Which one?")
    question.get_by_label("Choices, one on each line").fill("Dark, or red\nBlue")
    save(page)
    expect(question.get_by_label("Choices, one on each line")).to_have_value("Dark, or red\nBlue")
    expect(drawn(page).get_by_label("Which one?").locator("option")).to_have_text(["", "Dark, or red", "Blue"])
    fits(page)


def test_a_placement_says_whose_turn_it_is_and_why(editor):
    page = editor("/units")
    for name, land in [("Only in Chile", "CL"), ("For everybody", None)]:
        create(page, "Announcement", f"{name} {page.width}")
        page.get_by_label("Title", exact=True).fill(name)
        page.get_by_label("Message", exact=True).fill("Hello")
        if land:
            condition = group(page, "Condition 1")
            condition.get_by_label("Attribute").fill("country")
            condition.get_by_label("Values, one on each line").fill(land)
            page.get_by_label("Ends (UTC)").fill("2030-01-01T00:00")
        save(page)
        start(page)
        page.get_by_role("link", name="Content units").first.click()
    page = editor()
    tag = f"finish_{page.width}"
    form = page.locator("form[method=post]").filter(has_text="Create")
    form.get_by_label("Tag").fill(tag)
    form.get_by_role("button").click()
    for name in ["For everybody", "Only in Chile"]:
        page.get_by_label("Unit", exact=True).select_option(label=f"{name} {page.width}")
        page.get_by_role("button", name="Add the unit").click()
        expect(page.get_by_role("link", name=f"{name} {page.width}", exact=True)).to_be_visible()
    page.get_by_role("button", name=f"Move Only in Chile {page.width} up").click()
    fits(page)
    page.get_by_role("link", name="Why this unit?").click()
    shown = page.locator("section").filter(has=page.get_by_role("heading", name=re.compile("^Shown")))
    expect(shown).to_contain_text(f"For everybody {page.width}")
    page.get_by_label("Country").fill("CL")
    page.get_by_role("button", name="Decide").click()
    expect(shown).to_contain_text(f"Only in Chile {page.width}")
    page.get_by_label("Moment (UTC)").fill("2031-05-01T12:00")
    page.get_by_role("button", name="Decide").click()
    expect(shown.get_by_role("heading")).to_have_text("Shown at 1 May 2031, 12:00 UTC")
    expect(shown).to_contain_text(f"For everybody {page.width}")
    fits(page)
