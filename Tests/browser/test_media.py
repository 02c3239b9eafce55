"""Pictures come into the library and into articles: by picker, by drag, by paste, and without scripts; on two widths, by the rules of axe."""
import base64
import re

import pytest
from accessibility import violations
from clicks import follow
from conftest import sign_in
from pictures import SVG, huge, png
from playwright.sync_api import expect
from test_main_job import open_hub

WIDTHS = [1300, 390]


@pytest.fixture(params=WIDTHS)
def writer(request, browser, own):
    """A person at a wide or narrow window, signed in to the portal. Pages must raise no error."""
    context = browser.new_context(viewport={"width": request.param, "height": 900})
    page = context.new_page()
    page.set_default_timeout(20_000)
    page.width = request.param
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda message: errors.append(message.text) if "Content Security Policy" in message.text else None)
    sign_in(page, own)
    yield page
    context.close()
    assert errors == []


def file(name, data, kind="image/png"):
    return {"name": name, "mimeType": kind, "buffer": data}


def check(page):
    """Nothing that axe finds, and nothing beside the window."""
    # A click leads to a page that has no style sheet yet.
    page.wait_for_load_state("load")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def transfer(page, files):
    """Files as a drag or a clipboard holds them."""
    return page.evaluate_handle(
        """files => {
          const transfer = new DataTransfer();
          for (const file of files) {
            const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
            transfer.items.add(new File([bytes], file.name, { type: file.type }));
          }
          return transfer;
        }""",
        [{"name": name, "type": kind, "data": base64.b64encode(data).decode()} for name, kind, data in files])


def drop(page, selector, *files):
    held = transfer(page, files)
    page.dispatch_event(selector, "dragover", {"dataTransfer": held})
    page.dispatch_event(selector, "drop", {"dataTransfer": held})


def paste(page, selector, *files):
    held = transfer(page, files)
    page.eval_on_selector(
        selector,
        "(place, held) => place.dispatchEvent(new ClipboardEvent('paste', { clipboardData: held, bubbles: true, cancelable: true }))",
        held)


def card(page, name):
    return page.locator("[data-media-list] .media-card").filter(has_text=name)


def test_the_library_takes_files_by_picker_drag_and_paste(own, writer):
    page, width = writer, writer.width
    page.goto(f"{own['portal']}portal/media?q=trip-{width}")
    check(page)
    page.get_by_label("For the hub").select_option("high-larch")
    page.get_by_label("File").set_input_files([
        file(f"trip-{width}-one.png", png(shade=1 + width % 100)), file(f"trip-{width}-two.png", png(shade=2 + width % 100)),
        file(f"trip-{width}-logo.svg", SVG, "image/svg+xml"), file(f"trip-{width}-huge.png", huge())])
    refusals = page.locator("[data-media-progress] .media-refused")
    expect(refusals).to_have_count(2)
    expect(refusals.filter(has_text="logo.svg")).to_contain_text("can hold scripts")
    expect(refusals.filter(has_text="huge.png")).to_contain_text("10000 × 10000 pixels")
    expect(page.locator("[data-media-list] .media-card")).to_have_count(2)
    check(page)
    drop(page, "body", (f"trip-{width}-drag.png", "image/png", png(shade=3 + width % 100)))
    expect(card(page, f"trip-{width}-drag")).to_have_count(1)
    paste(page, "body", (f"trip-{width}-paste.png", "image/png", png(shade=4 + width % 100)))
    expect(card(page, f"trip-{width}-paste")).to_have_count(1)
    expect(page.locator("#announcer")).to_contain_text("is in the library")
    picture = card(page, f"trip-{width}-drag").locator("img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 320


def test_a_file_is_described_cropped_and_deleted(own, writer):
    page, width = writer, writer.width
    page.goto(f"{own['portal']}portal/media?q=boots-{width}")
    page.get_by_label("For the hub").select_option("high-larch")
    page.get_by_label("File").set_input_files(file(f"boots-{width}.png", png(800, 600, shade=width % 251)))
    card(page, f"boots-{width}").get_by_role("link").click()
    expect(page.get_by_text("No alternative text yet")).to_be_visible()
    expect(page.locator("dl")).to_contain_text("800 × 600 pixels")
    check(page)
    picture = page.locator("[data-media-focus]")
    picture.evaluate("image => image.decode()")
    box = picture.bounding_box()
    picture.click(position={"x": box["width"] * 0.25, "y": box["height"] * 0.75})
    expect(page.get_by_label("From the left, %")).to_have_value("25")
    expect(page.get_by_label("From the top, %")).to_have_value("75")
    point = page.locator("[data-media-point]").bounding_box()
    assert abs(point["x"] + point["width"] / 2 - box["x"] - box["width"] * 0.25) < 3, "the point is where the click was"
    page.get_by_label("From the left, %").fill("30")
    page.get_by_label("Alternative text").fill("Two boots at a door")
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Saved")
    expect(page.get_by_label("From the left, %")).to_have_value("30")
    expect(page.get_by_text("No alternative text yet")).to_have_count(0)
    name = page.locator("[aria-current=page]").last.inner_text()
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(f"Boots {width}")
    page.get_by_label("Text (Markdown)").fill(f"![Two boots]({name})")
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator(".notice.good")).to_contain_text("Saved")
    page.goto(f"{own['portal']}portal/media/high-larch/{name}")
    expect(page.get_by_role("region", name="Where it is used").get_by_role("link", name=f"Boots {width}")).to_be_visible()
    page.get_by_role("link", name="Delete this file…").click()
    expect(page.get_by_role("main")).to_contain_text(f"“Boots {width}” shows it")
    check(page)
    page.get_by_role("button", name="Delete this file").click()
    expect(page.locator(".notice")).to_contain_text("The file is deleted")


def test_pictures_come_into_an_article_by_drag_paste_upload_and_the_library(own, writer):
    page, width = writer, writer.width
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(f"A walk {width}")
    text = page.get_by_label("Text (Markdown)")
    text.fill("Before\n\n")
    text.press("Control+End")
    drop(page, "#body", (f"walk-{width}.png", "image/png", png(shade=20 + width % 100)))
    expect(text).to_have_value(re.compile(rf"Before\n\n!\[Describe the picture\]\(walk-{width}-[0-9a-f]{{8}}\.png\)"))
    page.keyboard.type("A path in the wood")
    expect(text).to_have_value(re.compile(r"!\[A path in the wood\]\(walk-"))
    text.press("Control+End")
    page.keyboard.type("\n\n")
    paste(page, "#body", (f"hut-{width}.png", "image/png", png(shade=40 + width % 100)))
    expect(text).to_have_value(re.compile(rf"hut-{width}-"))
    page.keyboard.type("A hut")
    text.press("Control+End")
    page.keyboard.type("\n\n")
    page.locator("[data-media-choose] input").set_input_files([file(f"sign-{width}.png", png(shade=60 + width % 100)), file("x.svg", SVG)])
    expect(text).to_have_value(re.compile(rf"sign-{width}-"))
    expect(page.locator(".media-insert .media-refused")).to_contain_text("can hold scripts")
    page.keyboard.type("A sign")
    text.press("Control+End")
    page.keyboard.type("\n\n")
    page.get_by_role("button", name="Picture from the library…").press("Enter")
    dialog = page.get_by_role("dialog", name="Choose a file")
    expect(dialog.get_by_label("Search")).to_be_focused()
    expect(dialog.locator("[data-media-results] button")).not_to_have_count(0)
    check(page)
    page.keyboard.type(f"walk-{width}")
    choice = dialog.locator("[data-media-results] button")
    expect(choice).to_have_count(1)
    choice.press("Enter")
    expect(dialog).to_be_hidden()
    expect(text).to_be_focused()
    assert text.input_value().count(f"(walk-{width}-") == 2
    page.keyboard.type("The path again")
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator(".notice.good")).to_contain_text("Saved")
    expect(page.locator(".media-insert .notice")).to_have_count(0)
    # The page comes with a preview that its script replaces at once. Nothing replaces this one.
    preview = page.frame_locator(".preview iframe[name='preview-1']:not(.loading)")
    for alt in ["A path in the wood", "A hut", "A sign"]:
        preview.get_by_alt_text(alt).scroll_into_view_if_needed()
        expect(preview.get_by_alt_text(alt)).to_have_js_property("naturalWidth", 640)
    check(page)


def test_a_save_waits_for_pictures_that_are_on_their_way(own, writer):
    page, width = writer, writer.width
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(f"A slow picture {width}")
    uploads = []
    page.route("**/portal/media", lambda route: uploads.append(route))
    with page.expect_request("**/portal/media"):
        drop(page, "#body", (f"slow-{width}.png", "image/png", png(shade=80 + width % 100)))
    page.get_by_role("button", name="Save draft").click()
    expect(page.locator("#announcer")).to_have_text("The article is saved when its pictures are uploaded")
    assert page.url.endswith("channel=kitchen")
    uploads[0].continue_()
    expect(page.locator(".notice.good")).to_contain_text("Saved")
    expect(page.get_by_label("Text (Markdown)")).to_have_value(re.compile(rf"slow-{width}-"))


def test_without_scripts_a_file_is_uploaded_by_the_form(own, browser):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 900})
    page = context.new_page()
    sign_in(page, own)
    page.goto(f"{own['portal']}portal/media")
    page.get_by_label("For the hub").select_option("high-larch")
    page.get_by_label("File").set_input_files(file("plain.png", png(50, 40)))
    page.get_by_role("button", name="Upload").click()
    expect(page.locator(".notice")).to_contain_text("in the library")
    expect(page.locator("code").first).to_contain_text("![Describe the picture](plain-")
    page.get_by_label("From the left, %").fill("10")
    page.get_by_label("Decorative").check()
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".notice")).to_contain_text("Saved")
    expect(page.get_by_label("From the left, %")).to_have_value("10")
    page.get_by_label("New file").set_input_files(file("other.png", png(60, 40)))
    page.get_by_role("button", name="Replace").click()
    expect(page.locator("dl")).to_contain_text("60 × 40 pixels")
    page.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    expect(page.get_by_role("link", name="Pictures of this hub, with the Markdown to copy")).to_be_visible()
    context.close()


def test_a_phone_shows_an_uploaded_picture(own, page):
    portal = page.context.new_page()
    sign_in(portal, own)
    portal.goto(f"{own['portal']}portal/articles/new?hub=high-larch&channel=kitchen")
    portal.get_by_label("Title").fill("A picture of the hut")
    drop(portal, "#body", ("hut.png", "image/png", png(1500, 1000, shade=200)))
    expect(portal.get_by_label("Text (Markdown)")).to_have_value(re.compile("hut-"))
    portal.keyboard.type("The hut")
    portal.get_by_role("button", name="Save and mark ready").click()
    portal.goto(f"{own['portal']}portal/publish")
    portal.get_by_role("button", name="Publish", exact=True).click()
    expect(portal.locator(".notice")).to_contain_text("is current")
    page.bring_to_front()
    open_hub(page, own)
    hub = page.frame_locator("#frames iframe[data-rendered=true]")
    follow(hub, "Kitchen")
    follow(hub, "A picture of the hut")
    shown = hub.get_by_alt_text("The hut")
    expect(shown).to_be_visible()
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 1200
