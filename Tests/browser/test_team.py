"""A team grows: somebody is invited, protects the account with a second factor, and gives a program a token."""
import re
import time

import pyotp
import pytest
from playwright.sync_api import expect

PASSWORD = "correct horse battery"


def next_code(secret, used=()):
    """A code of pyotp's that was not used yet: each counts once, so this may wait for the next period."""
    totp = pyotp.TOTP(secret)
    for _ in range(40):
        if (code := totp.now()) not in used:
            return code
        time.sleep(1)
    raise AssertionError("no new code in 40 seconds")


@pytest.fixture
def guest(browser):
    """The page of a person who is not signed in, in a browser without scripts."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(20_000)
    yield page
    context.close()


def fits(page):
    """Whether nothing is wider than the window."""
    return page.locator("html").evaluate("page => page.scrollWidth <= page.clientWidth")


def test_invite_enrol_sign_in_and_make_a_token(portal, guest, demo):
    # An owner invites somebody who becomes an owner of the team.
    portal.click("nav >> text=Invitations")
    portal.fill("#note", "Grace")
    portal.select_option("#new-role-team", "owner")
    portal.click("text=Create the link")
    link = portal.input_value("#shown-once")
    assert re.search(r"/portal/invitation/mqi_[a-z2-7]{59}$", link)

    # The guest makes an account: on a phone, without scripts.
    guest.goto(link)
    guest.fill("#name", "Grace")
    guest.fill("#password", PASSWORD)
    guest.click("button.main")
    guest.goto(demo["portal"].split("/portal")[0] + "/portal/own")
    expect(guest.locator("h1")).to_have_text("My account")
    guest.goto(link)
    expect(guest.locator("h1")).to_have_text("This link does not work")
    guest.go_back()

    # A second factor: pyotp is the authenticator app.
    guest.fill("#factor-password", PASSWORD)
    guest.click("text=Set up a second factor")
    secret = guest.locator(".secret").inner_text().replace(" ", "")
    address = guest.locator("a[href^=otpauth]").get_attribute("href")
    assert pyotp.parse_uri(address).secret == secret and pyotp.parse_uri(address).name == "Grace"
    expect(guest.locator("svg.qr")).to_be_visible()
    first = next_code(secret)
    guest.fill("#code", first)
    guest.click("text=Switch the second factor on")
    expect(guest.locator(".codes li")).to_have_count(10)
    recovery = guest.locator(".codes code").first.inner_text()

    # Signing in asks for a code that was not used before.
    for code in (next_code(secret, {first}), recovery):
        guest.goto(demo["portal"].split("/portal")[0] + "/portal/own")
        if guest.locator("summary:has-text('Menu')").is_visible() and not guest.locator("text=Sign out >> nth=0").is_visible():
            guest.click("summary:has-text('Menu')")
        guest.locator("form[action='/portal/sign-out'] button").click()
        guest.fill("#name", "Grace")
        guest.fill("#password", PASSWORD)
        guest.click("button.main")
        guest.fill("#code", first)
        guest.click("button.main")
        expect(guest.locator(".notice.bad")).to_contain_text("wrong, or was used before")
        guest.fill("#code", code)
        guest.click("button.main")
        expect(guest.locator("main.page")).to_be_visible()

    # A token for a program, shown once and revoked.
    guest.goto(demo["portal"].split("/portal")[0] + "/portal/tokens")
    guest.fill("#name", "Importer")
    guest.check("[name='scope.content:read']")
    guest.click("text=Create the token")
    token = guest.input_value("#shown-once")
    assert re.fullmatch(r"mq_[a-z2-7]{59}", token)
    guest.goto(demo["portal"].split("/portal")[0] + "/portal/tokens")
    assert token not in guest.content()
    guest.get_by_role("link", name="Revoke… Importer").click()
    expect(guest.locator("main")).to_contain_text("It was never used.")
    guest.get_by_role("button", name="Revoke the token").click()
    expect(guest.locator("tbody .mark")).to_have_text("revoked")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("path", ["accounts", "accounts/sessions", "invitations", "own", "tokens", "apps", "apps/demo"])
def test_the_teams_pages_fit_and_are_named(portal, path, width):
    portal.set_viewport_size({"width": width, "height": 844})
    response = portal.goto(portal.url.split("/portal/")[0] + f"/portal/{path}")
    assert response.ok and fits(portal)
    unnamed = portal.locator("main :is(input:not([type=hidden]), select, button)").evaluate_all(
        "fields => fields.filter(field => !(field.labels?.length || field.ariaLabel || field.textContent.trim())).map(field => field.outerHTML)")
    assert unnamed == []
    assert portal.locator("[id]").evaluate_all("all => all.map(one => one.id).filter((id, at, ids) => ids.indexOf(id) != at)") == []
