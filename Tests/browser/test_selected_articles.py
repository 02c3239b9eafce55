"""Many articles at once: ticked, marked ready, tagged, taken down and deleted; copies, pictures in the list, previews of cards, and the
difference of two releases. On two widths, with and without scripts, and by keyboard. HUB-005"""
import pytest
from conftest import sign_in
from fitting import fits
from pictures import png
from playwright.sync_api import expect


def write(page, portal, title, button="Save draft", text="Fresh from the *stove*."):
    page.goto(f"{portal}portal/articles/new?hub=high-larch&channel=kitchen")
    page.get_by_label("Title").fill(title)
    page.get_by_label("Text (Markdown)").fill(text)
    page.get_by_role("button", name=button).click()
    page.wait_for_url("**saved=1")
    return page.url.split("?")[0]


def wait_until_drawn(page, picture):
    """The preview's frame runs no script that could tell when its pictures have come."""
    for _ in range(200):
        if picture.evaluate("image => image.complete && image.naturalWidth > 0"):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"{picture} is not drawn")


def notice(page):
    return page.locator(".notice").first


def states(page):
    return page.locator("tbody .mark")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("width", [1300, 390])
def test_ticked_articles_are_changed_together(own, browser, width, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": width, "height": 900})
    page, portal = context.new_page(), own["portal"]
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    check = (lambda: fits(page)) if scripts else (lambda: None)
    sign_in(page, own)
    word = f"stew{width}{'s' if scripts else 'p'}"
    for name in ["One", "Two", "Three"]:
        write(page, portal, f"{name} {word}")
    page.goto(f"{portal}portal/content?q={word}&sort=title")
    check()
    page.get_by_label(f"Tick One {word}").check()
    page.get_by_label(f"Tick Two {word}").check()
    if scripts:
        expect(page.locator("[data-selection-count]")).to_have_text("2 articles are ticked")
    page.get_by_role("button", name="Mark ready").click()
    expect(notice(page)).to_have_text("2 articles are marked ready: the next publish takes them.")
    expect(states(page)).to_have_text(["ready", "draft", "ready"])
    check()
    page.get_by_label("All 3 on this page").check()
    if scripts:
        expect(page.get_by_label(f"Tick Three {word}")).to_be_checked()
    page.get_by_label("Tag", exact=True).last.fill(word)
    page.get_by_role("button", name="Add tag").click()
    expect(notice(page)).to_have_text("3 articles got the tag.")
    page.get_by_label(f"Tick Two {word}").check()
    page.get_by_label("Tag", exact=True).last.fill(word)
    page.get_by_role("button", name="Remove tag").click()
    expect(notice(page)).to_have_text("1 article lost the tag.")
    page.get_by_role("button", name="Back to draft").click()
    expect(notice(page)).to_have_text("Nothing was changed. Tick articles first.")

    page.goto(f"{portal}portal/publish")
    page.get_by_role("button", name="Publish", exact=True).click()
    page.goto(f"{portal}portal/content?q={word}&sort=title")
    expect(states(page)).to_have_text(["live", "draft", "live"])
    page.get_by_label(f"Tick One {word}").check()
    page.get_by_label(f"Tick Three {word}").check()
    page.get_by_role("button", name="Take down…").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Take down 1 article?")
    expect(page.locator("main")).to_contain_text("1 ticked article is not live and stays as it is.")
    check()
    page.get_by_role("button", name="Take down 1 article").click()
    expect(notice(page)).to_have_text("1 article is taken down, and is a draft now.")

    page.get_by_label("All 3 on this page").check()
    page.get_by_role("button", name="Delete…").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Delete 3 articles?")
    expect(page.locator("main li")).to_have_text([f"“One {word}”, draft", f"“Three {word}”, draft", f"“Two {word}”, live"], use_inner_text=True)
    check()
    page.get_by_role("link", name="Cancel").click()
    expect(states(page)).to_have_count(3)
    page.get_by_label("All 3 on this page").check()
    page.get_by_role("button", name="Delete…").click()
    page.get_by_role("button", name="Delete 3 articles").click()
    expect(notice(page)).to_have_text("3 articles are deleted.")
    expect(page.locator("main")).to_contain_text("No article matches.")
    assert problems == []
    context.close()


@pytest.mark.parametrize("width", [1300, 390])
def test_articles_are_ticked_and_tagged_with_the_keyboard(own, browser, width):
    context = browser.new_context(viewport={"width": width, "height": 900})
    page, portal = context.new_page(), own["portal"]
    sign_in(page, own)
    word = f"porridge{width}"
    write(page, portal, f"One {word}")
    page.goto(f"{portal}portal/content?q={word}")
    page.get_by_label(f"Tick One {word}").focus()
    page.keyboard.press("Space")
    expect(page.get_by_label("The article on this page")).to_be_checked()
    page.get_by_label("Tag", exact=True).last.focus()
    page.keyboard.type("warm")
    page.keyboard.press("Enter")
    expect(notice(page)).to_have_text("1 article got the tag.")
    expect(page.locator("tbody")).to_contain_text("warm")
    context.close()


@pytest.mark.parametrize("width", [1300, 390])
def test_a_copy_shows_the_same_picture_in_the_list_and_on_its_card(own, browser, width):
    context = browser.new_context(viewport={"width": width, "height": 900})
    page, portal = context.new_page(), own["portal"]
    page.set_default_timeout(20_000)
    sign_in(page, own)
    word = f"dumpling{width}"
    page.goto(f"{portal}portal/media")
    page.locator("#file").set_input_files({"name": f"{word}.png", "mimeType": "image/png", "buffer": png(600 + width, 400)})
    page.get_by_role("button", name="Upload", exact=True).click()
    card = page.locator(f"[data-name^={word}]")
    expect(card).to_have_count(1)
    name = card.get_attribute("data-name")
    write(page, portal, f"Hot {word}", text=f"![A dumpling]({name})\n\nSteam it.")
    page.get_by_role("button", name="Duplicate").click()
    expect(notice(page)).to_contain_text("This is the copy, a draft with an address of its own.")
    expect(page.get_by_label("Title")).to_have_value(f"Copy of Hot {word}")
    fits(page)
    preview = page.frame_locator(".preview iframe:not(.loading)")
    page.get_by_label("Title").fill(f"Cold {word}")
    page.get_by_text("Card", exact=True).click()
    expect(preview.locator("section.card")).to_have_count(1)
    expect(preview.locator("section.card h2")).to_have_text(f"Cold {word}")
    wait_until_drawn(page, preview.locator("section.card img"))
    page.get_by_text("Channel", exact=True).last.click()
    expect(preview.locator("section.card h2").first).to_have_text(f"Cold {word}")
    expect(preview.locator("section.card").nth(1)).to_be_visible()
    expect(preview.locator("h1")).to_contain_text("Kitchen")
    fits(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{portal}portal/content?q={word}")
    pictures = page.locator("td.picture img")
    expect(pictures).to_have_count(2)
    pictures.first.scroll_into_view_if_needed()
    for picture in pictures.all():
        wait_until_drawn(page, picture)
        expect(picture).to_have_attribute("alt", "")
    fits(page)
    context.close()


@pytest.mark.parametrize("width", [1300, 390])
def test_two_releases_are_compared_down_to_the_words(own, browser, width):
    context = browser.new_context(viewport={"width": width, "height": 900})
    page, portal = context.new_page(), own["portal"]
    sign_in(page, own)
    word = f"broth{width}"
    address = write(page, portal, f"Clear {word}", "Save and mark ready", "Boil the bonse.")
    for text in [None, "Boil the bones."]:
        if text:
            page.goto(address)
            page.get_by_label("Text (Markdown)").fill(text)
            page.get_by_role("button", name="Save and mark ready").click()
            page.wait_for_url("**saved=1")
        page.goto(f"{portal}portal/publish")
        page.get_by_role("button", name="Publish", exact=True).click()
        expect(notice(page)).to_contain_text("is current")
    fits(page)
    page.get_by_role("link", name="What release").first.click()
    expect(page.locator("tbody")).to_contain_text(f"Clear {word}")
    fits(page)
    newest = int(page.get_by_label("with release").input_value())
    page.get_by_label("Compare release").fill(str(newest - 2))
    page.get_by_role("button", name="Compare").click()
    row = page.locator("tbody tr", has=page.get_by_role("rowheader", name=f"Clear {word}"))
    expect(row).to_contain_text("new")
    page.get_by_label("Compare release").fill(str(newest - 1))
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("link", name=f"What changed in Clear {word}").click()
    expect(page.locator("del").first).to_have_text("bonse")
    expect(page.locator("ins").first).to_have_text("bones")
    page.goto(f"{portal}portal/audit")
    expect(page.locator("tbody")).to_contain_text(f"published “Clear {word}”")
    page.goto(f"{portal}portal/media/unused")
    fits(page)
    context.close()


def test_of_two_previews_under_way_the_newer_one_is_shown(own, page):
    """The answer to the first may come when the second was asked for already."""
    sign_in(page, own)
    address = write(page, own["portal"], "Slow soup", text="Stir *slowly*.")
    held = []
    page.route("**/portal/preview/**", lambda route: held.append(route) if route.request.method == "POST" else route.continue_())

    def wait_for(count):
        for _ in range(200):
            if len(held) >= count:
                return
            page.wait_for_timeout(50)
        raise AssertionError(f"{len(held)} previews were asked for")

    # The page is not loaded as long as its preview is held.
    page.goto(address, wait_until="domcontentloaded")
    wait_for(1)
    page.get_by_text("Card", exact=True).click()
    wait_for(2)
    held[0].continue_()
    preview = page.frame_locator(".preview iframe:not(.loading)")
    expect(preview.locator("em")).to_have_text("slowly")
    expect(page.locator(".preview iframe")).to_have_count(2)
    held[1].continue_()
    expect(preview.locator("section.card h2")).to_have_text("Slow soup")
    expect(page.locator(".preview iframe")).to_have_count(1)


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "plain"])
@pytest.mark.parametrize("width", [1300, 390])
def test_ticked_tags_become_one_after_a_question(own, browser, width, scripts):
    context = browser.new_context(java_script_enabled=scripts, viewport={"width": width, "height": 900})
    page, portal = context.new_page(), own["portal"]
    sign_in(page, own)
    word = f"broth{width}{'s' if scripts else 'p'}"
    for tag in [word, word.title()]:
        write(page, portal, f"About {tag}")
        page.get_by_label("Tags, separated by commas").fill(tag)
        page.get_by_role("button", name="Save draft").click()
        page.wait_for_url("**saved=1")
    page.goto(f"{portal}portal/tags")
    for tag in [word, word.title()]:
        page.get_by_label(f"Tick {tag}", exact=True).check()
    if scripts:
        fits(page)
        expect(page.locator("[data-selection-count]")).to_have_text("2 tags are ticked")
    page.get_by_label("One spelling for all of them").fill(f"{word} soup")
    page.get_by_role("button", name="Merge…").click()
    expect(page.locator("h1")).to_have_text(f"Merge 2 tags into “{word} soup”?")
    page.get_by_role("button", name="Merge them").click()
    expect(notice(page)).to_have_text(f"Renamed to “{word} soup” in 2 places. It goes out with the next publish.")
    expect(page.get_by_label(f"Tick {word} soup")).to_be_visible()
    context.close()
