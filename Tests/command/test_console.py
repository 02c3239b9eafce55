"""The integration test console over HTTP: games of the old SDK, right and wrong, on both engines. PLC-115 to 123, PLC-132, PLC-139"""
import hashlib
import hmac
import html
import json
import re
import time

import pytest
import requests
from test_placements import identifier, place  # noqa: F401

PASSWORD = "correct horse battery"
CONSOLE = "portal/placements/console"


class Person:
    """Somebody who is signed in to the portal, without a browser."""

    def __init__(self, place):
        place.shell.run("account", "add", "Ann", "--role", "administrator", entered=f"{PASSWORD}\n")
        self.place, self.http = place, requests.Session()
        assert self.post("portal/sign-in", form="portal/sign-in", name="Ann", password=PASSWORD, next="").status_code == 303

    @property
    def host(self):
        return f"http://{self.place.server.address}/"

    def get(self, path):
        return self.http.get(f"{self.host}{path}", timeout=60)

    def post(self, path, form=CONSOLE, **fields):
        token = re.search(r'name="csrf" value="([^"]*)"', self.get(form).text)[1]
        return self.http.post(
            f"{self.host}{path}", data={"csrf": token} | fields, headers={"Origin": self.host.rstrip("/")}, timeout=60,
            allow_redirects=False)

    def checks(self, device):
        """The state of each check on the device's page, by its title."""
        page = self.get(f"{CONSOLE}/{device}").text
        found = re.findall(r'<li><span class="mark[^"]*">([^<]*)</span> *<div><strong>([^<]*)</strong>', page)
        assert len(found) == 9, page
        return {html.unescape(title): state for state, title in found}

    def red(self, device):
        return [title for title, state in self.checks(device).items() if state == "Failed"]


@pytest.fixture
def person(place):  # noqa: F811
    desk = place.desk
    desk.show("start", "hello", "announcement", {"title": "Hello", "message": "Level 2 is here"})
    desk.show("shop", "sword", "purchase", {"title": "Sword", "product": "com.example.sword", "name": "Sword", "quantity": 1})
    return Person(place)


IFA = {"d_ifa": "A1B2C3D4-0000-4000-8000-1234567890AB", "tracking": 1}


def play(phone, **changed):
    """A game that does everything that the console looks at, whatever comes of it; gives the answers."""
    answers, common = [], IFA | changed

    def ask(path, own, without=()):
        parameters = {name: value for name, value in (phone.parameters(**own) | changed).items() if name not in without}
        answers.append(phone.send(path, parameters))
        return answers[-1].json()["response"]

    opened = ask("open/", common | {"scount": 1, "ssum": 30})
    phone.session = (opened or {}).get("session", "")
    unit = ask("content/", common | {"placement_id": "start", "stime": 0, "preload": 1, "isa": 1})
    if unit:
        track = unit["context"]["content"]["complete_dispatch"]["parameters"]["url"]
        assert requests.get(track, timeout=60).status_code == 200
    ask("content/", common | {"placement_id": "shop", "stime": 1, "preload": 0, "isa": 1})
    purchase = common | {"product": "com.example.sword", "quantity": 1, "resolution": "buy", "store": "ios", "cookie": "sword",
                         "price": "0.99", "price_locale": "USD"}
    ask("iap/", purchase, [name for name in ("price", "price_locale") if changed.get(name) == ""])
    return answers


def test_each_misintegration_turns_exactly_one_check_red(place, person):  # noqa: F811
    games = {
        "right": (place.phone(), {}, []),
        "secret": (place.phone(secret="another"), {}, ["Token and secret valid"]),
        "unsigned": (place.phone(), {"signature": ""}, ["Token and secret valid"]),
        "token": (place.phone(token="nobody"), {}, ["Token and secret valid"]),
        "version": (place.phone(), {"sdk-ios": "1.12.1", "device": "11112222333344445555"}, ["SDK version reported"]),
        "price": (place.phone(), {"price": "", "price_locale": ""}, ["Price present in the purchase"]),
    }
    for name, (phone, _, _) in games.items():
        assert person.post(CONSOLE, id=phone.gid, name=name).status_code == 303
    for name, (phone, changed, red) in games.items():
        answers = play(phone, **changed)
        assert [answer.status_code for answer in answers] == [403 if red == ["Token and secret valid"] else 200] * 4, name
        assert person.red(phone.gid) == red, name
    right = games["right"][0]
    assert set(person.checks(right.gid).values()) == {"Passed"}
    page = html.unescape(person.get(f"{CONSOLE}/{right.gid}").text)
    assert "All checks passed" in page and "“start” was preloaded, and then shown." in page
    for secret in (place.secret, right.session, IFA["d_ifa"]):
        assert secret not in page, "secrets and identifiers are cut short"
    assert page.count(right.gid) == page.count(f"/{right.gid}") + 1, "the id that was registered stands in addresses and once on the page"
    version = html.unescape(person.get(f"{CONSOLE}/{games['version'][0].gid}").text)
    assert "it sends a UDID" in version and "11112222333344445555" not in version
    if "MARQUEE_DATABASE" not in place.shell.environment:
        stored = b"".join(path.read_bytes() for path in (place.shell.folder / "marquee-data").glob("*.sqlite3*"))
        assert b"placement_session" in stored and b"11112222333344445555" not in stored, "also where nobody opted out"
    reasons = {name: html.unescape(person.get(f"{CONSOLE}/{games[name][0].gid}").text) for name in ("secret", "unsigned", "token")}
    assert "the signature is wrong" in reasons["secret"] and "has no signature" in reasons["unsigned"]
    assert "Unknown token" in reasons["token"]


def test_a_replay_an_unknown_placement_and_a_missing_open_are_named(place, person):  # noqa: F811
    phone = place.phone()
    person.post(CONSOLE, id=phone.gid, name="phone")
    parameters = phone.parameters(**IFA, scount=1, ssum=3)
    assert [phone.send("open/", parameters).status_code for _ in range(2)] == [200, 403]
    assert person.red(phone.gid) == ["Token and secret valid"]
    phone.open(**IFA)
    assert person.red(phone.gid) == []
    phone.content("strat", stime=0)
    assert person.red(phone.gid) == ["Placement detected"]
    page = html.unescape(person.get(f"{CONSOLE}/{phone.gid}").text)
    assert "Put right: Placement detected" in page and "Unknown placement “strat”" in page


@pytest.mark.parametrize("named", ["d_custom", "d_ifa", "d_mac"])
def test_a_device_is_found_by_any_of_its_ids(place, person, named):  # noqa: F811
    """Also when it is typed otherwise, and when the game's user opts out and only the game's own id is left."""
    sent, typed, shown = {
        "d_custom": ("player-7", " player-7 ", "player-7"),
        "d_ifa": (IFA["d_ifa"], IFA["d_ifa"].lower(), IFA["d_ifa"]),
        "d_mac": ("001a2b3c4d5e", "00:1A:2B:3C:4D:5E", "001a2b3c4d5e"),
    }[named]
    assert person.post(CONSOLE, id=typed, name="phone").headers["Location"].startswith(f"/{CONSOLE}/{shown}?")
    phone = place.phone()
    play(phone, **{named: sent})
    assert set(person.checks(shown).values()) == {"Passed"}, "reports of units name the gid alone"
    other = place.phone()
    play(other, d_ifa="B1B2C3D4-0000-4000-8000-1234567890AB")
    assert person.get(f"{CONSOLE}/{shown}").text.count("<strong>Open request</strong>") == 1
    phone.ask("open/", opt_out=1, **{named: sent})
    page = html.unescape(person.get(f"{CONSOLE}/{shown}").text)
    assert "The user opted out (opt_out=1)" in page
    assert person.red(shown) == []


def test_a_disabled_device_leaves_nothing(place, person):  # noqa: F811
    phone = place.phone()
    person.post(CONSOLE, id=phone.gid, name="phone")
    person.post(f"{CONSOLE}/{phone.gid}", do="disable")
    play(phone)
    page = person.get(f"{CONSOLE}/{phone.gid}").text
    assert "This device is disabled" in page and "<strong>Open request</strong>" not in page
    person.post(f"{CONSOLE}/{phone.gid}", do="enable")
    assert set(person.checks(phone.gid).values()) == {"Not yet seen"}, "nothing was kept while it was disabled"
    phone.open(**IFA)
    log = person.get(f"{CONSOLE}/{phone.gid}/log.csv")
    assert log.headers["Content-Type"] == "text/csv; charset=utf-8" and "GET /v3/publisher/open/" in log.text


def test_the_json_form_is_checked_too(place, person):  # noqa: F811
    person.post(CONSOLE, id="json-phone", name="phone")

    def send(secret):
        body = json.dumps({"gid": "json-phone", "sdk-ios": "1.13.1", **IFA}).encode()
        path, now, nonce = "/v1/placements/demo/open", str(int(time.time() * 1000)), identifier()
        signed = "\n".join(["POST", path, now, nonce, hashlib.sha256(body).hexdigest()])
        code = hmac.new(secret.encode(), signed.encode(), hashlib.sha256).hexdigest()
        headers = {"X-Marquee-Time": now, "X-Marquee-Nonce": nonce, "X-Marquee-Signature": code}
        return requests.post(f"http://{place.server.address}{path}", data=body, headers=headers, timeout=60).status_code

    assert send("another") == 403
    assert person.red("json-phone") == ["Token and secret valid"]
    assert send(place.secret) == 200
    assert person.red("json-phone") == []
