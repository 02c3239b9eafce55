"""An app in the field whose SDK is not ours: requests and signatures as PlayHaven's SDK 1.13 makes them, on both engines."""
import base64
import concurrent.futures
import hashlib
import hmac
import json
import pathlib
import re
import shutil
import sys
import time
import urllib.parse
import uuid

import pytest
import requests
from test_api import make_token
from test_serving import Server

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "browser"))
import databases  # noqa: E402
from pictures import png  # noqa: E402

SCOPES = "placements:read,placements:write,content:read,content:write"


def unpadded(digest):
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def identifier():
    """27 characters, as nonces and install ids are."""
    return unpadded(hashlib.sha1(str(uuid.uuid4()).upper().encode()).digest())


class Phone:
    """An install of an app with the old SDK."""

    def __init__(self, address, secret, token="demo"):
        self.address, self.secret, self.token = address, secret, token
        self.gid, self.session, self.http = identifier(), "", requests.Session()

    def parameters(self, nonce=None, **own):
        nonce = nonce or identifier()
        signed = f"{self.token}:{self.session}:{self.gid}:{nonce}:{self.secret}"
        return own | {
            "token": self.token, "session": self.session, "gid": self.gid, "nonce": nonce, "app": "com.example.game",
            "app_version": "1.0", "sdk-ios": "1.13.1", "plugin": "ios", "hardware": "iPhone5,1", "os": "iPhone OS 6.1.3",
            "idiom": "0", "languages": "en_US", "connection": "2", "width": "320", "height": "480", "scale": "2",
            "signature": unpadded(hashlib.sha1(signed.encode()).digest())}

    def send(self, path, parameters, method="GET"):
        place = {"params": parameters} if method == "GET" else {"data": parameters}
        return self.http.request(method, f"http://{self.address}/v3/publisher/{path}", timeout=60, allow_redirects=False, **place)

    def ask(self, path, method="GET", **own):
        """The response of a request that succeeds, whose digest is checked as the SDK checks it."""
        parameters = self.parameters(**own)
        answer = self.send(path, parameters, method)
        assert answer.status_code == 200, answer.text
        self.check(answer, parameters["nonce"])
        envelope = answer.json()
        assert set(envelope) == {"response", "error", "errobj"} and envelope["error"] is None
        return envelope["response"]

    @staticmethod
    def hash(text):
        """As the SDKs in the field hash: as many bytes as the text has UTF-16 units."""
        return hashlib.sha1(text.encode()[:len(text.encode("utf-16-le")) // 2]).hexdigest()

    def check(self, answer, nonce):
        code = hmac.new(self.secret.encode(), nonce.encode() + answer.content, hashlib.sha1).digest()
        assert answer.headers["X-PH-DIGEST"] == base64.urlsafe_b64encode(code).decode()

    def open(self, **own):
        response = self.ask("open/", scount=1, ssum=30, **own)
        self.session = response["session"]
        return response

    def content(self, placement, **own):
        return self.ask("content/", **{"placement_id": placement, "stime": 5, "preload": 0, "isa": 1} | own)


class Desk:
    """The people's side: the API for programs."""

    def __init__(self, address, token):
        self.address, self.headers = address, {"Authorization": f"Bearer {token}"}

    def put(self, path, version=None, status=(200, 201), **body):
        headers = self.headers | ({"If-Match": f'"{version}"'} if version else {})
        answer = requests.put(f"http://{self.address}/api/v1/apps/demo/{path}", json=body, headers=headers, timeout=60)
        assert answer.status_code in status, answer.text
        return answer.json()

    def upload(self, hub, name, content):
        answer = requests.post(
            f"http://{self.address}/api/v1/apps/demo/hubs/{hub}/media", params={"name": name}, data=content, headers=self.headers,
            timeout=60)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def get(self, path):
        answer = requests.get(f"http://{self.address}/api/v1/apps/demo/{path}", headers=self.headers, timeout=60)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def show(self, placement, id, kind, document, **rest):
        """A placement with one unit."""
        self.put(f"units/{id}", name=id, kind=kind, document=document, **rest)
        self.put(f"placements/{placement}", name=placement, units=[{"unit": id, "priority": 1}])


class Place:
    """A server over a data directory with an app, its secret, and a token."""

    def __init__(self, shell):
        self.shell = shell
        shell.run("keys", "init", "--app", "demo", "--out", "app")
        token = make_token(shell, SCOPES)["text"]
        self.server = Server(shell, flags=("--operations-port", "0"))
        self.desk = Desk(self.server.address, token)
        self.secret = shell.json("secret", "create", "--app", "demo")["text"]

    def phone(self, **changed):
        return Phone(**{"address": self.server.address, "secret": self.secret} | changed)

    def restart(self):
        self.stop()
        self.server = Server(self.shell, flags=("--operations-port", "0"))
        self.desk.address = self.server.address

    def stop(self):
        self.server.process.terminate()
        assert self.server.process.wait(timeout=60) == 0


@pytest.fixture(params=["sqlite", "postgres"])
def place(request, shell, tmp_path):
    if request.param == "postgres":
        if not shutil.which("psql"):
            pytest.skip("there is no PostgreSQL here")
        shell.environment["MARQUEE_DATABASE"] = databases.address(str(tmp_path))
    place = Place(shell)
    yield place
    place.stop()


def test_an_old_clients_whole_life(place):
    desk, phone = place.desk, place.phone()
    assert phone.open()["precache"] == [], "a game without placements"
    desk.show("start", "hello", "announcement", {"title": "Hello", "message": "Level 2 is here", "url": "https://store.example/x?at=1"})
    desk.show("daily", "coins", "reward", {"title": "For you", "reward": "Münzen", "quantity": 50})
    desk.show("shop", "sword", "purchase", {"title": "Sword", "product": "com.example.sword", "name": "Épée 剣", "quantity": 2})
    session = phone.session
    announcement, purchase, reward = phone.open()["precache"]
    assert len({announcement, purchase, reward}) == 3
    assert phone.session == session, "the session of an install stays"
    page = requests.get(announcement, timeout=60)
    assert page.status_code == 200 and page.headers["Content-Type"].startswith("text/html")
    assert hashlib.sha256(page.content).hexdigest()[:40] in announcement, "another content has another address"
    assert "immutable" in page.headers["Cache-Control"] and "default-src 'none'" in page.headers["Content-Security-Policy"]

    unit = phone.content("start")
    assert unit["url"] == announcement and unit["transition"] == "PH_DIALOG" and unit["frame"] == "PH_FULLSCREEN"
    content = unit["context"]["content"]
    assert content["type"] == "announcement" and content["title"] == "Hello"
    for address in (content["complete_dispatch"]["parameters"]["url"], content["dismiss_dispatch"]["parameters"]["ping"], unit["close_ping"]):
        answer = requests.get(address, timeout=60)
        assert answer.status_code == 200 and answer.json() == {"response": None, "error": None, "errobj": None}
        assert requests.get(address.replace("start", "shop"), timeout=60).status_code == 403, "a report is not made up"
    click = requests.get(content["touch_dispatch"]["parameters"]["url"], timeout=60, allow_redirects=False)
    assert (click.status_code, click.headers["Location"]) == (302, "https://store.example/x?at=1")

    receipts = set()
    for _ in range(2):
        [item] = phone.content("daily")["context"]["content"]["success_dispatch"]["parameters"]["rewards"]
        assert (item["reward"], item["quantity"]) == ("Münzen", 50)
        assert item["signature"] == phone.hash(f"Münzen:50:{phone.gid}:{item['receipt']}:{place.secret}")
        receipts.add(item["receipt"])
    assert len(receipts) == 2
    [item] = phone.content("shop")["context"]["content"]["buy_dispatch"]["parameters"]["purchases"]
    assert item["cookie"] == f"sword/shop/{item['receipt']}"
    assert item["signature"] == phone.hash(f"com.example.sword:Épée 剣:2:{phone.gid}:{item['receipt']}:{place.secret}")
    assert phone.ask(
        "iap/", product="com.example.sword", quantity=2, resolution="buy", price="0.99", price_locale="USD", store="ios",
        receipt=unpadded(b"a receipt"), cookie=item["cookie"]) is None

    place.restart()
    phone.address = place.server.address
    assert phone.content("start")["context"]["content"]["title"] == "Hello", "the session is accepted after a restart"
    phone.open()
    assert phone.session == session


def test_get_and_post_with_and_without_a_slash_are_the_same(place):
    place.desk.show("start", "hello", "announcement", {"title": "Hello", "message": "You"})
    phone = place.phone()
    for path in ("open/", "open", "content/", "content"):
        for method in ("GET", "POST"):
            assert phone.ask(path, method, placement_id="start")


def test_who_does_not_hold_the_secret_gets_nothing(place):
    place.desk.show("start", "hello", "announcement", {"title": "Hello", "message": "You"})
    strangers = [place.phone(secret="wrong"), place.phone(token="nobody"), place.phone(token="")]
    refusals = [phone.send("open/", phone.parameters()) for phone in strangers]
    assert [answer.status_code for answer in refusals] == [403, 403, 403]
    assert len({answer.text for answer in refusals}) == 1, "a stranger does not hear which of the two is wrong"
    assert refusals[0].json()["response"] is None and refusals[0].json()["error"]
    assert not any("X-PH-DIGEST" in answer.headers for answer in refusals)
    # The fault of old SDKs drops the end of the text, with the secret: this hash needs none.
    forger = place.phone(secret="")
    forger.session = "é" * 100
    forged = forger.parameters()
    text = ":".join([forger.token, forger.session, forger.gid, forged["nonce"], "x" * len(place.secret)])
    forged["signature"] = unpadded(hashlib.sha1(text.encode()[:len(text)]).digest())
    assert forger.send("open/", forged).status_code == 403
    phone = place.phone()
    parameters = phone.parameters(placement_id="start")
    assert phone.send("content/", parameters).json()["response"]
    replayed = phone.send("content/", parameters)
    assert replayed.status_code == 403 and "nonce" in replayed.json()["error"]
    phone.check(replayed, parameters["nonce"])
    place.restart()
    phone.address = place.server.address
    assert phone.send("content/", parameters).status_code == 403, "also after a restart"
    twice = phone.send("open/", urllib.parse.urlencode(phone.parameters()) + "&gid=other")
    assert twice.status_code == 400 and twice.json()["error"]
    wrong = phone.send("iap/", phone.parameters(product="sword", quantity=0, resolution="buy"))
    assert wrong.status_code == 400 and wrong.json()["error"]
    lost = requests.get(f"http://{place.server.address}/v3/publisher/nothing/", timeout=60)
    assert lost.status_code == 404 and lost.json()["error"]


def test_every_valid_secret_is_accepted(place):
    old = place.phone()
    place.secret = place.shell.json("secret", "rotate", "--app", "demo", "--grace", "1")["text"]
    time.sleep(1.1)  # servers keep secrets for a second
    for phone in (old, place.phone()):
        phone.open()


def test_a_client_since_1_21_signs_with_sig4(place):
    place.desk.show("daily", "coins", "reward", {"title": "For you", "reward": "coins", "quantity": 50})
    phone, nonce = place.phone(), identifier()
    message = f"AAAA:BBBB:demo:{nonce}"
    signature = unpadded(hmac.new(place.secret.encode(), message.encode(), hashlib.sha1).digest())
    parameters = {"token": "demo", "nonce": nonce, "ifa": "AAAA", "idfv": "BBBB", "placement_id": "daily", "sig4": signature}
    # Sorted by name: idfv before ifa.
    parameters["idfv"], parameters["ifa"] = "AAAA", "BBBB"
    answer = phone.send("content/", parameters, "POST")
    assert answer.status_code == 200, answer.text
    [item] = answer.json()["response"]["context"]["content"]["success_dispatch"]["parameters"]["rewards"]
    code = hmac.new(place.secret.encode(), f"AAAA:coins:50:{item['receipt']}".encode(), hashlib.sha1).digest()
    assert (item["id"], item["sig4"]) == ("idfv", unpadded(code))
    forged = phone.send("content/", parameters | {"nonce": identifier()}, "POST")
    assert forged.status_code == 403


def test_caps_priorities_badges_and_subcontent(place):
    desk, phone = place.desk, place.phone()
    for id, rules in (("once", {"caps": [{"limit": 1, "scope": "device"}]}), ("abroad", {
            "conditions": [{"attribute": "country", "test": "oneOf", "values": ["FR"]}]}), ("always", {})):
        desk.put(f"units/{id}", name=id, kind="announcement", document={"title": id, "message": id}, rules=rules)
    desk.put(
        "placements/start", name="Start", badge="3",
        units=[{"unit": "once", "priority": 1}, {"unit": "abroad", "priority": 2}, {"unit": "always", "priority": 3}])
    assert [phone.content("start")["content_id"] for _ in range(3)] == ["once", "always", "always"]
    assert phone.content("start", skip_content="once,always") is None
    assert phone.content("start", metadata=1)["notification"] == {"type": "badge", "value": "3"}
    assert phone.content("Start") is None, "tags are compared with regard to case"
    assert place.phone().content("start")["content_id"] == "once"
    assert "explanation" not in phone.content("start", explain=1), "not for strangers"
    answer = requests.get(
        f"http://{place.server.address}/v3/publisher/content/", params=phone.parameters(placement_id="start", explain=1),
        headers=desk.headers, timeout=60)
    reasons = {loser["unit"]: loser["reason"] for loser in answer.json()["response"]["explanation"]["losers"]}
    assert set(reasons) == {"once", "abroad"} and "cap" in reasons["once"] and "country" in reasons["abroad"]
    version = desk.get("units/always")["version"]
    desk.put("units/always", version, isPaused=True)
    assert phone.content("start") is None, "all capped, elsewhere or paused"
    desk.put("units/always", version, status=(412,), isPaused=False)
    for rules, name in [
            ({"cap": []}, "cap"), ({"caps": [{"limit": 1, "scope": "device", "second": 60}]}, "second"), ({"timezone": "GMT"}, "timezone")]:
        refused = desk.put("units/always", version + 1, status=(400,), rules=rules)
        assert f'no member "{name}"' in refused["detail"], "a rule that is not read would not hold"
    version = desk.get("units/always")["version"]
    assert desk.put("units/always", version, validSeconds=60)["validSeconds"] == 60
    assert desk.put("units/always", version + 1, isPaused=False)["validSeconds"] == 60
    assert phone.content("start")["valid_seconds"] == 60
    assert "validSeconds" not in desk.put("units/always", version + 2, validSeconds=None)
    assert "valid_seconds" not in phone.content("start")


def test_the_badge_stays_for_who_opened_a_unit_that_was_answered_with_an_earlier_one(place):
    """PLC-099: what was opened had the earlier badge."""
    desk, phone = place.desk, place.phone()
    desk.show("news", "hello", "announcement", {"title": "Hello", "message": "Hello"})
    version = 1

    def impression():
        return phone.content("news")["context"]["content"]["complete_dispatch"]["parameters"]["url"]

    def badge():
        return (phone.content("news", metadata=1).get("notification") or {}).get("value")
    before = impression()
    for value in ("3", "4"):
        version = desk.put("placements/news", version, badge=value)["version"]
        assert badge() == value
        assert requests.get(before, timeout=60).status_code == 200
        assert badge() == value, "what was opened had another badge, or none"
        before = impression()
    assert requests.get(before, timeout=60).status_code == 200
    assert badge() is None


def test_a_device_whose_only_id_is_its_session_stays_one_device(place):
    """PLC-124: a token that changed with each open made it another device each time."""
    desk, phone = place.desk, place.phone()
    desk.show("start", "once", "announcement", {"title": "Once", "message": "Once"}, rules={
        "caps": [{"limit": 1, "scope": "device"}]})

    def ask(path, **own):
        nonce = identifier()
        parameters = own | {"token": "demo", "nonce": nonce, "session": phone.session, "app": "com.example.game"}
        digest = hmac.new(phone.secret.encode(), f"{phone.session}:demo:{nonce}".encode(), hashlib.sha1).digest()
        answer = phone.send(path, parameters | {"sig4": unpadded(digest)}, "POST")
        assert answer.status_code == 200, answer.text
        return answer.json()["response"]
    phone.session = phone.open()["session"]
    sessions = []
    for _ in range(3):
        phone.session = ask("open/", scount=1, ssum=30)["session"]
        sessions.append(phone.session)
    assert len(set(sessions[1:])) == 1
    assert [ask("content/", placement_id="start") is None for _ in range(2)] == [False, True], "the cap counts for it"


def test_who_opted_out_leaves_nothing(place):
    place.desk.show("ask", "you", "form", {"title": "You", "fields": [{"id": "email"}]})
    phone = place.phone()
    submit, late = (phone.content("ask")["context"]["content"]["submit"] for _ in range(2))
    for email, status in [("a@example.org", 200), ("a@example.org", 200), ("c@example.org", 403)]:
        answer = requests.get(submit, params={"answers": json.dumps({"email": email})}, timeout=60)
        assert answer.status_code == status, "a form that was shown once is answered once; the same answers may come twice"
    assert [answer.get("install") for answer in place.desk.get("units/you/answers")["items"]] == [phone.gid]
    phone.ask("open/", opt_out=1, device="11112222333344445555666677778888aaaabbbb")
    answered = submit
    submit = phone.content("ask", opt_out=1, device="11112222333344445555666677778888aaaabbbb")["context"]["content"]["submit"]
    assert phone.gid not in submit
    assert requests.post(submit, data={"answers": json.dumps({"email": "b@example.org"})}, timeout=60).status_code == 200
    wrong = phone.content("ask", opt_out=1)["context"]["content"]["submit"]
    assert requests.get(wrong, params={"answers": json.dumps({"age": "3"})}, timeout=60).status_code == 400
    assert phone.gid in late
    assert requests.post(late, data={"answers": json.dumps({"email": "d@example.org"})}, timeout=60).status_code == 200
    assert requests.post(answered, data={"answers": json.dumps({"email": "e@example.org"})}, timeout=60).status_code == 403
    answers = place.desk.get("units/you/answers")["items"]
    assert [answer["answers"]["email"] for answer in answers] == ["a@example.org", "b@example.org", "d@example.org"]
    assert not any("install" in answer for answer in answers), "what was linked before, is not any more"
    if "MARQUEE_DATABASE" not in place.shell.environment:
        files = (place.shell.folder / "marquee-data").glob("*.sqlite3*")
        stored = b"".join(path.read_bytes() for path in files)
        assert b"placement_session" in stored and b"11112222333344445555" not in stored, "no UDID is stored"


def test_answers_count_for_the_questions_that_were_on_the_screen(place):
    """PLC-136: a form that is edited meanwhile takes what it asked; questions that it never had are refused."""
    desk, phone = place.desk, place.phone()
    desk.show("ask", "you", "form", {"title": "You", "fields": [{"id": "email"}, {"id": "age"}]})
    submit = phone.content("ask")["context"]["content"]["submit"]
    desk.put("units/you", desk.get("units/you")["version"], document={"title": "You", "fields": [{"id": "email"}, {"id": "town"}]})
    given = {"email": "a@example.org", "age": "30"}
    assert requests.get(submit, params={"answers": json.dumps({**given, "town": "x"})}, timeout=60).status_code == 400
    assert requests.get(submit, params={"answers": json.dumps(given)}, timeout=60).status_code == 200
    assert [answer["answers"] for answer in desk.get("units/you/answers")["items"]] == [given]


def test_a_copy_of_an_old_opt_out_forgets_nothing(place):
    """PLC-020"""
    desk, phone = place.desk, place.phone()
    desk.show("start", "once", "announcement", {"title": "Hi", "message": "You"}, rules={"caps": [{"limit": 1, "scope": "device"}]})
    assert phone.content("start")["content_id"] == "once" and phone.content("start") is None
    left = phone.parameters(opt_out=1)
    assert phone.send("open/", left).status_code == 200
    assert phone.content("start")["content_id"] == "once", "a fresh profile"
    assert phone.send("open/", left).status_code == 403
    assert phone.content("start") is None, "still counted"


def test_a_device_is_forgotten_by_the_first_request_after_its_opt_out(place):
    """PLC-020: a request for a unit or a badge and a report of a purchase tell the server of the opt-out, as an open does."""
    desk = place.desk
    desk.show("start", "once", "announcement", {"title": "Hi", "message": "You"}, rules={"caps": [{"limit": 1, "scope": "device"}]})

    def buy(phone):
        phone.ask("iap/", product="sword", quantity=1, resolution="cancel", opt_out=1)

    for leave in (
            lambda phone: phone.content("start", opt_out=1), lambda phone: phone.content("start", metadata=1, opt_out=1),
            lambda phone: phone.content("nowhere", opt_out=1), buy):
        phone = place.phone()
        phone.open()
        session = phone.session
        assert phone.content("start")["content_id"] == "once" and phone.content("start") is None
        leave(phone)
        assert phone.content("start")["content_id"] == "once", "a fresh profile"
        phone.open()
        assert phone.session != session


def test_a_device_is_forgotten_after_each_of_its_opt_outs(place):
    """PLC-020: each opt-out forgets it, whatever it did since the last one, and also if it reports no open."""
    place.desk.show("ask", "you", "form", {"title": "You", "fields": [{"id": "email"}]})
    phone = place.phone()
    for number in range(3):
        submit = phone.content("ask")["context"]["content"]["submit"]
        given = json.dumps({"email": f"{number}@example.org"})
        assert requests.get(submit, params={"answers": given}, timeout=60).status_code == 200
        installs = [answer.get("install") for answer in place.desk.get("units/you/answers")["items"]]
        assert installs == [None] * number + [phone.gid]
        for _ in range(2):
            phone.content("ask", metadata=1, opt_out=1)
            assert not any("install" in answer for answer in place.desk.get("units/you/answers")["items"])


def test_json_requests_are_signed_over_all_that_they_say(place):
    place.desk.show("start", "hello", "announcement", {"title": "Hello", "message": "You"})

    def send(body, nonce, signed_body=None, moved=0, path="/v1/placements/demo/content"):
        moment = str(int(time.time() * 1000) + moved)
        digest = hashlib.sha256(signed_body or body).hexdigest()
        text = "\n".join(["POST", "/v1/placements/demo/content", moment, nonce, digest])
        headers = {
            "x-marquee-time": moment, "x-marquee-nonce": nonce,
            "x-marquee-signature": hmac.new(place.secret.encode(), text.encode(), hashlib.sha256).hexdigest()}
        return requests.post(f"http://{place.server.address}{path}", data=body, headers=headers, timeout=60)

    body, nonce = json.dumps({"gid": "phone", "placement_id": "start", "idiom": 1}).encode(), identifier()
    answer = send(body, nonce)
    assert answer.status_code == 200 and answer.json()["response"]["content_id"] == "hello"
    code = hmac.new(place.secret.encode(), nonce.encode() + b"\n" + answer.content, hashlib.sha256).hexdigest()
    assert answer.headers["X-Marquee-Signature"] == code
    assert send(body, nonce).status_code == 403, "a replay"
    assert send(body, identifier(), signed_body=b"{}").status_code == 403, "another body"
    assert send(body, identifier(), path="/v1/placements/demo/open").status_code == 403, "another path"
    assert send(body, identifier(), moved=-301_000).status_code == 403, "too old"
    assert send(b"[]", identifier()).status_code == 400
    twice = body.replace(b'"gid": "phone"', b'"gid": "phone", "gid": "pad"')
    assert twice != body and send(twice, identifier()).status_code == 400, "a name that stands twice"


def test_fifty_devices_on_two_servers_never_exceed_a_cap(place, tmp_path):
    place.desk.show(
        "start", "rare", "announcement", {"title": "Rare", "message": "You"},
        rules={"caps": [{"limit": 40, "scope": "everybody"}, {"limit": 1, "scope": "device", "seconds": 86400}]})
    other, folder = place.server, tmp_path / "second"
    if "MARQUEE_DATABASE" in place.shell.environment:
        # A folder belongs to one server; a database to several that have one key.
        (folder / "keys").mkdir(parents=True, mode=0o700)
        shutil.copy(tmp_path / "marquee-data/keys/@server.key", folder / "keys/@server.key")
        other = Server(place.shell, flags=("--operations-port", "0", "--data", str(folder)))
    try:
        phones = [[place.phone(address=server.address) for _ in range(50)] for server in (place.server, other)]
        for first, second in zip(*phones, strict=True):
            second.gid = first.gid

        def shown(phone):
            return [phone.content("start") is not None for _ in range(3)].count(True)

        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            counts = list(pool.map(shown, [phone for pair in zip(*phones, strict=True) for phone in pair]))
        assert sum(counts) == 40
        assert all(one + two <= 1 for one, two in zip(counts[::2], counts[1::2], strict=True))
        place.desk.put("units/rare", place.desk.get("units/rare")["version"], rules={})
        assert all(pair.content("start") for pair in (phones[0][0], phones[1][0])), "a change counts on both at once"
    finally:
        if other is not place.server:
            other.process.terminate()
            assert other.process.wait(timeout=60) == 0


def test_requests_are_counted_by_outcome(place):
    metrics = f"http://{place.server.operations()}/metrics"
    phone = place.phone()
    phone.open()
    phone.send("open/", place.phone(secret="wrong").parameters())
    text = requests.get(metrics, timeout=60).text
    assert 'marquee_placement_requests_total{outcome="ok",route="open"} 1' in text or 'route="open",outcome="ok"} 1' in text
    assert "wrong_signature" in text
    assert 'marquee_request_seconds_count{route="/v3/publisher/open"}' in text


def report(place, **query):
    """The figures of today, each row by what tells it apart."""
    rows = place.desk.get("placement-report?" + urllib.parse.urlencode(query))["rows"]
    return {row.get("unit") or row.get("placement") or row.get("day"): row["figures"] for row in rows}


def wait_for(place, unit, **figures):
    """Waits until the warehouse has folded what devices did with a unit; returns all of the unit's figures."""
    return wait_until(lambda: report(place, by="unit").get(unit, {}), figures)


def wait_until(read, figures):
    end = time.monotonic() + 60
    while True:
        found = read()
        if all(found.get(name) == number for name, number in figures.items()):
            return found
        assert time.monotonic() < end, f"{found} is not {figures}"
        time.sleep(0.05)


def test_what_devices_do_is_counted_once(place):
    desk, phone = place.desk, place.phone()
    desk.show("start", "hello", "announcement", {"title": "Hello", "message": "You", "url": "https://store.example/x"})
    desk.show("daily", "coins", "reward", {"title": "For you", "reward": "coins", "quantity": 50})
    desk.show("shop", "sword", "purchase", {"title": "Sword", "product": "com.example.sword", "quantity": 1})
    desk.show("games", "list", "moreGames", {"items": [{"title": "Other", "url": "https://store.example/y"}]})
    for _ in range(2):
        phone.open()
    unit = phone.content("start")
    content = unit["context"]["content"]
    for _ in range(2):
        for address in (content["complete_dispatch"]["parameters"]["url"], content["touch_dispatch"]["parameters"]["url"], unit["close_ping"]):
            assert requests.get(address, timeout=60, allow_redirects=False).status_code in (200, 302)
    assert wait_for(place, "hello", closed=1) == {"answers": 1, "impressions": 1, "clicks": 1, "closed": 1}

    issued = phone.content("daily")["context"]["content"]["unlock_ping"]
    version = desk.get("units/coins")["version"]
    desk.put("units/coins", version, document={"title": "For you", "reward": "gems", "quantity": 1})
    for _ in range(2):
        assert requests.get(issued, timeout=60).status_code == 200
    assert requests.get(issued.replace("quantity=50", "quantity=51"), timeout=60).status_code == 403, "nobody makes up a reward"
    assert wait_for(place, "coins", rewards=1)["rewards"] == 1

    offer = phone.content("shop")["context"]["content"]
    assert requests.get(offer["complete_dispatch"]["parameters"]["url"], timeout=60).status_code == 200
    for _ in range(2):
        assert requests.get(offer["attempt_ping"], timeout=60).status_code == 200
    wait_for(place, "sword", tries=1, waiting=1)
    [item] = offer["buy_dispatch"]["parameters"]["purchases"]
    for _ in range(2):
        phone.ask("iap/", product="com.example.sword", quantity=1, resolution="cancel", cookie=item["cookie"], purchase_id="p1")
    assert wait_for(place, "sword", cancelled=1) == {"answers": 1, "impressions": 1, "tries": 1, "cancelled": 1}
    assert report(place, by="placement")["shop"]["cancelled"] == 1, "the offer's cookie names the placement"
    phone.ask("iap/", product="com.example.sword", quantity=1, resolution="cancel", cookie="sword/nowhere", purchase_id="p2")
    wait_for(place, "sword", cancelled=2)
    places = report(place, by="placement")
    assert places["shop"]["cancelled"] == 1 and "nowhere" not in places, "nobody makes up placements"

    for badge in ("1", "0", None):
        own = {} if badge is None else {"badge_shown": badge}
        shown = phone.content("games", **own)["context"]["content"]["complete_dispatch"]["parameters"]["url"]
        assert requests.get(shown, timeout=60).status_code == 200
    found = wait_for(place, "list", impressions=3)
    assert (found["opensWithBadge"], found["opensWithoutBadge"]) == (1, 2)

    phone.ask("open/", opt_out=1)
    test = place.phone()
    test.gid = f"lab-{test.gid}"
    test.open()
    wait_for(place, "list", impressions=3)
    wait_until(lambda: next(iter(report(place, by="day").values())), {"opens": 3, "sessions": 2, "sessionSeconds": 60, "newInstalls": 1})
    wait_until(lambda: next(iter(report(place, by="day", devices="test").values()), {}), {"opens": 1, "newInstalls": 1})


def test_a_purchase_counts_once_though_its_device_opts_out_or_in_before_it_sends_it_again(place):
    """PLC-020: nothing of the device is stored, and yet the report is the same one."""
    place.desk.show("shop", "sword", "purchase", {"title": "Sword", "product": "sword", "quantity": 1})
    bought = {"product": "sword", "quantity": 1, "resolution": "cancel", "cookie": "sword/shop"}
    for choices in [(0, 1, 1), (1, 0)]:
        phone, key = place.phone(), str(uuid.uuid4())
        for choice in choices:
            phone.ask("iap/", **bought, purchase_id=key, opt_out=choice)
    for _ in range(2):
        place.phone().ask("iap/", **bought, purchase_id="7", opt_out=1)
    # What is counted after all others.
    place.desk.show("gate", "shield", "purchase", {"title": "Shield", "product": "shield", "quantity": 1})
    place.phone().ask("iap/", product="shield", quantity=1, resolution="cancel", cookie="shield/gate", purchase_id="last")
    wait_for(place, "shield", cancelled=1)
    assert report(place, by="unit")["sword"]["cancelled"] == 4


def test_more_games_leave_out_the_game_itself_and_what_is_installed_or_excluded(place):
    """PLC-137, PLC-099: in the order of the list; a tap leads to its own store page; the badge is empty once it was opened."""
    desk, phone = place.desk, place.phone()
    desk.show("more", "games", "moreGames", {"items": [
        {"title": "Left out", "url": "https://store.example/0", "excluded": True},
        {"title": "Huts", "url": "https://store.example/1", "app": "org.example.huts"},
        {"title": "This game", "url": "https://store.example/2", "app": "com.example.game"},
        {"title": "Marmots", "url": "https://store.example/3"}]})
    version = desk.get("placements/more")["version"]
    desk.put("placements/more", version, badge="2")
    assert phone.content("more", metadata="1")["notification"]["value"] == "2"
    content = phone.content("more")["context"]["content"]
    assert [game["title"] for game in content["items"]] == ["Huts", "Marmots"]
    installed = phone.content("more", installed="org.example.huts,org.example.other")
    games = installed["context"]["content"]["items"]
    assert [game["title"] for game in games] == ["Marmots"] and not {"url", "app", "excluded"} & set(games[0])
    items = [{"title": "x", "url": "https://store.example/x", "image": f"https://media.example/{n}.png", "excluded": n < 20} for n in range(50)]
    desk.show("long", "many", "moreGames", {"items": items})
    assert phone.content("long")["images"] == [item["image"] for item in items[20:]], "pictures of the games that are shown"

    def tap(game):
        answer = requests.get(game["buy_dispatch"]["parameters"]["url"], allow_redirects=False, timeout=30)
        return answer.headers["Location"] if answer.status_code == 302 else answer.status_code
    huts, marmots = content["items"]
    assert (tap(huts), tap(marmots)) == ("https://store.example/1", "https://store.example/3")
    desk.put("units/games", desk.get("units/games")["version"], document={"items": [
        {"title": "Marmots", "url": "https://store.example/4"}, {"title": "New", "url": "https://store.example/5"}]})
    assert (tap(huts), tap(marmots)) == (404, "https://store.example/4"), "of the game on the screen, wherever it stands now"
    desk.put("units/games", desk.get("units/games")["version"], document={"items": [
        {"title": "New", "url": "https://store.example/5"}, {"title": "Alpine marmots", "url": "https://store.example/3"}]})
    assert (tap(huts), tap(marmots)) == (404, "https://store.example/3"), "also under another title"
    assert requests.get(content["complete_dispatch"]["parameters"]["url"], timeout=30).status_code == 200
    assert "notification" not in phone.content("more", metadata="1")
    assert place.phone().content("more", metadata="1")["notification"]["value"] == "2"


def test_a_list_without_a_game_to_show_leaves_its_place_to_the_next_unit(place):
    """PLC-137, PLC-048: and uses up no cap."""
    desk, phone = place.desk, place.phone()
    desk.show("more", "news", "announcement", {"title": "Hello", "message": "You"})
    desk.put("units/games", name="games", kind="moreGames", rules={"caps": [{"limit": 1, "scope": "device"}]}, document={"items": [
        {"title": "Huts", "url": "https://store.example/1", "app": "org.example.huts"},
        {"title": "Left out", "url": "https://store.example/2", "excluded": True}]})
    units = [{"unit": "games", "priority": 1}, {"unit": "news", "priority": 2}]
    desk.put("placements/more", desk.get("placements/more")["version"], units=units)
    assert phone.content("more", installed="org.example.huts")["content_id"] == "news"
    assert phone.content("more")["content_id"] == "games"
    assert phone.content("more")["content_id"] == "news", "the cap"


def test_a_link_to_the_store_names_its_product_to_devices_that_have_its_view(place):
    """PLC-106, PLC-077"""
    desk, phone = place.desk, place.phone()
    link = "https://apps.apple.com/us/app/pages/id361309726?mt=8"
    desk.show("start", "hello", "announcement", {"title": "Hello", "message": "You", "url": link})
    desk.show("more", "games", "moreGames", {"items": [{"title": "A", "url": link}, {"title": "B", "url": "https://store.example/id5"}]})
    launch = phone.content("start", isa="1")["context"]["content"]["touch_dispatch"]["parameters"]
    assert (launch["in_app_store_enabled"], launch["application_id"]) == (True, "361309726")
    assert set(phone.content("start", isa="0")["context"]["content"]["touch_dispatch"]["parameters"]) == {"url"}
    games = phone.content("more", isa="1")["context"]["content"]["items"]
    assert [game["buy_dispatch"]["parameters"].get("application_id") for game in games] == ["361309726", None]


def test_a_purchase_whose_price_cannot_be_read_counts_without_it(place):
    """PLC-080, PLC-083: SDKs in the field do not send it again; the sum has no price that nobody understands."""
    phone = place.phone()
    own = {"product": "com.example.sword", "quantity": 1, "resolution": "buy"}
    for number, price in enumerate([{"price": "0"}, {"price": "1,99", "price_locale": "EUR"}, {"price": "0.9899999999999998976", "price_locale": "EUR"}]):
        assert phone.ask("iap/", purchase_id=f"p{number}", **own, **price) is None


def test_pictures_come_from_the_media_library(place):
    """Only those that a unit shows, with the server's own address."""
    desk, phone = place.desk, place.phone()
    desk.put("hubs/art", title="Art")
    names = [desk.upload("art", name, png(32, 48, shade))["name"] for name, shade in [("snow.png", 1), ("secret.png", 2)]]
    shown, secret = (f"/v3/pictures/demo/art/{name}" for name in names)

    def fetch(path):
        return requests.get(f"http://{place.server.address}{path}", timeout=60)

    assert fetch(shown).status_code == 404, "no unit shows it yet"
    desk.show("start", "snow", "image", {"image": {"PH_PORTRAIT": {"url": shown, "w": 32, "h": 48}}, "title": "Snow"})
    desk.show("gift", "stone", "reward", {"title": "x", "reward": "stone", "quantity": 1, "image": {"url": "https://media.example/i.png"}})
    unit = phone.content("start")
    [address] = unit["images"]
    assert re.fullmatch(re.escape(f"http://{place.server.address}{shown}") + r"\?v=[0-9a-f]{8}", address)
    assert unit["context"]["content"]["image"]["PH_PORTRAIT"]["url"] == address
    assert phone.content("gift")["images"] == ["https://media.example/i.png"], "others stay as they are"
    answer = requests.get(address, timeout=60)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/png") and answer.content.startswith(b"\x89PNG")
    assert answer.headers["X-Content-Type-Options"] == "nosniff" and "sandbox" in answer.headers["Content-Security-Policy"]
    assert requests.get(address, headers={"If-None-Match": answer.headers["ETag"]}, timeout=60).status_code == 304
    for path in (secret, shown.replace("/demo/", "/other/"), "/v3/pictures/demo/art/..%2Fsnow.png", "/v3/pictures/demo/art/"):
        assert fetch(path).status_code == 404, path
    foreign = {"image": {"PH_PORTRAIT": {"url": shown.replace("/demo/", "/other/"), "w": 1, "h": 1}}}
    refused = desk.put("units/foreign", status=(422, 400), name="foreign", kind="image", document=foreign)
    assert "library" in json.dumps(refused)
    other = {"image": {"PH_PORTRAIT": {"url": "https://media.example/s.png", "w": 1, "h": 1}}}
    desk.put("units/snow", desk.get("units/snow")["version"], name="snow", kind="image", document=other)
    assert fetch(shown).status_code == 404, "the unit shows another one"


def test_a_monitors_look_counts_nothing(place):
    """HEAD is no request of a device: it uses up no cap and reports no tap."""
    desk, phone = place.desk, place.phone()
    desk.show("once", "once", "announcement", {"title": "x", "message": "y"}, rules={"caps": [{"limit": 1, "scope": "device"}]})
    looked = phone.send("content/", phone.parameters(placement_id="once"), "HEAD")
    assert looked.status_code == 405
    unit = phone.content("once")
    assert unit["content_id"] == "once"
    ping = unit["context"]["content"]["complete_dispatch"]["parameters"]["url"]
    assert requests.head(ping, timeout=60).status_code == 405


def test_a_long_receipt_of_an_old_sdk_fits_an_address(place):
    """SDK 1.13 sends purchases by GET alone."""
    phone = place.phone()
    assert phone.ask("iap/", product="sword", quantity=1, resolution="buy", store="ios", purchase_id="long", receipt="A" * 48_000) is None


def test_an_app_that_buys_nothing_gets_no_promotion_of_goods(place):
    """PLC-009, PLC-076: the request says so; an old SDK, which says nothing, gets the unit."""
    desk, phone = place.desk, place.phone()
    desk.show("shop", "sword", "purchase", {"title": "Sword", "product": "com.example.sword", "quantity": 1})
    assert phone.content("shop", vgp="0") is None
    assert phone.content("shop", vgp="1")["content_id"] == "sword"
    assert phone.content("shop")["content_id"] == "sword"
